/// One run as a history keeps it.
package struct LatencyRun: Sendable, Hashable {
    /// Label of what was run: a commit, as a rule.
    package var label: String
    /// Time of the run, in seconds since 1970 UTC.
    package var time: Int64
    /// Number of sessions.
    package var sessions: Int
    /// Mark of the set of sessions: equal where they were the same.
    package var scope: String
    /// Measured figures; a metric without a turn is absent.
    package var figures: [LatencyMetric: Figure]

    /// One metric of a run.
    package struct Figure: Sendable, Hashable {
        /// Outcomes that were measured.
        package var measured: Int
        /// Outcomes of which only the least is known.
        package var censored: Int
        /// Turns in which the app spoke too early.
        package var talkedOver: Int
        /// Outcomes that do not count.
        package var excluded: Int
        /// Median, 90th, 99th and greatest; nil where nothing was measured.
        package var percentiles: Percentiles?

        /// A figure of these counts.
        package init(
            measured: Int, censored: Int, talkedOver: Int, excluded: Int, percentiles: Percentiles?
        ) {
            self.measured = measured
            self.censored = censored
            self.talkedOver = talkedOver
            self.excluded = excluded
            self.percentiles = percentiles
        }
    }

    /// A run of these figures.
    package init(
        label: String, time: Int64, sessions: Int, scope: String,
        figures: [LatencyMetric: Figure]
    ) {
        self.label = label
        self.time = time
        self.sessions = sessions
        self.scope = scope
        self.figures = figures
    }

    /// Takes from `report` what a history keeps.
    package init(_ report: LatencyReport, label: String, time: Int64, scope: String) {
        self.label = label
        self.time = time
        self.scope = scope
        sessions = report.sessions.count
        figures = [:]
        for figure in report.figures where figure.total > 0 && figure.isTold {
            figures[figure.metric] = Figure(
                measured: figure.measured, censored: figure.censored.values.reduce(0, +),
                talkedOver: figure.talkedOver, excluded: figure.excluded.values.reduce(0, +),
                percentiles: figure.percentiles)
        }
    }
}
