internal import VoiceAudio
import VoiceJSON
internal import VoiceRecognition
package import VoiceRun
package import VoiceTime
package import VoiceTrace

/// The same caller twice: as sound in a ``SoundHost``, and simulated as he was heard there.
///
///     let (heard, simulated) = try await TwoWorlds(turns, lasting: 6_000).run { host in … }
@MainActor
package struct TwoWorlds {
    /// What the caller says, in milliseconds of the sound.
    package struct Turn: Sendable {
        /// Nil for speech that is not understood.
        package var words: String?
        /// From where to where it is said.
        package var start, end: Int64
        /// Why recognising it fails.
        package var failure: String?

        /// `words` from `start` to `end`.
        package init(_ words: String?, _ start: Int64, _ end: Int64, failure: String? = nil) {
            (self.words, self.start, self.end, self.failure) = (words, start, end, failure)
        }
    }

    /// How listening went in one world.
    package struct Outcome {
        /// What happened, from the beginning.
        package var events: [TraceEvent]
        /// When the app began to listen, and when listening ended; nil where it did not.
        package var began, ended: Frame?
        /// Where the detector says that speech was: the frames of its decisions too.
        package var speech: [(spoken: Frame, decided: Frame, end: Frame?)]
        /// The frame at which the sound began.
        var offset: Frame = 0
        /// When the microphone was as loud as speech last.
        package var lastLoud: Frame?
        /// What each event of ``events`` is for.
        var roles: [EventRole] = []
        /// What a recognizer answered.
        var answers = HeardAnswers()
        /// The frame that was reached.
        var over: Frame = 0

        /// How many milliseconds listening took.
        package var milliseconds: Int64? {
            guard let began, let ended else { return nil }
            return (ended - began) / 16
        }
    }

    private let turns: [Turn]
    let milliseconds: Int64
    private let tellsDecisions: Bool
    private let clip: Clip?

    /// A caller of these turns, of whom so much is heard. `tellsDecisions` lets the simulated one
    /// be told where the detector decided, for what counts from there.
    package init(_ turns: [Turn], lasting milliseconds: Int64, tellsDecisions: Bool = false) {
        self.turns = turns
        self.milliseconds = milliseconds
        self.tellsDecisions = tellsDecisions
        clip = nil
    }

    /// A caller who was recorded, and is simulated as he was heard.
    package init(_ clip: Clip) {
        turns = []
        milliseconds = clip.milliseconds
        tellsDecisions = true
        self.clip = clip
    }

    /// Runs the app that `begin` makes in both worlds; what it returns is kept until the end.
    package func run(
        preparing prepare: (any RunHost) -> Void = { _ in },
        _ begin: @MainActor (any RunHost) throws -> Any
    ) async throws -> (heard: Outcome, simulated: Outcome) {
        let heard = try await hear(prepare, begin)
        return (heard, try simulate(heard, prepare, begin))
    }

    private func hear(
        _ prepare: (any RunHost) -> Void, _ begin: (any RunHost) throws -> Any
    ) async throws -> Outcome {
        let host = SoundHost()
        host.conditions.keepsTrace = true
        prepare(host)
        var recognizer = ScriptedRecognizer(lines: [])
        var answers = HeardAnswers()
        host.listener = { utterance, isOver in
            if let clip {
                let outcome = clip.recognize(utterance, isOver: isOver)
                answers.note(outcome, of: utterance, isOver: isOver)
                return outcome
            }
            guard !isOver else { return recognizer.recognize(utterance) }
            return recognizer.recognizeSoFar(utterance).map { .final($0) } ?? .rejected(nil)
        }
        let app = try begin(host)
        await host.settled()
        let offset = host.run?.now ?? 0
        recognizer = ScriptedRecognizer(
            lines: turns.compactMap { turn in
                guard turn.words != nil || turn.failure != nil else { return nil }
                // Words end before their speech does, wherever the detector says that is.
                return ScriptedLine(
                    range: offset + (turn.start + 60) * 16..<offset + (turn.end - 60) * 16,
                    words: turn.words ?? "", failure: turn.failure)
            }, dividesLines: true)
        try host.hear(sound)
        await host.settled()
        var heard = withExtendedLifetime(app) { outcome(host.run) }
        (heard.offset, heard.answers) = (offset, answers)
        return heard
    }

    private func simulate(
        _ heard: Outcome, _ prepare: (any RunHost) -> Void, _ begin: (any RunHost) throws -> Any
    ) throws -> Outcome {
        let host = SimulatedHost()
        prepare(host)
        let app = try begin(host)
        host.advance(milliseconds: 20)
        let shift = Self.shift(from: heard, to: outcome(host.run))
        if clip != nil { notify(heard, to: host, shift: shift) }
        for (place, turn) in turns.enumerated() {
            var range = (heard.offset + turn.start * 16)..<(heard.offset + turn.end * 16)
            var decided: Frame?
            if heard.speech.indices.contains(place) {
                let speech = heard.speech[place]
                range = speech.spoken..<(speech.end ?? max(range.upperBound, speech.spoken))
                decided = tellsDecisions ? speech.decided + shift : nil
            }
            let lastLoud = heard.lastLoud.map { $0 / 160 * 160 } ?? range.upperBound
            let loud = range.lowerBound..<max(range.lowerBound, lastLoud)
            host.say(
                turn.words, frames: range.lowerBound + shift..<range.upperBound + shift,
                decided: decided,
                loud: turns.count > 1 ? nil : loud.lowerBound + shift..<loud.upperBound + shift,
                failure: turn.failure)
        }
        host.advance(milliseconds: milliseconds)
        return withExtendedLifetime(app) { outcome(host.run) }
    }

    /// How much later the app begins to listen; before it does, to do anything.
    static func shift(from heard: Outcome, to simulated: Outcome) -> Frame {
        if let one = heard.began, let other = simulated.began { return other - one }
        return (simulated.events.first?.frame ?? 0) - (heard.events.first?.frame ?? 0)
    }

    private func outcome(_ run: EngineRun?) -> Outcome {
        guard let run else { return Outcome(events: [], speech: []) }
        let ends: Set<EventRole> = [.listenEnd, .listenCut]
        var speech: [(spoken: Frame, decided: Frame, end: Frame?)] = []
        for event in run.events {
            guard let spoken = event.fields["spoken"]?.integer else { continue }
            switch event.core {
            case .speechStart: speech.append((spoken, event.frame, nil))
            case .speechEnd where !speech.isEmpty: speech[speech.count - 1].end = spoken
            default: break
            }
        }
        let loud = run.events.last {
            $0.core == .level && $0.fields["level"]?.integer ?? -100_000 > -45_000
        }
        var outcome = Outcome(events: run.events, speech: speech)
        outcome.began = run.events.first { run.role(of: $0) == .listenBegin }?.frame
        outcome.ended = run.events.first { ends.contains(run.role(of: $0)) }?.frame
        outcome.lastLoud = loud?.frame
        outcome.over = run.now
        outcome.roles = run.events.map { run.role(of: $0) }
        return outcome
    }

    /// A quiet room, in which the turns are said, or the recording is played.
    private var sound: MonoSound {
        var samples = SpeechLikeSound.noise(frames: Int(milliseconds) * 16, decibels: -60).samples
        func add(_ sound: [Int16], at start: Int64) {
            for (place, sample) in sound.enumerated() {
                let frame = Int(start) * 16 + place
                samples[frame] = Int16(clamping: Int(samples[frame]) + Int(sample))
            }
        }
        for turn in turns {
            add(
                SpeechLikeSound.syllables(frames: Int(turn.end - turn.start) * 16), at: turn.start)
        }
        if let clip { add(clip.sound.samples, at: clip.lead) }
        return MonoSound(sampleRate: 16_000, samples: samples)
    }
}
