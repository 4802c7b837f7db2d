internal import VoiceDiff
internal import VoiceTime

/// One turn as a table shows it.
struct LatencyRow {
    let session: SessionLatency
    let number: Int
    let turn: TurnLatency

    static func rows(_ report: LatencyReport) -> [LatencyRow] {
        report.sessions.flatMap { session in
            session.turns.enumerated().map {
                LatencyRow(session: session, number: $0.offset + 1, turn: $0.element)
            }
        }
    }

    /// All turns, the worst first: those that were not measured, those that the app talked over,
    /// then the slowest.
    static func worstFirst(_ report: LatencyReport) -> [LatencyRow] {
        rows(report).enumerated().sorted { left, right in
            SlowTurn.isWorse(left.element.turn, right.element.turn)
                ?? (left.offset < right.offset)
        }.map(\.element)
    }

    /// How long the response took, exactly or at least.
    var microseconds: Int64 {
        turn.response.frames.map { session.sampleRate.microseconds($0) } ?? 0
    }

    /// Session, when it ended, what was said, the response, what it is made of and what to know.
    var cells: [String] {
        let rate = session.sampleRate
        let end = LatencyValues.text(microseconds: rate.microseconds(turn.turn.active.upperBound))
        let said =
            turn.turn.keys.map { "keys \($0)" } ?? turn.turn.words.map { "\"\($0)\"" } ?? "?"
        let sum = LatencyValues.sum(turn, rate: rate)
        let parts = (sum.isEmpty ? [] : ["= \(sum)"]) + turn.notes.map(\.rawValue)
        return [
            "\(session.name) turn \(number)", end, said,
            LatencyValues.text(turn.response, rate: rate), parts.joined(separator: "; "),
        ]
    }
}
