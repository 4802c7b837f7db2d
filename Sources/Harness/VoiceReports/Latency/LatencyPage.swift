internal import CCarriedFiles
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
        let style = String(decoding: carried_page_css().array, as: UTF8.self)
        let isRed =
            !report.faults.isEmpty || comparison?.worse.isEmpty == false
            || budgets.contains { $0.verdict.isMissed }
        let state = isRed ? " red" : ""
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>voicetest: \(section.title)</title>
            <style>
            \(style)
            </style>
            </head>
            <body>
            <header class="top\(state)"><div class="wrap">
            <p class="brand"><span class="mark" aria-hidden="true"><i></i><i></i><i></i><i></i>\
            <i></i></span>voicetest</p>
            <h1>\(section.title)</h1>
            </div></header>
            <main class="wrap"><section class="panel">
            \(section.body)</section></main>
            <script>
            \(String(decoding: carried_plots_js().array, as: UTF8.self))</script>
            </body>
            </html>

            """
    }
}
