package import VoiceDiff
package import VoiceTime

/// The turns whose sound a report lets its reader hear: the worst of every session.
package enum SlowTurn {
    /// Turns of one session at most.
    static let limit = 5
    /// Length of the sound before the caller's end and after the answer begins, in milliseconds.
    private static let margin: Int64 = 1_000
    /// The longest stretch of one turn, in milliseconds.
    private static let longest: Int64 = 10_000

    /// Returns the stretches from just before the caller's end to just after the answer, of the
    /// worst turns of `session`, the worst first.
    package static func stretches(_ session: SessionLatency) -> [Range<Frame>] {
        session.turns.filter { rank($0) < 3 }
            .enumerated().sorted { left, right in
                isWorse(left.element, right.element)
                    ?? (left.offset < right.offset)
            }
            .prefix(limit).map { stretch($0.element, of: session) }
    }

    /// Returns the stretch that is heard of `turn`, in frames.
    static func stretch(_ turn: TurnLatency, of session: SessionLatency) -> Range<Frame> {
        let margin = session.sampleRate.frames(milliseconds: margin)
        let end = turn.turn.active.upperBound
        let answer = end + (turn.response.frames ?? 0)
        let from = max(0, min(end, answer) - margin)
        let last = min(max(end, answer) + margin, max(session.frames, end))
        let longest = session.sampleRate.frames(milliseconds: longest)
        return from..<max(from, min(last, from + longest))
    }

    /// Whether one turn is worse than another: not measured, talked over, then the slower; nil
    /// where they are alike.
    static func isWorse(_ left: TurnLatency, _ right: TurnLatency) -> Bool? {
        if rank(left) != rank(right) { return rank(left) < rank(right) }
        let (one, other) = (left.response.frames ?? 0, right.response.frames ?? 0)
        return one == other ? nil : one > other
    }

    private static func rank(_ turn: TurnLatency) -> Int {
        switch turn.response {
        case .censored: 0
        case .talkedOver: 1
        case .measured: 2
        case .excluded: 3
        }
    }
}
