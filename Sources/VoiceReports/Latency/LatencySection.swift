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

    /// The section on `report`, whose sessions this program replayed, with what it was compared
    /// with and what came before.
    public init(
        _ report: LatencyReport, comparison: LatencyComparison? = nil, runs: [LatencyRun] = []
    ) {
        self.init(report, comparison: comparison, runs: runs, beside: [], isReplay: false)
    }

    /// The section on what a replay yielded, with the golden traces' figures beside it.
    init(
        _ report: LatencyReport, comparison: LatencyComparison? = nil, runs: [LatencyRun] = [],
        beside pairs: [LatencyPair], isReplay: Bool
    ) {
        let rows = LatencyRow.rows(report).enumerated().sorted { left, right in
            (-left.element.microseconds, left.offset) < (-right.element.microseconds, right.offset)
        }.map(\.element)
        let scopes = zip(runs, runs.dropFirst()).count { $0.scope != $1.scope }
        let figures = report.figures.filter {
            $0.isTold && ($0.total > 0 || $0.percentiles != nil)
        }
        let scale = LatencyScale(figures)
        let verdict = LatencyVerdict(
            report, beside: pairs.first { $0.metric == .response }, comparison)
        let context: [String: Any] = [
            "verdict": verdict.sentence, "verdictState": verdict.state,
            "hasFigures": !figures.isEmpty,
            "legend": LatencyPlot.legend(hasGolden: !pairs.isEmpty),
            "headline":
                (isReplay ? "Measured in this replay" : "Measured in a replay of each session")
                + (pairs.isEmpty ? ": " : ", the golden traces' figures below: ")
                + Self.headline(report),
            "faults": report.faults.map { name, fault in
                ["text": "\(name): \(fault.sentence)"]
            },
            "figures": figures.map { figure in
                Self.figure(
                    figure, beside: pairs.first { $0.metric == figure.metric }, on: scale)
            },
            "trends": LatencyMetric.allCases.compactMap { Self.trend($0, runs) },
            "history": !runs.isEmpty, "runs": "\(runs.count)",
            "scopes": scopes == 0
                ? [] : [["text": scopes == 1 ? "once" : "\(scopes) times"]],
            "changes": Self.changes(comparison), "agreements": Self.agreement(comparison),
            "notes": (comparison?.notes ?? []).map { ["text": $0] },
            "turns": rows.prefix(Self.rowLimit).map(Self.turn),
            "hasTurns": !rows.isEmpty,
            "more": rows.count > Self.rowLimit ? "\(rows.count - Self.rowLimit) more turns" : "",
        ]
        do {
            body = PrintableText.page(
                try MustacheTemplate(string: Self.template).render(context))
        } catch { preconditionFailure("the template of the latency section is broken: \(error)") }
    }

    private static func headline(_ report: LatencyReport) -> String {
        guard let response = report[.response] else { return "" }
        let censored = response.censored.values.reduce(0, +)
        let excluded = response.excluded.values.reduce(0, +)
        return "\(TerminalReport.count(response.total, "turn")) of the caller in "
            + "\(TerminalReport.count(report.sessions.count, "session")): \(response.measured) "
            + "measured, \(censored) without a response in time (counted as lower bounds), "
            + "\(response.talkedOver) talked over, \(excluded) excluded."
    }

    private static func figure(
        _ figure: LatencyFigure, beside pair: LatencyPair?, on scale: LatencyScale
    ) -> [String: Any] {
        var remarks: [String] = []
        if let pair, !pair.isWhole, pair.count > 0 {
            remarks.append("compared over the \(pair.count) that both have")
        }
        if figure.talkedOver > 0 { remarks.append("talked over: \(figure.talkedOver)") }
        if !figure.censored.isEmpty {
            remarks.append("at least: " + LatencyValues.words(figure.censoredByReason))
        }
        if !figure.excluded.isEmpty {
            remarks.append("excluded: " + LatencyValues.words(figure.excludedByReason))
        }
        let names = ["p50", "p90", "p99", "max"]
        let before = pair?.golden.percentiles?.all.map(\.value)
        let now = pair?.shared.percentiles?.all.map(\.value.microseconds)
        let then = pair?.sharedGolden.percentiles?.all.map(\.value.microseconds)
        return [
            "name": figure.metric.rawValue, "meaning": figure.metric.meaning,
            "count": "\(figure.percentiles?.count ?? 0)",
            "values": names.enumerated().map { place, name -> [String: Any] in
                value(
                    name, figure.percentiles?.all[place].value, golden: before?[place],
                    change: now.flatMap { now in then.map { now[place] - $0[place] } })
            },
            "corrected": figure.corrected.map { LatencyValues.text($0.p99) } ?? "–",
            "plot": LatencyPlot.strip(figure, on: scale, golden: pair?.golden),
            "remarks": remarks.joined(separator: "; "),
        ]
    }

    private static func value(
        _ name: String, _ value: Percentiles.Value?, golden: Percentiles.Value?, change: Int64?
    ) -> [String: Any] {
        let text = change.map { LatencyValues.text(microseconds: $0) } ?? ""
        let told =
            change.map { $0 == 0 ? "the same" : $0 > 0 ? "+\(text)" : text } ?? "none in both"
        return [
            "name": name, "text": value.map { LatencyValues.text($0) } ?? "–",
            "hasGolden": value != nil && golden != nil,
            "golden": golden.map { LatencyValues.text($0) } ?? "",
            "change": told,
            "state": change.map { $0 == 0 ? "" : $0 > 0 ? "bad" : "good" } ?? "muted",
        ]
    }

    private static func trend(_ metric: LatencyMetric, _ runs: [LatencyRun]) -> [String: Any]? {
        let found = runs.compactMap { run in
            run.figures[metric]?.percentiles.map { (run.label, $0) }
        }
        guard let first = found.first, let last = found.last, let plot = TrendPlot(runs, metric)
        else { return nil }
        return [
            "name": metric.rawValue, "meaning": metric.meaning, "plot": plot.svg,
            "first": "\(LatencyValues.text(first.1.p50)) ms at \(first.0)",
            "last": "\(LatencyValues.text(last.1.p50)) ms at \(last.0)",
        ]
    }

    private static func changes(_ comparison: LatencyComparison?) -> [[String: String]] {
        (comparison?.changes ?? []).map {
            ["session": $0.session, "place": $0.place, "what": $0.what]
        }
    }

    private static func agreement(_ comparison: LatencyComparison?) -> [[String: String]] {
        guard let comparison, comparison.changes.isEmpty else { return [] }
        return [["text": "Agrees with \(comparison.path): \(comparison.compared) figures."]]
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

/// One turn as a table shows it.
struct LatencyRow {
    let session: SessionLatency
    let number: Int
    let turn: TurnLatency

    static func rows(_ report: LatencyReport) -> [LatencyRow] {
        report.sessions.flatMap { session in
            session.turns.enumerated().map {
                LatencyRow(session: session, number: $0.offset + 1, turn: $0.element)
            }
        }
    }

    /// How long the response took, exactly or at least.
    var microseconds: Int64 {
        turn.response.frames.map { session.sampleRate.microseconds($0) } ?? 0
    }

    /// Session, when it ended, what was said, the response, what it is made of and what to know.
    var cells: [String] {
        let rate = session.sampleRate
        let end = LatencyValues.text(microseconds: rate.microseconds(turn.turn.active.upperBound))
        let said = turn.turn.words.map { "\"\($0)\"" } ?? "?"
        let sum = LatencyValues.sum(turn, rate: rate)
        let parts = (sum.isEmpty ? [] : ["= \(sum)"]) + turn.notes.map(\.rawValue)
        return [
            "\(session.name) turn \(number)", end, said,
            LatencyValues.text(turn.response, rate: rate), parts.joined(separator: "; "),
        ]
    }
}
