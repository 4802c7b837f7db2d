internal import VoiceFiles
internal import VoiceSystem

extension KIOSASRBundle {
    /// The acoustic model's files, and its dictionary.
    private static let modelFiles =
        [
            "feat.params", "mdef", "means", "variances", "transition_matrices", "sendump",
            "noisedict",
        ].map { "en-us/\($0)" } + [dictionary]
    private static let dictionary = "cmudict-en-us.dict"
    /// Folder of a copied model in the bundle.
    private static let copyFolder = "model"

    /// Makes a bundle of a pocketsphinx model, as the package pocketsphinx-en-us has it.
    ///
    /// The bundle stands under its name only when it is complete.
    /// - Parameters:
    ///   - path: The bundle's folder, which must not exist.
    ///   - model: The model's folder, with `en-us/mdef` and `cmudict-en-us.dict` in it.
    ///   - copiesModel: Whether the model is copied, about 10 MB, so that the bundle stands for
    ///     itself; else it names the model's folder, and both must stay as they are.
    ///   - replacing: Whether a bundle of this name is replaced.
    /// - Returns: The bundle, opened.
    /// - Throws: ``KIOSBundleError``; nothing is left behind then.
    public static func make(
        at path: String, model: String, copiesModel: Bool = false, replacing: Bool = false
    ) throws(KIOSBundleError) -> KIOSASRBundle {
        if DiskFile.exists(path) {
            guard replacing else { throw .disk(.exists(path: path)) }
            guard !DiskFile.isLink(path), DiskFile.exists("\(path)/\(File.manifest)") else {
                throw .notABundle(path: path)
            }
        }
        let unfinished = "\(path).\(getpid()).partial"
        UnfinishedFiles.register(tree: unfinished)
        defer { UnfinishedFiles.forget(unfinished) }
        do throws(KIOSBundleError) {
            try write(into: unfinished, model: model, copiesModel: copiesModel)
            _ = try KIOSASRBundle(path: unfinished)
            try KIOSBundleError.disk { () throws(DiskError) in
                try DiskFile.exchange(unfinished, with: path)
                try DiskFile.remove(unfinished)
            }
        } catch {
            try? DiskFile.remove(unfinished)
            throw error
        }
        return try KIOSASRBundle(path: path)
    }

    private static func write(
        into folder: String, model: String, copiesModel: Bool
    ) throws(KIOSBundleError) {
        let root = DiskFile.realPath(model)
        var files: [(name: String, bytes: [UInt8])] = []
        var reference = FileTable()
        var own = ""
        for name in modelFiles {
            let bytes = try modelBytes(name, in: root)
            reference.append(
                name, FileEntry(sha256: Digest.hex(of: bytes), size: Int64(bytes.count)))
            if copiesModel { files.append(("\(copyFolder)/\(name)", bytes)) }
            if name == dictionary {
                let lexicon = try LexiconText(dictionary: bytes, path: "\(root)/\(name)")
                files.append((File.lexicon, lexicon.text))
                own = "\(lexiconKey)=\(Digest.hex(of: lexicon.text))\n"
                files.append((File.phones, lexicon.phones))
            }
        }
        let head = "# The acoustic model: its folder, then name, size and SHA-256 of its files.\n"
        let place = "folder=\(copiesModel ? copyFolder : root)\n"
        files.append((File.model, Array((head + place + own + reference.text).utf8)))
        files.append((File.settings, Array(KIOSDecodeSettings().text.utf8)))
        var table = FileTable()
        for file in files.sorted(by: { $0.name < $1.name }) {
            table.append(
                file.name,
                FileEntry(sha256: Digest.hex(of: file.bytes), size: Int64(file.bytes.count)))
        }
        files.append((File.manifest, Array(table.text.utf8)))
        try KIOSBundleError.disk { () throws(DiskError) in
            for file in files { try DiskFile.write(file.bytes, to: "\(folder)/\(file.name)") }
        }
    }

    private static func modelBytes(
        _ name: String, in folder: String
    ) throws(KIOSBundleError) -> [UInt8] {
        do throws(DiskError) {
            return try DiskFile.read(name, inside: folder, limit: 64 << 20)
        } catch {
            if case .missing = error { throw .modelMissing(path: "\(folder)/\(name)") }
            throw .disk(error)
        }
    }
}

/// A dictionary of pocketsphinx in the form of a bundle's lexicon.
///
/// Words in upper case, by their bytes; `read(2)` is a second line of READ.
private struct LexiconText {
    /// `lang/lexicon.txt`.
    let text: [UInt8]
    /// `lang/phones.txt`: the phones in use, then silence and spoken noise.
    let phones: [UInt8]

    init(dictionary: [UInt8], path: String) throws(KIOSBundleError) {
        var lines: [(word: [UInt8], rest: ArraySlice<UInt8>)] = []
        var names: Set<ArraySlice<UInt8>> = []
        let all = dictionary.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (index, line) in all.enumerated() {
            let parts = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            if parts.isEmpty { continue }
            let word = parts[0].prefix { $0 != UInt8(ascii: "(") }
            let phoneCounts = 1...KIOSLexicon.phoneLimit
            guard (1...KIOSLexicon.wordLimit).contains(word.count),
                phoneCounts.contains(parts.count - 1),
                parts.dropFirst().allSatisfy({ KIOSPhoneSet.isName($0) })
            else {
                throw .malformed(
                    path: path, line: index + 1,
                    what: "expected a word and its phones, as in cold K OW L D")
            }
            let upper = word.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
            for phone in parts.dropFirst() { names.insert(phone) }
            lines.append((upper, Array(parts.dropFirst().joined(separator: [0x20]))[...]))
            guard names.count <= KIOSPhoneSet.limit, lines.count <= KIOSLexicon.lineLimit else {
                throw .tooLarge(path: path, what: "it has too many words or phones")
            }
        }
        lines.sort { $0.word.lexicographicallyPrecedes($1.word) }
        var text: [UInt8] = []
        text.reserveCapacity(dictionary.count)
        for line in lines {
            text += line.word
            text.append(0x20)
            text += line.rest
            text.append(0x0A)
        }
        self.text = text
        let known = names.map { String(decoding: $0, as: UTF8.self) }.sorted()
        phones = Array((known + ["SIL", "SPN"]).map { "\($0)\n" }.joined().utf8)
    }
}
