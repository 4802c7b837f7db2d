internal import VoiceFiles
internal import VoiceLanguage

/// Files with their sizes and digests, one a line: `NAME SIZE SHA256`.
///
/// Names are relative, contain no blanks and stand there once each; sizes are in bytes.
struct FileTable: Sendable, Equatable {
    /// Largest number of files: with more, or a longer table, it is no bundle.
    static let entryLimit = 1_000
    static let byteLimit: Int64 = 1 << 20
    /// The largest file that a table may name, in bytes.
    static let fileLimit: Int64 = 1 << 30

    private(set) var entries: [(name: String, entry: FileEntry)] = []

    init() {}

    /// Reads lines that are not blank and do not start with `#`; `path` names the file in errors.
    ///
    /// `setting` is told of every line `key=value` before the first file.
    init(
        parsing bytes: [UInt8], path: String, setting: (_ key: String, _ value: String) -> Bool
    ) throws(KIOSBundleError) {
        var names: Set<String> = []
        for (number, line) in TextLines(bytes).numbered {
            func fault(_ what: String) -> KIOSBundleError {
                .malformed(path: path, line: number, what: what)
            }
            if entries.isEmpty, let (key, value) = line.setting {
                guard setting(key, value) else { throw fault("the setting \(key) is unknown") }
                continue
            }
            let parts = line.split(separator: " ").map(String.init)
            guard parts.count == 3, let size = Int64(parts[1]), size >= 0, Digest.isHex(parts[2])
            else { throw fault("expected a name, a size in bytes and a SHA-256 digest") }
            guard size <= Self.fileLimit else { throw fault("\(size) bytes are too many") }
            guard names.insert(parts[0]).inserted else { throw fault("\(parts[0]) stands twice") }
            guard entries.count < Self.entryLimit else {
                throw .tooLarge(path: path, what: "it names more than \(Self.entryLimit) files")
            }
            entries.append((parts[0], FileEntry(sha256: parts[2], size: size)))
        }
    }

    /// Returns what the table says about `name`; nil where it does not name it.
    subscript(name: String) -> FileEntry? { entries.first { $0.name == name }?.entry }

    mutating func append(_ name: String, _ entry: FileEntry) { entries.append((name, entry)) }

    /// The table as its lines.
    var text: String {
        entries.map { "\($0.name) \($0.entry.size) \($0.entry.sha256)\n" }.joined()
    }

    static func == (left: Self, right: Self) -> Bool { left.text == right.text }
}

/// The lines of a small text file that mean something.
struct TextLines {
    /// Lines without blanks at their ends, comments and blank lines left out; numbers from 1.
    let numbered: [(number: Int, text: Substring)]

    init(_ bytes: [UInt8]) {
        let text = String(textFile: bytes)
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        numbered = lines.enumerated().compactMap { index, line in
            let trimmed = line.trimmed
            return trimmed.isEmpty || trimmed.hasPrefix("#") ? nil : (index + 1, trimmed)
        }
    }
}

extension Substring {
    /// Key and value, blanks at their ends left out; nil where there is no `=`.
    var setting: (key: String, value: String)? {
        guard let sign = firstIndex(of: "=") else { return nil }
        return (String(self[..<sign].trimmed), String(self[index(after: sign)...].trimmed))
    }
}
