import Testing
import VoiceEngine
import VoiceJSON
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

    @Test(
        "an utterance that spans silences is recognised from its beginning, after minutes too"
    )
    func longUtterance() throws {
        var request = FrameLoopTests.request()
        request.spansSilence = true
        request.partialFrames = 16_000
        var loop = try FrameLoop(
            engine: ScriptedEngine([
                "run": [.listen(job: 1, request)], "call": [.finishListening(job: 1)],
            ]), host: ScriptedHost(), rate: .standard, settings: MediaSettings(), tap: .speech)
        loop.schedule(.run, at: 0)
        func speech(_ kind: String, _ frame: Frame, spoken: Frame) -> TraceEvent {
            TraceEvent(
                frame: frame, tap: .speech, kind: kind, fields: ["spoken": .integer(spoken)])
        }
        loop.inject(speech("speechStart", 16_000, spoken: 12_000))
        loop.inject(speech("speechEnd", 32_000, spoken: 24_000))
        loop.inject(speech("speechStart", 1_600_000, spoken: 1_596_000))
        loop.inject(speech("speechEnd", 2_000_000, spoken: 1_990_000))
        loop.schedule(.call("end"), at: 2_400_000)
        let second = [Int16](repeating: 1, count: 16_000)
        for _ in 0..<151 { second.withUnsafeBufferPointer { loop.feed($0) } }
        #expect(Set(loop.host.soFar.map(\.start)).count == 1)
        let whole = try #require(loop.host.utterances.first)
        #expect(whole.start == loop.host.soFar.first?.start)
        #expect((0...12_000).contains(whole.start))
        #expect(whole.extent.upperBound >= 1_990_000)
    }

    @Test(
        "asks for the judgement of speech that pauses once, after the answer that it awaits",
        arguments: [0, 8_000])
    func judges(late: Frame) throws {
        var request = FrameLoopTests.request()
        request.spansSilence = true
        request.partialFrames = 1_600
        request.judgesPauses = true
        var host = ScriptedHost()
        host.delaySoFar = late
        var loop = try FrameLoop(
            engine: ScriptedEngine(["run": [.listen(job: 1, request)]]), host: host,
            rate: .standard, settings: MediaSettings())
        loop.schedule(.run, at: 0)
        SpokenSound.samples(FrameLoopTests.track).withUnsafeBufferPointer { loop.feed($0) }
        let judged = loop.host.soFar.filter(\.isPaused)
        #expect(!judged.isEmpty && judged.count < loop.host.soFar.count)
        let pauses = loop.events.filter { $0.kind == "paused" }
        #expect(judged.map(\.spoken.upperBound) == pauses.map { $0.fields["spoken"]?.integer })
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

    @Test("tells other readings to the job that asks for them, and no more than it asks for")
    func alternatives() throws {
        var request = FrameLoopTests.request()
        request.alternatives = 2
        let readings = [("a", 10), ("b", 20), ("c", 30)].map(AlternativeReading.init)
        let heard = Hypothesis(text: "yes", confidence: 900, words: [], alternatives: readings)
        var host = ScriptedHost()
        host.outcome = .final(heard)
        var loop = try FrameLoop(
            engine: ScriptedEngine(["run": [.listen(job: 1, request)]]), host: host,
            rate: .standard, settings: MediaSettings())
        loop.schedule(.run, at: 0)
        SpokenSound.samples(FrameLoopTests.track).withUnsafeBufferPointer { loop.feed($0) }
        #expect(loop.host.utterances.map(\.alternatives) == [2])
        let final = try #require(loop.events.first { $0.kind == "final" })
        let told = JSONValue.array([
            ["text": "a", "distance": 10], ["text": "b", "distance": 20],
        ])
        #expect(final.fields["alternatives"] == told)
        // A replay from words reads back what was told.
        var replay = try FrameLoop(
            engine: ScriptedEngine(["run": [.listen(job: 1, request)]]), host: ScriptedHost(),
            rate: .standard, settings: MediaSettings(), tap: .words)
        replay.schedule(.run, at: 0)
        for event in loop.events where event.tap != .actions { replay.inject(event) }
        replay.advance(to: loop.now)
        #expect(replay.events == loop.events)
    }
}
