internal import VoiceJSON

extension Cause {
    /// Compares two states of a file of JSON or of lines.
    ///
    /// - Parameters:
    ///   - before: the file that the golden was made from; nil where it had none.
    ///   - now: the file as it is; nil where it is gone.
    ///   - file: its name, as the user knows it.
    /// - Returns: what is not the same; nothing where only white space, comments or the order of
    ///   keys changed.
    public static func changes(
        before: [UInt8]?, now: [UInt8]?, file: String
    ) -> [Cause] {
        guard before != now else { return [] }
        guard let before else { return [Cause(.file, file: file, what: "the file is new")] }
        guard let now else { return [Cause(.file, file: file, what: "the file is gone")] }
        let old = try? JSONReader.value(of: before, dialect: .lenient)
        let new = try? JSONReader.document(of: now, dialect: .lenient)
        guard let old, let new else { return lines(before, now, file) }
        let changes = DocumentDiff.changes(from: old, to: new.root)
        let told = changes.prefix(changeLimit).map { change in
            Cause(
                .file, file: file, line: new.place(of: change.place).line, key: change.path,
                what: change.description, names: names(of: change))
        }
        let more = changes.count - told.count
        return told
            + (more > 0 ? [Cause(.file, file: file, what: "\(more) more values changed")] : [])
    }

    /// Changes of one document that are told one by one: finding the line of each takes time.
    private static let changeLimit = 200

    /// A line of a text that says something: its number from 1, without comment and outer blanks.
    private struct Line: Hashable {
        let number: Int
        let text: String

        static func == (left: Self, right: Self) -> Bool { left.text == right.text }
        func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    /// The lines of a text, without those that are blank or a comment from `#` on.
    private static func lines(of bytes: [UInt8]) -> [Line] {
        String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated().compactMap { index, line in
                let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
                return words.isEmpty
                    ? nil : Line(number: index + 1, text: words.joined(separator: " "))
            }
    }

    /// Lines that only one of two texts has.
    private static func lines(_ before: [UInt8], _ now: [UInt8], _ file: String) -> [Cause] {
        let (old, new) = (lines(of: before), lines(of: now))
        let same = zip(old, new).prefix { $0 == $1 }.count
        let (gone, came) = (old.count - same, new.count - same)
        guard old.count <= lineLimit, new.count <= lineLimit, gone * came <= pairLimit else {
            return [Cause(.file, file: file, what: "the file is another one")]
        }
        let difference = new.difference(from: old)
        var removed: [Int: Line] = [:]
        for case .remove(let offset, let line, _) in difference.removals { removed[offset] = line }
        var changes: [Cause] = []
        for case .insert(let offset, let line, _) in difference.insertions {
            // A line that was changed is one that went where another came.
            let old = removed.removeValue(forKey: offset)
            let what = old.map { "\"\($0.text)\" -> \"\(line.text)\"" } ?? "\"\(line.text)\" is new"
            changes.append(
                Cause(
                    .file, file: file, line: line.number, what: what,
                    names: [line.text, old?.text ?? line.text]))
        }
        for (_, line) in removed.sorted(by: { $0.key < $1.key }) {
            changes.append(
                Cause(
                    .file, file: file, what: "\"\(line.text)\" is gone", names: [line.text]))
        }
        return changes
    }

    /// Texts of more lines than this are not compared line by line.
    private static let lineLimit = 20_000
    /// Pairs of lines behind the first change that are compared at most: two texts of 5,000 lines.
    private static let pairLimit = 25_000_000

    /// The identifiers on the way to a change, and the short texts of both its values.
    private static func names(of change: DocumentDiff.Change) -> Set<String> {
        var names = Set(
            change.path.split { ".[]".contains($0) }.map(String.init))
        for value in [change.expected, change.found].compactMap({ $0 }) {
            collect(value, into: &names)
        }
        return names
    }

    private static func collect(_ value: JSONValue, into names: inout Set<String>) {
        guard names.count < nameLimit else { return }
        if let text = value.string { names.insert(text) }
        for element in value.array ?? [] { collect(element, into: &names) }
        for member in value.object?.members ?? [] { collect(member.value, into: &names) }
    }

    private static let nameLimit = 1_000
}
