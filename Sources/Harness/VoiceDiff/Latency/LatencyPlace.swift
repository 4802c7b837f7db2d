package import VoiceTime
package import VoiceTrace

/// A place of a session and the latencies there: a turn of the caller, the silence after a prompt,
/// or the beginning of a sound.
///
/// Only latencies that count are here: those that were measured, and the least of those that were
/// not.
package struct LatencyPlace: Sendable, Hashable {
    /// Turn, prompt or sound, as in `turn 2`; never what was said.
    package var what: String
    /// The module that a turn ended in; nil of what is no turn.
    package var module: String?
    /// The kinds of a turn; none of what is no turn.
    package var kinds: [TurnKind]
    /// Stretch in which the response, or the sound, is waited for, in frames.
    package var frames: Range<Frame>
    /// Beginning of that stretch, in microseconds of the session.
    package var at: Int64
    /// The line of the trace where it ends, or after which it was waited for; from 1.
    package var line: Int
    /// Parts of the response, in microseconds; empty where they are not known.
    package var parts: [Part]
    /// The latencies.
    package var values: [LatencyMetric: LatencyFigure.Value]
    /// Reasons why a value is only the least, as a person reads them.
    package var reasons: [LatencyMetric: String]

    /// A part of a response and how long it takes.
    public struct Part: Sendable, Hashable {
        /// Name of the part.
        public var name: String
        /// Setting, callback or prompt that decided it; nil where nothing says so.
        package var owner: String?
        /// Duration in microseconds.
        package var microseconds: Int64

        /// A part of so many microseconds.
        package init(name: String, owner: String? = nil, microseconds: Int64) {
            self.name = name
            self.owner = owner
            self.microseconds = microseconds
        }
    }

    /// A place without a latency yet.
    package init(
        what: String, module: String? = nil, kinds: [TurnKind] = [], frames: Range<Frame>,
        at: Int64, line: Int, parts: [Part] = []
    ) {
        self.frames = frames
        self.what = what
        self.module = module
        self.kinds = kinds
        self.at = at
        self.line = line
        self.parts = parts
        values = [:]
        reasons = [:]
    }

    /// Adds `outcome` where it counts.
    fileprivate mutating func add(
        _ metric: LatencyMetric, _ outcome: LatencyOutcome?, rate: SampleRate
    ) {
        guard let outcome, let frames = outcome.counted else { return }
        values[metric] = .init(
            microseconds: rate.microseconds(frames), isAtLeast: outcome.measured == nil)
        reasons[metric] = outcome.reason?.rawValue
    }
}

extension SessionLatency {
    /// The places of the session that a budget may be about; `events` are those it was measured of.
    package func places(in events: [TraceEvent]) -> [LatencyPlace] {
        func place(
            _ what: String, _ start: Frame, _ outcome: LatencyOutcome?, _ turn: TurnLatency? = nil
        ) -> LatencyPlace {
            let end = start + max(0, outcome?.frames ?? 0)
            let line = TurnFault.line(at: outcome?.measured == nil ? start : end, in: events)
            return LatencyPlace(
                what: what, module: turn?.module, kinds: turn?.kinds ?? [], frames: start..<end,
                at: sampleRate.microseconds(start), line: line,
                parts: turn?.namedParts(sampleRate) ?? [])
        }
        let turns = turns.enumerated().map { index, turn in
            var place = place(
                "turn \(index + 1)", turn.turn.active.upperBound, turn.response, turn)
            for metric in LatencyMetric.allCases {
                place.add(metric, turn[metric], rate: sampleRate)
            }
            return place
        }
        let gaps = gaps.map { gap in
            var place = place("the silence after \(gap.item)", gap.frame, gap.outcome)
            place.add(.promptGap, gap.outcome, rate: sampleRate)
            return place
        }
        let sounds = sounds.map { sound in
            var place = place("the beginning of \(sound.item)", sound.frame, nil)
            place.add(.clipGap, sound.clipGap, rate: sampleRate)
            place.add(.soundStart, sound.start, rate: sampleRate)
            return place
        }
        return (turns + gaps + sounds).filter { !$0.values.isEmpty }
    }
}

extension TurnLatency {
    /// Returns the parts of a measured response, by the names that tables show.
    package func namedParts(_ rate: SampleRate) -> [LatencyPlace.Part] {
        parts.map {
            .init(
                name: $0.kind.word, owner: $0.owner, microseconds: rate.microseconds($0.frames))
        }
    }
}
