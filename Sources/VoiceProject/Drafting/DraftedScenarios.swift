public import VoiceTrace

/// A scenario that was drafted for a flow.
public struct ScenarioDraft: Sendable, Equatable {
    /// Its name, of small letters, digits and hyphens; no other draft of the flow has it.
    public var name: String
    /// What is done in it and what for, in one or two sentences; the file says it too.
    public var comment: String
    /// The scenario file.
    public var json: [UInt8]
    /// The edges that it takes, in the order in which it takes them.
    public var edges: [FlowGraph.Edge]
    /// Those of them that no draft before it takes: what its `expect` names.
    public var expected: [FlowGraph.Edge]
}

/// An edge that no draft takes, or a module that none enters.
public struct UnreachedPart: Sendable, Equatable {
    /// The id of the module that nothing reached.
    public var module: String
    /// The way out of it; nil for the module itself.
    public var edge: FlowGraph.Edge?
    /// Why, as a sentence without its full stop.
    public var reason: String

    /// A part with its reason.
    public init(module: String, edge: FlowGraph.Edge?, reason: String) {
        self.module = module
        self.edge = edge
        self.reason = reason
    }

    /// As in `Ask, maxGarbageCount to VF_END: …`.
    public var description: String {
        let place = edge.map { "\(module), \($0.label) to \($0.target)" } ?? module
        return "\(place): \(reason)"
    }
}

/// What drafting came to.
public struct DraftedScenarios: Sendable, Equatable {
    /// The flow.
    public var graph: FlowGraph
    /// The drafts, those that do least first.
    public var drafts: [ScenarioDraft]
    /// What no draft takes or enters, in the order of the flow.
    public var unreached: [UnreachedPart]
    /// Scenarios that were simulated.
    public var simulations: Int

    /// Edges that a draft takes.
    public var takenEdges: Int { graph.edges.count - unreached.count { $0.edge != nil } }
}
