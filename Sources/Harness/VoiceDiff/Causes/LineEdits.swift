/// The edits between two texts, line by line.
///
/// In a list of lines, outer white space, blank lines and comments from `#` on are no edits, and
/// each line is an edit. In code every line counts, and lines that follow each other are one edit.
struct LineEdits: Sendable {
    /// Lines that went, and lines that came in their place.
    struct Edit: Sendable {
        /// The lines as they are now, from 0; empty where lines are gone.
        fileprivate let place: Range<Int>
        /// The lines as they were and as they are, in bytes.
        fileprivate let before: [[UInt8]]
        fileprivate let now: [[UInt8]]
        /// Whether the text is code.
        fileprivate let isCode: Bool

        /// The edit as a cause, in words.
        func cause(in file: String) -> Cause {
            let (old, new) = (before.map(shown), now.map(shown))
            let what =
                switch (old.isEmpty, new.isEmpty) {
                case (false, false): change(old, new)
                case (true, _): "\(Self.text(new)) is new"
                default: "\(Self.text(old)) is gone"
                }
            let hasLine = isCode || !new.isEmpty
            var cause = Cause(
                .file, file: file, line: hasLine ? place.lowerBound + 1 : nil, what: what,
                names: Set(new + (old.isEmpty ? new : old)))
            cause.appName = isCode ? .path : nil
            if isCode {
                cause.lines = place.lowerBound + 1..<max(place.upperBound, place.lowerBound + 1) + 1
            }
            return cause
        }

        private func change(_ old: [String], _ new: [String]) -> String {
            if isCode, old.count == 1, new.count == 1, let change = TextChange.text(old[0], new[0])
            {
                return change
            }
            return "\(Self.text(old)) -> \(Self.text(new))"
        }

        private func shown(_ bytes: [UInt8]) -> String {
            let line = String(decoding: bytes, as: UTF8.self)
            return isCode ? LineEdits.trimmed(line) : LineEdits.words(of: line)
        }

        /// Lines of one side that are shown, and characters of each in code.
        private static let (lineLimit, lengthLimit) = (2, 60)

        private static func text(_ lines: [String]) -> String {
            let more = lines.count - lineLimit
            let shown = lines.prefix(lineLimit).map { line in
                line.count <= lengthLimit ? line : line.prefix(lengthLimit) + "…"
            }
            return "\"\(shown.joined(separator: " / "))\""
                + (more > 0 ? " and \(more) more line\(more == 1 ? "" : "s")" : "")
        }
    }

    /// The edits, in the order of the text as it is now.
    let edits: [Edit]
    private let lines: [[UInt8]]

    /// Compares two texts; nil where they have too little in common to be compared.
    init?(_ before: [UInt8], _ now: [UInt8], isCode: Bool) {
        let (old, new) = (Listed(before, isCode), Listed(now, isCode))
        let same = zip(old.words, new.words).prefix { $0 == $1 }.count
        let (gone, came) = (old.words.count - same, new.words.count - same)
        guard max(old.words.count, new.words.count) <= Self.lineLimit,
            gone * came <= Self.pairLimit
        else { return nil }
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in new.words.difference(from: old.words) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var edits: [Edit] = []
        var (left, right) = (0, 0)
        while left < old.words.count || right < new.words.count {
            let (start, first) = (left, right)
            while removed.contains(left) { left += 1 }
            while inserted.contains(right) { right += 1 }
            let (gone, came) = (start..<left, first..<right)
            let length = max(gone.count, came.count)
            // Code changes by whole stretches: a part of one seldom runs.
            let size = isCode ? max(1, length) : 1
            for offset in stride(from: 0, to: length, by: size) {
                let before = gone.dropFirst(offset).prefix(size)
                let now = came.dropFirst(offset).prefix(size)
                let lower = now.first.map { new.numbers[$0] } ?? new.number(of: right)
                edits.append(
                    Edit(
                        place: lower..<(now.last.map { new.numbers[$0] + 1 } ?? lower),
                        before: before.map { old.lines[old.numbers[$0]] },
                        now: now.map { new.lines[new.numbers[$0]] }, isCode: isCode))
            }
            (left, right) = (left + 1, right + 1)
        }
        self.edits = edits
        lines = new.lines
    }

    /// The text as it is now, without the edits whose places are not in `made`.
    func text(with made: Set<Int>) -> [UInt8] {
        var result: [[UInt8]] = []
        var next = 0
        for (index, edit) in edits.enumerated() where !made.contains(index) {
            result += lines[next..<max(next, edit.place.lowerBound)] + edit.before
            next = max(next, edit.place.upperBound)
        }
        return Array((result + lines[next...]).joined(separator: [UInt8(ascii: "\n")]))
    }

    /// Texts of more lines than this are not compared line by line.
    private static let lineLimit = 20_000
    /// Pairs of lines behind the first change that are compared at most: two texts of 5,000 lines.
    private static let pairLimit = 25_000_000

    private enum Key: Hashable {
        case bytes([UInt8])
        case text(String)
    }

    /// A text, and those of its lines that say something.
    private struct Listed {
        let lines: [[UInt8]]
        /// The lines that count, as they are compared: in code every byte counts.
        let words: [Key]
        /// Their numbers, from 0.
        let numbers: [Int]

        init(_ bytes: [UInt8], _ isCode: Bool) {
            lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .map(Array.init)
            let all = lines.map { line in
                isCode
                    ? Key.bytes(line)
                    : .text(LineEdits.words(of: String(decoding: line, as: UTF8.self)))
            }
            numbers = all.indices.filter { isCode || all[$0] != .text("") }
            words = numbers.map { all[$0] }
        }

        /// The number of the line at a place among those that count; that behind the last.
        func number(of place: Int) -> Int { place < numbers.count ? numbers[place] : lines.count }
    }

    /// Returns the words of a list's line, without comment and outer white space.
    private static func words(of line: String) -> String {
        line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func trimmed(_ line: String) -> String {
        line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
