package import VoiceDiff
internal import VoiceJSON

/// The sessions of a run that do not agree, as a person reads them in a terminal: each cause once,
/// below it the sessions that have it.
///
/// Every line ends in a newline. Text from traces is shown without its control characters.
package struct CauseText: Sendable, Equatable {
    /// Word for one session: `session` or `scenario`.
    package var unit: String
    /// Form of the text: its colours and its width.
    package var report: TerminalReport
    /// Whether every session is told with all of its differences, and every cause.
    package var isVerbose: Bool

    /// Causes, sessions of one cause, and names of one reason, that are told at most.
    static let (causeLimit, sessionLimit, nameLimit) = (6, 8, 20)

    /// A text on sessions, or on what `unit` names.
    package init(
        unit: String = "session", report: TerminalReport = TerminalReport(),
        isVerbose: Bool = false
    ) {
        self.unit = unit
        self.report = report
        self.isVerbose = isVerbose
    }

    /// One session that does not agree.
    private struct Told {
        let verdict: SessionResult
        /// The whole of it, and the part that is shown without ``isVerbose``.
        let whole: String
        let brief: String
    }

    /// The text on those of `verdicts` that do not agree.
    package func text(_ verdicts: [Verdict]) -> String {
        text(
            verdicts.filter { $0.outcome != .agrees }.map { verdict in
                Told(
                    verdict: SessionResult(verdict), whole: report.text(verdict),
                    brief: report.brief.text(verdict))
            })
    }

    /// The same of verdicts as a result folder keeps them, without colours.
    package func text(_ verdicts: [SessionResult]) -> String {
        text(
            verdicts.filter { $0.outcome != .agrees }.map { verdict in
                Told(
                    verdict: verdict, whole: report.folded(verdict.text),
                    brief: report.folded(verdict.brief))
            })
    }

    private func text(_ told: [Told]) -> String {
        let groups = CauseGroups(told.map(\.verdict)).groups
        let shown = isVerbose ? groups[...] : groups.prefix(Self.causeLimit)
        var text = shown.map { group in
            self.text(group, group.places.map { told[$0] })
        }.joined()
        let rest = groups.dropFirst(shown.count)
        if !rest.isEmpty {
            let sessions = rest.reduce(0) { $0 + $1.places.count }
            text +=
                "\(TerminalReport.count(rest.count, "more cause")) in"
                + " \(TerminalReport.count(sessions, unit)). Pass --verbose to see all.\n"
        }
        return text
    }

    private func text(_ group: CauseGroups.Group, _ told: [Told]) -> String {
        if group.cause.kind == .damage { return damage(group, told) }
        guard told.count > 1 else { return told.map { isVerbose ? $0.whole : $0.brief }.joined() }
        let isNew = told.allSatisfy(\.verdict.isNew)
        var lines = [
            report.styled(TerminalReport.count(told.count, unit), .bold) + " "
                + report.styled(isNew ? "are new" : "differ", .red)
        ]
        lines += report.firstCause(group.title)
        if let proof = told.map(\.verdict).proof { lines += report.paragraph(proof) }
        let others = Self.others(told)
        if !others.isEmpty {
            lines.append("  changed as well: " + others.joined(separator: "; "))
        }
        var text = written(lines)
        if isVerbose { return text + told.map(\.whole).joined() }
        let listed = told.prefix(
            told.count == Self.sessionLimit + 1 ? told.count : Self.sessionLimit)
        text += written(Self.lines(listed.map(\.verdict)))
        let more = told.count - listed.count
        return more > 0 ? text + "  and \(more) more\n" : text
    }

    /// A line for each sentence, with the sessions that it is true of.
    private static func lines(_ verdicts: [SessionResult]) -> [String] {
        var lines: [(names: [String], sentence: String)] = []
        for verdict in verdicts {
            let name = PrintableText.part(
                AgreementFold.withoutEnding(verdict.path.withoutFolderMark))
            let sentence = verdict.brevity.map { ": " + PrintableText.part($0) } ?? ""
            if let place = lines.firstIndex(where: { $0.sentence == sentence }), !sentence.isEmpty {
                lines[place].names.append(name)
            } else {
                lines.append(([name], sentence))
            }
        }
        return lines.map { "  " + $0.names.joined(separator: ", ") + $0.sentence }
    }

    private func written(_ lines: [String]) -> String {
        report.folded(lines.map { PrintableText.withoutCommand($0) + "\n" }.joined())
    }

    /// Further changes that some of the sessions have besides their first cause, but for those that
    /// the proof tells.
    private static func others(_ told: [Told]) -> [String] {
        var others: [(text: String, names: [String])] = []
        for told in told {
            for cause in told.verdict.causes.dropFirst() where !cause.isProven {
                let text = PrintableText.part(cause.description)
                let name = AgreementFold.withoutEnding(PrintableText.part(told.verdict.name))
                if let place = others.firstIndex(where: { $0.text == text }) {
                    others[place].names.append(name)
                } else {
                    others.append((text, [name]))
                }
            }
        }
        let texts = others.prefix(otherLimit).map { text, names in
            if names.count == told.count { return text }
            return names.count == 1
                ? "\(text) (in \(names[0]))" : "\(text) (in \(names.count) of \(told.count))"
        }
        let more = others.count - texts.count
        return texts + (more > 0 ? ["\(more) more"] : [])
    }

    /// Further changes that are named.
    private static let otherLimit = 2

    /// Sessions that cannot be used for one reason: a broken flow stops all of its scenarios.
    private func damage(_ group: CauseGroups.Group, _ told: [Told]) -> String {
        guard told.count > 1 else { return told.map(\.whole).joined() }
        let list = told.map { PrintableText.part($0.verdict.path) }.listed(upTo: Self.nameLimit)
        return report.damage(
            "\(TerminalReport.count(told.count, unit)) ", reason: group.cause.what, names: list)
    }
}

extension String {
    /// The path without `./` before it.
    fileprivate var withoutFolderMark: String { hasPrefix("./") ? String(dropFirst(2)) : self }
}
