internal import VoiceJSON

/// Modules of a flow and the ways between them, for checks that look at it as a whole.
struct FlowOutline: Sendable {
    /// One module and its ways out; those with an empty target are left out.
    struct Module: Sendable {
        let id: String
        let kind: FlowModule.Kind
        let ways: [FlowChecker.Way]
        let path: JSONPath
    }

    /// The modules in the order of the file.
    let modules: [Module]
    /// Ids that ways lead to from the start, the start included: along literal targets, and along
    /// fields to the values of a process module, an option or a scenario.
    let reached: Set<String>
    /// Whether a reached module has a way whose target a runtime field decides.
    let hasDynamicWay: Bool

    /// Creates the outline of `flow`; `texts` are the values that fields get from outside, by the
    /// fields' names.
    init(_ flow: [FlowModule], texts: [String: Set<String>] = [:]) {
        modules = flow.map { module in
            let ways = FlowChecker.ways(of: module).filter { $0.target != .literal("") }
            return Module(id: module.id, kind: module.kind, ways: ways, path: module.path)
        }
        var texts = texts
        for case .process(let assignments) in flow.map(\.body) {
            for assignment in assignments {
                guard let text = assignment.value.string else { continue }
                texts[assignment.name, default: []].insert(text)
            }
        }
        reached = Self.walk(from: [FlowModule.start], along: Self.ways(modules, texts))
        hasDynamicWay = modules.contains { [reached] module in
            reached.contains(module.id) && module.ways.contains { $0.literal == nil }
        }
    }

    /// Returns the modules that literal targets of each module lead to, and those of fields that
    /// hold one of `texts`.
    private static func ways(
        _ modules: [Module], _ texts: [String: Set<String>]
    ) -> [String: [String]] {
        Dictionary(
            modules.map { module in
                let targets = module.ways.flatMap { way -> [String] in
                    switch way.target {
                    case .literal(let id): [id]
                    case .field(let name): Array(texts[name] ?? [])
                    }
                }
                return (module.id, targets)
            }
        ) { $0 + $1 }
    }

    /// Every id that `ways` lead to from `starts`, these included.
    static func walk(
        from starts: Set<String>, along ways: [String: [String]]
    ) -> Set<String> {
        var found = starts
        var open = Array(starts)
        while let id = open.popLast() {
            for next in ways[id] ?? [] where found.insert(next).inserted { open.append(next) }
        }
        return found
    }

    /// Modules from which no way leads to the flow's end; a way that a field decides may lead
    /// anywhere.
    var endless: Set<String> {
        var back: [String: [String]] = [:]
        var ends: Set<String> = [FlowModule.end]
        for module in modules {
            for way in module.ways {
                if let target = way.literal {
                    back[target, default: []].append(module.id)
                } else {
                    ends.insert(module.id)
                }
            }
        }
        return Set(modules.map(\.id)).subtracting(Self.walk(from: ends, along: back))
    }

    /// Rings of modules that take no time, each once: a flow that enters one never leaves it.
    var timelessRings: [[String]] {
        let timeless = Dictionary(
            modules.compactMap { module -> (String, String)? in
                guard module.kind == .node || module.kind == .process,
                    module.id != FlowModule.end,
                    let target = module.ways.first(where: { $0.key == FlowKey.defaultWay })?.literal
                else { return nil }
                return (module.id, target)
            }
        ) { first, _ in first }
        var settled: Set<String> = []
        var rings: [[String]] = []
        for module in modules {
            var trail: [String] = []
            var next: String? = module.id
            while let id = next, timeless[id] != nil, settled.insert(id).inserted {
                trail.append(id)
                next = timeless[id]
            }
            guard let last = next, let start = trail.firstIndex(of: last) else { continue }
            rings.append(Array(trail[start...]))
        }
        return rings
    }
}

extension FlowChecker.Way {
    /// The module it leads to; nil where a runtime field decides.
    var literal: String? { if case .literal(let id) = target { id } else { nil } }
}
