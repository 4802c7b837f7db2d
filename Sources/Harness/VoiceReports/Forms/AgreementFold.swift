package import VoiceDiff
internal import VoiceTrace

/// The sessions that agree, told in one line for each stage that they were replayed from.
package struct AgreementFold: Sendable, Equatable {
    /// Word for one session: `session` or `scenario`.
    package var unit: String
    /// Form of a single session's line; its width limits every other line too.
    package var report: TerminalReport

    /// Columns of a line where the report does not say.
    private static let width = 100
    /// Names that a line has at most.
    private static let nameLimit = 100

    /// A fold of sessions, or of what `unit` names.
    package init(unit: String = "session", report: TerminalReport = TerminalReport()) {
        self.unit = unit
        self.report = report
    }

    /// Lines that each end in a newline, as in `3 scenarios agree: barge-in, happy, silent`.
    ///
    /// A session that agrees alone keeps the line of ``TerminalReport``, as does one that is not
    /// the same session as its partner. Verdicts that do not agree are left out.
    package func text(_ verdicts: [Verdict]) -> String {
        let agreeing = verdicts.filter { $0.outcome == .agrees }
        let (plain, marked) = (
            agreeing.filter(\.notShared.isEmpty), agreeing.filter { !$0.notShared.isEmpty }
        )
        var text = marked.map(report.text).joined()
        let starts: [ReplayStart?] = [nil] + ReplayStart.allCases
        for start in starts {
            let group = plain.filter { $0.start == start }
            switch group.count {
            case 0: break
            case 1: text += report.text(group[0])
            default: text += line(group, from: start) + "\n"
            }
        }
        return text
    }

    private func line(_ group: [Verdict], from start: ReplayStart?) -> String {
        let width = min(Self.width, report.columns ?? Self.width)
        let from = start.map { ", replayed from \($0.rawValue)" } ?? ""
        let head = "\(TerminalReport.count(group.count, unit)) agree\(from): "
        var names: [String] = []
        var length = head.count
        let repeated = Self.repeatedNames(in: group)
        for verdict in group.prefix(Self.nameLimit) {
            let own = Self.name(of: verdict)
            let name = repeated.contains(own) ? Self.placedName(of: verdict) : own
            let more = " and \(group.count - names.count) more"
            guard names.isEmpty || length + name.count + 2 + more.count <= width else { break }
            names.append(name)
            length += name.count + 2
        }
        let more = group.count - names.count
        let line = head + names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        return PrintableText.withoutCommand(line)
    }

    /// The names that several sessions have.
    private static func repeatedNames(in group: [Verdict]) -> Set<String> {
        let counts = Dictionary(group.map { (name(of: $0), 1) }, uniquingKeysWith: +)
        return Set(counts.filter { $0.value > 1 }.keys)
    }

    /// The name of the session's folder without its ending.
    private static func name(of verdict: Verdict) -> String {
        withoutEnding(PrintableText.part(verdict.name))
    }

    /// The name with the folder that the session stands in, as in `digits/happy`.
    private static func placedName(of verdict: Verdict) -> String {
        let parts = verdict.path.split(separator: "/").suffix(2).joined(separator: "/")
        return withoutEnding(PrintableText.part(parts))
    }

    static func withoutEnding(_ name: String) -> String {
        let ending = SessionFolder.suffix
        return name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
    }
}
