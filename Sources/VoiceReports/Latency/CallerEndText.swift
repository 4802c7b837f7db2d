internal import VoiceDiff

/// How a report knows when its callers stopped speaking, in words.
enum CallerEndText {
    /// One sentence on all turns of `report`; empty without a turn.
    static func sentence(_ report: LatencyReport) -> String {
        let sources = report.sessions.flatMap { $0.turns.map(\.turn.source) }
        let told = SpokenTurn.Source.allCases.compactMap { source -> String? in
            let count = sources.count { $0 == source }
            guard count > 0 else { return nil }
            return "\(source.words) (\(TerminalReport.count(count, "turn"))"
                + (source.error.map { ", \($0)" } ?? "") + ")"
        }
        return told.isEmpty ? "" : "The caller's end is known by \(told.joined(separator: "; "))."
    }
}

extension SpokenTurn.Source {
    /// Who says where the speech really was.
    fileprivate var words: String {
        switch self {
        case .scenario: "labels of the scenario"
        case .clip: "labels beside the clip"
        case .offlinePass: "an offline pass over the caller's track"
        case .level: "the level of the clip, in which a room counts as speech"
        }
    }

    /// How far that is from the truth, as it was measured; nil where it is the truth, or unknown.
    fileprivate var error: String? { nil }
}
