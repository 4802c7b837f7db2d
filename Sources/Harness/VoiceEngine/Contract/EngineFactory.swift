public import VoiceHypothesis
public import VoiceJSON
public import VoiceTrace

/// Makes engines of one kind, and knows their files.
public protocol EngineFactory: Sendable {
    /// Declaration of the engines.
    var declaration: EngineDeclaration { get }

    /// The names of the files an engine reads, in the session's `flow` folder.
    var fileNames: [String] { get }

    /// Paths of sound files that come with the engine, by the names that its requests call them; a
    /// file of that name in a media folder comes before them.
    var sounds: [String: String] { get }

    /// Whether anything in `setup` recognises speech.
    func recognizes(_ setup: EngineSetup) throws -> Bool

    /// Whether the engine of `setup` is told the caller's keys, which are else tones in the
    /// microphone.
    func takesKeys(_ setup: EngineSetup) throws -> Bool

    /// An engine from `setup`, ready to run.
    ///
    /// - Throws: a readable error with place when a file of the set-up is not usable.
    func make(_ setup: EngineSetup) throws -> any EngineUnderTest

    /// The graph of scopes, and of the ways between them, that the engine's files describe; nil for
    /// files that describe none. `name` is the name of the graph, and `file` gives the name of each
    /// file in errors.
    ///
    /// - Throws: a readable error when there is nothing that can be read.
    func graph(
        of files: [String: [UInt8]], name: String, named file: (String) -> String
    ) throws -> FlowGraph?

    /// Errors and warnings about the files. `file` gives the name of each file in messages; a file
    /// that is missing is no error. With nil `surroundings`, findings that do not keep the engine
    /// from running are left out, such as parts that nothing leads to.
    ///
    /// - Throws: a readable error when a file is not even JSON.
    func findings(
        in files: [String: [UInt8]], named file: (String) -> String,
        surroundings: EngineSurroundings?
    ) throws -> [Finding]

    /// Returns the name among ``fileNames`` of a document that stands in a file called `name`; nil
    /// for none.
    func fileName(of document: JSONValue, called name: String) -> String?

    /// Sentence on documents that are neither files of the engine nor scenarios.
    var documents: String { get }

    /// Errors and warnings about a document that is none of the engine's files, but one that an app
    /// gives the engine otherwise; nil where it is no such document.
    ///
    /// - Throws: a readable error when it cannot be read.
    func findings(inOther document: JSONValue, _ bytes: [UInt8], file: String) throws -> [Finding]?

    /// Finds names in a scenario that the engine's files do not have, beside the findings of
    /// reading it; the rules of `others`, each a scenario's object, act too, and `hasClip` says
    /// whether a sound file of the caller's is found.
    ///
    /// - Throws: a readable error when a file is not even JSON.
    func findings(
        inScenario bytes: [UInt8], file: String, of files: [String: [UInt8]],
        beside others: [JSONObject], hasClip: ((String) -> Bool)?
    ) throws -> [Finding]

    /// Finds what the files wait for and no caller can say: `task`, which stands in `taskFile`, is
    /// what the recognizer listens for.
    ///
    /// - Throws: a readable error when a file is not even JSON.
    func findings(
        inRulesOf files: [String: [UInt8]], named file: (String) -> String,
        against task: RecognitionTask, taskFile: String
    ) throws -> [Finding]

    /// Returns the tasks that the files name for listening jobs, beside the recognizer's own task.
    ///
    /// - Throws: a readable error when a file cannot be used.
    func tasks(of setup: EngineSetup) throws -> [RecognitionTask]

    /// Returns the words of speech that the engine understands by itself.
    ///
    /// - Throws: a readable error when a file cannot be used.
    func words(of setup: EngineSetup) throws -> EngineWords

    /// The call that gives the engine a value before it runs; nil for an engine that takes none.
    func firstValue(_ name: String, _ value: JSONValue) -> EngineCall?

    /// The files that a project names by keys of their own where it names no engine, the one that
    /// leads from scope to scope first; empty for an engine that has no such keys.
    var projectFiles: [ProjectFile] { get }

    /// The error for a run of files that have these errors; nil where the engine has none of its
    /// own.
    func refusal(of errors: [Finding]) -> (any Error)?

    /// Drafter of scenarios for the engine's files; nil where there is none.
    var drafter: (any ScenarioDrafting)? { get }
}

/// A file of an engine that a project may name by a key of its own.
public struct ProjectFile: Sendable, Equatable {
    /// The key in the project's file.
    public let key: String
    /// The name that the engine gives the file.
    public let name: String
    /// Names under which the file is found in the project's folder, the most usual first.
    package let usualNames: [String]
    /// Whether the engine does not run without it.
    package let isRequired: Bool

    /// A file with its key and its names.
    package init(key: String, name: String, usualNames: [String], isRequired: Bool) {
        self.key = key
        self.name = name
        self.usualNames = usualNames
        self.isRequired = isRequired
    }
}

extension EngineFactory {
    /// False: keys are tones.
    public func takesKeys(_ setup: EngineSetup) throws -> Bool { false }

    /// Returns no sounds.
    public var sounds: [String: String] { [:] }

    /// Nil: an engine has no graph unless it makes one.
    public func graph(
        of files: [String: [UInt8]], name: String, named file: (String) -> String
    ) throws -> FlowGraph? { nil }

    /// Returns no findings.
    public func findings(
        in files: [String: [UInt8]], named file: (String) -> String,
        surroundings: EngineSurroundings?
    ) throws -> [Finding] { [] }

    /// The name under which a session keeps the document: `name` itself.
    public func fileName(of document: JSONValue, called name: String) -> String? {
        fileNames.contains(name) ? name : nil
    }

    /// Says that a document is no file of one of the names and no scenario.
    public var documents: String {
        let names = fileNames.isEmpty ? "" : " (\(fileNames.joined(separator: ", ")))"
        return "Not a file of the engine \(declaration.kind)\(names) and not a scenario. Rename it,"
            + " or name it with --file NAME=PATH."
    }

    /// Returns nil: no other document is one of the app's.
    public func findings(
        inOther document: JSONValue, _ bytes: [UInt8], file: String
    ) throws -> [Finding]? { nil }

    /// Returns no findings.
    public func findings(
        inScenario bytes: [UInt8], file: String, of files: [String: [UInt8]],
        beside others: [JSONObject], hasClip: ((String) -> Bool)?
    ) throws -> [Finding] { [] }

    /// Returns no findings.
    public func findings(
        inRulesOf files: [String: [UInt8]], named file: (String) -> String,
        against task: RecognitionTask, taskFile: String
    ) throws -> [Finding] { [] }

    /// Returns no tasks: the recognizer is not told beforehand what is listened for.
    public func tasks(of setup: EngineSetup) throws -> [RecognitionTask] { [] }

    /// No words: the engine decides by the words of its files and calls only.
    public func words(of setup: EngineSetup) throws -> EngineWords { EngineWords() }

    /// None: a project names the engine and its files.
    public var projectFiles: [ProjectFile] { [] }

    /// Nil: the project tells the errors.
    public func refusal(of errors: [Finding]) -> (any Error)? { nil }

    /// Nil: nothing drafts scenarios.
    public var drafter: (any ScenarioDrafting)? { nil }

    /// The call that the declaration names.
    public func firstValue(_ name: String, _ value: JSONValue) -> EngineCall? {
        let declaration = declaration
        guard !declaration.fieldCall.isEmpty else { return nil }
        return EngineCall(
            facade: declaration.kind, name: declaration.fieldCall,
            arguments: ["name": .string(name), "value": value])
    }
}

extension JSONObject {
    /// The rules of the app where this is a scenario's object.
    package var rules: [JSONObject] { self["app"]?.array?.compactMap(\.object) ?? [] }
}

/// Facts around an engine's files that are known when they are checked.
public struct EngineSurroundings: Sendable {
    /// Names of values that an app, an option or a scenario sets.
    public var values: Set<String>
    /// Texts that an option or a scenario gives to values, by their names.
    package var texts: [String: Set<String>] = [:]
    /// The language folder in force.
    public var language = "en-US"
    /// Whether an audio or text file of that name is found; nil where no media folder is known.
    public var hasMedia: (@Sendable (String) -> Bool)?
    /// Text of the text file of that name; nil where it is not found or is no text.
    public var text: (@Sendable (String) -> String?)?
    /// Length of the whole sound of a prompt, in milliseconds; nil where there is no sound, and
    /// where none can be made.
    package var soundMilliseconds: (@Sendable (PromptRequest) -> Int64?)?

    /// Surroundings; by default nothing is known.
    public init(values: Set<String> = [], hasMedia: (@Sendable (String) -> Bool)? = nil) {
        self.values = values
        self.hasMedia = hasMedia
    }
}
