internal import VoiceFlow
internal import VoiceTrace

/// What the files of a flow say, as far as drafting goes by it. The engine alone decides what
/// happens: this only proposes what to try.
struct FlowFacts: Sendable {
    let graph: FlowGraph
    let modules: [ModuleFacts]
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
    init(files: [String: [UInt8]], name: String, media: MediaSearch) throws(FlowError) {
        graph = try VoiceflowFactory.graph(of: files, name: name)
        func objects(_ file: String) throws(FlowError) -> [JSONObject] {
            guard let bytes = files[file] else { return [] }
            do {
                let survey = try DocumentSurvey(bytes: bytes, file: file)
                return (survey.document.root.array ?? []).compactMap(\.object)
            } catch { throw .notJSON(file: file, error: error) }
        }
        let flow = try objects(VoiceflowFactory.FileName.flow)
        let list = try objects(VoiceflowFactory.FileName.prompts)
        let map = try objects(VoiceflowFactory.FileName.map)
        let open = graph.edges.filter(\.isDynamic)
        openModules = Set(open.map(\.module))
        leavesInterruptionsOpen = open.contains { $0.key == "audioInterruptTransition" }
        modules = flow.compactMap(ModuleFacts.init)
        prompts = PromptFacts(list, map: map, media: media)
        places = Dictionary(modules.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in
            first
        }
        var fields: Set<String> = []
        for object in flow + list + map { Self.collectFields(.object(object), into: &fields) }
        self.fields = fields
    }

    /// The module called `id`.
    func module(_ id: String) -> ModuleFacts? { places[id].map { modules[$0] } }

    /// Ids of modules that ways with plain targets lead to from the start.
    var reachedByName: Set<String> {
        var ways: [String: [String]] = [:]
        for edge in graph.edges where !edge.isDynamic {
            ways[edge.module, default: []].append(edge.target)
        }
        return Self.walk(from: [Self.start], along: ways)
    }

    /// Every id that `ways` lead to from `starts`, these included.
    static func walk(from starts: [String], along ways: [String: [String]]) -> Set<String> {
        var found = Set(starts)
        var open = starts
        while let id = open.popLast() {
            for next in ways[id] ?? [] where found.insert(next).inserted { open.append(next) }
        }
        return found
    }

    /// The reserved ids of a flow's ends.
    static let start = "VF_START"
    static let end = "VF_END"

    private static func collectFields(_ value: JSONValue, into fields: inout Set<String>) {
        if let field = value.string.flatMap(FlowText.fieldName) { fields.insert(field) }
        for element in value.array ?? [] { collectFields(element, into: &fields) }
        for member in value.object?.members ?? [] where !member.key.hasPrefix("_") {
            collectFields(member.value, into: &fields)
        }
    }

    /// Whether a flag of a flow file is set.
    static func isYes(_ value: JSONValue?) -> Bool {
        switch value {
        case .bool(let flag): flag
        case .string(let word): ["true", "yes"].contains(word.lowercased())
        default: false
        }
    }

    /// A whole number of a flow file.
    static func number(_ value: JSONValue) -> Int64? {
        value.integer ?? value.string.flatMap { Int64($0) }
    }
}
