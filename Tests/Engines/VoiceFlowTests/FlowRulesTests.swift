import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTime

@testable import VoiceFlow

/// Rules of flow and prompt files that stand in no other suite.
@Suite("What flow files may say")
struct FlowRulesTests {
    private func findings(_ module: String, prompts: [String] = []) throws -> [String] {
        try VoiceflowFactory().findings(
            in: [
                "voiceflow.json": Files.flow([module], from: "VF_END"),
                "prompts.json": Files.list(prompts),
            ], named: { $0 }
        ).map(\.description)
    }

    @Test(
        "the value of an assignment, and the input of a rule, are never resolved",
        .fact("voiceflow-5-2"))
    func literals() throws {
        let rule = #""userInputCollection": [{"input": "$[Word]", "goTo": "Hit"}]"#
        var rig = try Rig(
            [
                Files.process("P", [("Word", #""yes""#), ("Copy", #""$[Word]""#)], to: "Ask"),
                Files.dialog([], goTo: rule), Files.module("Hit", "node"),
            ], from: "P", caller: "..yes")
        rig.run()
        #expect(rig.lines("field").last == "Copy = $[Word] by P")
        #expect(rig.way[2] == "Ask -> VF_END (DEFAULT)")
    }

    @Test("the file name of a map entry is never resolved", .fact("voiceflow-5-2"))
    func mapLiteral() throws {
        var rig = try Rig(
            [Files.play("M", ["S"])], from: "M",
            prompts: [#"{"id": "S", "style": "single", "audioFile": "a.wav"}"#],
            map: [#"{"audioFile": "$[File]", "textString": "instead"}"#])
        rig.replies["before M"] = [.set("File", "a.wav")]
        rig.run()
        #expect(rig.played.map(\.substituteText) == [nil])
    }

    @Test(
        "comments are no part of the dialect", .fact("voiceflow-4-6"),
        arguments: ["// no\n[]", "[] /* no */", "[#\n]"])
    func comments(text: String) {
        #expect(throws: FlowError.self) {
            try VoiceflowFactory().findings(
                in: ["prompts.json": Array(text.utf8)], named: { $0 })
        }
    }

    @Test(
        "a prompt without a style is single, or combo where it has members", .fact("voiceflow-7-2"))
    func promptStyle() throws {
        var rig = try Rig(
            [Files.play("M", ["A", "G"])], from: "M",
            prompts: [
                #"{"id": "A", "textString": "one"}"#,
                #"{"id": "G", "promptCollection": [{"promptID": "A"}, {"promptID": "A"}]}"#,
            ])
        rig.run()
        #expect(rig.system == "AAA")
    }

    @Test(
        "playAudio without a style is single with promptID, combo with a collection",
        .fact("voiceflow-8-3"))
    func playStyle() throws {
        func said(_ body: String) throws -> String {
            var rig = try Rig(
                [Files.module("M", "playAudio", #""playAudioParams": {\#(body)}"#)], from: "M",
                prompts: [Files.text("A"), Files.text("B")])
            rig.run()
            return rig.system
        }
        #expect(try said(#""promptID": "A""#) == "A")
        #expect(try said(#""promptCollection": [{"promptID": "A"}, {"promptID": "B"}]"#) == "AB")
    }

    @Test(
        "identifier, name and language are asked for in this order, each with the gender",
        .fact("voiceflow-7-11"))
    func voiceOrder() throws {
        let voice =
            #""ssVoiceParams": {"languageCode": "de-DE", "name": "Anna", "identifier": "com.x.A", "#
            + #""gender": "female"}"#
        var rig = try Rig(
            [Files.play("M", ["A"])], from: "M",
            prompts: [#"{"id": "A", "style": "single", "textString": "a", \#(voice)}"#])
        rig.run()
        #expect(rig.played.map(\.voice) == ["com.x.A+female"])
        #expect(rig.played.map(\.otherVoices) == [["Anna+female", "de-DE+female"]])
    }

    @Test(
        "a prompt that names no voice is spoken by its module's; its own comes first",
        .fact("voiceflow-7-11"))
    func moduleVoice() throws {
        let voice = #""ssEngine": "apple", "ssVoiceParams": {"name": "Anna"}"#
        let own =
            #"{"id": "B", "style": "single", "textString": "b", "#
            + #""ssEngineParams": {"ssVoiceParams": {"id": "Bob", "gender": "male"}}}"#
        let prompts = [Files.text("A"), own]
        var play = try Rig(
            [
                Files.module(
                    "M", "playAudio",
                    #""playAudioParams": {\#(voice), "#
                        + #""promptCollection": [{"promptID": "A"}, {"promptID": "B"}]}"#)
            ], from: "M", prompts: prompts)
        play.run()
        #expect(play.played.map(\.voice) == ["Anna", "Bob+male"])
        var dialog = try Rig(
            [Files.dialog([Files.says("initial", "A", more: voice)])], from: "Ask",
            prompts: prompts)
        dialog.run(3)
        #expect(dialog.played.map(\.voice) == ["Anna"])
    }

    @Test(
        "an engine that nobody has is told; any case of a known one will do",
        .fact("voiceflow-7-13"))
    func engines() throws {
        let prompt = #"{"id": "A", "style": "single", "textString": "a", "ssEngine": "Loud"}"#
        #expect(
            try findings(Files.module("M", "node"), prompts: [prompt]).first
                == "prompts.json:2:63: error: no engine is called \"Loud\"; the usual one counts."
                + " Use apple, espeak, espeak-ng, flite ($[0].ssEngine)")
        for (name, count) in [("Apple", 0), ("pocketSphinx", 0), ("sphinx", 1)] {
            let module = Files.listener("A", recognizes: #""srEngine": "\#(name)""#)
            let found = try findings(module, prompts: [Files.text("A")])
            #expect(found.count == count)
        }
    }

    @Test(
        "a prompt of a recording is ignored, with a word about it, where nothing plays it",
        .fact("voiceflow-8-11"))
    func recordPrompt() throws {
        let prompt = #""recordPlayPromptParams": {"promptID": "A"}"#
        let recognition = try findings(Files.record("M", prompt, type: "recognizeAudio"))
        #expect(recognition.first?.contains("recognizeAudio modules play no prompt") == true)
        let source = #""recordPlayPromptParams": {"promptID": "A", "recordPromptNoPlay": true}"#
        for module in [Files.dialog([], listens: source), Files.listener("A", listens: source)] {
            let found = try findings(module, prompts: [Files.text("A")])
            #expect(found.first?.contains("the prompt is played and not recorded") == true)
        }
    }

    @Test(
        "a dialog plays the prompt of its recording last, before it listens",
        .fact("voiceflow-8-11"))
    func dialogPrompt() throws {
        var rig = try Rig(
            [
                Files.dialog(
                    [Files.says("initial", "ASK")],
                    listens: #""recordPlayPromptParams": {"promptID": "BEEP"}"#)
            ], from: "Ask", prompts: [Files.text("ASK"), Files.text("BEEP")],
            caller: "..........yes")
        rig.run()
        #expect(rig.system == "ASKBEEP")
        #expect(rig.way[1] == "Ask -> VF_END (DEFAULT)")
    }

    @Test(
        "every limit of listening has a Runtime sibling", .fact("voiceflow-5-9"),
        arguments: [
            "maxRecordLengthMs", "maxAudioLengthMs", "maxSpeechLengthMs",
            "maxPreSpeechSilenceLengthMs", "maxPostSpeechSilenceLengthMs", "minSpeechToDetectMs",
        ])
    func siblings(key: String) throws {
        let named = #""\#(key)": 2000, "\#(key)Runtime": "$[Limit]""#
        let groups =
            key == "minSpeechToDetectMs"
            ? #""vadParams": {"enableVAD": true, \#(named)}"#
            : #""vadParams": {"enableVAD": true}, "stopRecordParams": {\#(named)}"#
        for (value, milliseconds) in [("700", 700), (true, 2_000)] as [(JSONValue, Int64)] {
            var rig = try Rig([Files.record("Take", groups)], from: "Take")
            rig.replies["before Take"] = [.set("Limit", value)]
            rig.run(1)
            let request = try #require(rig.requests.first)
            #expect(Self.limit(key, of: request) == milliseconds * 16)
        }
    }

    private static func limit(_ key: String, of request: ListenRequest) -> Frame {
        switch key {
        case "maxRecordLengthMs": request.maxRecordFrames
        case "maxAudioLengthMs": request.maxAudioFrames
        case "maxSpeechLengthMs": request.maxSpeechFrames
        case "maxPreSpeechSilenceLengthMs": request.preSpeechFrames
        case "maxPostSpeechSilenceLengthMs": request.endSilenceFrames
        default: request.minSpeechFrames
        }
    }

    @Test(
        "the position of a recording is told as often as the flow wants, never by default",
        .fact("voiceflow-8-6"))
    func positions() throws {
        func frames(_ listens: String) throws -> [Frame] {
            var rig = try Rig([Files.record("Take", listens)], from: "Take")
            rig.run(1)
            return rig.requests.map(\.positionFrames)
        }
        #expect(try frames("") == [0])
        #expect(try frames(#""notifyPosMs": "250""#) == [4_000])
        var told = try Rig([Files.record("Take", #""notifyPosMs": 250"#)], from: "Take")
        told.bring(MediaSignal.position(job: 1, frames: 4_000), at: 3)
        told.run(5)
        #expect(told.lines("media").last == "recording Take position")
    }
}
