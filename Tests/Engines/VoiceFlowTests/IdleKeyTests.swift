import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport

@testable import VoiceFlow

@Suite("Keys, words and rules that do nothing where they stand")
struct IdleKeyTests {
    /// What is found in a whole flow that begins with A, without the lines of other checks.
    private func findings(
        _ modules: [String], prompts: [String] = [], map: String? = nil,
        fields: Set<String> = ["F", "G"]
    ) throws -> [String] {
        var files = [
            VoiceflowFactory.FileName.flow: Files.flow(modules, from: "A"),
            VoiceflowFactory.FileName.prompts: Files.list(prompts),
        ]
        files[VoiceflowFactory.FileName.map] = map.map { Array($0.utf8) }
        return try VoiceflowFactory().findings(
            in: files, named: { $0 }, surroundings: EngineSurroundings(values: fields)
        ).filter { !$0.message.contains("Nothing plays") }
            .map { "\($0.severity) \($0.path) \($0.message)" }
    }

    private func prompt(_ members: String) -> String {
        #"{"id": "P", "style": "single", \#(members)}"#
    }

    @Test(
        "a loop's count without a loop", .fact("voiceflow-4-17"),
        arguments: [
            (#""loopCount": 3"#, "loopCount"), (#""maxPlayCount": "0""#, "maxPlayCount"),
            (#""loopPlay": "no", "loopCountRuntime": "$[F]""#, "loopCountRuntime"),
            (#""loopCount": 1"#, nil), (#""loopPlay": true, "loopCount": 3"#, nil),
            (#""loopPlayRuntime": "$[F]", "loopCount": 3"#, nil),
        ] as [(String, String?)])
    func loopCount(playback: String, key: String?) throws {
        let found = try findings(
            [Files.play("A", ["P"])],
            prompts: [prompt(#""textString": "t", "audioPlaybackParams": {\#(playback)}"#)])
        #expect(
            found
                == (key.map {
                    [
                        "warning $[0].audioPlaybackParams.\($0) \"\($0)\" has no effect here: "
                            + "loopPlay is not true."
                    ]
                } ?? []))
    }

    @Test("content of a collection, and a collection of a single", .fact("voiceflow-4-17"))
    func content() throws {
        let found = try findings(
            [Files.play("A", ["P", "Q"])],
            prompts: [
                prompt(#""textString": "t", "promptCollection": [{"promptID": "R"}]"#),
                #"{"id": "Q", "style": "combo", "promptCollection": [{"promptID": "R"}], "#
                    + #""textString": "t", "audioPlaybackParams": {"volume": 0.5}}"#,
                Files.text("R"),
            ])
        #expect(
            found == [
                "warning $[0].promptCollection \"promptCollection\" has no effect here: "
                    + "a single plays itself.",
                "warning $[1].textString \"textString\" has no effect here: "
                    + "a combo prompt only plays its members.",
                "warning $[1].audioPlaybackParams \"audioPlaybackParams\" has no effect here: "
                    + "a combo prompt only plays its members.",
            ])
    }

    @Test(
        "voice activity that is off, trimming that is off, a recording without a name",
        .fact("voiceflow-4-17"),
        arguments: [
            (#""vadParams": {"minSpeechToDetectMs": 9}"#, ["minSpeechToDetectMs"]),
            (
                #""vadParams": {"enableVAD": "false", "trimSilence": true, "#
                    + #""savePreTrimAudio": true, "minSilenceToDetectMsRuntime": "$[F]"}"#,
                ["minSilenceToDetectMsRuntime", "trimSilence", "savePreTrimAudio"]
            ),
            (
                #""vadParams": {"enableVAD": true, "savePreTrimAudio": true}"#,
                ["savePreTrimAudio"]
            ),
            (#""vadParams": {"enableVADRuntime": "$[F]", "trimSilence": true}"#, []),
            (#""saveAudioParams": {"fileType": "caf"}"#, ["fileType"]),
            (#""saveAudioParams": {"fileName": "a", "fileType": "caf"}"#, []),
        ])
    func detection(records: String, keys: [String]) throws {
        let limit = #", "stopRecordParams": {"maxAudioLengthMs": 5}"#
        let found = try findings([Files.record("A", records + limit)])
        #expect(found.count == keys.count, "\(found)")
        for (line, key) in zip(found, keys) {
            #expect(line.contains("\"\(key)\" has no effect here: "), "\(line)")
        }
    }

    @Test(
        "parameters of another type of module", .fact("voiceflow-4-17"),
        arguments: [
            ("node", "playAudioParams"), ("process", "recordAudioParams"),
            ("playAudio", "audioDialogParams"), ("recordAudio", "recognizeAudioParams"),
            ("recognizeAudio", "audioListenerParams"), ("pauseResume", "processParams"),
        ])
    func blocks(type: String, key: String) throws {
        let play = #""playAudioParams": {"promptID": "P"}, "#
        let limit = #""recordAudioParams": {"stopRecordParams": {"maxAudioLengthMs": 1}}, "#
        let own = type == "playAudio" ? play : type.hasPrefix("rec") ? limit : ""
        let found = try findings(
            [Files.module("A", type, own + #""\#(key)": {}"#)], prompts: [Files.text("P")])
        #expect(found == [#"warning $[1].\#(key) Modules of type \#(type) never take "\#(key)"."#])
    }

    @Test("retry prompts of a dialog that gives up before it says them", .fact("voiceflow-4-17"))
    func groups() throws {
        let says = ["initial", "timeout", "garbage", "sr_error"].map { Files.says($0, "P") }
        let found = try findings(
            [
                Files.dialog(
                    says, id: "A",
                    counts: #""timeout": 0, "garbage": 1, "sr_errorRuntime": "$[F]""#, to: "B"),
                Files.dialog(says, id: "B"),
            ], prompts: [Files.text("P")])
        #expect(found.count == 4)
        for (line, mark) in zip(found, [("1", 1), ("2", 1), ("2", 2), ("2", 3)]) {
            #expect(
                line.hasPrefix(
                    "warning $[\(mark.0)].audioDialogParams.dialogPromptCollection[\(mark.1)] "
                        + "This prompt never plays: the dialog gives up at its first "), "\(line)")
        }
    }

    @Test(
        "rules behind one that takes all that they would", .fact("voiceflow-4-17"),
        arguments: [
            (("equals", "Yes", false), ("equals", " yes", false), true),
            (("contains", "yes", false), ("equals", "oh yes", false), true),
            (("starts", "yes", false), ("starts", "yes please", false), true),
            (("starts", "yes", false), ("contains", "yes", false), false),
            (("equals", "yes", false), ("starts", "yes", false), false),
            (("equals", "yes", false), ("equals", "yes", true), false),
            (("equals", "yes", true), ("equals", "yes", false), true),
            (("contains", "yes please", false), ("contains", "yes", false), false),
            (("contains", "yes", false), ("containsText", "yes", false), false),
            (("containsText", "ye", false), ("contains", "yes", false), true),
        ] as [((String, String, Bool), (String, String, Bool), Bool)])
    func shadows(
        first: (String, String, Bool), second: (String, String, Bool), isTold: Bool
    ) throws {
        let rules = [first, second].map { comparator, input, partial in
            #"{"comparator": "\#(comparator)", "input": "\#(input)", "#
                + #""enablePartialSRHypothsis": \#(partial), "goTo": "VF_END"}"#
        }
        let goTo = #""userInputCollection": [\#(rules.joined(separator: ", "))]"#
        let found = try findings([Files.dialog([], id: "A", goTo: goTo)])
        #expect(found.count == (isTold ? 1 : 0), "\(found)")
        if isTold {
            #expect(
                found.first?.hasPrefix(
                    "warning $[1].goTo.userInputCollection[1] This rule never applies: "
                        + "the earlier rule \(first.0) \"\(first.1)\" matches first. "
                        + "Remove this rule, or move it up.") == true)
        }
    }

    @Test("an intent that is listed twice", .fact("voiceflow-4-17"))
    func intents() throws {
        let rules = ["Go", "Stay", "Go"].map { #"{"intent": "\#($0)", "goTo": "VF_END"}"# }
        let goTo = #""userIntentCollection": [\#(rules.joined(separator: ", "))]"#
        #expect(
            try findings([Files.dialog([], id: "A", goTo: goTo)]) == [
                "warning $[1].goTo.userIntentCollection[2] This rule never applies: "
                    + "an earlier rule has the same intent."
            ])
    }

    @Test(
        "a field inside a longer text is spoken literally, and a combo is the way out",
        .fact("voiceflow-4-17"))
    func innerField() throws {
        let found = try findings(
            [Files.play("A", ["P", "Q"])],
            prompts: [
                prompt(#""textString": "A $[Size] pizza""#),
                #"{"id": "Q", "style": "single", "audioFile": "a-$[F].wav", "_note": "$[F] x"}"#,
            ], map: #"[{"audioFile": "b.wav", "textString": "$[F]$[G]"}]"#)
        let rest =
            "literally: the engine replaces a field only when it is the whole text. Let the app "
            + "set the whole text"
        let orCombine = rest + ", or make a combo of several prompts"
        #expect(
            found == [
                #"warning $[0].textString "$[Size]" is spoken \#(orCombine)"#,
                #"warning $[1].audioFile "$[F]" is taken \#(rest)"#,
                #"warning $[0].textString "$[F]" is spoken \#(orCombine)"#,
            ])
    }

    @Test(
        "an unknown word of a closed list is an error, of an open one a warning",
        .fact("voiceflow-4-17"),
        arguments: [
            (
                #""fileType": "mp3""#, "fault", "fileType",
                #"Unknown file type "mp3"; the module takes"#
            ),
            (
                #""audioFormat": "opus""#, "warning", "audioFormat",
                #"Recordings cannot use the format "opus";"#
            ),
        ])
    func words(save: String, severity: String, key: String, message: String) throws {
        let found = try findings([
            Files.record(
                "A",
                #""saveAudioParams": {"fileName": "a", \#(save)}, "#
                    + #""stopRecordParams": {"maxAudioLengthMs": 5}"#)
        ])
        #expect(found.count == 1)
        #expect(
            found.first?.hasPrefix(
                "\(severity) $[1].recordAudioParams.saveAudioParams.\(key) \(message)")
                == true)
    }

    @Test(
        "an unknown format of a prompt is warned of", .fact("voiceflow-4-17"),
        arguments: ["opus", "pcm_7khz", "media"])
    func format(word: String) throws {
        let found = try findings(
            [Files.play("A", ["P"])],
            prompts: [
                prompt(#""audioFile": "a", "audioPlaybackParams": {"audioFormat": "\#(word)"}"#)
            ])
        #expect(found.count == (word == "media" ? 0 : 1))
        #expect(
            found.allSatisfy {
                $0.hasPrefix("warning ") && $0.contains("Unknown format \"\(word)\";")
            })
    }

    @Test(
        "a process that gives a field a value of another type than a key takes",
        .fact("voiceflow-5-5"))
    func fieldTypes() throws {
        let found = try findings(
            [
                Files.process("A", [("F", #""soon""#), ("G", "2.0")], to: "B"),
                Files.play("B", ["P"]),
            ],
            prompts: [
                prompt(
                    #""textString": "t", "audioPlaybackParams": {"startPosMsRuntime": "$[F]", "#
                        + #""loopPlay": true, "loopCountRuntime": "$[G]"}"#)
            ])
        #expect(
            found == [
                "warning $[1].processParams.setValueForFieldNameCollection[0].value the field "
                    + #""F" holds "soon", which startPosMsRuntime does not accept. "#
                    + "Set the field to a whole number"
            ])
    }
}
