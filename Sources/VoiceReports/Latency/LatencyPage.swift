public import VoiceDiff

/// Latencies as one HTML file that needs nothing else.
public enum LatencyPage {
    /// The file's text, for light and dark.
    public static func text(
        _ report: LatencyReport, comparison: LatencyComparison? = nil, runs: [LatencyRun] = []
    ) -> String {
        let section = LatencySection(report, comparison: comparison, runs: runs)
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>voicetest: \(section.title)</title>
            <style>
            :root { --ink: #1d2430; --paper: #fbfcfe; --muted: #5f6b7c; --accent: #2f6fde;
              --good: #1f7a4d; --bad: #c43d3d; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e6eaf1; --paper: #14181f;
              --muted: #97a3b6; --accent: #7aa7ff; --good: #63c795; --bad: #ff8080; } }
            body { background: var(--paper); color: var(--ink); margin: 2rem auto; max-width: 75rem;
              padding: 0 1rem; font: 15px/1.45 system-ui, sans-serif; }
            </style>
            </head>
            <body>
            <h1>\(section.title)</h1>
            \(section.body)</body>
            </html>

            """
    }
}
