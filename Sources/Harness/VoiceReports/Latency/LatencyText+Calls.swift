internal import VoiceDiff

/// Lines on calls of which only the sound was recorded.
extension LatencyText {
    /// Tells who talked over whom and where neither spoke, the call with the longest wait first.
    func calls(_ report: LatencyReport) -> [String] {
        let rows = CallRows(report).rows
        guard !rows.isEmpty else { return [] }
        var table = TextTable(
            head: [
                "call", "longest wait ms", "app talks over", "caller talks over", "dead air",
                "fit to be measured",
            ],
            rightAligned: [1, 2, 3, 4])
        let shown = listsTurns ? rows.count : min(rowLimit, rows.count)
        for row in rows.prefix(shown) {
            table.add([row.name, row.wait, row.byApp, row.byCaller, row.deadAir, row.fit])
        }
        let left = rows.count - shown
        let rest = left > 0 ? ["  and \(left) more; --turns lists them all"] : []
        let unfit = report.sessions.filter { $0.call?.unfit.isEmpty == false }
        let reasons = unfit.map { session in
            let why = (session.call?.unfit ?? []).map { "\($0.name): \($0.sentence)" }
            return "    \(session.name): \(why.joined(separator: "; "))"
        }
        let head =
            unfit.isEmpty
            ? [] : ["  unfit to be measured, and in no figure: \(unfit.count) of \(rows.count)"]
        return [""] + indented(table) + rest + head + reasons
    }
}
