import Testing
import VoiceAudio
import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTime
import VoiceTrace

@testable import VoiceMedia

/// What a live session adds to the loop: words that come late, and a device's latency.
@Suite struct FrameLoopLiveTests {
    @Test("hears the end of a prompt as much later as the device says it is heard")
    func latency() throws {
        var host = ScriptedHost()
        host.prompts["p"] = .realized(RealizedPrompt(source: .audioFile, digest: "d", frames: 200))
        var loop = try FrameLoop(
            engine: ScriptedEngine(["run": [.play(1, "p")]]), host: host, rate: .standard,
            settings: MediaSettings())
        loop.schedule(
            SessionInput.device(DeviceNews.opened(name: "x", rate: 16_000, latency: 70)), at: 0)
        loop.schedule(.run, at: 0)
        loop.end(at: 1_600, reason: "time")
        let kinds = LoopRecord(events: loop.events, inputs: loop.inputs).kinds
        #expect(kinds.last == "270 played")
    }

    @Test("delivers the words of several jobs in the order in which they were asked for")
    func answersInOrder() throws {
        let answers: [String: [EngineAction]] = [
            "run": [
                .listen(job: 1, FrameLoopTests.request()),
                .listen(job: 2, FrameLoopTests.request()),
            ]
        ]
        var loop = try FrameLoop(
            engine: ScriptedEngine(answers), host: LaterHost(), rate: .standard,
            settings: MediaSettings())
        loop.schedule(.run, at: 0)
        SpokenSound.samples("..........########......").withUnsafeBufferPointer { loop.feed($0) }
        let asked = try #require(loop.events.last { $0.kind == "ended" }?.frame)
        let now = loop.now
        loop.answer(.final(Hypothesis(text: "second", confidence: 1, words: [])), for: 2)
        loop.advance(to: now + 80)
        #expect(!loop.events.contains { $0.kind == "final" })
        loop.answer(.final(Hypothesis(text: "first", confidence: 1, words: [])), for: 1)
        loop.end(at: now + 160, reason: "time")
        let words = loop.events.filter { $0.kind == "final" }
        #expect(words.map { $0.fields["text"] } == ["first", "second"])
        #expect(words.allSatisfy { $0.frame == now + 81 })
        let delays = loop.inputs.compactMap { input -> Frame? in
            if case .recognizerDelay(let frames) = input.input { frames } else { nil }
        }
        #expect(delays == [now + 81 - asked, now + 81 - asked])
    }

    /// Recognises beside the loop.
    private struct LaterHost: SessionHost {
        mutating func deliver(
            _ callback: EngineCallback, of event: TraceEvent, at frame: Frame
        ) -> CallbackReply { CallbackReply() }

        mutating func recognize(
            _ utterance: Utterance
        ) -> (outcome: RecognitionOutcome, delay: Frame) { (.rejected(nil), 0) }

        mutating func recognizesLater(_ utterance: Utterance, for job: Int) -> Bool { true }

        mutating func realize(_ request: PromptRequest) -> PromptOutcome {
            .failed(reason: "no prompts")
        }
    }

    @Test("takes what an app does late after what comes by itself in the same frame")
    func answersLast() throws {
        var host = ScriptedHost()
        host.replies["told"] = CallbackReply(
            calls: [(100, .named("answer"))], returnDelay: 0)
        var loop = try FrameLoop(
            engine: ScriptedEngine(["run": [.callback("told")]]), host: host, rate: .standard,
            settings: MediaSettings())
        loop.schedule(.run, at: 0)
        loop.advance(to: 50)
        loop.schedule(.call(.named("posted")), at: 100)
        loop.end(at: 200, reason: "time")
        let taken = LoopRecord(events: loop.events, inputs: loop.inputs).taken
        #expect(taken[1].hasPrefix("100 call posted"))
        #expect(taken[2].hasPrefix("100 call answer"))
    }
}
