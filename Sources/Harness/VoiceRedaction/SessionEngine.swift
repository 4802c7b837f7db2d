internal import VoiceEngine
internal import VoiceSession
internal import VoiceTrace

/// Facts about the engine of a session that is redacted.
struct SessionEngine {
    /// Its declaration; nil where this program does not have it.
    let declaration: EngineDeclaration?
    /// Meaning of its events. Its declaration comes first: a manifest that says less hides no less.
    let vocabulary: EventVocabulary
    /// Words of speech that it understands by itself.
    let words: EngineWords
    /// The words for numbers in its language.
    let numbers: NumberWords
    /// Owners of the words that its calls hold.
    let contents: CallContents
    /// The files that engine and recognizer read. Others would only tell more: the scenario holds
    /// what the caller was to say.
    private let fileNames: Set<String>
    /// Knows the files that a program of the user's answers from; nil for other engines.
    private(set) var program: (any RedactableProgram)?

    /// Whether its app is a program that hears sound and no words.
    private(set) var hearsSound = false

    /// Files that hold questions to the world outside, and its answers.
    var answeringFiles: [String] { program?.answeringFiles ?? [] }

    /// The answering files, and the file that holds what a program did.
    var tellingFiles: [String] { program.map { $0.answeringFiles + [$0.actsFile] } ?? [] }

    /// An engine of these parts.
    init(
        _ declaration: EngineDeclaration?, vocabulary: EventVocabulary,
        words: EngineWords = EngineWords(), fileNames: Set<String> = []
    ) {
        self.declaration = declaration
        self.vocabulary = vocabulary
        self.words = words
        self.fileNames = fileNames
        numbers = NumberWords(words.numbers)
        contents = CallContents(declaration)
    }

    /// The engine of `parts` among those of `replayer`.
    init(of parts: SessionParts, among replayer: SessionReplayer) throws {
        let manifest = parts.manifest
        let factory = try replayer.factories.first {
            $0.declaration.kind == manifest.engine.kind
        }?.told(running: nil, describedBy: parts.flowFiles)
        let own = factory?.declaration.vocabulary ?? .core
        let setup = try factory.map { try SessionReplayer.setup(of: parts, $0.declaration) }
        let words = try setup.flatMap { try factory?.words(of: $0) }
        self.init(
            factory?.declaration,
            vocabulary: manifest.vocabulary.map { own.adding($0) } ?? own,
            words: words ?? EngineWords(),
            fileNames: Set(
                replayer.factories.flatMap(\.fileNames) + RecognizerSetup.allFileNames))
        program = factory as? any RedactableProgram
        if let program, let setup { hearsSound = try !program.recognizes(setup) }
    }

    /// Returns the files among `files` that engine and recognizer read.
    func files(among files: [String: [UInt8]]) -> [String: [UInt8]] {
        files.filter { fileNames.contains($0.key) }
    }

    /// Settings that the engine knows.
    var settingNames: Set<String> {
        Set(declaration.map { SessionSettings(engine: $0).names } ?? [])
    }
}
