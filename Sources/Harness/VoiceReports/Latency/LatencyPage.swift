package import VoiceDiff
internal import VoiceFiles

/// Latencies as one HTML file that needs nothing else, in the design of the other pages.
package enum LatencyPage {
    /// The file's text, for light and dark.
    package static func text(
        _ report: LatencyReport, comparison: LatencyComparison? = nil, runs: [LatencyRun] = [],
        budgets: [JudgedBudget] = []
    ) -> String {
        let section = LatencySection(
            report, comparison: comparison, runs: runs, budgets: budgets)
        let isRed =
            !report.faults.isEmpty || comparison?.worse.isEmpty == false
            || budgets.contains { $0.verdict.isMissed }
        return PageTemplate.latencyPage([
            "title": section.title, "style": PageTemplate.part("page.css"),
            "state": isRed ? " red" : "", "body": section.body,
            "script": PageTemplate.part("plots.js"),
        ])
    }
}
