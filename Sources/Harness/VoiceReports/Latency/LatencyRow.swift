internal import VoiceDiff
internal import VoiceTime

/// One turn as a table shows it.
struct LatencyRow {
    private let sessions: [SessionLatency]
    // Places and no copies: a folder of calls has tens of thousands of turns.
    private let (place, index): (Int, Int)

    var session: SessionLatency { sessions[place] }
    var turn: TurnLatency { sessions[place].turns[index] }
    /// Number of the turn in its session, from 1.
    var number: Int { index + 1 }

    static func rows(_ report: LatencyReport) -> [LatencyRow] {
        let sessions = report.sessions
        return sessions.indices.flatMap { place in
            sessions[place].turns.indices.map {
                LatencyRow(sessions: sessions, place: place, index: $0)
            }
        }
    }

    private init(sessions: [SessionLatency], place: Int, index: Int) {
        self.sessions = sessions
        (self.place, self.index) = (place, index)
    }

    /// All turns, the worst first: those that were not measured, those that the app talked over,
    /// then the slowest.
    static func worstFirst(_ report: LatencyReport) -> [LatencyRow] {
        rows(report).sorted { left, right in
            SlowTurn.isWorse(left.turn, right.turn)
                ?? ((left.place, left.index) < (right.place, right.index))
        }
    }

    /// Duration of the response in microseconds, exactly or at least; 0 where it has none.
    var microseconds: Int64 {
        turn.response.frames.map { session.sampleRate.microseconds($0) } ?? 0
    }

    /// Cells of the row: session, end of the turn, words, response, its parts and remarks.
    var cells: [String] {
        let rate = session.sampleRate
        let end = LatencyValues.text(microseconds: rate.microseconds(turn.turn.active.upperBound))
        let said =
            turn.turn.keys.map { "keys \($0)" } ?? turn.turn.words.map { "\"\($0)\"" } ?? "?"
        let sum = LatencyValues.sum(turn, rate: rate)
        let parts = (sum.isEmpty ? [] : ["= \(sum)"]) + turn.notes.map(\.rawValue)
        return [
            "\(session.name) turn \(number)", end, said,
            LatencyValues.response(turn, rate: rate), parts.joined(separator: "; "),
        ]
    }
}
