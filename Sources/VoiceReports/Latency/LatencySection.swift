internal import Mustache
public import VoiceDiff
internal import VoiceTime

/// Latencies as a section of an HTML page: a title, and a fragment that goes below it.
///
/// The fragment brings no scripts and no colours of its own: it takes the page's `--ink`,
/// `--paper`, `--muted`, `--accent`, `--good` and `--bad`, with fallbacks.
public struct LatencySection: Sendable {
    /// The section's title, plain text.
    public let title = "Latency"
    /// The fragment: HTML in which all that was recorded is escaped.
    public let body: String

    /// Turns that are listed at most.
    private static let rowLimit = 200

    /// The section on `report`, with what it was compared with and what came before.
    public init(
        _ report: LatencyReport, comparison: LatencyComparison? = nil, runs: [LatencyRun] = []
    ) {
        let rows = LatencyRow.rows(report)
        let context: [String: Any] = [
            "headline": Self.headline(report),
            "faults": report.faults.map { name, fault in
                ["text": "\(name): \(fault.rule.rawValue): \(fault.what)"]
            },
            "figures": report.figures.map(Self.figure),
            "trends": LatencyMetric.allCases.compactMap { Self.trend($0, runs) },
            "history": runs.isEmpty ? "" : "\(runs.count)",
            "changes": Self.changes(comparison), "agrees": Self.agreement(comparison),
            "notes": (comparison?.notes ?? []).map { ["text": $0] },
            "turns": rows.prefix(Self.rowLimit).map(Self.turn),
            "hasTurns": !rows.isEmpty,
            "more": rows.count > Self.rowLimit ? "\(rows.count - Self.rowLimit) more turns" : "",
        ]
        do {
            body = try MustacheTemplate(string: Self.template).render(context)
        } catch { preconditionFailure("the template of the latency section is broken: \(error)") }
    }

    private static func headline(_ report: LatencyReport) -> String {
        guard let response = report[.response] else { return "" }
        let censored = response.censored.values.reduce(0, +)
        let excluded = response.excluded.values.reduce(0, +)
        return "\(TerminalReport.count(response.total, "turn")) of the caller in"
            + " \(TerminalReport.count(report.sessions.count, "session")): \(response.measured)"
            + " measured, \(censored) without a response so far (counted as at least so long),"
            + " \(response.talkedOver) talked over, \(excluded) excluded."
    }

    private static func figure(_ figure: LatencyFigure) -> [String: Any] {
        var remarks: [String] = []
        if figure.talkedOver > 0 { remarks.append("talked over: \(figure.talkedOver)") }
        if !figure.censored.isEmpty {
            remarks.append("at least: " + LatencyValues.words(figure.censoredByReason))
        }
        if !figure.excluded.isEmpty {
            remarks.append("excluded: " + LatencyValues.words(figure.excludedByReason))
        }
        let values = figure.percentiles?.all.map { LatencyValues.text($0.value) }
        return [
            "name": figure.metric.rawValue, "meaning": figure.metric.meaning,
            "count": "\(figure.percentiles?.count ?? 0)",
            "values": (values ?? Array(repeating: "–", count: 4)).map { ["text": $0] },
            "corrected": figure.corrected.map { LatencyValues.text($0.p99) } ?? "–",
            "plot": LatencyPlot.strip(figure), "remarks": remarks.joined(separator: "; "),
        ]
    }

    private static func trend(_ metric: LatencyMetric, _ runs: [LatencyRun]) -> [String: Any]? {
        let found = runs.compactMap { run in
            run.figures[metric]?.percentiles.map { (run.label, $0) }
        }
        guard let first = found.first, let last = found.last,
            found.contains(where: { $0.1.p90.microseconds > 0 })
        else { return nil }
        return [
            "name": metric.rawValue, "plot": LatencyPlot.trend(runs, metric),
            "first": "\(LatencyValues.text(first.1.p50)) ms at \(first.0)",
            "last": "\(LatencyValues.text(last.1.p50)) ms at \(last.0)",
        ]
    }

    private static func changes(_ comparison: LatencyComparison?) -> [[String: String]] {
        (comparison?.changes ?? []).map {
            ["session": $0.session, "place": $0.place, "what": $0.what]
        }
    }

    private static func agreement(_ comparison: LatencyComparison?) -> String {
        guard let comparison, comparison.changes.isEmpty else { return "" }
        return "Agrees with \(comparison.path): \(comparison.compared) figures."
    }

    private static func turn(_ row: LatencyRow) -> [String: Any] {
        let cells = row.cells
        let state =
            switch row.turn.response {
            case .measured: "good"
            case .excluded: "muted"
            case .censored, .talkedOver: "bad"
            }
        return [
            "state": state, "session": cells[0], "at": cells[1], "said": cells[2],
            "response": cells[3], "detail": cells[4],
        ]
    }
}
