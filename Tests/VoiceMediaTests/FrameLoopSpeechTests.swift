import Testing
import VoiceMedia
import VoiceRecognition
import VoiceTime
import VoiceTrace

/// Speech that is told for the whole session.
@Suite struct FrameLoopSpeechTests {
    private func speech(_ answers: [String: [EngineAction]]) throws -> [String] {
        var loop = try FrameLoop(
            engine: ScriptedEngine(answers), host: ScriptedHost(), rate: .standard,
            settings: MediaSettings())
        loop.schedule(.run, at: 0)
        SpokenSound.samples(FrameLoopTests.track).withUnsafeBufferPointer { loop.feed($0) }
        return loop.events.filter { $0.tap == .speech }.map(\.kind)
    }

    @Test("tells of all speech, whether anything listens or not")
    func withoutListener() throws {
        let all = ["speechStart", "speechEnd", "speechStart", "speechEnd"]
        #expect(try speech([:]) == all)
        #expect(try speech(["run": [FrameLoopTests.listen]]) == all)
    }

    @Test("has each job's utterance recognised by the job's own task")
    func tasks() throws {
        var digits = FrameLoopTests.request()
        digits.task = .phrases(["seven"])
        var loop = try FrameLoop(
            engine: ScriptedEngine([
                "run": [.listen(job: 1, FrameLoopTests.request()), .listen(job: 2, digits)]
            ]), host: ScriptedHost(), rate: .standard, settings: MediaSettings())
        loop.schedule(.run, at: 0)
        SpokenSound.samples(FrameLoopTests.track).withUnsafeBufferPointer { loop.feed($0) }
        #expect(loop.host.utterances.map(\.task) == [nil, .phrases(["seven"])])
        let words = loop.events.filter { $0.kind == "final" }.map { $0.fields["job"] }
        #expect(words == [1, nil])
    }
}
