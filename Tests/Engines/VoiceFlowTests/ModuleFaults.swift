import Testing

/// Modules with one thing wrong with them, and what is said about it.
enum ModuleFaults {
    struct Case: Sendable, CustomTestStringConvertible {
        let module: String
        let findings: [String]
        var testDescription: String { findings.first ?? "" }

        init(_ module: String, _ findings: String...) {
            self.module = module
            self.findings = findings
        }
    }

    static let all = shape + targets + dialogs

    private static let shape = [
        Case(#"{"type": "node"}"#, #"3:1: error: "id" is missing ($[1])"#),
        Case(#"{"id": "", "type": "node"}"#, #"3:8: error: "id" is empty ($[1].id)"#),
        Case(
            #"{"id": 5, "type": "node"}"#,
            "3:8: error: found a number, expected a string ($[1].id)"),
        Case(
            #"{"id": "A", "type": "dance"}"#,
            #"3:21: error: "dance" is not a module type. Use node, process, pauseResume, "#
                + "playAudio, recordAudio, recognizeAudio, audioDialog, audioListener, "
                + "runAEC ($[1].type)"),
        Case(
            #"{"id": "$[A]", "type": "node", "goTo": {"DEFAULT": "VF_END"}}"#,
            "3:8: error: an id cannot be a runtime field ($[1].id)"),
        Case(
            #"{"id": "VF_END", "type": "node", "goTo": {"DEFAULT": "VF_END"}}"#,
            #"4:8: error: two modules have the id "VF_END" ($[2].id)"#),
        Case(
            #"{"id": "A", "type": "node"}"#, #"3:1: error: "DEFAULT" is missing ($[1].goTo)"#),
        Case(
            #"{"id": "A", "type": "node", "colour": {"red": 1}, "goTo": {"DEFAULT": "VF_END"}}"#,
            #"3:39: warning: Unknown key "colour". ($[1].colour)"#),
        Case(
            #"{"id": "A", "id": "B", "type": "node", "goTo": {"DEFAULT": "VF_END"}}"#,
            "3:19: warning: the key stands twice; the last value counts ($[1].id)"),
        Case(
            Files.module("A", "process", #""processParams": []"#),
            "3:61: error: found an array, expected an object ($[1].processParams)"),
        Case(
            Files.module("A", "process", params(#"[{"name": "F", "value": 1}]"#)),
            #"3:106: error: "F" must be written $[F] ("# + assignment + ".name)"),
        Case(
            Files.module("A", "process", params(#"[{"name": "$[F]"}]"#)),
            #"3:97: error: "value" is missing ("# + assignment + ")"),
        Case(
            Files.module("A", "process", params(#"[{"value": 1}]"#)),
            #"3:97: error: "name" is missing ("# + assignment + ")"),
        Case(
            Files.module("A", "process", params("{}")),
            "3:96: error: found an object, expected an array "
                + "($[1].processParams.setValueForFieldNameCollection)"),
    ]

    private static let targets = [
        Case(
            Files.module("A", "node", to: "Gone"),
            #"3:61: error: No module is named "Gone". ($[1].goTo.DEFAULT)"#),
        Case(
            Files.module("A", "node", to: ""),
            "3:61: error: the target is empty ($[1].goTo.DEFAULT)"),
        Case(
            Files.module("A", "node", goTo: #""userIntentCollection": [{"goTo": "x"}]"#),
            #"3:96: error: "intent" is missing ($[1].goTo.userIntentCollection[0])"#),
        Case(
            Files.module(
                "A", "node",
                goTo: #""userIntentCollection": [{"goTo": ""}, {"intent": "i", "goTo": "Gone"}]"#),
            #"3:96: error: "intent" is missing ($[1].goTo.userIntentCollection[0])"#,
            #"3:134: error: No module is named "Gone". "#
                + "($[1].goTo.userIntentCollection[1].goTo)"),
        Case(
            Files.module(
                "A", "node",
                goTo: #""goToForUserInputCollection": [{"input": "i", "goTo": "Gone"}]"#),
            #"3:125: error: No module is named "Gone". "#
                + "($[1].goTo.goToForUserInputCollection[0].goTo)"),
        Case(
            Files.module(
                "A", "node",
                goTo: #""userInputCollection": [{"input": "i", "goTo": "A", "comparator": "is"}]"#),
            #"3:137: error: Unknown comparator "is"; "equals" applies. "#
                + "Use one of: equals, starts, contains, containsText. "
                + "($[1].goTo.userInputCollection[0].comparator)"
        ),
        Case(
            Files.module("A", "node", goTo: #""ELSE": "VF_END""#),
            #"3:79: warning: Unknown key "ELSE". ($[1].goTo.ELSE)"#),
    ]

    private static let dialogs = [
        Case(
            Files.play("A", ["Gone"]),
            #"3:65: error: No prompt is named "Gone"; the flow takes the edge "#
                + "loadPromptFailure here. ($[1].playAudioParams)"),
        Case(
            Files.module("A", "playAudio"),
            "3:1: error: neither promptID nor promptCollection names a prompt "
                + "($[1].playAudioParams)"),
        Case(
            Files.module(
                "A", "playAudio",
                #""playAudioParams": {"promptID": "P", "loud": 1, "#
                    + #""promptCollection": [{"promptID": "P"}]}"#),
            #"3:91: warning: Unknown key "loud". Use one of: promptCollection, "#
                + "promptID, ssEngine, ssVoiceParams, style. ($[1].playAudioParams.loud)",
            "3:78: warning: promptCollection is there too and counts "
                + "($[1].playAudioParams.promptID)"),
        Case(
            Files.dialog([], counts: #""timeout": 1"#),
            #"3:120: error: "garbage" is missing. ($[1].audioDialogParams.dialogMaxRetryCount)"#),
        Case(
            Files.dialog([#"{"type": "later", "promptID": "P"}"#]),
            #"3:186: error: "later" is not a prompt type. Use preInitial, initial, garbage, "#
                + "timeout, sr_error ($[1].audioDialogParams.dialogPromptCollection[0].type)"),
        Case(
            Files.dialog(
                [#"{"type": "initial", "promptID": "P", "recognizeWhilePlayRuntime": "Barge"}"#]),
            #"3:243: error: "Barge" must be written $[FieldName] "#
                + "($[1].audioDialogParams.dialogPromptCollection[0].recognizeWhilePlayRuntime)"),
        Case(
            Files.dialog([], listens: #""stopRecordParams": {"maxSpeechLengthMs": -1}"#),
            "3:92: warning: speech and silence limits count only with vadParams.enableVAD true "
                + "($[1].recordAudioParams.stopRecordParams)",
            "3:114: warning: -1 is negative and counts as 0 "
                + "($[1].recordAudioParams.stopRecordParams.maxSpeechLengthMs)"),
        Case(
            Files.dialog([], listens: #""vadParams": {"enableVAD": 1}"#),
            "3:99: error: found a number, expected true or false "
                + "($[1].recordAudioParams.vadParams.enableVAD)"),
        Case(
            Files.dialog([], counts: #""timeout": 1.5, "garbage": 1"#),
            "3:132: error: found a number, expected a whole number "
                + "($[1].audioDialogParams.dialogMaxRetryCount.timeout)"),
    ]

    private static let assignment = "$[1].processParams.setValueForFieldNameCollection[0]"

    private static func params(_ list: String) -> String {
        #""processParams": {"setValueForFieldNameCollection": \#(list)}"#
    }
}
