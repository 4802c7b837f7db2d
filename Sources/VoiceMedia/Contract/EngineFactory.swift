public import VoiceTrace

/// Makes engines of one kind, and knows their files.
public protocol EngineFactory: Sendable {
    /// What the engines are.
    var declaration: EngineDeclaration { get }

    /// The names of the files an engine reads, in the session's `flow` folder.
    var fileNames: [String] { get }

    /// Whether anything in `setup` recognises speech.
    func recognizes(_ setup: EngineSetup) throws -> Bool

    /// An engine from `setup`, ready to run.
    ///
    /// - Throws: a readable error with place when a file of the set-up is not usable.
    func make(_ setup: EngineSetup) throws -> any EngineUnderTest

    /// What the engine's files lead from where to where, called `name`; nil for an engine whose
    /// files are no graph. Errors call each file as `file` does.
    ///
    /// - Throws: a readable error when there is nothing that can be read.
    func graph(
        of files: [String: [UInt8]], name: String, named file: (String) -> String
    ) throws -> FlowGraph?

    /// Errors and warnings about the files, which `file` calls as the user does; of a file that is
    /// not among them nothing is expected. Nil `surroundings` leave out what keeps no engine from
    /// running, such as parts that nothing leads to.
    ///
    /// - Throws: a readable error when a file is not even JSON.
    func findings(
        in files: [String: [UInt8]], named file: (String) -> String,
        surroundings: EngineSurroundings?
    ) throws -> [Finding]

    /// The call that gives the engine a value before it runs; nil for an engine that takes none.
    func firstValue(_ name: String, _ value: JSONValue) -> EngineCall?
}

extension EngineFactory {
    /// No graph.
    public func graph(
        of files: [String: [UInt8]], name: String, named file: (String) -> String
    ) throws -> FlowGraph? { nil }

    /// Nothing.
    public func findings(
        in files: [String: [UInt8]], named file: (String) -> String,
        surroundings: EngineSurroundings?
    ) throws -> [Finding] { [] }

    /// The call that the declaration names.
    public func firstValue(_ name: String, _ value: JSONValue) -> EngineCall? {
        let declaration = declaration
        guard !declaration.fieldCall.isEmpty else { return nil }
        return EngineCall(
            facade: declaration.kind, name: declaration.fieldCall,
            arguments: ["name": .string(name), "value": value])
    }
}

/// What is known of an engine's files besides the files themselves, when they are checked.
public struct EngineSurroundings: Sendable {
    /// Names of values that an app, an option or a scenario sets.
    public var values: Set<String>
    /// Whether an audio or text file of that name is found; nil where no media folder is known.
    public var hasMedia: (@Sendable (String) -> Bool)?

    /// Surroundings; by default nothing is known.
    public init(values: Set<String> = [], hasMedia: (@Sendable (String) -> Bool)? = nil) {
        self.values = values
        self.hasMedia = hasMedia
    }
}
