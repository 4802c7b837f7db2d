internal import VoiceDiff
internal import VoiceJSON

/// Verdicts as workflow commands of GitHub Actions, which shows them beside the files.
///
/// An error for each cause, at the line that was changed, or at the golden trace where no file is
/// known to have changed; then one for each budget that is not kept, at the worst turn, and one for
/// each further fault of turn-taking at its line of the trace;
/// at most ``limit`` errors, and a notice with how many more there are:
/// GitHub shows no more than ten a step. A run that agrees is one notice. Source: GitHub Docs,
/// "Workflow commands for GitHub Actions".
package struct GitHubReport: VerdictForm {
    /// Errors at most.
    package static let limit = 10

    /// Sessions that the message of a cause names.
    private static let nameLimit = 10

    /// The commands, a line each; a self-test that failed comes first, then why the run is not
    /// complete.
    package func bytes(of run: RunSummary) -> [UInt8] {
        Array(Self.lines(run).map { $0 + "\n" }.joined().utf8)
    }

    private static func lines(_ run: RunSummary) -> [String] {
        let (verdicts, paths) = (run.sessions, run.paths)
        var lines = (run.selfTest?.warning).map { ["::error title=self-test::\(data($0))"] } ?? []
        if let warning = run.ending?.unplacedWarning {
            lines.append("::error title=run::\(data(warning))")
        }
        let groups = CauseGroups(verdicts).groups
        let shown = groups.prefix(limit - lines.count)
        lines += shown.map { error($0, $0.places.map { verdicts[$0] }, paths) }
        let told = Set(groups.map(\.cause.identity))
        lines += further(verdicts, besides: told, paths).prefix(max(0, limit - lines.count))
        lines += run.faults.compactMap { budget($0, paths) }.prefix(max(0, limit - lines.count))
        lines += verdicts.flatMap { faults(of: $0, paths) }.prefix(max(0, limit - lines.count))
        if groups.count > shown.count {
            lines.append("::notice::\(groups.count - shown.count) more causes make sessions fail")
        }
        let agreeing = verdicts.filter { $0.outcome == .agrees }
        lines += agreeing.filter { !$0.notShared.isEmpty }.prefix(limit).map { verdict in
            "::notice file=\(property(paths.path(verdict.file))),title="
                + property("\(verdict.name) agrees, but inputs, settings or files differ")
                + "::\(data("not shared: " + verdict.notShared.joined(separator: "; ")))"
        }
        let later = StageCount(verdicts.map(\.start)).later
        if verdicts.isEmpty {
            // A run that may be empty, as of what failed last, is complete without a session.
            let command = run.ending?.exit == .agrees ? "notice" : "warning"
            lines.append("::\(command)::no session was replayed")
        } else if lines.isEmpty {
            let agree = agreeing.count == 1 ? "agrees" : "agree"
            let count = TerminalReport.count(agreeing.count, "session")
            lines.append("::notice::\(count) \(agree)" + (later.map { ": \($0)" } ?? ""))
        } else if let later {
            lines.append("::notice::\(later)")
        }
        return lines
    }

    /// A budget that is not kept, at the worst turn's line of the trace; nil for another fault.
    private static func budget(_ fault: RunFault, _ paths: RepositoryPaths) -> String? {
        guard let worst = fault.turns.first else { return nil }
        let file = property(paths.path(TracePlace.file(of: worst.path)))
        let title = property("budget \(worst.fault.rule)")
        let others = fault.turns.dropFirst().map {
            "\(paths.path(TracePlace.file(of: $0.path))):\($0.fault.line)"
        }
        let also =
            others.isEmpty ? "" : " Over it, too: \(Array(others).listed(upTo: nameLimit))."
        return "::error file=\(file),line=\(worst.fault.line),title=\(title)"
            + "::\(data(worst.text + also))"
    }

    private static func error(
        _ group: CauseGroups.Group, _ verdicts: [SessionResult], _ paths: RepositoryPaths
    ) -> String {
        let first = verdicts[0]
        let isOne = verdicts.count == 1
        let verb = group.cause.kind == .damage ? "cannot be used" : isOne ? "differs" : "differ"
        let title = (isOne ? first.name : "\(verdicts.count) sessions") + " \(verb)"
        let list = verdicts.map { verdict in
            paths.path(verdict.outcome == .damaged ? verdict.path : verdict.tracePlace)
        }.listed(upTo: nameLimit)
        let isTold = group.cause.kind == .damage ? !isOne : group.cause.file != nil || !isOne
        let message =
            (isOne
                ? first.message
                : ([Sentence.closed(group.title)] + [verdicts.proof].compactMap { $0 })
                    .joined(separator: " "))
            + (isTold ? " In: \(list)" : "") + (isOne ? "" : faults(of: verdicts))
        let file = paths.path(group.cause.file ?? first.file)
        let line = group.cause.file == nil ? first.line : group.cause.line
        let place = "file=\(property(file))" + (line.map { ",line=\($0)" } ?? "")
        return "::error \(place),title=\(property(title))::\(data(message))"
    }

    /// Edits that are proven to make a difference behind the first of a session, each once.
    private static func further(
        _ verdicts: [SessionResult], besides told: Set<String>, _ paths: RepositoryPaths
    ) -> [String] {
        var told = told
        return verdicts.flatMap { verdict in
            verdict.furtherProven.filter { told.insert($0.identity).inserted }.map { cause in
                "::error file=\(property(paths.path(cause.file ?? "")))"
                    + (cause.line.map { ",line=\($0)" } ?? "")
                    + ",title=\(property("\(verdict.name) differs by this, too"))"
                    + "::\(data(Sentence.closed(cause.what)))"
            }
        }
    }

    /// Faults of turn-taking that are not the cause of their session, each at its line.
    private static func faults(
        of verdict: SessionResult, _ paths: RepositoryPaths
    ) -> [String] {
        verdict.findings.dropFirst().filter(\.isFault).map { finding in
            "::error file=\(property(paths.path(verdict.file))),line=\(finding.line ?? 1),title="
                + property("\(verdict.name): \(finding.event)") + "::\(data(finding.text))"
        }
    }

    /// Sessions of one cause whose own faults are told.
    private static let faultLimit = 3

    /// Describes the failures of some sessions of a cause beside it, such as expectations that
    /// failed.
    private static func faults(of verdicts: [SessionResult]) -> String {
        let faulty = verdicts.compactMap { verdict in
            verdict.furtherFlags.first.map { Sentence.closed(" \(verdict.name): \($0)") }
        }
        let more = faulty.count - faultLimit
        return faulty.prefix(faultLimit).joined() + (more > 0 ? " \(more) more." : "")
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

extension SessionResult {
    /// Failures of the run beyond its cause: expectations that failed, lines never played.
    fileprivate var furtherFlags: [String] {
        isNew ? [] : flags.filter { $0 != causes.first?.what }
    }
}
