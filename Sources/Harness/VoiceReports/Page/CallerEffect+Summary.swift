internal import VoiceDiff

extension CallerEffect {
    /// Describes how often callers notice each effect, as in `other words understood in 2
    /// sessions`; the most frequent first.
    static func summary(_ kinds: [Kind]) -> String {
        let counts = Kind.allCases.enumerated().map { place, kind in
            (kind: kind, place: place, count: kinds.count { $0 == kind })
        }.filter { $0.count > 0 }.sorted { ($1.count, $0.place) < ($0.count, $1.place) }
        return counts.map { entry in
            "\(entry.kind.phrase) in \(TerminalReport.count(entry.count, "session"))"
        }.joined(separator: "; ")
    }
}

extension CallerEffect.Kind {
    fileprivate var phrase: String {
        switch self {
        case .words: "the app understands other words"
        case .prompts: "the caller hears other prompts"
        case .times: "the caller hears prompts at other times"
        case .end: "the conversation ends in another way"
        case .nothing: "the caller notices nothing"
        }
    }
}
