internal import Synchronization
public import VoiceEngine
public import VoiceJSON
public import VoiceTrace

/// Makes voiceflow engines from the files of a session.
public struct VoiceflowFactory: EngineFactory {
    /// The façade of the engine's calls, and the kind of the engine.
    public static let kind = "voiceflow"

    /// Names of the engine's files in a session's `flow` folder.
    public enum FileName {
        /// The voiceflow.
        public static let flow = "voiceflow.json"
        /// The audio prompt module list.
        public static let prompts = "prompts.json"
        /// The audio-to-text map; optional.
        public static let map = "audio-text-map.json"
    }

    private let cache = FlowCache()
    private let constants: FlowConstants

    /// Creates a factory; flows that it has read before are not read again.
    public init() { self.init(constants: FlowConstants()) }

    /// A factory of engines with other constants than the engine's own.
    package init(constants: FlowConstants) { self.constants = constants }

    /// The calls, callbacks and settings of the voiceflow engine.
    public var declaration: EngineDeclaration {
        EngineDeclaration(
            kind: Self.kind, version: "1",
            calls: [
                .init("setField", [.init("name"), .init("value", isAnyValue: true)]),
                .init("resetField", [.init("name")]),
                .init("setIntent", [.init("intent")]), .init("resetIntent"),
                .init("rejectHypothesis"), .init("resume"), .init("stop"),
                .init("interrupt", [.init("module")]),
                .init("loadListenerPrompt", [.init("prompt")]), .init("stopRecording"),
                .init("setLanguage", [.init("language")]),
            ],
            callbacks: [
                "PreModuleStart", "PreModuleEnd", "SRHypothesis", "MediaEvent",
                "PlayAudioSegmentData", "PermissionEvent",
            ],
            receivers: [.callback, .observer], settings: FlowLimits.settings,
            constants: constants.named, fieldCall: "setField",
            vocabulary: .voiceflow, runner: "STVoiceFlowRunner")
    }

    /// Flow, prompts and map.
    public var fileNames: [String] { [FileName.flow, FileName.prompts, FileName.map] }

    /// Whether a module of the flow listens for words.
    ///
    /// - Throws: ``FlowError``.
    public func recognizes(_ setup: EngineSetup) throws -> Bool {
        try flow(of: setup).recognizes
    }

    /// Whether a module of the flow takes keys for words, or a field may let it.
    ///
    /// - Throws: ``FlowError``.
    public func takesKeys(_ setup: EngineSetup) throws -> Bool {
        try flow(of: setup).takesKeys
    }

    /// A machine that runs the flow of `setup`.
    ///
    /// - Throws: ``FlowError`` when a file is missing, no JSON, or refused.
    public func make(_ setup: EngineSetup) throws -> any EngineUnderTest {
        VoiceflowMachine(
            flow: try flow(of: setup), limits: FlowLimits(setup.settings),
            constants: constants, setup: setup)
    }

    private func flow(of setup: EngineSetup) throws(FlowError) -> FlowSet {
        let files = setup.files.filter { fileNames.contains($0.key) }
        return try cache.flow(of: files) { () throws(FlowError) in
            try Self.flowSet(of: files).checked()
        }
    }

    /// Errors and warnings about the files, which `name` calls as the user does; a file that is
    /// missing is not checked. With `surroundings` also what keeps no flow from running.
    ///
    /// - Throws: ``FlowError/notJSON(file:error:)``.
    public func findings(
        in files: [String: [UInt8]], named name: (String) -> String,
        surroundings: EngineSurroundings? = nil
    ) throws(FlowError) -> [Finding] {
        func file(_ key: String) -> (bytes: [UInt8], file: String)? {
            files[key].map { ($0, name(key)) }
        }
        return try FlowSet(
            flow: file(FileName.flow), prompts: file(FileName.prompts), map: file(FileName.map),
            surroundings: surroundings
        ).findings
    }

    private static func flowSet(of files: [String: [UInt8]]) throws(FlowError) -> FlowSet {
        guard let flow = files[FileName.flow] else { throw .missingFile(name: FileName.flow) }
        guard let prompts = files[FileName.prompts] else {
            throw .missingFile(name: FileName.prompts)
        }
        return try FlowSet(
            flow: (flow, FileName.flow), prompts: (prompts, FileName.prompts),
            map: files[FileName.map].map { ($0, FileName.map) })
    }
}

/// Flows that were read before: the sessions of a corpus mostly share a few.
private final class FlowCache: Sendable {
    private static let room = 8
    private let read = Mutex<[(files: [String: [UInt8]], flow: FlowSet)]>([])

    /// The flow of `files`, read by `body` if it is not at hand.
    func flow(
        of files: [String: [UInt8]], reading body: () throws(FlowError) -> FlowSet
    ) throws(FlowError) -> FlowSet {
        let known = read.withLock { read in read.first { $0.files == files }?.flow }
        if let known { return known }
        let flow = try body()
        read.withLock { read in
            if read.count == Self.room { read.removeFirst() }
            read.append((files, flow))
        }
        return flow
    }
}

extension VoiceflowFactory {
    /// The flow among `files` as a graph called `name`: its modules, and every way out of them,
    /// those of their goTo and where an interruption leads. Never nil.
    ///
    /// - Throws: ``FlowError`` when there is no flow, or none that can be read.
    public func graph(
        of files: [String: [UInt8]], name: String, named file: (String) -> String
    ) throws -> FlowGraph? {
        try Self.graph(of: files, name: name, file: file(FileName.flow))
    }

    /// Returns the flow among `files` as a graph called `name`; errors call the flow's file `file`.
    ///
    /// - Throws: as the method does.
    public static func graph(
        of files: [String: [UInt8]], name: String, file: String = FileName.flow
    ) throws(FlowError) -> FlowGraph {
        guard let flow = files[FileName.flow] else { throw .missingFile(name: FileName.flow) }
        let reader: FlowReader
        do {
            reader = try FlowReader(bytes: flow, file: file)
        } catch { throw .notJSON(file: file, error: error) }
        let texts = PromptTexts(files[FileName.prompts])
        return FlowGraph(
            name: name,
            modules: reader.modules.map {
                .init(id: $0.id, type: $0.kind.rawValue, says: texts.said(by: $0))
            },
            edges: reader.modules.flatMap(edges))
    }

    private static func edges(of module: FlowModule) -> [FlowGraph.Edge] {
        FlowChecker.ways(of: module)
            .filter { $0.key != FlowChecker.Way.interruptedEnd && $0.target != .literal("") }
            .map { way in
                .init(
                    module: module.id, key: way.key, detail: way.detail,
                    target: way.target.spelling, isDynamic: way.target.isField)
            }
    }
}

/// Constants that the engine goes by besides its settings: the same for every flow and session.
///
/// They stand here, by name, so that a session's trace can say which of them it was made with.
package struct FlowConstants: Sendable, Equatable {
    /// Modules that may follow each other without time passing.
    package var transitionLimit = 10_000
    /// Leaves that one prompt may come to, and prompts that a listener may have before it: a few
    /// nested collections can name any number.
    package var leafLimit = 10_000
    /// Failures of the recognizer in a row that a listener bears.
    package var failureLimit = 3

    /// The engine's own.
    package init() {}

    /// Every constant by name, in order, with the way to it.
    package static var schema: [(name: String, path: WritableKeyPath<Self, Int>)] {
        [
            ("engine.transitionLimit", \.transitionLimit), ("engine.leafLimit", \.leafLimit),
            ("engine.failureLimit", \.failureLimit),
        ]
    }

    /// Every constant by name with its value.
    var named: [String: Int] {
        Dictionary(uniqueKeysWithValues: Self.schema.map { ($0.name, self[keyPath: $0.path]) })
    }
}
