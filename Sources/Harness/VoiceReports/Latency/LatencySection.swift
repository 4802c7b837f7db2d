package import VoiceDiff
internal import VoiceJSON

/// Latencies as a section of an HTML page: a title, and a fragment that goes below it.
///
/// The fragment brings no colours of its own: it takes the page's `--ink`, `--paper`, `--muted`,
/// `--accent`, `--good` and `--bad`, with fallbacks. The page's `plots.js` draws its plots.
package struct LatencySection: Sendable {
    /// The section's title, plain text.
    package let title = "Latency"
    /// The fragment: HTML in which all that was recorded is escaped.
    package let body: String

    /// Verdict line: the number of answered turns, their speed, and the outcome of the budgets.
    let line: String

    /// Turns that are listed at most, and those of them that are seen at once.
    private static let rowLimit = 200
    static let worstLimit = 20

    /// The section on `report` of what this program ran, with what it was compared with, what came
    /// before and its budgets.
    package init(
        _ report: LatencyReport, comparison: LatencyComparison? = nil, runs: [LatencyRun] = [],
        budgets: [JudgedBudget] = []
    ) {
        self.init(
            report, comparison: comparison, runs: runs, budgets: budgets, beside: [],
            isReplay: false)
    }

    /// The section on what a run yielded, with the golden traces' figures beside it; `heard` are
    /// the sounds of turns, by the path of their session.
    init(
        _ report: LatencyReport, comparison: LatencyComparison? = nil, runs: [LatencyRun] = [],
        budgets: [JudgedBudget] = [], beside pairs: [LatencyPair], isReplay: Bool,
        heard: [String: [TurnSound]] = [:], isHeadline: Bool = false
    ) {
        let rows = LatencyRow.worstFirst(report)
        let worst = rows.prefix(Self.worstLimit).map { row in
            TurnSound.sound(of: row, in: heard[row.session.path] ?? [])
        }
        line = LatencyVerdict.line(report, budgets)
        let figures = report.figures.filter {
            $0.isTold && ($0.total > 0 || $0.percentiles != nil)
        }
        let most = figures.compactMap { $0.values.last?.microseconds }.max() ?? 0
        let verdict = LatencyVerdict(
            report, beside: pairs.first { $0.metric == .response }, comparison, runs)
        var context: [String: Any] = [
            "verdict": verdict.sentence, "verdictState": verdict.state,
            "line": line, "hasLine": !report.sessions.isEmpty && !isHeadline,
            "lineState": budgets.contains { $0.verdict.isMissed }
                ? "bad" : budgets.isEmpty ? "" : "good",
            // The page of a run lists its faults above all.
            "budgets": isReplay ? [] : budgets.compactMap(\.fault).map { ["text": $0.text] },
            "callerEnd": TurnTruth(report).sentence ?? "",
            "hasFigures": !figures.isEmpty,
            "hasGolden": !pairs.isEmpty,
            "headline": Self.headline(report, isReplay: isReplay, hasGolden: !pairs.isEmpty),
            "faults": report.faults.map { name, fault in
                ["text": "\(name): \(fault.sentence)"]
            },
            "figures": figures.map { figure in
                Self.figure(
                    figure, beside: pairs.first { $0.metric == figure.metric }, upTo: most)
            },
            "changes": Self.changes(comparison), "agreements": Self.agreement(comparison),
            "notes": (comparison?.notes ?? []).map { ["text": $0] },
        ]
        let parts = [
            Self.turns(rows, worst, Self.allowed(budgets)), Self.calls(report),
            Self.shares(report), Self.told(report), Self.history(runs),
        ]
        for part in parts { context.merge(part) { $1 } }
        body = PrintableText.page(PageTemplate.latency(context))
    }

    /// The least budget of all responses that is missed, in microseconds; nil without one.
    private static func allowed(_ budgets: [JudgedBudget]) -> Int64? {
        budgets.map(\.verdict).filter {
            $0.isMissed && $0.budget.metric == .response && $0.budget.scope == .all
        }.map { $0.budget.milliseconds * 1_000 }.min()
    }

    /// The worst turns with their sounds, and the others.
    private static func turns(
        _ rows: [LatencyRow], _ worst: [TurnSound?], _ allowed: Int64?
    ) -> [String: Any] {
        [
            "worst": zip(rows, worst).map { turn($0, allowed).merging(sound($1)) { $1 } },
            "hasWorst": !rows.isEmpty, "hasTurnsAtAll": !rows.isEmpty,
            "turns": rows.dropFirst(worstLimit).prefix(rowLimit).map { turn($0, allowed) },
            "hasTurns": rows.count > worstLimit,
            "more": rows.count > worstLimit + rowLimit
                ? "\(rows.count - worstLimit - rowLimit) more turns" : "",
        ]
    }

    /// Tells who talked over whom in calls that were recorded, and where neither spoke.
    private static func calls(_ report: LatencyReport) -> [String: Any] {
        let rows = CallRows(report).rows
        return [
            "hasCalls": !rows.isEmpty,
            "calls": rows.prefix(rowLimit).map { row in
                [
                    "name": row.name, "wait": row.wait, "byApp": row.byApp,
                    "byCaller": row.byCaller, "deadAir": row.deadAir,
                    "findings": row.findings.joined(separator: " "),
                ]
            },
            "moreCalls": rows.count > rowLimit ? "\(rows.count - rowLimit) more calls" : "",
        ]
    }

    /// Tells who spent the time.
    private static func shares(_ report: LatencyReport) -> [String: Any] {
        let shares = PartShares(report).shares.prefix(worstLimit)
        return [
            "hasShares": !shares.isEmpty,
            "shares": shares.map { share in
                [
                    "name": share.name, "owner": share.owner, "turns": "\(share.turns)",
                    "mean": LatencyValues.text(microseconds: PartShares.mean(share)),
                    "percent": PartShares.percent(share),
                    "width": PartShares.percent(share).replacing(" ", with: ""),
                ]
            },
        ]
    }

    /// Tells the figures that the app measured itself.
    private static func told(_ report: LatencyReport) -> [String: Any] {
        let rows = ToldFigureRows(report).rows
        return [
            "hasTold": !rows.isEmpty,
            "told": rows.map { row in
                [
                    "name": row.name, "count": "\(row.count)", "least": row.least,
                    "median": row.median, "most": row.most,
                ]
            },
        ]
    }

    /// Tells the history of earlier runs.
    private static func history(_ runs: [LatencyRun]) -> [String: Any] {
        let scopes = zip(runs, runs.dropFirst()).count { $0.scope != $1.scope }
        return [
            "trends": LatencyMetric.allCases.compactMap { trend($0, runs) },
            "history": !runs.isEmpty, "runs": "\(runs.count)",
            "scopes": scopes == 0
                ? [] : [["text": scopes == 1 ? "once" : "\(scopes) times"]],
        ]
    }

    /// Describes what was measured and what could not be; empty of a history alone.
    private static func headline(
        _ report: LatencyReport, isReplay: Bool, hasGolden: Bool
    ) -> String {
        guard !report.sessions.isEmpty else { return "" }
        let head =
            (isReplay ? "Measured in this run" : "Measured in a run of each session")
            + (hasGolden ? ", the golden traces' figures below: " : ": ")
        guard let response = report[.response] else { return head }
        let censored = response.censored.values.reduce(0, +)
        let excluded = response.excluded.values.reduce(0, +)
        return head + "\(TerminalReport.count(response.total, "turn")) of the caller in "
            + "\(TerminalReport.count(report.sessions.count, "session")): \(response.measured) "
            + "measured, \(censored) without a response in time (counted as lower bounds), "
            + "\(response.talkedOver) talked over, \(excluded) excluded."
    }

    private static func figure(
        _ figure: LatencyFigure, beside pair: LatencyPair?, upTo most: Int64
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
        let plot = JSONWriter.text(.object(figure.plot(golden: pair?.golden, upTo: most)))
        return [
            "name": figure.metric.rawValue, "meaning": figure.metric.meaning,
            "count": "\(figure.percentiles?.count ?? 0)",
            "values": names.enumerated().map { place, name -> [String: Any] in
                value(
                    name, figure.percentiles?.all[place].value, golden: before?[place],
                    change: now.flatMap { now in then.map { now[place] - $0[place] } })
            },
            "corrected": figure.corrected.map { LatencyValues.text($0.p99) } ?? "–",
            // A figure without a value has no plot.
            "plots": figure.percentiles == nil ? [] : [["data": plot]],
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
        guard let first = found.first, let last = found.last, let trend = LatencyTrend(runs, metric)
        else { return nil }
        return [
            "name": metric.rawValue, "meaning": metric.meaning,
            "plot": JSONWriter.text(.object(trend.plot)),
            "first": "\(LatencyValues.text(first.1.p50)) ms at \(first.0)",
            "last": "\(LatencyValues.text(last.1.p50)) ms at \(last.0)",
            "moves": LatencyMove.newest(in: runs).filter { $0.metric == metric }.map { move in
                [
                    "text": move.text, "state": move.change > 0 ? "bad" : "good",
                ]
            },
        ]
    }

    private static func sound(_ sound: TurnSound?) -> [String: Any] {
        ["hasSound": sound != nil, "sound": sound?.text ?? ""]
    }

    private static func changes(_ comparison: LatencyComparison?) -> [[String: String]] {
        (comparison?.changes ?? []).map {
            [
                "session": $0.session, "place": $0.place, "what": $0.what,
                "state": $0.kind == .worse ? "bad" : $0.kind == .better ? "good" : "muted",
                "kind": $0.kind == .worse ? "fault" : "",
            ]
        }
    }

    private static func agreement(_ comparison: LatencyComparison?) -> [[String: String]] {
        guard let comparison, comparison.worse.isEmpty else { return [] }
        return [["text": "Agrees with \(comparison.path): \(comparison.compared) figures."]]
    }

    /// A turn as the tables show it; `allowed` is the budget that the run misses, in microseconds.
    private static func turn(_ row: LatencyRow, _ allowed: Int64?) -> [String: Any] {
        let cells = row.cells
        let state =
            switch row.turn.response {
            case .measured: allowed.map { row.microseconds > $0 } == true ? "bad" : "good"
            case .excluded: "muted"
            case .censored, .talkedOver: "bad"
            }
        return [
            "state": state, "session": cells[0], "at": cells[1], "said": cells[2],
            "response": cells[3], "detail": cells[4],
        ]
    }
}
