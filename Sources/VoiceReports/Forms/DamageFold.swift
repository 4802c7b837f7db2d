public import VoiceDiff

/// The sessions that cannot be used, those with the same reason told together: a broken flow stops
/// all of its scenarios, and is told once.
public struct DamageFold: Sendable, Equatable {
    /// What one session is called: `session` or `scenario`.
    public var unit: String
    /// How the text is written: its colours and its width.
    public var report: TerminalReport

    /// Names that are listed for one reason at most.
    private static let nameLimit = 20

    /// A fold of sessions, or of what `unit` names.
    public init(unit: String = "session", report: TerminalReport = TerminalReport()) {
        self.unit = unit
        self.report = report
    }

    /// Lines that each end in a newline: for each reason which sessions have it, then the reason.
    ///
    /// A session that has its reason alone keeps the form of ``TerminalReport``. Verdicts that are
    /// not damaged are left out.
    public func text(_ verdicts: [Verdict]) -> String {
        var order: [String] = []
        var members: [String: [Verdict]] = [:]
        for verdict in verdicts {
            guard case .damaged(let reason) = verdict.outcome else { continue }
            if members[reason] == nil { order.append(reason) }
            members[reason, default: []].append(verdict)
        }
        return order.map { reason in text(members[reason] ?? [], reason) }.joined()
    }

    private func text(_ group: [Verdict], _ reason: String) -> String {
        guard group.count > 1 else { return group.map(report.text).joined() }
        let names = group.prefix(Self.nameLimit).map { PrintableText.part($0.path) }
        let more = group.count - names.count
        let list = names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        return report.damage(
            "\(TerminalReport.count(group.count, unit)) ", reason: reason, names: list)
    }
}
