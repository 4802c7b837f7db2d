internal import VoiceTrace

/// One change of a file that a run was made from: a flow, a prompt list, a list of phrases.
public struct SourceChange: Sendable, Equatable {
    /// The file, as the user names it.
    public let file: String
    /// The line in the file as it is now, from 1; nil where the file has no lines.
    public let line: Int?
    /// The way to the value, as in `Ask.rules.first`; empty for a line or the whole file.
    public let key: String
    /// What changed, without file and line: `Ask.rules.first "Yes" -> "No"`.
    public let what: String
    /// Names in the change by which it can be connected with an event: identifiers and texts.
    public private(set) var names: Set<String>

    /// A change of a whole file, said in words; `names` connect it with events.
    public init(file: String, what: String, names: Set<String> = []) {
        self.init(file: file, line: nil, key: "", what: what, names: names)
    }

    /// A change of the value that `key` leads to; `what` begins with the key.
    public init(file: String, line: Int?, key: String, what: String, names: Set<String>) {
        self.file = file
        self.line = line
        self.key = key
        self.what = what
        self.names = names
    }

    /// The change, connected with events by more names, such as the digests of sounds it changed.
    public func connected(with more: Set<String>) -> SourceChange {
        var change = self
        change.names.formUnion(more)
        return change
    }

    /// File, line and change: `flow.json:12: Ask.rules.first "Yes" -> "No"`; the change alone where
    /// no file has it.
    public var description: String {
        file.isEmpty ? what : "\(file):\(line.map { "\($0):" } ?? "") \(what)"
    }

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
    ) -> [SourceChange] {
        guard before != now else { return [] }
        guard let before else { return [SourceChange(file: file, what: "the file is new")] }
        guard let now else { return [SourceChange(file: file, what: "the file is gone")] }
        let old = try? JSONReader.value(of: before, dialect: .lenient)
        let new = try? JSONReader.document(of: now, dialect: .lenient)
        guard let old, let new else { return lines(before, now, file) }
        return DocumentDiff.changes(from: old, to: new.root).map { change in
            SourceChange(
                file: file, line: new.place(of: change.place).line, key: change.path,
                what: change.description, names: names(of: change))
        }
    }

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
    private static func lines(_ before: [UInt8], _ now: [UInt8], _ file: String) -> [SourceChange] {
        let (old, new) = (lines(of: before), lines(of: now))
        guard old.count <= lineLimit, new.count <= lineLimit else {
            return [SourceChange(file: file, what: "the file is another one")]
        }
        let difference = new.difference(from: old)
        var gone: [Int: Line] = [:]
        for case .remove(let offset, let line, _) in difference.removals { gone[offset] = line }
        var changes: [SourceChange] = []
        for case .insert(let offset, let line, _) in difference.insertions {
            // A line that was changed is one that went where another came.
            let old = gone.removeValue(forKey: offset)
            let what = old.map { "\"\($0.text)\" -> \"\(line.text)\"" } ?? "\"\(line.text)\" is new"
            changes.append(
                SourceChange(
                    file: file, line: line.number, key: "", what: what,
                    names: [line.text, old?.text ?? line.text]))
        }
        for (_, line) in gone.sorted(by: { $0.key < $1.key }) {
            changes.append(
                SourceChange(
                    file: file, line: nil, key: "", what: "\"\(line.text)\" is gone",
                    names: [line.text]))
        }
        return changes
    }

    /// Texts of more lines than this are not compared line by line.
    private static let lineLimit = 20_000

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

extension [SourceChange] {
    /// The changes, those first that are connected with where `diff` begins: a change of the module
    /// or prompt that the first difference is about, then of one in the same module, then the rest.
    /// Equals stay in their order.
    public func ordered(for diff: TraceDiff) -> [SourceChange] {
        guard let first = FirstCause.earliest(diff.differences) else { return self }
        let event = first.event
        var near = Set(event.fields.members.compactMap { $0.value.string })
        for field in first.fields {
            if let text = field.expected?.string { near.insert(text) }
            if let text = field.found?.string { near.insert(text) }
        }
        let own = Set(
            [FieldRole.from, .scope, .item].compactMap { diff.vocabulary.text($0, of: event) })
        func rank(_ change: SourceChange) -> Int {
            let start = change.key.split { ".[".contains($0) }.first.map(String.init) ?? ""
            if own.contains(start) { return 0 }
            return change.names.isDisjoint(with: near) ? 2 : 1
        }
        return indices.sorted { (rank(self[$0]), $0) < (rank(self[$1]), $1) }.map { self[$0] }
    }

    /// As the first cause tells them: the first three by file and line, the rest counted.
    public func sentences(for diff: TraceDiff) -> [String] {
        let told = ordered(for: diff)
        var sentences = told.prefix(3).map(\.description)
        if told.count > 3 {
            let more = told.count - 3
            sentences.append("\(more) more \(more == 1 ? "change" : "changes") of the files")
        }
        return sentences
    }
}
