package import VoiceDiff
internal import VoiceTime
internal import VoiceTrace

/// A verdict as a person reads it in a terminal: what changed, where and why, in ten seconds.
///
/// Shape: a headline; the first cause; what else two sessions do not share; where a recorded caller
/// no longer fits; a table with a row for every group of differences; how many rows were left out.
/// Every line ends in a newline. Text from traces is shown without its control characters, so that
/// no recording can drive the terminal.
package struct TerminalReport: Sendable, Equatable {
    /// Whether ANSI colours are used.
    package var isColored: Bool
    /// Rows of the table that are shown at most, at least 1.
    package var rowLimit: Int
    /// The columns that tables and lines fit into, at least 20; nil leaves them as they are.
    package var columns: Int?
    /// Whether differences that only follow, events that come at another time, are one line.
    package var foldsTimes = false

    /// Rows of a brief table.
    private static let briefRows = 5

    /// The same report with what a person needs to decide: few rows, and later times in one line.
    var brief: TerminalReport {
        var brief = self
        brief.rowLimit = min(rowLimit, Self.briefRows)
        brief.foldsTimes = true
        return brief
    }

    /// A report of at most `rowLimit` rows.
    package init(isColored: Bool = false, rowLimit: Int = 20, columns: Int? = nil) {
        precondition(rowLimit > 0, "a report shows at least one row")
        self.isColored = isColored
        self.rowLimit = rowLimit
        self.columns = columns.map { max(20, $0) }
    }

    /// The report on `verdict`.
    package func text(_ verdict: Verdict) -> String {
        if case .damaged(let reason) = verdict.outcome {
            // A reason often begins with the path.
            let rest = Self.without(verdict.path, reason)
            let name = Self.printable(rest == reason ? verdict.name : verdict.path)
            return damage(styled(name, .bold) + " ", reason: rest)
        }
        var lines = [headline(verdict)]
        if let cause = verdict.firstCause { lines += firstCause(cause.sentence) }
        if let proof = verdict.proof { lines += paragraph(proof.text) }
        if foldsTimes, let effect = verdict.effect {
            lines.append("  " + Self.printable(effect.sentence))
        }
        lines += faults(verdict)
        lines += notShared(verdict)
        // The first is told by the first cause.
        lines += verdict.callerTiming.dropFirst(verdict.firstCause == nil ? 0 : 1).map {
            "  recorded caller: " + PrintableText.part($0)
        }
        if let diff = verdict.diff, !diff.groups.isEmpty {
            lines.append("")
            lines += table(diff, onset: verdict.firstCause?.difference)
        }
        return folded(lines.map { PrintableText.withoutCommand($0) + "\n" }.joined())
    }

    /// Says that `subject` cannot be used, for what reason, and where several are meant which ones:
    /// a reason of several lines stands below, and keeps its lines.
    func damage(_ subject: String, reason: String, names: String? = nil) -> String {
        let lines = reason.split(separator: "\n").map { Self.printable(String($0)) }
        let head = subject + styled("cannot be used", .red) + ":"
        let isShort = lines.count == 1 && names == nil
        let text =
            (isShort ? [head + " " + lines[0]] : [head + (names.map { " " + $0 } ?? "")])
            + (isShort ? [] : lines.map { "  " + $0 })
        return folded(text.map { PrintableText.withoutCommand($0) + "\n" }.joined())
    }

    /// A first cause behind its label, in lines.
    func firstCause(_ text: String) -> [String] { paragraph(text, behind: "first cause: ") }

    /// A text below the head of a session, behind a label.
    func paragraph(_ text: String, behind label: String = "") -> [String] {
        let label = "  \(label)"
        let wrapped = Self.wrapped(
            Self.printable(text), indent: label.count,
            width: min(Self.width, columns ?? Self.width))
        return [styled(label, .bold) + wrapped[0]] + wrapped.dropFirst()
    }

    /// A reason without the path before it, which is told already.
    private static func without(_ path: String, _ reason: String) -> String {
        let start = "\(path): "
        guard reason.hasPrefix(start), !reason.contains("\n") else { return reason }
        return String(reason.dropFirst(start.count))
    }

    /// A line for each fault of turn-taking: where it is in the trace and in time.
    private func faults(_ verdict: Verdict) -> [String] {
        guard let rate = verdict.diff?.sampleRate else { return [] }
        let more = verdict.faults.count - rowLimit
        return verdict.faults.prefix(rowLimit).map { fault in
            let times = [fault.frames.lowerBound, fault.frames.upperBound].map(rate.text)
            let module = fault.module.map {
                " in \(verdict.diff?.vocabulary.scopeWord ?? "") \($0)"
            }
            return PrintableText.part(
                "  \(TracePlace.text(of: verdict.path, line: fault.line)): \(fault.rule),"
                    + " \(times[0]) to \(times[1])\(module ?? "")")
        } + (more > 0 ? ["  … \(more) more"] : [])
    }

    /// A line for each thing that the sessions do not share and the first cause does not tell.
    private func notShared(_ verdict: Verdict) -> [String] {
        let sentence = verdict.firstCause?.sentence ?? ""
        let told = verdict.notShared.filter { !sentence.contains($0) }
        let more = told.count - rowLimit
        return told.prefix(rowLimit).map { "  not shared: " + PrintableText.part($0) }
            + (more > 0 ? ["  not shared: \(more) more"] : [])
    }

    /// `text` with every line that is wider than ``columns`` broken at its spaces.
    package func folded(_ text: String) -> String {
        guard let columns else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { LineFold(columns: columns).text($0) }.joined(separator: "\n")
    }

    /// Says that the session at `path` agrees, and over how many events.
    func agreement(_ path: String, from start: ReplayStart?, events: Int?) -> String {
        let told = events.map { ": \(Self.count($0, "event"))" } ?? ""
        let from = start.map { ", replayed from \($0.rawValue)" } ?? ""
        let name = styled(Self.printable(path), .bold)
        return "\(name) \(styled("agrees", .green))\(from)\(told)"
    }

    private func headline(_ verdict: Verdict) -> String {
        // The path: sessions of several flows may share a name.
        let name = styled(Self.printable(verdict.path), .bold)
        let from = verdict.start.map { ", replayed from \($0.rawValue)" } ?? ""
        switch verdict.outcome {
        case .agrees:
            return agreement(
                verdict.path, from: verdict.start, events: verdict.diff?.counts.golden)
        case .damaged: return name
        case .differs where verdict.isNew:
            let events = verdict.diff.map { ": \(Self.count($0.counts.actual, "event"))" } ?? ""
            return "\(name) \(styled("is new", .red))\(events)"
        case .differs:
            let differs = styled("differs", .red)
            return "\(name) \(differs)\(from): " + (verdict.diff.map { Self.summary($0) } ?? "")
        }
    }

    private static func summary(_ diff: TraceDiff) -> String {
        let kinds: [Difference.Kind] = [.missing, .extra, .moved, .retimed, .changed]
        var parts = kinds.compactMap { kind in
            diff.counts[kind] > 0 ? "\(diff.counts[kind]) \(kind.rawValue)" : nil
        }
        if parts.isEmpty { parts = ["no event changed"] }
        if diff.goldenIsEdited { parts.append("golden trace edited by hand") }
        let events = "\(diff.counts.golden) events expected, \(diff.counts.actual) found"
        return parts.joined(separator: ", ") + " (\(events))"
    }

    private func table(_ diff: TraceDiff, onset: Difference?) -> [String] {
        var table = TextTable(
            head: [
                "time ms", diff.vocabulary.scopeWord, "what", "event", "field", "expected", "found",
                "",
            ],
            rightAligned: [0])
        let causes = diff.groups.filter { !$0.isEcho }
        let isLate = onset?.kind == .retimed
        let followers =
            foldsTimes
            ? causes.filter { $0.kind == .retimed && !(isLate && $0.first == onset) } : []
        let groups = causes.filter { !followers.contains($0) }
        let rows = Self.shown(groups, of: diff, limit: rowLimit).map { group in
            GroupRow(group: group, diff: diff).cells.map(Self.printable)
        }
        for row in rows { table.add(row) }
        var lines: [String]
        if let columns, !table.keepsWords(columns: columns - 2) {
            lines = rows.flatMap { Self.block($0) }
        } else {
            lines = table.lines(columns: columns.map { $0 - 2 }).map { "  " + $0 }
            lines[0] = styled(lines[0], .dim)
        }
        if groups.count > rowLimit { lines.append("  … \(groups.count - rowLimit) more") }
        if let line = Self.times(followers, rate: diff.sampleRate) { lines.append(line) }
        let echoes = diff.groups.count - causes.count
        if echoes > 0, !foldsTimes {
            let fields = Self.count(echoes, "piece")
            let follow = echoes == 1 ? "follows" : "follow"
            lines.append(
                styled("  left out: \(fields) of evidence that \(follow) from these", .dim))
        }
        let (golden, actual) = (diff.counts.goldenLeftOut, diff.counts.actualLeftOut)
        if golden + actual > 0 {
            lines.append(
                "  not compared one by one, because the traces have too little in common:"
                    + " \(Self.count(golden, "event")) expected, \(actual) found")
        }
        return lines
    }

    /// Events that only come at another time, in one line; nil without any.
    private static func times(_ groups: [DifferenceGroup], rate: SampleRate) -> String? {
        let shifts = groups.compactMap(\.shifts)
        guard let least = shifts.map(\.lowerBound).min(),
            let most = shifts.map(\.upperBound).max()
        else { return nil }
        let events = count(groups.reduce(0) { $0 + $1.count }, "event")
        func text(_ frames: Frame) -> String {
            FieldUnit.time(abs(frames), rate: rate) + (frames < 0 ? " earlier" : " later")
        }
        let range = least == most ? text(least) : "\(text(least)) to \(text(most))"
        return "  \(events) \(events.hasPrefix("1 ") ? "comes" : "come") \(range)"
    }

    /// A row of the table as lines of their own, for a terminal in which the table's words do not
    /// fit: time, module, what and event, then the field's values, then the remark.
    private static func block(_ row: [String]) -> [String] {
        let first = ["\(row[0]) ms"] + row[1...3].filter { !$0.isEmpty }
        let (field, expected, found) = (row[4], row[5], row[6])
        let isEmpty = expected.isEmpty && found.isEmpty || field.isEmpty
        let values =
            isEmpty
            ? nil
            : "\(field): \(expected.isEmpty ? "nothing" : expected) → "
                + (found.isEmpty ? "nothing" : found)
        let below = [values, row[7]].compactMap { $0 }.filter { !$0.isEmpty }
        return ["  " + first.joined(separator: "  ")] + below.map { "      " + $0 }
    }

    /// The first `limit` groups, in their order; what is unlike all before it goes before more of
    /// the same.
    private static func shown(
        _ groups: [DifferenceGroup], of diff: TraceDiff, limit: Int
    ) -> [DifferenceGroup] {
        guard groups.count > limit else { return groups }
        var makes: Set<String> = []
        var news: [Int] = []
        var repeats: [Int] = []
        for (index, group) in groups.enumerated() {
            let make = [
                group.kind.rawValue, group.first.module ?? "",
                diff.vocabulary.label(of: group.first.event), group.field?.name ?? "",
            ]
            if makes.insert(make.joined(separator: "\n")).inserted {
                news.append(index)
            } else {
                repeats.append(index)
            }
        }
        return (news + repeats).prefix(limit).sorted().map { groups[$0] }
    }

    /// Columns of the first cause's lines at most.
    private static let width = 100

    /// `text` in lines of at most `width` columns, all but the first indented.
    private static func wrapped(_ text: String, indent: Int, width: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? word : " " + word
        }
        lines.append(line)
        return lines.enumerated().map { $0.offset == 0 ? $0.element : margin + $0.element }
    }

    static func count(_ number: Int, _ word: String) -> String {
        number == 1 ? "1 \(word)" : "\(number) \(word)s"
    }

    /// `text` with a mark in the place of every control character.
    static func printable(_ text: String) -> String { PrintableText.part(text) }

    enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
    }

    func styled(_ text: String, _ style: Style) -> String {
        isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}
