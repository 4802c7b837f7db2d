internal import VoiceDiff

/// Numbers of sessions by the stage that they were replayed from.
struct StageCount {
    /// Stages that sessions were replayed from, and the number of sessions of each.
    let counts: [(start: ReplayStart, count: Int)]

    /// The count of `starts`; nil is a session that was not replayed.
    init(_ starts: [ReplayStart?]) {
        counts = ReplayStart.allCases.map { start in
            (start, starts.count { $0 == start })
        }.filter { $0.count > 0 }
    }

    /// The stages in a sentence, as in `40 sessions were replayed from audio, 2 from words`; nil
    /// when nothing was replayed.
    var sentence: String? { Self.sentence(counts) }

    /// The same of those that were not replayed from the audio; nil without any.
    var later: String? { Self.sentence(counts.filter { $0.start != .audio }) }

    private static func sentence(_ counts: [(start: ReplayStart, count: Int)]) -> String? {
        guard let first = counts.first else { return nil }
        let were = first.count == 1 ? "was" : "were"
        return TerminalReport.count(first.count, "session")
            + " \(were) replayed from \(first.start.rawValue)"
            + counts.dropFirst().map { ", \($0.count) from \($0.start.rawValue)" }.joined()
    }
}
