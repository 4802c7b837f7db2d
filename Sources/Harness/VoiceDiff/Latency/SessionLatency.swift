package import VoiceTime

/// The latencies of one session: every turn and every silence between prompts accounted for.
package struct SessionLatency: Sendable, Hashable {
    /// The session, as reports and baselines name it.
    package var name: String
    /// Path of the session.
    package var path: String
    /// The clock's rate.
    package var sampleRate: SampleRate
    /// The session's length.
    package var frames: Frame
    /// The caller's turns, in order.
    package var turns: [TurnLatency]
    /// The silences after prompts, in order.
    package var gaps: [PromptGap]
    /// The beginnings of sounds whose engine tells how they begin, in order.
    package var sounds: [SoundBeginning]
    /// Times that the app measured itself, in the order in which it told them.
    package var figures: [ToldFigure] = []
    /// Wall time of its recording; nil if it was not measured.
    package var blocks: BlockTiming?
    /// The work that a replay of it takes; nil if it was not counted.
    package var work: WorkCounts?
    /// Facts of a call of which only the sound was recorded; nil for every other session.
    package var call: CallFigures?
    /// Faults of figures that contradict each other. The run fails on any.
    package var faults: [LatencyFault]

    /// Works out the latencies of `subject`.
    package init(_ subject: LatencySubject) {
        let judge = TurnJudge(subject)
        name = subject.name
        path = subject.path
        sampleRate = subject.sampleRate
        frames = subject.frames
        turns = subject.turns.indices.map(judge.latency)
        gaps = judge.gaps()
        sounds = judge.sounds(in: subject.events, subject.vocabulary)
        figures = ToldFigure.figures(of: subject)
        blocks = subject.blocks
        work = subject.work
        faults = []
        faults = LatencyFault.faults(of: self, events: subject.events)
    }

    /// Latencies that were worked out before, none of them yet.
    package init(name: String, path: String, sampleRate: SampleRate, frames: Frame) {
        self.name = name
        self.path = path
        self.sampleRate = sampleRate
        self.frames = frames
        turns = []
        gaps = []
        sounds = []
        faults = []
    }

    /// Every outcome for a metric, in order.
    package func outcomes(_ metric: LatencyMetric) -> [LatencyOutcome] {
        switch metric {
        case .promptGap: gaps.map(\.outcome)
        case .clipGap: sounds.compactMap(\.clipGap)
        case .soundStart: sounds.compactMap(\.start)
        default: turns.compactMap { $0[metric] }
        }
    }

    /// Every value of a metric by what it is a value of: a turn of the caller, or what plays and
    /// which time it does. Two runs of a session are compared by what both have.
    ///
    /// Blocks, which are no events, have none.
    package func values(_ metric: LatencyMetric) -> [(of: String, value: LatencyFigure.Value)] {
        let names: [String]
        switch metric {
        case .response, .endpoint, .recognition, .told, .bargeIn: names = turnNames
        case .promptGap: names = Self.numbered(gaps.map(\.item))
        case .clipGap: names = Self.numbered(sounds.filter { $0.clipGap != nil }.map(\.item))
        case .soundStart: names = Self.numbered(sounds.filter { $0.start != nil }.map(\.item))
        case .blockCompute: return []
        }
        return zip(names, outcomes(metric)).compactMap { name, outcome in
            outcome.counted.map { frames in
                let time = sampleRate.microseconds(frames)
                return (name, .init(microseconds: time, isAtLeast: outcome.measured == nil))
            }
        }
    }

    /// Turns by their line or their place, and by what is said.
    private var turnNames: [String] {
        turns.enumerated().map { place, turn in
            let line = turn.turn.line.map { "line \($0)" } ?? "turn \(place)"
            return "\(line) \(turn.turn.words ?? "")"
        }
    }

    private static func numbered(_ items: [String]) -> [String] {
        var counts: [String: Int] = [:]
        return items.map { item in
            let number = counts[item, default: 0]
            counts[item] = number + 1
            return "\(item) \(number)"
        }
    }
}

/// Beginning of one sound, as its engine tells it.
package struct SoundBeginning: Sendable, Hashable {
    /// The prompt or clip.
    package var item: String
    /// Frame of the beginning.
    package var frame: Frame
    /// The silence between speech and this clip; nil for what is no clip.
    package var clipGap: LatencyOutcome?
    /// Time from the request for it to its first frame that is heard; nil where the engine does not
    /// tell.
    package var start: LatencyOutcome?
}

/// The silence after one prompt.
package struct PromptGap: Sendable, Hashable {
    /// The prompt before it.
    public var item: String
    /// Frame at which that prompt ended or was stopped; the session's end where it did neither.
    public var frame: Frame
    /// Length of the silence.
    package var outcome: LatencyOutcome
}
