import Testing
import VoiceAudio
import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceMedia

/// An engine that records from one frame to another and asks for the sound.
private struct RecordingEngine: EngineUnderTest {
    let end: EngineCall
    var request = ListenRequest(
        recognizes: false, minSpeechFrames: 160, endSilenceFrames: 1_600, preSpeechFrames: 0,
        maxSpeechFrames: 0, maxAudioFrames: 0, awaitsSpeechAtOnce: true)

    mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        switch event {
        case .run:
            request.keepsSound = true
            return [.listen(job: 1, request)]
        case .call:
            return [
                .save(job: 1, SaveRequest(fileName: "a.wav", language: "")),
                .stopListening(job: 1),
            ]
        case .media(.saved(_, let outcome)):
            return [.emit(kind: "saved", fields: ["outcome": .string("\(outcome)")], why: [:])]
        default: return []
        }
    }
}

/// A host that keeps what it is given.
private struct KeepingHost: SessionHost {
    var sound: MonoSound?
    var speech: Range<Int>?
    var outcome = SaveOutcome.saved
    let keepsRecordings = true

    mutating func deliver(
        _ callback: EngineCallback, of event: TraceEvent, at frame: Frame
    ) -> CallbackReply { CallbackReply() }

    mutating func recognize(
        _ utterance: Utterance
    ) -> (outcome: RecognitionOutcome, delay: Frame) { (.rejected(nil), 0) }

    mutating func realize(_ request: PromptRequest) -> PromptOutcome { .failed(reason: "none") }

    mutating func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest
    ) -> SaveOutcome {
        self.sound = sound
        self.speech = speech
        return outcome
    }
}

@Suite("The sound of a recording")
struct FrameLoopRecordingTests {
    private let samples = (0..<16_000).map { Int16($0) }

    private func record(
        from start: Frame, to end: Frame, block: Int, outcome: SaveOutcome = .saved
    ) throws -> (sound: MonoSound?, inputs: [SessionInput], events: [TraceEvent]) {
        let call = EngineCall(facade: "x", name: "end")
        var host = KeepingHost()
        host.outcome = outcome
        var loop = try FrameLoop(
            engine: RecordingEngine(end: call), host: host, rate: .standard,
            settings: MediaSettings())
        loop.schedule(.run, at: start)
        loop.schedule(.call(call), at: end)
        for first in stride(from: 0, to: samples.count, by: block) {
            let next = min(samples.count, first + block)
            samples.withUnsafeBufferPointer {
                loop.feed(UnsafeBufferPointer(rebasing: $0[first..<next]))
            }
        }
        return (loop.host.sound, loop.inputs.map(\.input), loop.events)
    }

    @Test("is what was heard between its frames, in whatever blocks", arguments: [37, 160, 16_000])
    func exact(block: Int) throws {
        for (start, end) in [(0, 8_000), (1_600, 3_200), (1_650, 3_333), (77, 79)] {
            let result = try record(from: Frame(start), to: Frame(end), block: block)
            #expect(result.sound?.samples == Array(samples[start..<end]), "\(start) to \(end)")
        }
    }

    @Test("what became of it is an input and reaches the engine")
    func outcome() throws {
        let result = try record(
            from: 0, to: 1_600, block: 160, outcome: .failed(reason: "disk full"))
        let news = result.inputs.compactMap { input in
            if case .device(let news, _) = input { news.saved } else { nil }
        }
        #expect(news == [.failed(reason: "disk full")])
        #expect(result.events.map(\.kind) == ["saved"])
    }

    /// The part of a recording of frames 4,000 to 12,000 that holds speech; `speech` are the frames
    /// at which it was heard to begin and end, decided 800 frames later.
    private func speech(_ speech: [(String, Frame)]) throws -> Range<Int>? {
        let call = EngineCall(facade: "x", name: "end")
        var engine = RecordingEngine(end: call)
        engine.request.endsAfterSpeech = false
        var loop = try FrameLoop(
            engine: engine, host: KeepingHost(), rate: .standard, settings: MediaSettings(),
            tap: .speech)
        for (kind, spoken) in speech {
            loop.inject(
                TraceEvent(
                    frame: spoken + 800, tap: .speech, kind: kind,
                    fields: ["spoken": .integer(spoken)]))
        }
        loop.schedule(.run, at: 4_000)
        loop.schedule(.call(call), at: 12_000)
        samples.withUnsafeBufferPointer { loop.feed($0) }
        return loop.host.speech
    }

    @Test(
        "speech that is under way as it opens is speech from its first frame on",
        .fact("voiceflow-8-8"))
    func speechUnderWay() throws {
        #expect(try speech([("speechStart", 800), ("speechEnd", 9_000)]) == 0..<5_000)
        #expect(try speech([("speechStart", 800)]) == 0..<8_000)
    }

    @Test("speech that was over by then is none, and what follows it counts")
    func speechOver() throws {
        let over: [(String, Frame)] = [("speechStart", 800), ("speechEnd", 3_600)]
        #expect(try speech(over) == nil)
        #expect(
            try speech(over + [("speechStart", 6_000), ("speechEnd", 8_000)]) == 2_000..<4_000)
    }

    @Test("speech that begins again and is cut short lasts to the end")
    func speechAgain() throws {
        let first: [(String, Frame)] = [("speechStart", 4_800), ("speechEnd", 6_400)]
        #expect(try speech(first + [("speechStart", 8_000)]) == 800..<8_000)
    }
}
