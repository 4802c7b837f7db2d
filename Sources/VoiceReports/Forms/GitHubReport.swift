public import VoiceDiff

/// Verdicts as workflow commands of GitHub Actions, which shows them beside the files.
///
/// At most ``limit`` errors, ranked, and a notice with how many more there are: GitHub shows no
/// more than ten a step. Source: GitHub Docs, "Workflow commands for GitHub Actions".
public enum GitHubReport {
    /// Errors at most.
    public static let limit = 10

    /// The commands, a line each; a self-test that failed comes first, then why the run is not
    /// complete. The last lines say what was replayed from a later stage than the audio.
    public static func text(
        _ verdicts: [VerdictSummary], selfTest: GateSelfTest.Outcome? = nil,
        ending: RunEnding? = nil
    ) -> String {
        let failing = VerdictSummary.failing(verdicts)
        var warnings = (selfTest?.warning).map { ["::error title=self-test::\(data($0))"] } ?? []
        if let warning = ending?.warning {
            warnings.append("::error title=incomplete::\(data(warning))")
        }
        let limit = limit - warnings.count
        var lines = warnings
        lines += failing.prefix(limit).map { verdict in
            let from = verdict.start.map { ", replayed from \($0.rawValue)" } ?? ""
            let what = verdict.outcome == "damaged" ? "cannot be used" : "differs\(from)"
            let title = "\(verdict.name) \(what)"
            return "::error file=\(property(verdict.file)),line=\(verdict.line),"
                + "title=\(property(title))::\(data(verdict.message))"
        }
        if failing.count > limit {
            lines.append("::notice::\(failing.count - limit) more sessions do not agree")
        }
        lines += verdicts.filter { $0.outcome == "agrees" && !$0.notShared.isEmpty }.prefix(limit)
            .map { verdict in
                "::notice file=\(property(verdict.file)),title="
                    + property("\(verdict.name) agrees, but inputs, settings or files differ")
                    + "::\(data("not shared: " + verdict.notShared.joined(separator: "; ")))"
            }
        if verdicts.isEmpty {
            // A run that may be empty, as of what failed last, is complete without a session.
            let command = ending?.exit == .agrees ? "notice" : "warning"
            lines.append("::\(command)::no session was replayed")
        }
        let later = StageCount(verdicts.map(\.start)).later
        if let later { lines.append("::notice::\(later)") }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func data(_ text: String) -> String {
        escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A"])
    }

    private static func property(_ text: String) -> String {
        escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
    }

    private static func escaped(_ text: String, _ table: [Unicode.Scalar: String]) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if let code = table[scalar] {
                escaped += code
            } else {
                escaped += TerminalReport.printable(String(scalar))
            }
        }
        return escaped
    }
}
