package import VoiceDiff
internal import VoiceJSON

/// Latencies as a person reads them in a terminal: the figures first, then what is not in them.
package struct LatencyText: Sendable {
    /// Whether every turn is listed, or only the slowest, those that were not measured and those
    /// with a note.
    package var listsTurns: Bool
    /// Turns of a kind that are listed at most otherwise.
    package var rowLimit: Int
    /// Changes against a baseline that are listed at most.
    package var changeLimit: Int

    /// The columns that tables fit into, at least 20; nil leaves them as wide as they are.
    package var columns: Int?

    /// A text that lists so many turns of a kind.
    package init(
        listsTurns: Bool = false, rowLimit: Int = 5, changeLimit: Int = 20, columns: Int? = nil
    ) {
        self.listsTurns = listsTurns
        self.rowLimit = rowLimit
        self.changeLimit = changeLimit
        self.columns = columns.map { max(20, $0) }
    }

    /// The text: lines that each end in a newline.
    package func text(
        _ report: LatencyReport, comparison: LatencyComparison? = nil, runs: [LatencyRun] = [],
        budgets: [JudgedBudget] = []
    ) -> String {
        var lines = [LatencyVerdict.line(report, budgets), headline(report)]
        if let truth = TurnTruth(report).sentence { lines.append(truth) }
        lines.append("")
        lines += figures(report) + remarks(report)
        lines += shares(report) + told(report)
        lines += turns(report)
        lines += calls(report)
        lines += self.budgets(budgets)
        lines += work(report)
        if !runs.isEmpty { lines += trend(runs) }
        if let comparison { lines += self.comparison(comparison) }
        lines += report.faults.map { name, fault in
            "FAULT \(name): \(fault.sentence)"
        }
        return lines.map { PrintableText.line($0) + "\n" }.joined()
    }

    private func headline(_ report: LatencyReport) -> String {
        guard let response = report[.response] else { return "" }
        return TerminalReport.count(report.sessions.count, "session") + ", "
            + TerminalReport.count(response.total, "turn") + " of the caller: "
            + "\(response.measured) measured, \(response.censored.values.reduce(0, +)) without a "
            + "response in time, \(response.talkedOver) talked over, "
            + "\(response.excluded.values.reduce(0, +)) excluded"
    }

    private func figures(_ report: LatencyReport) -> [String] {
        var table = TextTable(
            head: ["ms", "n", "p50", "p90", "p99", "max", "corrected p99", ""],
            rightAligned: [1, 2, 3, 4, 5, 6])
        for figure in report.figures where figure.isTold {
            guard let percentiles = figure.percentiles else {
                let none = Array(repeating: "-", count: 5)
                table.add([figure.metric.rawValue, "0"] + none + [figure.metric.meaning])
                continue
            }
            let corrected = figure.corrected.map { LatencyValues.text($0.p99) } ?? "-"
            table.add(
                [figure.metric.rawValue, "\(percentiles.count)"]
                    + percentiles.all.map { LatencyValues.text($0.value) }
                    + [corrected, figure.metric.meaning])
        }
        return indented(table)
    }

    /// Tells who spent the time.
    private func shares(_ report: LatencyReport) -> [String] {
        let shares = PartShares(report).shares
        guard !shares.isEmpty else { return [] }
        var table = TextTable(
            head: ["who spent the time", "turns", "mean ms", "share", "decided by"],
            rightAligned: [1, 2, 3])
        for share in shares.prefix(2 * rowLimit) {
            table.add([
                share.name, "\(share.turns)",
                LatencyValues.text(microseconds: PartShares.mean(share)), PartShares.percent(share),
                share.owner,
            ])
        }
        return [""] + indented(table)
    }

    /// Tells the figures that the app measured itself.
    private func told(_ report: LatencyReport) -> [String] {
        let rows = ToldFigureRows(report).rows
        guard !rows.isEmpty else { return [] }
        var table = TextTable(
            head: ["measured by the app itself, ms", "n", "min", "p50", "max"],
            rightAligned: [1, 2, 3, 4])
        for row in rows.prefix(4 * rowLimit) {
            table.add([row.name, "\(row.count)", row.least, row.median, row.most])
        }
        let more = rows.count - min(rows.count, 4 * rowLimit)
        return [""] + indented(table)
            + (more > 0 ? ["  … \(more) more; --format json lists all"] : [])
    }

    /// Every budget, and the turns that are over it.
    private func budgets(_ budgets: [JudgedBudget]) -> [String] {
        guard !budgets.isEmpty else { return [] }
        return [""]
            + budgets.flatMap { budget -> [String] in
                [budget.words]
                    + (budget.fault?.turns ?? []).map { "  \($0.tracePlace): \($0.text)" }
            }
    }

    func indented(_ table: TextTable) -> [String] {
        table.lines(columns: columns.map { $0 - 2 }).map { "  " + $0 }
    }

    /// Tells what the percentiles do not say.
    private func remarks(_ report: LatencyReport) -> [String] {
        var lines: [String] = [""]
        for figure in report.figures where figure.isTold {
            var parts: [String] = []
            if figure.talkedOver > 0 { parts.append("talked over: \(figure.talkedOver)") }
            if !figure.censored.isEmpty {
                parts.append(
                    "counted as at least: " + LatencyValues.words(figure.censoredByReason))
            }
            if !figure.excluded.isEmpty {
                parts.append("excluded: " + LatencyValues.words(figure.excludedByReason))
            }
            if !parts.isEmpty {
                lines.append("  \(figure.metric.rawValue): \(parts.joined(separator: "; "))")
            }
        }
        if report[.blockCompute]?.percentiles == nil {
            lines.append("  blockCompute: no session has block times in its timing.json")
        }
        return lines.count > 1 ? lines : []
    }

    private func turns(_ report: LatencyReport) -> [String] {
        let rows = LatencyRow.rows(report)
        if listsTurns { return table("every turn", rows, limit: .max) }
        let measured = rows.filter { $0.turn.response.measured != nil }
        let slowest = measured.sorted { $0.microseconds > $1.microseconds }
        return table("slowest", Array(slowest.prefix(rowLimit)), limit: rowLimit)
            + table(
                "not measured",
                rows.filter {
                    $0.turn.response.measured == nil
                        && ($0.turn.response != .excluded(.nobodyListened)
                            || !$0.turn.notes.isEmpty)
                }, limit: 2 * rowLimit)
            + table(
                "with a note", slowest.dropFirst(rowLimit).filter { !$0.turn.notes.isEmpty },
                limit: rowLimit)
    }

    private func table(_ title: String, _ rows: [LatencyRow], limit: Int) -> [String] {
        guard !rows.isEmpty else { return [] }
        var table = TextTable(
            head: [title, "at ms", "said", "response", ""], rightAligned: [1], whole: [3])
        for row in rows.prefix(limit) { table.add(row.cells) }
        let more = rows.count - min(rows.count, limit)
        return [""] + indented(table)
            + (more > 0 ? ["  … \(more) more; --turns lists all"] : [])
    }

    private func work(_ report: LatencyReport) -> [String] {
        var sums = WorkCounts()
        for counts in report.sessions.compactMap(\.work) {
            for count in counts.counts.members {
                sums[count.key] = (sums[count.key] ?? 0) &+ (count.value.integer ?? 0)
            }
        }
        guard !sums.counts.isEmpty else { return [] }
        let parts = sums.counts.members.map { "\($0.value.integer ?? 0) \($0.key)" }
        return ["", "  counted in one replay of each: \(parts.joined(separator: ", "))"]
    }

    private func comparison(_ comparison: LatencyComparison) -> [String] {
        var lines = [""]
        let changes = comparison.changes
        lines.append(
            comparison.worse.isEmpty
                ? "agrees with \(comparison.path): \(comparison.compared) figures, none is worse"
                : "worse than \(comparison.path): " + Self.counts(comparison))
        for kind in [LatencyComparison.Change.Kind.worse, .better, .other] {
            let own = changes.filter { $0.kind == kind }
            let name = kind == .other ? "changed" : kind.rawValue
            lines += own.prefix(changeLimit).map {
                "  \(name): \($0.session) \($0.place): \($0.what)"
            }
            if own.count > changeLimit {
                lines.append("  … \(own.count - changeLimit) more that are \(name)")
            }
        }
        return lines + comparison.notes.map { "  note: \($0)" }
    }

    private static func counts(_ comparison: LatencyComparison) -> String {
        let figures = comparison.worse.count - comparison.unmatched
        let sessions = TerminalReport.count(comparison.unmatched, "session")
        return [
            comparison.compared > 0 ? "\(figures) of \(comparison.compared) figures" : nil,
            comparison.unmatched > 0 ? "\(sessions) in one of both only" : nil,
        ].compactMap { $0 }.joined(separator: ", ")
    }

    /// Tells the history of the runs over the newest run's sessions: figures of other sessions are
    /// those of other callers.
    private func trend(_ all: [LatencyRun]) -> [String] {
        let runs = all.filter { $0.scope == all.last?.scope }
        var table = TextTable(
            head: [
                "over \(TerminalReport.count(runs.count, "run"))", "first p50", "last p50",
                "last p90", "oldest to newest", "moved since the run before",
            ],
            rightAligned: [1, 2, 3])
        let moves = LatencyMove.newest(in: runs)
        for metric in LatencyMetric.allCases {
            let medians = runs.compactMap { $0.figures[metric]?.percentiles?.p50 }
            guard let first = medians.first, let last = medians.last,
                let high = runs.last(where: { $0.figures[metric]?.percentiles != nil })?
                    .figures[metric]?.percentiles?.p90
            else { continue }
            table.add([
                metric.rawValue, LatencyValues.text(first), LatencyValues.text(last),
                LatencyValues.text(high), Sparkline.text(medians.map(\.microseconds)),
                moves.filter { $0.metric == metric }.map(\.text).joined(separator: ", "),
            ])
        }
        let others = all.count - runs.count
        let note =
            others == 0
            ? []
            : [
                "  not comparable and left out: \(TerminalReport.count(others, "run"))"
                    + " over other sessions"
            ]
        return [""] + indented(table) + note
    }
}

/// A row of numbers as a row of blocks.
enum Sparkline {
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let width = 40

    /// Returns at most 40 blocks, from the smallest number to the largest; more numbers are
    /// gathered by their largest. Numbers that are all the same are a level line.
    static func text(_ values: [Int64]) -> String {
        guard let most = values.max(), let least = values.min(), most > 0 else { return "" }
        let span = max(1, most - least)
        let columns = min(width, values.count)
        return String(
            (0..<columns).map { column in
                let first = column * values.count / columns
                let last = max(first + 1, (column + 1) * values.count / columns)
                let value = (values[first..<last].max() ?? least) - least
                return blocks[min(blocks.count - 1, Int(value * 8 / span))]
            })
    }
}
