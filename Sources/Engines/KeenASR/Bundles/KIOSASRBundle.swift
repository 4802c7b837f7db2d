internal import Synchronization
internal import VoiceFiles
public import VoiceRecognition

/// An ASR bundle: everything that a recognizer is made of, in one folder.
///
///     MANIFEST.txt       name, size and SHA-256 of every other file
///     decode.conf        settings of the decoder
///     model.conf         the acoustic model: its folder; name, size and SHA-256 of its files
///     lang/lexicon.txt   words and their phones
///     lang/phones.txt    the phones
///
/// `lang` may be missing where no graph is built. Every file is checked by its digest when the
/// bundle is opened; no link inside it is followed.
public struct KIOSASRBundle: Sendable {
    /// The key of `model.conf` with the SHA-256 of the lexicon that the model's own dictionary
    /// makes.
    static let lexiconKey = "lexicon"

    /// The names of the files of a bundle.
    enum File {
        static let manifest = "MANIFEST.txt"
        static let settings = "decode.conf"
        static let model = "model.conf"
        static let lexicon = "lang/lexicon.txt"
        static let phones = "lang/phones.txt"
        /// The acoustic model of the original's bundles.
        static let foreignModel = "final.mdl"
    }

    /// Absolute path of the folder.
    public let path: String
    /// Last component of ``path``.
    public let name: String
    /// SHA-256 of the manifest, and so of everything that the bundle consists of.
    public let digest: String
    /// Kind of acoustic model that the bundle holds.
    public let recognizerType: KIOSRecognizerType
    /// Settings in `decode.conf`.
    public let settings: KIOSDecodeSettings
    /// The acoustic model and its dictionary.
    public let model: SpeechModel
    private let table: FileTable
    private let language = BundleLanguage()

    /// Whether the bundle has what graphs are built with.
    public var hasLanguage: Bool { table[File.lexicon] != nil && table[File.phones] != nil }

    /// Opens the bundle in the folder at `path` and checks all its files.
    ///
    /// - Throws: ``KIOSBundleError``.
    public init(path given: String) throws(KIOSBundleError) {
        let path = Self.absolute(given)
        guard DiskFile.isFolder(path) else { throw .disk(.missing(path: path)) }
        let name = DiskFile.name(of: path)
        let manifest = try KIOSBundleError.disk { () throws(DiskError) in
            try DiskFile.read(File.manifest, inside: path, limit: FileTable.byteLimit)
        }
        let table = try FileTable(
            parsing: manifest, path: "\(path)/\(File.manifest)", setting: { _, _ in false })
        let type = Self.recognizerType(name: name, files: table.entries.map(\.name))
        guard table[File.model] != nil else {
            throw table[File.foreignModel] == nil
                ? .fileMissing(bundle: path, file: File.model)
                : .modelUnsupported(bundle: path, type: type)
        }
        guard table[File.settings] != nil else {
            throw .fileMissing(bundle: path, file: File.settings)
        }
        try Self.check(table, in: path)
        let settings = try Self.bytes(
            of: File.settings, in: path, table, limit: KIOSDecodeSettings.byteLimit)
        self.settings = try KIOSDecodeSettings(
            parsing: settings, path: "\(path)/\(File.settings)")
        let reference = try Self.bytes(
            of: File.model, in: path, table, limit: FileTable.byteLimit)
        let names = table[File.lexicon].map { (path: "\(path)/\(File.lexicon)", sha: $0.sha256) }
        var model = try Self.model(reference, in: path, lexicon: names)
        model.beamPermille = self.settings.beamPermille
        self.model = model
        digest = Digest.hex(of: manifest)
        recognizerType = type
        self.path = path
        self.name = name
        self.table = table
    }

    /// The phones of `lang/phones.txt`; read once for every copy of this value.
    ///
    /// - Throws: ``KIOSBundleError``.
    public func phones() throws(KIOSBundleError) -> KIOSPhoneSet {
        try language.withParts { (parts) throws(KIOSBundleError) in
            try readPhones(&parts)
        }
    }

    /// The words of `lang/lexicon.txt`; read once for every copy of this value.
    ///
    /// - Throws: ``KIOSBundleError``.
    public func lexicon() throws(KIOSBundleError) -> KIOSLexicon {
        try language.withParts { (parts) throws(KIOSBundleError) in
            if let known = parts.lexicon { return known }
            let phones = try readPhones(&parts)
            let bytes = try Self.bytes(
                of: File.lexicon, in: path, table, limit: KIOSLexicon.byteLimit)
            let lexicon = try KIOSLexicon(
                parsing: bytes, phones: phones, path: "\(path)/\(File.lexicon)")
            parts.lexicon = lexicon
            return lexicon
        }
    }

    private func readPhones(
        _ parts: inout BundleLanguage.Parts
    ) throws(KIOSBundleError) -> KIOSPhoneSet {
        guard hasLanguage else { throw .noLanguage(bundle: path) }
        if let known = parts.phones { return known }
        let bytes = try Self.bytes(
            of: File.phones, in: path, table, limit: KIOSPhoneSet.byteLimit)
        let phones = try KIOSPhoneSet(parsing: bytes, path: "\(path)/\(File.phones)")
        parts.phones = phones
        return phones
    }

    /// The kind of acoustic model in a bundle, by its files and, among the original's, its name.
    static func recognizerType(name: String, files: [String]) -> KIOSRecognizerType {
        if files.contains(File.model) { return .GMM }
        guard files.contains(File.foreignModel) else { return .unknown }
        let name = name.lowercased()
        let kinds: [(String, KIOSRecognizerType)] = [
            ("nnet3chain", .nNet3Chain), ("nnet3", .nNet3), ("nnet", .nNet), ("gmm", .GMM),
        ]
        return kinds.first { name.contains($0.0) }?.1 ?? .unknown
    }

    /// `path` from the root, without a slash at its end.
    private static func absolute(_ path: String) -> String {
        let last = DiskFile.name(of: path)
        if last.isEmpty || last == "." || last == ".." { return DiskFile.realPath(path) }
        let plain = DiskFile.withoutSlashes(path)
        return plain.hasPrefix("/") ? plain : "\(DiskFile.currentFolder)/\(plain)"
    }

    private static func check(_ table: FileTable, in path: String) throws(KIOSBundleError) {
        for (name, expected) in table.entries {
            let found = try KIOSBundleError.disk { () throws(DiskError) in
                try OpenFile(name, inside: path).entry(limit: FileTable.fileLimit)
            }
            guard found == expected else { throw .fileChanged(path: "\(path)/\(name)") }
        }
    }

    /// Reads a file of the bundle, and checks its digest.
    private static func bytes(
        of name: String, in path: String, _ table: FileTable, limit: Int64
    ) throws(KIOSBundleError) -> [UInt8] {
        let bytes = try KIOSBundleError.disk { () throws(DiskError) in
            try DiskFile.read(name, inside: path, limit: limit)
        }
        guard Digest.hex(of: bytes) == table[name]?.sha256 else {
            throw .fileChanged(path: "\(path)/\(name)")
        }
        return bytes
    }

    /// Reads the acoustic model that `model.conf` names, every file checked. Words are said as
    /// `lexicon` says, where that is another one than was made of the model's own dictionary.
    private static func model(
        _ reference: [UInt8], in path: String, lexicon: (path: String, sha: String)?
    ) throws(KIOSBundleError) -> SpeechModel {
        let file = "\(path)/\(File.model)"
        var folder: String?
        var own: String?
        let files = try FileTable(parsing: reference, path: file) { key, value in
            switch key {
            case "folder" where folder == nil && !value.isEmpty: folder = value
            case lexiconKey where own == nil && !value.isEmpty: own = value
            default: return false
            }
            return true
        }
        guard let folder, !files.entries.isEmpty else {
            throw .malformed(
                path: file, line: 1, what: "expected folder=PATH and the model's files")
        }
        let isInside = !folder.hasPrefix("/")
        let root = isInside ? "\(path)/\(folder)" : folder
        for (name, expected) in files.entries {
            let found: FileEntry
            do throws(DiskError) {
                found =
                    try isInside
                    ? OpenFile("\(folder)/\(name)", inside: path).entry(limit: FileTable.fileLimit)
                    : OpenFile(name, inside: root).entry(limit: FileTable.fileLimit)
            } catch {
                if case .missing = error { throw .modelMissing(path: "\(root)/\(name)") }
                throw .disk(error)
            }
            guard found == expected else { throw .modelChanged(path: "\(root)/\(name)") }
        }
        return SpeechModel(folder: root, lexicon: lexicon?.sha == own ? nil : lexicon?.path)
    }
}

/// Contents of a bundle's `lang` folder, shared by all copies of the bundle.
private final class BundleLanguage: Sendable {
    struct Parts: Sendable {
        var phones: KIOSPhoneSet?
        var lexicon: KIOSLexicon?
    }

    private let parts = Mutex(Parts())

    func withParts<Value: Sendable>(
        _ body: (inout Parts) throws(KIOSBundleError) -> Value
    ) throws(KIOSBundleError) -> Value {
        try parts.withLock { (parts) throws(KIOSBundleError) in try body(&parts) }
    }
}
