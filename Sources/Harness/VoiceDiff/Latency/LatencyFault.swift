internal import VoiceTime
internal import VoiceTrace

/// Something that cannot be: the trace, or this program, is wrong.
package struct LatencyFault: Sendable, Hashable {
    /// Rule of figures that is broken.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// The parts are the response.
        case sum = "the parts do not sum to the total"
        /// Nothing takes less than no time, unless the caller was talked over.
        case negative = "negative without being talked over"
        /// Every turn is counted once for every metric.
        case accounting = "a turn is not accounted for exactly once"
        /// Time only goes on.
        case order = "the trace goes back in time"
    }

    /// Rule that is broken.
    package var rule: Rule
    /// Place and manner of the fault, on one line.
    package var what: String

    /// ``what``, with the rule where it does not say which one.
    package var sentence: String { rule == .negative ? what : "\(rule.rawValue): \(what)" }

    static func faults(of session: SessionLatency, events: [TraceEvent]) -> [LatencyFault] {
        var faults: [LatencyFault] = []
        if let back = zip(events, events.dropFirst()).first(where: { $0.frame > $1.frame }) {
            let (from, to) = (back.0, back.1)
            faults.append(
                LatencyFault(
                    rule: .order,
                    what: "event \(to.sequence) (\(to.kind)) at"
                        + " \(session.sampleRate.text(to.frame)) follows event \(from.sequence)"
                        + " (\(from.kind)) at \(session.sampleRate.text(from.frame))"))
        }
        for (index, turn) in session.turns.enumerated() {
            faults += self.faults(of: turn, number: index + 1, rate: session.sampleRate)
        }
        for gap in session.gaps where gap.outcome.measured ?? 0 < 0 {
            faults.append(LatencyFault(rule: .negative, what: "the gap after \(gap.item)"))
        }
        for sound in session.sounds where (sound.clipGap?.measured ?? 0) < 0 {
            faults.append(LatencyFault(rule: .negative, what: "the gap before \(sound.item)"))
        }
        for metric in LatencyMetric.allCases where metric.isOfTurns {
            let count = session.outcomes(metric).count
            guard count != session.turns.count else { continue }
            faults.append(
                LatencyFault(
                    rule: .accounting,
                    what: "\(metric.rawValue) has \(count) outcomes for \(session.turns.count)"
                        + " turns"))
        }
        return faults
    }

    static func faults(
        of turn: TurnLatency, number: Int, rate: SampleRate
    ) -> [LatencyFault] {
        var faults: [LatencyFault] = []
        for metric in LatencyMetric.allCases {
            guard let outcome = turn[metric], let frames = outcome.frames, frames < 0 else {
                continue
            }
            if case .talkedOver = outcome { continue }
            faults.append(
                LatencyFault(
                    rule: .negative,
                    what: "turn \(number): \(metric.rawValue) takes \(rate.text(frames)),"
                        + " although the app did not talk over the caller"))
        }
        guard let response = turn.response.measured else { return faults }
        let parts = turn.parts.reduce(0) { $0 + $1.frames }
        if parts != response {
            faults.append(
                LatencyFault(
                    rule: .sum,
                    what: "turn \(number): its parts take \(rate.text(parts)), the whole"
                        + " \(rate.text(response))"))
        }
        return faults
    }
}
