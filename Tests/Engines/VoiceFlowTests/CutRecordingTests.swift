import Testing
import VoiceEngine
import VoiceMedia
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@Suite("Recordings that are cut off")
struct CutRecordingTests {
    private let saves = #""saveAudioParams": {"fileName": "take"}"#
    private let others = [Files.module("Away", "node")]

    private func rig(
        _ records: String, type: String = "recordAudio", goTo: String = "", caller: String = ""
    ) throws -> Rig {
        try Rig(
            [Files.record("Take", records, type: type, goTo: goTo)] + others, from: "Take",
            prompts: [Files.text("LONG", "abcdef")], caller: caller)
    }

    @Test(
        "what was recorded before the app stopped or sent the flow elsewhere is written",
        .fact("voiceflow-8-13"),
        arguments: ["recordAudio", "recognizeAudio"], [EngineCall.stop, .interrupt("Away")])
    func written(type: String, call: EngineCall) throws {
        var rig = try rig(saves, type: type)
        rig.call(call, at: 3)
        rig.run()
        #expect(rig.saves.map(\.fileName) == ["take.wav"])
        let name = type == "recordAudio" ? "recording" : "listening"
        #expect(rig.lines("media") == ["\(name) Take started", "\(name) Take stopped"])
        #expect(rig.files == ["take.wav"])
        #expect(rig.end == (call == .stop ? "stopped" : "end"))
    }

    @Test(
        "so it is when a listed intent decides, or words that are still spoken",
        .fact("voiceflow-8-13"))
    func decided() throws {
        let intents = #""userIntentCollection": [{"intent": "Go", "goTo": "Away"}]"#
        var rig = try rig(saves, type: "recognizeAudio", goTo: intents)
        rig.call(.intent("Go"), at: 3)
        rig.run()
        #expect(rig.way[1] == "Take -> Away (userIntentCollection)")
        #expect(rig.files == ["take.wav"])
    }

    @Test(
        "the app is told once, after the file is there; one that cannot be written is an error",
        .fact("voiceflow-8-13"))
    func failed() throws {
        var rig = try rig(saves)
        rig.outcomes = [.failed(reason: "the disk is full")]
        rig.call(.stop, at: 3)
        rig.run()
        #expect(rig.files == [])
        #expect(
            rig.events.suffix(4) == [
                "ST_AUDIO_DEVICE_FAILURE", "recording Take stopped", "< Take", "flowEnd stopped",
            ])
    }

    @Test(
        "without a name, or cut while a prompt plays before it, nothing is written",
        .fact("voiceflow-8-13"))
    func nothing() throws {
        var nameless = try rig("")
        nameless.call(.stop, at: 3)
        nameless.run()
        #expect(nameless.saves.isEmpty)
        var early = try rig(#"\#(saves), "recordPlayPromptParams": {"promptID": "LONG"}"#)
        early.call(.stop, at: 2)
        early.run()
        #expect(early.saves.isEmpty)
    }

    @Test(
        "of a prompt that is recorded the part is written that had played", .fact("voiceflow-8-13"))
    func source() throws {
        let source =
            #""recordPlayPromptParams": {"promptID": "LONG", "recordPromptNoPlay": true}"#
        var rig = try rig(#"\#(saves), \#(source)"#)
        rig.call(.stop, at: 2)
        rig.run()
        #expect(rig.saves.first?.prompt?.frames == 2 * Rig.column)
    }

    @Test("a dialog keeps whole utterances only", .fact("voiceflow-8-14"))
    func dialog() throws {
        var rig = try Rig(
            [Files.dialog([], listens: saves)], from: "Ask", caller: ".yesyes")
        rig.call(.stop, at: 3)
        rig.run()
        #expect(rig.saves.isEmpty)
        #expect(rig.lines("media").last == "listening Ask stopped")
    }

    @Test("a stop and an interrupt together cut it once")
    func twice() throws {
        var rig = try rig(saves)
        rig.replies["recording Take started"] = [.interrupt("Away"), .stop]
        rig.run()
        #expect(rig.saves.count == 1)
        #expect(rig.end == "stopped")
    }

    @Test("an interruption while it is cut changes nothing")
    func suspended() throws {
        var rig = try rig(saves)
        rig.replies["recording Take started"] = [.stop]
        rig.bring(.began, at: 0)
        rig.run()
        #expect(rig.saves.count == 1)
        #expect(rig.end == "stopped")
    }
}
