internal import VoiceDiff

/// Times that apps measured themselves, figure by figure over all sessions.
struct ToldFigureRows {
    struct Row: Equatable {
        let name: String
        let count: Int
        /// Least value in milliseconds, as tables show it.
        let least: String
        let median: String
        let most: String
    }

    /// The figures by name. The median of an even number of values is the lower of the two.
    let rows: [Row]

    init(_ report: LatencyReport) {
        let figures = Dictionary(grouping: report.sessions.flatMap(\.figures), by: \.name)
        rows = figures.sorted { $0.key < $1.key }.map { name, figures in
            let times = figures.map(\.microseconds).sorted()
            return Row(
                name: name, count: times.count,
                least: LatencyValues.text(microseconds: times[0]),
                median: LatencyValues.text(microseconds: times[(times.count - 1) / 2]),
                most: LatencyValues.text(microseconds: times[times.count - 1]))
        }
    }
}
