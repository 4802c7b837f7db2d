/// The latencies of a run over sessions.
public struct LatencyReport: Sendable, Hashable {
    /// The sessions, in the order in which they were given.
    public var sessions: [SessionLatency]
    /// A figure for every metric, in the order in which metrics are declared.
    public var figures: [LatencyFigure]

    /// The report on `sessions`.
    public init(_ sessions: [SessionLatency]) {
        self.sessions = sessions
        figures = LatencyMetric.allCases.map { LatencyFigure($0, sessions) }
    }

    /// What cannot be, by session.
    public var faults: [(session: String, fault: LatencyFault)] {
        var faults = sessions.flatMap { session in session.faults.map { (session.name, $0) } }
        let turns = sessions.reduce(0) { $0 + $1.turns.count }
        for figure in figures where figure.metric.isOfTurns && figure.total != turns {
            let fault = LatencyFault(
                rule: .accounting,
                what: "\(figure.metric.rawValue) counts \(figure.total) of \(turns) turns")
            faults.append(("all sessions", fault))
        }
        return faults
    }

    /// The figure of a metric.
    public subscript(metric: LatencyMetric) -> LatencyFigure? {
        figures.first { $0.metric == metric }
    }
}
