import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport

@testable import VoiceFlow

@Suite("Keys and ways that lead nowhere")
struct UsefulKeyTests {
    /// What is found in a whole flow that begins with A, as line, gravity and message.
    private func findings(
        _ modules: [String], prompts: [String] = [], map: String? = nil, fields: Set<String> = []
    ) throws -> [String] {
        var files = [
            VoiceflowFactory.FileName.flow: Files.flow(modules, from: "A"),
            VoiceflowFactory.FileName.prompts: Files.list(prompts),
        ]
        files[VoiceflowFactory.FileName.map] = map.map { Array($0.utf8) }
        return try VoiceflowFactory().findings(
            in: files, named: { $0 }, surroundings: EngineSurroundings(values: fields)
        ).map { "\($0.place.line) \($0.severity) \($0.message)" }
    }

    private func interrupted(_ word: String, to target: String = "VF_END") -> String {
        #""audioInterruptTransitionParams": {"transitionType": "\#(word)", "#
            + #""goToVoiceFlowModuleID": "\#(target)"}"#
    }

    @Test(
        "only an interruption that goes elsewhere or ends the flow is a way to the end",
        .fact("voiceflow-4-15"),
        arguments: [
            ("resume", 2), ("repeat", 2), ("goto", 0), ("end", 0), ("$[What]", 0),
        ])
    func ring(word: String, endless: Int) throws {
        let found = try findings(
            [
                Files.module("A", "pauseResume", to: "B", interrupted(word)),
                Files.module("B", "pauseResume", to: "A"),
            ], fields: ["What"])
        #expect(
            found.count { $0.contains("No transition leads from \"") && !$0.contains("VF_START") }
                == endless)
    }

    @Test(
        "an interruption's static target must exist, even where it is never taken",
        .fact("voiceflow-4-15"))
    func interruptionTarget() throws {
        let found = try findings([
            Files.module("A", "pauseResume", interrupted("resume", to: "Gone"))
        ])
        #expect(found.first == #"3 error No module is named "Gone"."#)
    }

    @Test(
        "a goTo key that the module's type never takes is no way, and told",
        .fact("voiceflow-4-15"),
        arguments: [
            ("pauseResume", #""loadPromptFailure": "B""#, "loadPromptFailure"),
            ("node", #""maxGarbageCount": "B""#, "maxGarbageCount"),
            ("recognizeAudio", #""maxTimeoutCount": "B""#, "maxTimeoutCount"),
            ("recordAudio", #""maxSRErrorCount": "B""#, "maxSRErrorCount"),
            (
                "process", #""userIntentCollection": [{"intent": "i", "goTo": "B"}]"#,
                "userIntentCollection"
            ),
            (
                "node", #""goToForUserInputCollection": [{"input": "i", "goTo": "B"}]"#,
                "userInputCollection"
            ),
            ("node", #""stopRecordReason": {"stopRequest": "B"}"#, "stopRecordReason"),
        ])
    func foreignKey(type: String, key: String, name: String) throws {
        let limit = #""recordAudioParams": {"stopRecordParams": {"maxAudioLengthMs": 1}}"#
        let found = try findings([
            Files.module("A", type, goTo: key, type.hasPrefix("rec") ? limit : ""),
            Files.module("B", "node"),
        ])
        #expect(
            found == [
                #"3 warning Modules of type \#(type) never take "\#(name)"."#,
                #"4 warning No transition leads from VF_START to "B"."#,
            ])
    }

    @Test(
        "places that are never resolved are told as such, and are no fields that are read",
        .fact("voiceflow-5-2"))
    func literals() throws {
        let rule = #""userInputCollection": [{"input": "$[In]", "goTo": "P"}]"#
        let found = try findings(
            [
                Files.dialog([], id: "A", goTo: rule),
                Files.process("P", [("F", #""$[Value]""#), ("G", #"["$[Deep]"]"#)]),
            ],
            prompts: [#"{"id": "S", "style": "single", "audioFile": "$[Audio]"}"#],
            map: #"[{"audioFile": "$[File]", "textString": "$[Text]"}]"#)
        func literal(_ line: Int, _ what: String, _ name: String) -> String {
            #"\#(line) warning \#(what) is never resolved: it is the text "$[\#(name)]" itself"#
        }
        func read(_ line: Int, _ name: String) -> String {
            #"\#(line) warning the field "\#(name)" is read and nothing here sets it: "#
                + "the app has to"
        }
        #expect(
            found.filter { !$0.contains("Nothing plays") } == [
                literal(3, "the input of a rule", "In"),
                literal(4, "the value of an assignment", "Value"),
                literal(4, "the value of an assignment", "Deep"), read(2, "Audio"),
                literal(1, "a map's audioFile", "File"), read(1, "Text"),
            ])
    }

    @Test(
        "a module without a name and a prompt without a style are warned of, and load",
        .fact("voiceflow-4-16"))
    func required() throws {
        let found = try findings(
            [
                #"{"id": "A", "type": "playAudio", "playAudioParams": {"promptID": "P"}, "#
                    + #""goTo": {"DEFAULT": "VF_END"}}"#
            ], prompts: [#"{"id": "P", "textString": "t"}"#])
        #expect(found == [#"3 warning "name" is missing"#, #"2 warning "style" is missing"#])
    }

    @Test(
        "listening that nothing ends is told", .fact("voiceflow-4-16"),
        arguments: [
            ("audioDialog", #"{"enableVAD": true}"#, #"{"maxPreSpeechSilenceLengthMs": 0}"#, true),
            (
                "recognizeAudio", #"{"enableVAD": true}"#, #"{"maxPreSpeechSilenceLengthMs": 0}"#,
                true
            ),
            (
                "audioListener", #"{"enableVAD": true}"#, #"{"maxPreSpeechSilenceLengthMs": 0}"#,
                false
            ),
            ("audioDialog", #"{"enableVAD": true}"#, "{}", false),
            (
                "audioDialog", #"{"enableVADRuntime": "$[F]"}"#,
                #"{"maxPreSpeechSilenceLengthMs": 0}"#, false
            ),
            ("audioDialog", "{}", #"{"maxAudioLengthMs": 0}"#, false),
            (
                "audioDialog", #"{"enableVAD": true}"#,
                #"{"maxPreSpeechSilenceLengthMs": 0, "maxRecordLengthMs": 9}"#, false
            ),
            (
                "audioDialog", #"{"enableVAD": true, "trimSilence": true}"#,
                #"{"maxPreSpeechSilenceLengthMs": 0, "maxRecordLengthMs": 9}"#, true
            ),
            (
                "audioDialog", #"{"enableVAD": true}"#,
                #"{"maxPreSpeechSilenceLengthMs": 0, "#
                    + #""maxPreSpeechSilenceLengthMsRuntime": "$[F]"}"#,
                false
            ),
            ("recordAudio", "{}", "{}", true),
            ("recordAudio", "{}", #"{"maxSpeechLengthMs": 5}"#, true),
            ("recordAudio", #"{"enableVAD": true}"#, #"{"maxSpeechLengthMs": 5}"#, false),
            ("recordAudio", "{}", #"{"maxAudioLengthMsRuntime": "$[F]"}"#, false),
        ])
    func endless(type: String, vad: String, stop: String, isTold: Bool) throws {
        let found = try findings(
            [
                Files.record(
                    "A", #""vadParams": \#(vad), "stopRecordParams": \#(stop)"#, type: type)
            ], fields: ["F"])
        let told = found.filter {
            $0.contains("Listening never ends") || $0.contains("No limit ends")
        }
        #expect(told.count == (isTold ? 1 : 0), "\(found)")
    }

    @Test("a prompt that is recorded ends its recording", .fact("voiceflow-4-16"))
    func source() throws {
        let prompt = #""recordPlayPromptParams": {"promptID": "P", "recordPromptNoPlay": true}"#
        #expect(try findings([Files.record("A", prompt)], prompts: [Files.text("P")]) == [])
    }

    @Test(
        "a file type that cannot be written is told", .fact("voiceflow-4-16"),
        arguments: ["m4a", "wav", "$[F]"])
    func fileType(type: String) throws {
        let found = try findings(
            [
                Files.record(
                    "A",
                    #""saveAudioParams": {"fileName": "x", "fileType": "\#(type)"}, "#
                        + #""stopRecordParams": {"maxAudioLengthMs": 5}"#)
            ], fields: ["F"])
        let isWritten = type == "wav" || type == "$[F]"
        #expect(
            found
                == (isWritten
                    ? []
                    : [
                        #"3 warning Recordings cannot be "\#(type)" files here; the module takes "#
                            + "the edge recordingFileError. Use wav or caf."
                    ]))
    }

    @Test("a module that waits for a prompt without an end is told, one that listens meanwhile not")
    func endlessPrompt() throws {
        func loop(_ id: String, _ count: String) -> String {
            #"{"id": "\#(id)", "style": "single", "textString": "t", "#
                + #""audioPlaybackParams": {"loopPlay": true, \#(count)}}"#
        }
        let prompts = [
            loop("EVER", #""loopCount": 0"#), loop("TWICE", #""loopCount": 2"#),
            loop("FIELD", #""loopCount": 0, "loopCountRuntime": "$[F]""#),
            #"{"id": "BOTH", "style": "combo", "promptCollection": "#
                + #"[{"promptID": "TWICE"}, {"promptID": "EVER"}]}"#,
        ]
        let modules = [
            Files.play("A", ["TWICE", "FIELD"], to: "B"), Files.play("B", ["BOTH"], to: "C"),
            Files.dialog(
                [Files.says("initial", "EVER"), Files.says("preInitial", "TWICE")], id: "C",
                goTo: #""maxTimeoutCount": "D""#),
            Files.dialog(
                [Files.says("initial", "EVER", more: #""recognizeWhilePlay": true"#)], id: "D"),
        ]
        let told = try findings(modules, prompts: prompts, fields: ["F"]).filter {
            $0.contains("until it is stopped")
        }
        #expect(
            told
                == [("4", "BOTH"), ("5", "EVER")].map { line, id in
                    "\(line) warning \"\(id)\" plays until it is stopped: "
                        + "only the app can end this module"
                })
    }

    @Test(
        "a key that does nothing here is told once for each file, unless it asks for nothing",
        .fact("voiceflow-4-16"))
    func idle() throws {
        let recognition =
            #""srLocale": "de-DE", "languageCode": "en-US", "recognizeUtteranceFile": true, "#
            + #""saveUtteranceParams": {"saveUtterance": "yes"}, "#
            + #""appleSRSessionParams": {"enablePartialResults": true, "onDeviceSR": true}, "#
            + #""srSessionParams": {"autoPunctuateRuntime": "$[F]", "taskHint": "unspecified"}"#
        let listener = Files.listener("P", id: "A", recognizes: recognition, to: "B")
        let again = Files.listener("P", id: "B", recognizes: recognition)
        let prompt =
            #"{"id": "P", "style": "single", "textString": "t", "ssEngineParams": "#
            + #"{"volume": 0.2, "inStreamMode": true, "ssVoiceParams": {"quality": "premium"}}}"#
        let found = try findings([listener, again], prompts: [prompt], fields: ["F"])
        #expect(
            found == [
                "recognizeUtteranceFile", "saveUtterance", "srLocale", "autoPunctuateRuntime",
            ].map { #"3 warning "\#($0)" has no effect here."# }
                + ["inStreamMode", "quality"].map { #"2 warning "\#($0)" has no effect here."# })
    }

    @Test(
        "unknown keys and words inside parameters of recognition and synthesis are told, once",
        .fact("voiceflow-4-16"))
    func inside() throws {
        let recognition = #""srSessionParams": {"bogus": 1, "taskHint": "nonsense"}"#
        let prompt =
            #"{"id": "P", "style": "single", "textString": "t", "ssVoiceParams": "#
            + #"{"gender": "femail", "quality": "superb", "nothing": 1}, "#
            + #""ssEngineParams": {"speed": 2}}"#
        let listens = #""aecParams": {"whatever": 3}"#
        let found = try findings(
            [Files.listener("P", id: "A", listens: listens, recognizes: recognition)],
            prompts: [prompt])
        #expect(
            found == [
                #"3 warning Unknown key "whatever". Use one of: aecMobile, aecMobileRuntime, "#
                    + "delayOffsetMs, delayOffsetMsRuntime, enableAEC, enableAECRuntime.",
                #"3 warning Unknown key "bogus"."#,
                #"3 fault Unknown taskHint "nonsense"; the default applies. "#
                    + "Use one of: dictation, search, confirmation, unspecified.",
                #"2 warning Unknown key "speed". Use one of: inStreamMode, inStreamModeRuntime, "#
                    + "ssVoiceParams, volume, volumeRuntime.",
                #"2 warning Unknown key "nothing". Use one of: gender, id, identifier, "#
                    + "languageCode, name, quality.",
                #"2 fault Unknown gender "femail"; the default applies. Did you mean "female"?"#,
                #"2 fault Unknown quality "superb"; the default applies. Use one of: "#
                    + "default, enhanced, premium, unspecified, unknown, compact.",
            ])
    }
}
