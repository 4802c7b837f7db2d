import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceTestSupport

@testable import VoiceFlow

@Suite("Properties that fields name")
struct FieldPropertyTests {
    private func findings(_ module: String, prompts: [String] = []) throws -> [String] {
        try VoiceflowFactory().findings(
            in: [
                "voiceflow.json": Files.flow([module], from: "VF_END"),
                "prompts.json": Files.list(prompts),
            ], named: { $0 }
        ).map(\.description)
    }

    @Test(
        "the style of a module's prompts is read after its start; the default counts without one",
        .fact("voiceflow-5-7"),
        arguments: [("single", "A"), ("combo", "AB"), ("loud", "AB"), (nil, "AB")])
    func moduleStyle(style: String?, said: String) throws {
        let play = Files.play("Say", ["A", "B"], style: "$[Style]")
        #expect(try findings(play, prompts: [Files.text("A"), Files.text("B")]) == [])
        var rig = try Rig([play], from: "Say", prompts: [Files.text("A"), Files.text("B")])
        rig.replies["before Say"] = style.map { [.set("Style", .string($0))] } ?? []
        rig.run()
        #expect(rig.system == said)
    }

    @Test("the style of a dialog's group is read when the group is said", .fact("voiceflow-5-7"))
    func groupStyle() throws {
        let group =
            #"{"type": "initial", "style": "$[Style]", "#
            + #""promptCollection": [{"promptID": "A"}, {"promptID": "B"}]}"#
        var rig = try Rig(
            [Files.dialog([group])], from: "Ask", prompts: [Files.text("A"), Files.text("B")])
        rig.replies["before Ask"] = [.set("Style", "single")]
        rig.run(5)
        #expect(rig.system == "A")
    }

    @Test("the style of a prompt is read when it is about to play", .fact("voiceflow-5-7"))
    func promptStyle() throws {
        let prompts = [
            Files.group("ALL", "$[Style]", ["A", "B"]), Files.text("A"), Files.text("B"),
        ]
        #expect(try findings(Files.play("Say", ["ALL"]), prompts: prompts) == [])
        var rig = try Rig(
            [Files.play("Say", ["ALL", "ALL", "ALL"])], from: "Say", prompts: prompts)
        rig.replies["before Say"] = [.set("Style", "serial")]
        rig.run()
        #expect(rig.system == "ABA")
    }

    @Test(
        "every part of a voice may be a field; what is unset is as good as absent",
        .fact("voiceflow-5-7"))
    func voice() throws {
        func prompt(_ id: String, _ voice: String) -> String {
            #"{"id": "\#(id)", "style": "single", "textString": "t", "ssVoiceParams": {\#(voice)}}"#
        }
        let prompts = [
            prompt("A", #""identifier": "$[Voice]", "gender": "$[Gender]""#),
            prompt("B", #""identifier": "$[Gone]", "name": "$[Voice]""#),
            prompt("C", #""name": "$[Gone]", "languageCode": "de", "gender": "$[Gone]""#),
            prompt("D", #""id": "$[Gone]""#),
        ]
        let play =
            #""playAudioParams": {"ssVoiceParams": {"name": "$[Group]"}, "promptCollection": "#
            + #"[{"promptID": "A"}, {"promptID": "B"}, {"promptID": "C"}, {"promptID": "D"}]}"#
        var rig = try Rig([Files.module("Say", "playAudio", play)], from: "Say", prompts: prompts)
        rig.replies["before Say"] = [
            .set("Voice", "Anna"), .set("Gender", "Female"), .set("Group", "Carl"),
        ]
        rig.replies["part A ended"] = [.set("Voice", "Bob"), .set("Group", "too late")]
        rig.run()
        #expect(rig.played.map(\.voice) == ["Anna+female", "Bob", "de", "Carl"])
    }

    @Test("text and language of a map entry are read when a segment starts", .fact("voiceflow-5-7"))
    func map() throws {
        var rig = try Rig(
            [Files.play("Say", ["A", "A", "A"])], from: "Say",
            prompts: [#"{"id": "A", "style": "single", "audioFile": "a.wav"}"#],
            map: [
                #"{"audioFile": "a.wav", "textString": "plain", "textLanguage": "fr-FR"}"#,
                #"{"audioFile": "a.wav", "textString": "$[Text]", "textLanguage": "$[Language]"}"#,
            ])
        rig.replies["part A ended"] = [.set("Text", "said"), .set("Language", "de-DE")]
        rig.replies["before Say"] = [.set("Text", "first")]
        rig.run()
        #expect(rig.played.map(\.substituteText) == ["first", "plain", "plain"])
    }

    @Test(
        "whether the first group comes again after a retry may be a field", .fact("voiceflow-5-9"),
        arguments: [true, false])
    func again(again: Bool) throws {
        var rig = try Rig(
            [
                Files.dialog(
                    [
                        Files.says("initial", "ASK"),
                        Files.says(
                            "timeout", "MORE", more: #""playInitialAfterRuntime": "$[Again]""#),
                    ], counts: #""timeout": 1, "garbage": 0"#,
                    listens: #""vadParams": {"enableVAD": true}, "#
                        + #""stopRecordParams": {"maxPreSpeechSilenceLengthMs": 300}"#)
            ], from: "Ask", prompts: [Files.text("ASK"), Files.text("MORE")])
        rig.replies["before Ask"] = [.set("Again", .bool(again))]
        rig.run()
        #expect(rig.system == (again ? "ASK...MOREASK" : "ASK...MORE"))
    }

    @Test("the first version's names of parameters have siblings too", .fact("voiceflow-5-9"))
    func oldNames() throws {
        let prompt =
            #"{"id": "A", "style": "single", "textString": "t", "audioPlaybackParams": "#
            + #"{"loopPlay": true, "maxPlayCountRuntime": "$[Count]"}}"#
        var rig = try Rig([Files.play("Say", ["A"])], from: "Say", prompts: [prompt])
        rig.replies["before Say"] = [.set("Count", 3)]
        rig.run()
        #expect(rig.played.map(\.plays) == [3])
        var source = try Rig(
            [
                Files.record(
                    "Take", #""promptID": "A", "recordFromPromptRuntime": "$[Source]""#)
            ], from: "Take", prompts: [Files.text("A")])
        source.replies["before Take"] = [.set("Source", true)]
        source.run()
        #expect(source.played.map(\.isHeard) == [false])
        var partial = try Rig(
            [
                Files.listener(
                    "A", recognizes: #""appleSRSessionParams": {"enablePartialResults": true}"#)
            ], from: "Chat", prompts: [Files.text("A")])
        partial.run(1)
        #expect(partial.requests.first?.partialFrames ?? 0 > 0)
    }

    /// Every parameter that is no string, by where it stands: all have a sibling.
    private static let parameters: [(wrapper: String, keys: [String])] = [
        ("dialogMaxRetryCount", ["timeout", "garbage", "sr_error"]),
        ("dialogPrompt", ["recognizeWhilePlay", "playInitialAfter"]),
        ("recordAudioParams", ["notifyPosMs", "recordFromPrompt"]),
        ("recordPlayPromptParams", ["recordPromptNoPlay"]),
        ("aecParams", ["enableAEC", "delayOffsetMs", "aecMobile"]),
        (
            "vadParams",
            [
                "enableVAD", "minSpeechToDetectMs", "minSilenceToDetectMs", "trimSilence",
                "savePreTrimAudio",
            ]
        ),
        (
            "stopRecordParams",
            [
                "maxRecordLengthMs", "maxAudioLengthMs", "maxSpeechLengthMs",
                "maxPreSpeechSilenceLengthMs", "maxPostSpeechSilenceLengthMs",
            ]
        ),
        ("recognizeAudioParams", ["recognizeUtteranceFile"]),
        ("srSessionParams", ["enablePartialResults", "autoPunctuate", "onDeviceSR"]),
        ("audioInterruptTransitionParams", ["rewindCurrentAudioSegmentMs"]),
    ]

    @Test(
        "every parameter of a module that is not a string has a sibling", .fact("voiceflow-5-9"),
        arguments: parameters)
    func moduleSiblings(wrapper: String, keys: [String]) throws {
        let members = keys.map { #""\#($0)Runtime": "$[F]""# }.joined(separator: ", ")
        let inner = #""\#(wrapper)": {\#(members)}"#
        let module: String
        switch wrapper {
        case "dialogMaxRetryCount":
            module = Files.dialog([], counts: #""timeout": 1, "garbage": 1, \#(members)"#)
        case "dialogPrompt": module = Files.dialog([Files.says("initial", "A", more: members)])
        case "recordAudioParams": module = Files.record("M", members)
        case "srSessionParams": module = Files.listener("A", recognizes: inner)
        case "recognizeAudioParams": module = Files.listener("A", recognizes: members)
        case "audioInterruptTransitionParams": module = Files.module("M", "playAudio", inner)
        default: module = Files.record("M", inner)
        }
        let found = try findings(module, prompts: [Files.text("A")])
        #expect(found.filter { $0.contains("Unknown key") } == [])
    }

    @Test(
        "names of more than 1,024 bytes are refused where they stand", .fact("voiceflow-5-8"),
        arguments: [
            ("module", "($[1].id)"), ("prompt", "($[0].id)"), ("target", "($[1].goTo.DEFAULT)"),
            ("sibling", "maxAudioLengthMsRuntime)"), ("field", "Collection[0].name)"),
            ("member", "promptID)"),
        ])
    func longNames(kind: String, place: String) throws {
        func all(_ bytes: Int) throws -> [String] {
            let name = String(repeating: "n", count: bytes)
            let limit =
                #""stopRecordParams": {"maxAudioLengthMsRuntime": "$[\#(name)]"}"#
            switch kind {
            case "module": return try findings(Files.module(name, "node"))
            case "prompt":
                return try findings(Files.module("M", "node"), prompts: [Files.text(name)])
            case "target": return try findings(Files.module("M", "node", to: "$[\(name)]"))
            case "sibling": return try findings(Files.record("M", limit))
            case "field": return try findings(Files.process("M", [(name, "1")]))
            default:
                return try findings(Files.play("M", [name]), prompts: [Files.text(name)])
            }
        }
        #expect(try all(1_020) == [])
        let found = try all(2_000)
        #expect(found.contains { $0.contains("error: the name has 200") && $0.hasSuffix(place) })
    }

    @Test("the app cannot set a field of such a name either", .fact("voiceflow-5-8"))
    func longField() throws {
        var rig = try Rig([Files.module("A", "node")], from: "A")
        rig.replies["before A"] = [.set(String(repeating: "n", count: 1_025), 1)]
        rig.run()
        #expect(rig.lines("error", "field").count == 1)
        #expect(rig.lines("field").isEmpty)
    }
}
