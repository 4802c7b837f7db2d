import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceTestSupport

@testable import VoiceFlow

@Suite("A listener plays on while it listens")
struct ListenerTests {
    private let prompts = ["STORY", "MORE", "END"].map { Files.text($0) }
    private let others = ["Sleep", "Stop", "Sorry", "Broken"].map { Files.module($0, "node") }
    private let goTo =
        #""userIntentCollection": [{"intent": "Sleep", "goTo": "Sleep"}], "#
        + #""userInputCollection": [{"input": "stop", "goTo": "Stop", "#
        + #""enablePartialSRHypothsis": true}], "#
        + #""loadPromptFailure": "Sorry", "maxSRErrorCount": "Broken""#
    private let partial = #""srSessionParams": {"enablePartialResults": true}"#
    private let vad =
        #""vadParams": {"enableVAD": true}, "#
        + #""stopRecordParams": {"maxPreSpeechSilenceLengthMs": 400}"#

    private func rig(
        _ prompt: String = "STORY", caller: String = "", listens: String = "",
        recognizes: String = ""
    ) throws -> Rig {
        try Rig(
            [Files.listener(prompt, listens: listens, recognizes: recognizes, goTo: goTo)]
                + others, from: "Chat", prompts: prompts, caller: caller)
    }

    @Test("without another prompt it is over when its prompt is", .fact("voiceflow-10-10"))
    func one() throws {
        var rig = try rig()
        rig.run()
        #expect(rig.system == "STORY")
        #expect(rig.way[1] == "Chat -> VF_END (DEFAULT)")
        #expect(
            rig.lines("media") == [
                "listening Chat started", "all STORY started", "part STORY started",
                "part STORY ended", "all STORY ended", "listening Chat stopped",
            ])
    }

    @Test(
        "the prompt of its recording comes first, and nobody listens to it", .fact("voiceflow-8-11")
    )
    func firstPrompt() throws {
        var rig = try rig(
            caller: "hm......", listens: #""recordPlayPromptParams": {"promptID": "END"}"#)
        rig.run()
        #expect(rig.system == "ENDSTORY")
        #expect(
            rig.lines("media").prefix(6) == [
                "all END started", "part END started", "part END ended", "all END ended",
                "listening Chat started", "all STORY started",
            ])
        var gone = try self.rig(
            listens: #""recordPlayPromptParams": {"promptID": "$[Gone]"}"#)
        gone.run()
        #expect(gone.way[1] == "Chat -> Sorry (loadPromptFailure)")
    }

    @Test("a prompt queued when the segment ended goes on at once", .fact("voiceflow-10-10"))
    func queued() throws {
        var rig = try rig()
        rig.replies["part STORY ended"] = [.queue("MORE")]
        rig.replies["part MORE ended"] = [.queue("END")]
        rig.run()
        #expect(rig.system == "STORYMOREEND")
    }

    @Test("prompts queued early are kept in order", .fact("voiceflow-10-10"))
    func early() throws {
        var rig = try rig()
        rig.replies["before Chat"] = [.queue("MORE")]
        rig.call(.queue("END"), at: 2)
        rig.run()
        #expect(rig.system == "STORYMOREEND")
    }

    @Test("a prompt nobody knows, or asked for elsewhere, is refused", .fact("voiceflow-1-22"))
    func refused() throws {
        var rig = try rig()
        rig.call(.queue("GONE"), at: 1)
        rig.replies["before VF_START"] = [.queue("MORE")]
        rig.run()
        #expect(rig.lines("error") == ["ST_NOT_IN_AUDIO_LISTENER", "ST_PROMPT_NOT_FOUND"])
        #expect(rig.system == "STORY")
    }

    @Test("words without a rule do not disturb; it listens for the next", .fact("voiceflow-10-11"))
    func undisturbed() throws {
        var rig = try rig(caller: ".e.#")
        rig.run()
        #expect(rig.system == "STORY")
        #expect(rig.requests.count == 3)
    }

    @Test("an intent set on a hypothesis silences it", .fact("voiceflow-10-11"))
    func intent() throws {
        var rig = try rig(caller: ".nap")
        rig.replies["heard nap"] = [.intent("Sleep")]
        rig.run()
        #expect(rig.system == "STOR")
        #expect(rig.way[1] == "Chat -> Sleep (userIntentCollection)")
        #expect(rig.lines("media").suffix(2) == ["part STORY stopped", "all STORY stopped"])
    }

    @Test("a rule for partial words ends it while they are still spoken", .fact("voiceflow-10-11"))
    func partialRule() throws {
        var rig = try rig(caller: ".stop_it", recognizes: partial)
        rig.run()
        #expect(rig.system == "STORY")
        #expect(rig.way[1] == "Chat -> Stop (userInputCollection)")
        #expect(rig.lines("callback").contains("heard stop"))
    }

    @Test("silence only begins the next listening", .fact("voiceflow-10-11"))
    func silence() throws {
        var rig = try rig(listens: vad)
        rig.replies["part STORY ended"] = [.queue("MORE")]
        rig.run()
        #expect(rig.requests.count == 3)
        #expect(rig.way[1] == "Chat -> VF_END (DEFAULT)")
    }

    @Test("three failures of the recognizer in a row are borne, not four", .fact("voiceflow-10-11"))
    func failures() throws {
        var borne = try rig(caller: "!.!.!.")
        borne.run()
        #expect(borne.way[1] == "Chat -> VF_END (DEFAULT)")
        var broken = try Rig(
            [Files.listener("ENDLESSLY", goTo: goTo)] + others, from: "Chat",
            prompts: [Files.text("ENDLESSLY")], caller: "!.!.!.!")
        broken.run()
        #expect(broken.way[1] == "Chat -> Broken (maxSRErrorCount)")
    }

    @Test("an answer between them counts them anew", .fact("voiceflow-10-11"))
    func failuresAnew() throws {
        var rig = try Rig(
            [Files.listener("ENDLESSLY_LONG", goTo: goTo)] + others, from: "Chat",
            prompts: [Files.text("ENDLESSLY_LONG")], caller: "!.!.!.a.!.!.!")
        rig.run()
        #expect(rig.way[1] == "Chat -> VF_END (DEFAULT)")
    }

    @Test(
        "a prompt that cannot be had takes loadPromptFailure", .fact("voiceflow-10-12"),
        arguments: ["$[Gone]", "NONE"])
    func noPrompt(prompt: String) throws {
        var rig = try rig(prompt)
        rig.run()
        #expect(rig.way[1] == "Chat -> Sorry (loadPromptFailure)")
    }

    @Test("content is resolved when its segment starts", .fact("voiceflow-10-10"))
    func dynamicText() throws {
        var rig = try Rig(
            [Files.listener("TALK")], from: "Chat", prompts: [Files.text("TALK", "$[Text]")])
        rig.replies["before Chat"] = [.set("Text", "one")]
        rig.replies["part TALK ended"] = [.set("Text", "two"), .queue("TALK")]
        rig.run(8)
        #expect(rig.segments.map(\.text) == ["one", "two"])
    }
}
