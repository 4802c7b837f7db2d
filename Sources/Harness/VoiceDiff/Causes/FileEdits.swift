internal import VoiceJSON

/// The edits between two states of a file, each of which can be made without the others.
///
/// A document of JSON is edited value by value, a text of lines line by line, code by stretches of
/// lines. Any other file, and one with more edits than ``limit``, is edited as a whole.
package struct FileEdits: Sendable {
    /// Edits of one file that are told apart at most.
    package static let limit = 200

    /// Changes in the order of the file.
    package let causes: [Cause]
    private let before: [UInt8]?
    private let now: [UInt8]?
    private let parts: Parts

    private enum Parts: Sendable {
        case values(JSONValue, JSONValue)
        case lines(LineEdits)
        case whole
    }

    /// Compares the file that a golden was made from with the file as it is; nil where there is
    /// none. `file` is its name, as the user knows it.
    package init(before: [UInt8]?, now: [UInt8]?, file: String) {
        (self.before, self.now) = (before, now)
        func whole(_ what: String) -> [Cause] { [Cause(.file, file: file, what: what)] }
        guard before != now else { (causes, parts) = ([], .whole); return }
        guard let before else { (causes, parts) = (whole("the file is new"), .whole); return }
        guard let now else { (causes, parts) = (whole("the file is gone"), .whole); return }
        if let old = try? JSONReader.value(of: before, dialect: .lenient),
            let new = try? JSONReader.document(of: now, dialect: .lenient)
        {
            causes = Self.causes(DocumentDiff.changes(from: old, to: new.root), new, file)
            parts = causes.count > Self.limit ? .whole : .values(old, new.root)
        } else if let lines = LineEdits(before, now, isCode: false) {
            causes = lines.edits.map { $0.cause(in: file) }
            parts = causes.count > Self.limit ? .whole : .lines(lines)
        } else {
            (causes, parts) = (whole("the file is another one"), .whole)
        }
    }

    /// Compares two states of a file of an app's code; `file` is its path below the app's folder.
    package init(codeBefore before: [UInt8]?, now: [UInt8]?, file: String) {
        (self.before, self.now) = (before, now)
        if let before, let now, let lines = LineEdits(before, now, isCode: true),
            lines.edits.count <= Self.limit
        {
            (causes, parts) = (lines.edits.map { $0.cause(in: file) }, .lines(lines))
        } else {
            let what = before == nil ? "is new" : now == nil ? "is gone" : "is another one"
            var cause = Cause(.file, file: file, what: "the file \(what)")
            cause.appName = .path
            causes = before == now ? [] : [cause]
            parts = .whole
        }
    }

    /// Number of edits that can be made apart.
    package var count: Int {
        if case .whole = parts { return causes.isEmpty ? 0 : 1 }
        return causes.count
    }

    /// Returns the changes of the edit at `place`.
    package func causes(of place: Int) -> [Cause] {
        if case .whole = parts { return causes }
        return [causes[place]]
    }

    /// The file with the edits at the places in `made` and without the others; nil for no file.
    package func bytes(with made: Set<Int>) -> [UInt8]? {
        guard made.count < count else { return now }
        guard !made.isEmpty else { return before }
        switch parts {
        case .whole: return before
        case .values(let old, let new):
            return JSONWriter.prettyBytes(DocumentDiff.merge(old, new, isMade: made.contains))
        case .lines(let lines): return lines.text(with: made)
        }
    }

    private static func causes(
        _ changes: [DocumentDiff.Change], _ document: JSONDocument, _ file: String
    ) -> [Cause] {
        let told = changes.prefix(limit).map { change in
            Cause(
                .file, file: file, line: document.place(of: change.place).line, key: change.path,
                what: change.description, names: names(of: change))
        }
        let more = changes.count - told.count
        return told
            + (more > 0 ? [Cause(.file, file: file, what: "\(more) more values changed")] : [])
    }

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
