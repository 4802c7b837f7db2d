internal import VoiceDiff

/// Verdicts as Markdown, as for the summary of a job on GitHub or a comment on GitLab.
///
/// All text of sessions is spelled so that nothing in it is markup, a link or a mention.
package struct MarkdownReport: VerdictForm {
    /// Failing sessions that are listed at most.
    package static let limit = 50

    package func bytes(of run: RunSummary) -> [UInt8] {
        let (verdicts, faults, limit) = (run.sessions, run.faults, Self.limit)
        let failing = SessionResult.failing(verdicts)
        let warning = run.selfTest?.warning
        let headline = Self.headline(
            verdicts.count, failing: failing.count, isProven: warning == nil,
            failure: faults.isEmpty ? nil : run.ending?.failure)
        var lines = ["## \(headline)", ""]
        if let warning { lines += [Self.escaped(warning), ""] }
        if !faults.isEmpty {
            lines += ["\(run.ending?.failure ?? ""):", ""]
            lines += faults.prefix(limit).map { "- \(Self.escaped($0.text))" }
            if faults.count > limit { lines.append("- … and \(faults.count - limit) more") }
            lines.append("")
        }
        if verdicts.isEmpty { lines += ["No session was replayed, so nothing is proven.", ""] }
        lines += Self.table(verdicts, failing: failing.count)
        if let stages = StageCount(verdicts.map(\.start)).sentence { lines += ["\(stages).", ""] }
        let others = verdicts.filter { !$0.notShared.isEmpty }.prefix(limit).map { verdict in
            "- \(Self.escaped(verdict.name)), not shared:"
                + " \(Self.escaped(verdict.notShared.joined(separator: "; ")))"
        }
        if !others.isEmpty { lines += others + [""] }
        if !run.coverages.isEmpty {
            let share = PageSummary.percent(FlowCoverage.thousandths(run.coverages))
            lines += ["Flow coverage: \(share) of modules and transitions", ""]
        }
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// A row for each session that fails, below its cause where several have one.
    private static func table(_ verdicts: [SessionResult], failing count: Int) -> [String] {
        guard count > 0 else { return [] }
        var lines = ["| session | what | first cause |", "|---|---|---|"]
        var room = limit
        for group in CauseGroups(verdicts).groups {
            let members = SessionResult.failing(group.places.map { verdicts[$0] })
            let isShared = members.count > 1
            if isShared, room > 0 {
                lines.append(
                    "| **\(TerminalReport.count(members.count, "session"))** | |"
                        + " \(escaped(group.title)) |")
            }
            for verdict in members.prefix(room) {
                let name = "**\(escaped(verdict.name))**<br>\(escaped(verdict.path))"
                let why = isShared ? verdict.brevity ?? "" : verdict.message
                lines.append("| \(name) | \(what(verdict)) | \(escaped(why)) |")
            }
            room -= min(room, members.count)
        }
        if count > limit { lines += ["", "… and \(count - limit) more"] }
        return lines + [""]
    }

    private static func headline(
        _ count: Int, failing: Int, isProven: Bool, failure: String?
    ) -> String {
        let sessions = TerminalReport.count(count, "session")
        if count == 0 { return failure == nil ? "Nothing ran" : "❌ Nothing ran" }
        if failing > 0 { return "❌ \(failing) of \(sessions) \(failing == 1 ? "fails" : "fail")" }
        guard isProven else { return "❌ The self-test failed" }
        if let failure { return "❌ \(failure)" }
        return count == 1 ? "✅ The session agrees" : "✅ All \(sessions) agree"
    }

    private static func what(_ verdict: SessionResult) -> String {
        guard verdict.outcome != .damaged else { return "cannot be used" }
        let parts = Difference.Kind.allCases.map(\.rawValue).filter { verdict.record.count($0) > 0 }
            .map {
                "\(verdict.record.count($0)) \($0)"
            }
        return (parts.isEmpty ? "no event changed" : parts.joined(separator: ", "))
            + (verdict.start.map { ", replayed from \($0.rawValue)" } ?? "")
    }

    /// `text` as plain words of a table's cell.
    static func escaped(_ text: String) -> String {
        let marks = Set("&<>\"'`*_{}[]()#+!|~\\@$".unicodeScalars)
        var escaped = ""
        for scalar in TerminalReport.printable(text).unicodeScalars {
            if marks.contains(scalar) {
                escaped += "&#\(scalar.value);"
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        // Texts that renderers take for an address without any mark.
        return escaped.split(separator: "://", omittingEmptySubsequences: false)
            .joined(separator: "&#58;//")
            .split(separator: "www.", omittingEmptySubsequences: false)
            .joined(separator: "www&#46;")
    }
}
