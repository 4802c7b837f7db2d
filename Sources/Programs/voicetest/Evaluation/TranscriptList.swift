import VoiceFiles
import VoiceJSON
import VoiceReports

/// List of transcripts of sound files: TSV, or JSON as a corpus' manifest has it.
///
/// TSV: a line is FILE, a tab and the words; a third column, `yes` or `no`, says whether the words
/// are listened for. Blank lines and lines that begin with `#` are left out. JSON: `{"files":
/// [{"file", "transcript", "inGrammar"?, "labels"?}]}`, other keys are left alone; a transcript of
/// null says that the file is not for evaluating. Files are named relative to the list's folder.
struct TranscriptList: Sendable {
    /// Statement about one file.
    struct Entry: Sendable, Equatable {
        /// The file, relative to the list's folder.
        let file: String
        /// The words; nil where the file is not for evaluating.
        let transcript: String?
        /// Whether the words are listened for; nil where the task decides.
        var isInGrammar: Bool?
        /// The label file, relative to the list's folder.
        var labels: String?
    }

    /// Most entries of a list.
    static let limit = 100_000
    /// The size of a list at most, in bytes.
    static let byteLimit: Int64 = 64 << 20
    /// The names under which a list is found in a folder.
    static let usualNames = ["transcripts.tsv", "transcripts.json"]

    /// The entries in their order, each file once.
    let entries: [Entry]

    /// Reads the list at `path`.
    ///
    /// - Throws: `CommandError` where it is none, ``DiskError`` where it cannot be read.
    init(path: String) throws {
        try self.init(bytes: try DiskFile.read(path, limit: Self.byteLimit), path: path)
    }

    /// Reads a list's bytes; `path` names it in errors, and its ending says what it is.
    init(bytes: [UInt8], path: String) throws {
        entries =
            path.hasSuffix(".json")
            ? try Self.json(bytes, path) : try Self.lines(bytes, path)
        guard entries.count <= Self.limit else {
            throw Self.refusal(path, "\(entries.count) files, the limit is \(Self.limit)")
        }
        var seen: Set<String> = []
        for entry in entries {
            let isOutside =
                entry.file.hasPrefix("/")
                || entry.file.split(separator: "/").contains { $0 == ".." }
            if isOutside || entry.file.isEmpty {
                throw Self.refusal(path, "'\(entry.file)' names no file inside of its folder")
            }
            if !seen.insert(entry.file).inserted {
                throw Self.refusal(path, "'\(entry.file)' stands in it twice")
            }
        }
    }

    private static func lines(_ bytes: [UInt8], _ path: String) throws -> [Entry] {
        var entries: [Entry] = []
        let lines = String(textFile: bytes).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let isBlank = line.allSatisfy(\.isWhitespace)
            if isBlank || line.hasPrefix("#") { continue }
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count == 2 || cells.count == 3 else {
                throw refusal(path, "line \(index + 1) is not FILE, tab, words")
            }
            var entry = Entry(file: plain(cells[0]), transcript: String(cells[1]))
            if cells.count == 3 {
                switch cells[2].lowercased() {
                case "yes": entry.isInGrammar = true
                case "no": entry.isInGrammar = false
                default: throw refusal(path, "line \(index + 1) ends in neither yes nor no")
                }
            }
            entries.append(entry)
        }
        return entries
    }

    private static func json(_ bytes: [UInt8], _ path: String) throws -> [Entry] {
        let root: JSONValue
        do {
            root = try JSONReader.value(of: bytes, dialect: .lenient)
        } catch { throw refusal(path, "not JSON: \(error)") }
        guard let files = root.object?["files"]?.array else {
            throw refusal(path, "it has no list \"files\"")
        }
        return try files.enumerated().map { index, file in
            let place = "\"files\"[\(index)]"
            guard let object = file.object, let name = object["file"]?.string else {
                throw refusal(path, "\(place) names no \"file\"")
            }
            let transcript = object["transcript"]
            guard transcript == .null || transcript?.string != nil else {
                throw refusal(path, "\(place) has no \"transcript\": a text, or null")
            }
            var entry = Entry(file: plain(name), transcript: transcript?.string)
            if let value = object["inGrammar"] {
                guard let flag = ScalarText.flag(value) else {
                    throw refusal(path, "\(place): \"inGrammar\" is neither true nor false")
                }
                entry.isInGrammar = flag
            }
            entry.labels = object["labels"]?.string
            return entry
        }
    }

    /// A name without steps that lead nowhere.
    private static func plain(_ name: some StringProtocol) -> String {
        let steps = name.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        return name.hasPrefix("/") ? "/\(steps)" : steps
    }

    private static func refusal(_ path: String, _ why: String) -> CommandError {
        CommandError(
            .badData,
            "\(path): no usable list of transcripts: \(why). Correct it; voicetest evaluate --help"
                + " has its form.")
    }
}
