internal import Synchronization
internal import VoiceAcoustics
internal import VoiceFiles
internal import VoiceHypothesis

extension SpeechModel {
    /// The beam of large graphs, in nepers.
    var beam: Float { TokenSearch.beamNepers * Float(beamPermille) / 1_000 }

    /// The acoustics, once every file that a task needs was read and checked: pocketsphinx ends the
    /// process at some damaged files, and reads past the end of others.
    ///
    /// A file is checked once in a process, unless it changes.
    /// - Throws: ``RecognitionError/modelMissing(path:)`` or
    ///   ``RecognitionError/modelRefused(path:reason:)``.
    func checkedAcoustics(isGeneral: Bool) throws(RecognitionError) -> AcousticModel {
        do throws(AcousticModelError) {
            let acoustics = try AcousticModels.model(in: self.acoustics)
            let phones = acoustics.phones
            if lexicon == nil {
                try Self.once(dictionary) { (path) throws(AcousticModelError) in
                    try ModelText.checkDictionary(path: path, phones: phones)
                }
            }
            guard isGeneral else { return acoustics }
            for name in Self.unknownFiles where DiskFile.exists("\(self.acoustics)/\(name)") {
                throw .damaged(
                    path: "\(self.acoustics)/\(name)", what: "models with one are not taken")
            }
            try Self.once("\(self.acoustics)/noisedict") { (path) throws(AcousticModelError) in
                try ModelText.checkFillers(path: path, phones: phones)
            }
            try Self.once(languageModel) { (path) throws(AcousticModelError) in
                try LanguageModelFile.check(path: path)
            }
            return acoustics
        } catch {
            switch error {
            case .unreadable(let path): throw .modelMissing(path: path)
            case .damaged(let path, let what):
                throw .modelRefused(path: folder, reason: "\(path): \(what).")
            }
        }
    }

    /// Files that pocketsphinx takes where they are there, and that are not checked here.
    private static let unknownFiles = ["feature_transform", "senmgau"]

    private static let checked = Mutex<Set<FileVersion>>([])

    /// Runs `check` of the file at `path`, unless it was found right before.
    private static func once(
        _ path: String, _ check: (String) throws(AcousticModelError) -> Void
    ) throws(AcousticModelError) {
        guard let version = DiskFile.version(of: path) else { throw .unreadable(path: path) }
        guard !checked.withLock({ $0.contains(version) }) else { return }
        try check(path)
        checked.withLock { _ = $0.insert(version) }
    }
}
