internal import Synchronization
internal import VoiceFiles
internal import VoiceSystem

/// The files of a pocketsphinx model: acoustics, dictionary, language model.
public struct SpeechModel: Sendable, Equatable {
    /// Folder of the model of the package pocketsphinx-en-us.
    package static let usualFolder = "/usr/share/pocketsphinx/model/en-us"

    /// The model's folder.
    public let folder: String
    /// A file of words and their phones in the place of the model's own dictionary, a line each,
    /// in any case of letters; nil for the model's own.
    public var lexicon: String?
    /// Width with which large graphs are searched, in thousandths of the usual.
    package var beamPermille = 1_000

    /// Names a model: `folder`, else `$VOICETEST_MODEL`, else that of a release with its own data,
    /// else ``usualFolder``.
    package init(folder: String? = nil, lexicon: String? = nil) {
        let named = getenv("VOICETEST_MODEL").map { String(cString: $0) }
        self.folder =
            folder ?? named.flatMap { $0.isEmpty ? nil : $0 }
            ?? ProgramData.path("pocketsphinx/model/en-us") ?? Self.usualFolder
        self.lexicon = lexicon
    }

    /// The last part of the folder's name, as in "en-us".
    public var name: String { String(folder.split(separator: "/").last ?? "") }

    /// Whether every file is there that a grammar needs.
    package var isInstalled: Bool { missingFile(isGeneral: false) == nil }

    /// The folder of the acoustic model.
    package var acoustics: String { "\(folder)/en-us" }
    /// The file of words and their phones.
    package var dictionary: String { lexicon ?? "\(folder)/cmudict-en-us.dict" }
    /// The file of the general language model.
    package var languageModel: String { "\(folder)/en-us.lm.bin" }

    /// The first file that cannot be read of those that a task needs; nil where all can.
    package func missingFile(isGeneral: Bool) -> String? {
        files(isGeneral: isGeneral).first { access($0, R_OK) != 0 }
    }

    /// SHA-256 of the digest of all files' bytes, then of the task's text. Files are read once in a
    /// process.
    package func digest(isGeneral: Bool, text: String?) throws(RecognitionError) -> String {
        let files = files(isGeneral: isGeneral)
        let known = Self.digests.withLock { $0[files] }
        let model: String
        if let known { model = known } else { model = try Self.digest(of: files) }
        Self.digests.withLock { $0[files] = model }
        var hash = Digest()
        hash.update(Array("voicetest recognition 2\n\(model)\ntask \(text ?? "general")".utf8))
        if beamPermille != 1_000 { hash.update(Array("\nbeam \(beamPermille)".utf8)) }
        return hash.hex()
    }

    /// Whether it has what anything is understood with, by a general language model.
    package var hasLanguageModel: Bool { access(languageModel, R_OK) == 0 }

    /// Returns the identity of the recognizer with this model where engines say what is listened
    /// for.
    ///
    /// - Throws: ``RecognitionError/modelMissing(path:)``.
    public func identity() throws(RecognitionError) -> RecognizerIdentity {
        RecognizerIdentity(
            kind: "pocketsphinx", model: name,
            digest: try digest(isGeneral: hasLanguageModel, text: nil))
    }

    private static let digests = Mutex<[[String]: String]>([:])

    private static func digest(of files: [String]) throws(RecognitionError) -> String {
        var hash = Digest()
        for path in files {
            guard let file = fopen(path, "rb") else { throw .modelMissing(path: path) }
            defer { fclose(file) }
            var block = [UInt8](repeating: 0, count: 1 << 20)
            while true {
                let count = fread(&block, 1, block.count, file)
                if count == 0 { break }
                block[..<count].withUnsafeBytes { hash.update($0) }
            }
        }
        return hash.hex()
    }

    /// Everything that an answer may depend on, in a fixed order.
    private func files(isGeneral: Bool) -> [String] {
        let names = [
            "feat.params", "mdef", "means", "variances", "transition_matrices", "sendump",
            "noisedict",
        ]
        let needed = names.map { "\(acoustics)/\($0)" } + [dictionary]
        return needed + (isGeneral ? [languageModel] : [])
    }
}
