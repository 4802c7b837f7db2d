public import VoiceDiff

/// Verdicts as workflow commands of GitHub Actions, which shows them beside the files.
///
/// At most ``limit`` errors, ranked, and a notice with how many more there are: GitHub shows no
/// more than ten a step. Source: GitHub Docs, "Workflow commands for GitHub Actions".
public enum GitHubReport {
    /// Errors at most.
    public static let limit = 10

    /// The commands, a line each; a self-test that failed comes first.
    public static func text(
        _ verdicts: [VerdictSummary], selfTest: GateSelfTest.Outcome? = nil
    ) -> String {
        let failing = VerdictSummary.failing(verdicts)
        let warnings = (selfTest?.warning).map { ["::error title=self-test::\(data($0))"] } ?? []
        let limit = limit - warnings.count
        var lines = warnings
        lines += failing.prefix(limit).map { verdict in
            let title =
                "\(verdict.name) \(verdict.outcome == "damaged" ? "cannot be used" : "differs")"
            return "::error file=\(property(verdict.file)),line=\(verdict.line),"
                + "title=\(property(title))::\(data(verdict.sentence))"
        }
        if failing.count > limit {
            lines.append("::notice::\(failing.count - limit) more sessions do not agree")
        }
        lines += verdicts.filter { $0.outcome == "agrees" && !$0.notShared.isEmpty }.prefix(limit)
            .map { verdict in
                "::notice file=\(property(verdict.file)),title="
                    + property("\(verdict.name) agrees and is another session")
                    + "::\(data("not shared: " + verdict.notShared.joined(separator: "; ")))"
            }
        if verdicts.isEmpty { lines.append("::warning::no session was replayed") }
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
