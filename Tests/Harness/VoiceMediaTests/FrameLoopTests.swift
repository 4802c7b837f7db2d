import Testing
import VoiceAudio
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceRecognition
import VoiceTime
import VoiceTrace

@Suite struct FrameLoopTests {
    static let listen = EngineAction.listen(job: 1, request())

    static func request(preSpeech: Frame = 0, maxSpeech: Frame = 0) -> ListenRequest {
        ListenRequest(
            recognizes: true, minSpeechFrames: 1_280, endSilenceFrames: 6_400,
            preSpeechFrames: preSpeech, maxSpeechFrames: maxSpeech, maxAudioFrames: 0,
            awaitsSpeechAtOnce: true)
    }

    /// Runs an engine over a drawn track (or over time alone) and gives what happened.
    private func run(
        _ answers: [String: [EngineAction]], host: ScriptedHost = ScriptedHost(),
        track: String? = nil, block: Int? = nil, frames: Frame = 1_600, tap: StartingTap = .audio,
        inject: [TraceEvent] = [],
        _ schedule: [(frame: Frame, input: SessionInput)] = [(0, .run)]
    ) throws -> (record: LoopRecord, host: ScriptedHost, unconsumed: [Int]) {
        var loop = try FrameLoop(
            engine: ScriptedEngine(answers), host: host, rate: .standard, settings: MediaSettings(),
            tap: tap)
        for (frame, input) in schedule { loop.schedule(input, at: frame) }
        for event in inject { loop.inject(event) }
        var length = frames
        if let track {
            let samples = SpokenSound.samples(track)
            length = Frame(samples.count)
            samples.withUnsafeBufferPointer { samples in
                var start = 0
                while start < samples.count {
                    let end = min(start + (block ?? samples.count), samples.count)
                    loop.feed(UnsafeBufferPointer(rebasing: samples[start..<end]))
                    start = end
                }
            }
        }
        loop.end(at: length, reason: "track")
        return (
            LoopRecord(events: loop.events, inputs: loop.inputs), loop.host, loop.unconsumed
        )
    }

    private func boundary(_ frame: Frame, _ kind: String, spoken: Frame) -> TraceEvent {
        TraceEvent(frame: frame, tap: .speech, kind: kind, fields: ["spoken": .integer(spoken)])
    }

    private func words(_ frame: Frame, _ text: String = "yes") -> TraceEvent {
        TraceEvent(
            frame: frame, tap: .words, kind: "final",
            fields: ["text": .string(text), "confidence": 900])
    }

    private static let prompts: [String: PromptOutcome] = [
        "p": .realized(RealizedPrompt(source: .audioFile, digest: "d", frames: 800))
    ]

    @Test("takes input, speech, words and media in this order within one frame")
    func order() throws {
        var host = ScriptedHost()
        host.prompts = Self.prompts
        let result = try run(
            ["run": [.play(2, "p"), Self.listen]], host: host, tap: .speech,
            inject: [
                boundary(800, "speechEnd", spoken: 700), boundary(160, "speechStart", spoken: 100),
            ],
            [(800, .call("c")), (0, .run)])
        #expect(
            result.record.kinds == [
                "0 run", "0 playing", "160 speechStart", "160 began", "800 call", "800 speechEnd",
                "800 ended", "800 final", "800 heard", "800 played",
            ])
    }

    @Test("takes the dialog's limits before the media's ends within one frame")
    func limitsBeforeMedia() throws {
        var host = ScriptedHost()
        host.prompts = Self.prompts
        let result = try run(
            ["run": [.play(2, "p"), .listen(job: 1, Self.request(preSpeech: 800))]], host: host)
        #expect(result.record.kinds == ["0 run", "0 playing", "800 ended", "800 played"])
    }

    @Test("takes inputs of one frame in the order they were scheduled")
    func arrival() throws {
        let result = try run(
            [:], [(160, .call("b")), (0, .run), (160, .call("a")), (160, .gap(frames: 9))])
        #expect(
            result.record.taken == [
                "0 run after 0", "160 call b after 1", "160 call a after 2", "160 gap 9 after 3",
                "1600 end track after 3",
            ])
    }

    @Test("works off what is due before a frame and keeps the rest")
    func settle() throws {
        var loop = try FrameLoop(
            engine: ScriptedEngine([:]), host: ScriptedHost(), rate: .standard,
            settings: MediaSettings())
        loop.schedule(.run, at: 100)
        loop.settle(before: 100)
        #expect(loop.events.isEmpty)
        loop.settle(before: 101)
        #expect(loop.events.map(\.kind) == ["run"])
        #expect(loop.now == 100)
    }

    @Test("ends with the engine: no input is taken after it")
    func ended() throws {
        let result = try run(
            ["call": [.ended(reason: "done")]], [(0, .run), (10, .call("a")), (20, .call("b"))])
        #expect(result.record.kinds == ["0 run", "10 call"])
        #expect(result.record.taken.last == "1600 end track after 2")
    }

    // MARK: Sound

    //                              1         2         3
    //                    0123456789012345678901234567890123456789   one column is 100 ms
    static let track = "..........########..................####........"

    static let conversation: [String: [EngineAction]] = [
        "run": [.play(2, "p")], "played": [listen], "ended": [.callback("told")],
        "heard": [listen],
    ]

    private func conversation(block: Int?) throws -> LoopRecord {
        var host = ScriptedHost()
        host.prompts = Self.prompts
        host.delay = 480
        host.replies["told"] = CallbackReply(calls: [(240, .named("c"))], returnDelay: 500)
        return try run(
            Self.conversation, host: host, track: Self.track, block: block,
            [(0, .run), (17_003, .call("x"))]
        ).record
    }

    @Test("hears the drawn speech where it was drawn")
    func hears() throws {
        let record = try conversation(block: nil)
        let spoken = record.events.filter { $0.tap == .speech }
        #expect(spoken.map(\.kind) == ["speechStart", "speechEnd", "speechStart", "speechEnd"])
        for (event, frame) in zip(spoken, [16_000, 28_800, 57_600, 64_000]) {
            let heard = try #require(event.fields["spoken"]?.integer)
            #expect(abs(heard - Frame(frame)) < 2_000)
            #expect(event.frame.isMultiple(of: 160))
        }
    }

    @Test("does the same in blocks of any size", arguments: [1, 7, 159, 160, 161, 512, 100_000])
    func blocks(block: Int) throws {
        #expect(try conversation(block: block) == conversation(block: nil))
    }

    @Test(
        "lets a job that opens within a hop have a say in that hop's decision", arguments: [1, 0])
    func tuning(framesBefore: Frame) throws {
        func start(_ schedule: [(frame: Frame, input: SessionInput)]) throws -> Frame? {
            var patient = Self.request()
            patient.minSpeechFrames = 3_200
            return try run(["call": [.listen(job: 1, patient)]], track: Self.track, schedule)
                .record.events.first { $0.kind == "speechStart" }?.frame
        }
        let usual = try #require(try start([]))
        let tuned = try start([(usual - framesBefore, .call("listen"))])
        #expect((tuned == usual) == (framesBefore == 0))
    }

    @Test("records the recognizer's delay and delivers the words after it")
    func recognizerDelay() throws {
        let record = try conversation(block: nil)
        let end = try #require(record.events.first { $0.kind == "speechEnd" })
        let final = try #require(record.events.first { $0.kind == "final" })
        #expect(final.frame == end.frame + 480)
        let delay = try #require(record.inputs.first { $0.input == .recognizerDelay(frames: 480) })
        #expect(delay.frame == end.frame)
    }

    @Test("gives the recognizer the speech with its edges and says which")
    func utterance() throws {
        let result = try run(["run": [Self.listen]], track: Self.track)
        let utterance = try #require(result.host.utterances.first)
        #expect(utterance.start == utterance.spoken.lowerBound - 4_800)
        #expect(utterance.extent.upperBound == utterance.spoken.upperBound + 4_800)
        let range = Int(utterance.start)..<Int(utterance.extent.upperBound)
        #expect(utterance.sound.samples == Array(SpokenSound.samples(Self.track)[range]))
        let final = try #require(result.record.events.first { $0.kind == "final" })
        #expect(
            final.why == [
                "start": .integer(utterance.start), "end": .integer(utterance.extent.upperBound),
            ])
    }

    // MARK: Injection

    @Test("yields the same from every tap", arguments: [StartingTap.speech, .words])
    func taps(tap: StartingTap) throws {
        var host = ScriptedHost()
        host.delay = 320
        let answers: [String: [EngineAction]] = ["run": [Self.listen], "heard": [Self.listen]]
        let recorded = try run(answers, host: host, track: Self.track).record
        let wanted = recorded.events.filter {
            $0.tap == .speech || tap == .words && $0.tap == .words
        }
        let track: String? = tap == .speech ? Self.track : nil
        let replayed = try run(
            answers, host: host, track: track, frames: Frame(Self.track.count * 1_600), tap: tap,
            inject: wanted)
        #expect(replayed.record.events == recorded.events)
        #expect(replayed.unconsumed == [])
    }

    @Test("gives recorded words to speech that a limit cut in the same frame")
    func cutSpeech() throws {
        let answers: [String: [EngineAction]] = [
            "run": [.listen(job: 1, Self.request(maxSpeech: 4_800))]
        ]
        let recorded = try run(answers, track: Self.track).record
        let replayed = try run(
            answers, frames: Frame(Self.track.count * 1_600), tap: .words,
            inject: recorded.events.filter { $0.tap != .actions })
        #expect(recorded.events.contains { $0.kind == "heard" })
        #expect(replayed.record.events == recorded.events)
        #expect(replayed.unconsumed == [])
    }

    @Test("reports injected words that nobody takes")
    func unconsumed() throws {
        let result = try run([:], tap: .words, inject: [words(160), words(320)])
        #expect(result.record.kinds == ["0 run", "160 final", "320 final"])
        #expect(result.unconsumed == [1, 2])
    }

    @Test("leaves events alone that are no boundary of speech or words")
    func noCrossing() throws {
        let events = [
            TraceEvent(frame: 1, tap: .actions, kind: "media"),
            TraceEvent(frame: 2, tap: .words, kind: "partial", fields: ["x": "y"]),
            TraceEvent(frame: 3, tap: .words, kind: "final"),
            TraceEvent(frame: 4, tap: .speech, kind: "speechStart"),
        ]
        #expect(try run([:], tap: .words, inject: events).record.kinds == ["0 run"])
    }

    @Test(
        "survives tapEvents that claim impossible frames",
        arguments: [.min, -1, 5_000, .max] as [Frame])
    func impossible(spoken: Frame) throws {
        let answers: [String: [EngineAction]] = [
            "run": [.listen(job: 1, Self.request(maxSpeech: 1_000))], "heard": [Self.listen],
        ]
        let events = [
            boundary(160, "speechStart", spoken: spoken),
            boundary(480, "speechEnd", spoken: spoken),
            boundary(640, "speechStart", spoken: spoken),
            boundary(800, "speechStart", spoken: spoken),
        ]
        let result = try run(answers, track: "..", tap: .speech, inject: events)
        let heard = result.record.events.filter { $0.tap == .speech }.map { $0.fields["spoken"] }
        #expect(heard == [160, 480, 640, 800].map { .integer(min(max(0, spoken), $0)) })
    }

    @Test("keeps the reason of a recorded failure word for word")
    func recordedFailure() throws {
        let failure = TraceEvent(
            frame: 320, tap: .words, kind: "recognitionError", fields: ["reason": "no model"])
        let result = try run(
            ["run": [Self.listen]], tap: .words,
            inject: [
                boundary(160, "speechStart", spoken: 100), boundary(320, "speechEnd", spoken: 200),
                failure,
            ])
        #expect(result.record.events.last?.fields["words"] == #"failed(reason: "no model")"#)
    }

    @Test("tells the engine why a prompt cannot be played")
    func unplayable() throws {
        let result = try run(["run": [.play(1, "nowhere")]])
        #expect(result.record.kinds == ["0 run", "0 unplayed"])
        #expect(result.record.events.last?.fields["reason"] == "no prompt")
    }

    @Test("stops a prompt so that it never ends by itself")
    func stopPlaying() throws {
        var host = ScriptedHost()
        host.prompts = Self.prompts
        let result = try run(
            ["run": [.play(1, "p")], "call": [.stopPlaying(job: 1)]], host: host,
            [(0, .run), (700, .call("s"))])
        #expect(result.record.kinds == ["0 run", "0 playing", "700 call"])
    }
}
