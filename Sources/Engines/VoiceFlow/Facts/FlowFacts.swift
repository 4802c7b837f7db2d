internal import VoiceJSON
internal import VoiceTrace

/// Facts that the engine reads in the files of a flow, for those who propose what to try in it. The
/// engine alone decides what happens.
struct FlowFacts: Sendable {
    /// Graph of the modules and the ways between them.
    let graph: FlowGraph
    /// The modules in the order of the file.
    let modules: [FlowModule]
    /// The prompts, and what they need.
    let prompts: PromptFacts
    /// Names of fields that anything in the flow reads.
    let fields: Set<String>
    /// Modules with a way that a field decides.
    let openModules: Set<String>
    /// Whether a field decides where an interruption leads.
    let leavesInterruptionsOpen: Bool

    private let places: [String: Int]

    /// Reads the files of a flow, by the names of ``VoiceflowFactory/FileName``.
    ///
    /// - Throws: ``FlowError``.
    init(
        files: [String: [UInt8]], name: String, media: MediaSearch
    ) throws(FlowError) {
        typealias FileName = VoiceflowFactory.FileName
        graph = try VoiceflowFactory.graph(of: files, name: name)
        func read<Reader>(
            _ file: String, _ body: ([UInt8]) throws(JSONError) -> Reader
        ) throws(FlowError) -> Reader {
            do { return try body(files[file] ?? Array("[]".utf8)) } catch {
                throw .notJSON(file: file, error: error)
            }
        }
        let flow = try read(FileName.flow) { (bytes) throws(JSONError) in
            try FlowReader(bytes: bytes, file: FileName.flow)
        }
        let list = try read(FileName.prompts) { (bytes) throws(JSONError) in
            try PromptReader(bytes: bytes, file: FileName.prompts)
        }
        let map = try read(FileName.map) { (bytes) throws(JSONError) in
            try AudioTextMapReader(bytes: bytes, file: FileName.map)
        }
        let open = graph.edges.filter(\.isDynamic)
        openModules = Set(open.map(\.module))
        leavesInterruptionsOpen = open.contains { $0.key == FlowChecker.Way.interruption }
        modules = flow.modules
        prompts = PromptFacts(list.prompts, map: map.map, media: media)
        places = Dictionary(modules.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in
            first
        }
        fields = Set(
            [flow.survey, list.survey, map.survey].flatMap { survey in
                FlowLinter.fields(readIn: survey.document.root)
            })
    }

    /// The module called `id`.
    func module(_ id: String) -> FlowModule? { places[id].map { modules[$0] } }

    /// Ids of modules that ways with plain targets lead to from the start.
    var reachedByName: Set<String> {
        var ways: [String: [String]] = [:]
        for edge in graph.edges where !edge.isDynamic {
            ways[edge.module, default: []].append(edge.target)
        }
        return FlowOutline.walk(from: [FlowModule.start], along: ways)
    }

    /// Returns the fields beside numbers and flags of `module` and its prompts, each once.
    func fieldsBeside(_ module: FlowModule) -> [String] {
        let expected = FieldExpectation.all(of: [module], prompts.leaves(of: module.promptIDs))
        var known: Set<String> = []
        return expected.filter { !$0.isOfWord && known.insert($0.field).inserted }.map(\.field)
    }

    /// Whether a dialog plays on and on whenever it waits for speech, so that silence never counts.
    func isNeverSilent(_ module: FlowModule) -> Bool {
        guard case .audioDialog(let shared) = module.body else { return false }
        let dialog = shared.value
        guard ListeningParameters.isOff(dialog.listening.maxAudio),
            dialog.prompts.allSatisfy({ $0.typeField == nil })
        else { return false }
        func playsOn(_ type: DialogParameters.PromptType) -> Bool {
            dialog.prompts.contains { prompt in
                guard prompt.type == type else { return false }
                if type != .initial, prompt.playsInitialAfter == .init(fixed: true),
                    playsOn(.initial)
                {
                    return true
                }
                return prompt.recognizesWhilePlaying == .init(fixed: true)
                    && prompts.playsForEver(prompt.play.prompts.map(\.spelling))
            }
        }
        func neverRetries(_ limit: RuntimeValue<Int64>) -> Bool { limit == .init(fixed: 0) }
        return (playsOn(.preInitial) || playsOn(.initial))
            && (neverRetries(dialog.maxGarbage) || playsOn(.garbage))
            && (neverRetries(dialog.maxErrors) || playsOn(.srError))
    }
}
