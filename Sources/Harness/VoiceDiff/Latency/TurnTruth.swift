/// Source of the real ends of the caller's turns, and the error to expect of it.
package struct TurnTruth: Sendable, Equatable {
    /// Median distance from labels at which an offline pass places the end of speech, in
    /// milliseconds, where a clip is played in a quiet room. Source:
    /// `scripts/measures/measure-ends`.
    package static let medianMilliseconds = 12
    /// Likewise, for 90 % of the ends.
    package static let ninetiethMilliseconds = 60

    /// Number of turns whose ends each source gives.
    package private(set) var counts: [SpokenTurn.Source: Int] = [:]

    /// Counts the sources of `turns`.
    package init(_ turns: some Sequence<SpokenTurn>) {
        for turn in turns { counts[turn.source, default: 0] += 1 }
    }

    /// Counts the sources of the turns of `report`.
    package init(_ report: LatencyReport) {
        self.init(report.sessions.flatMap { $0.turns.map(\.turn) })
    }

    /// The sources in a sentence; nil without a turn.
    ///
    /// `Ends of speech: 3 by labels of the scenario, 5 by an offline pass (within 12 ms at the
    /// median, 60 ms for 90 %).`
    package var sentence: String? {
        let parts = SpokenTurn.Source.allCases.compactMap { source in
            counts[source].map { "\($0) by \(Self.name(of: source))" }
        }
        return parts.isEmpty ? nil : "Ends of speech: \(parts.joined(separator: ", "))."
    }

    /// Returns the name of a source, and how well it knows the ends.
    private static func name(of source: SpokenTurn.Source) -> String {
        switch source {
        case .scenario: "labels of the scenario"
        case .clip: "labels beside the clip"
        case .offlinePass:
            "an offline pass (within \(medianMilliseconds) ms at the median,"
                + " \(ninetiethMilliseconds) ms for 90 %)"
        case .level: "the level of the clip (a room may count as speech)"
        }
    }
}
