public import VoiceTime
public import VoiceTrace

/// Drafts scenarios for the files of one engine: together they take every edge of the files' graph
/// that a scenario can take.
public protocol ScenarioDrafting: Sendable {
    /// The drafts for the files of `request`; the same files give the same drafts, byte by byte.
    ///
    /// `simulate` runs a scenario file with a recognizer that returns the caller's own words.
    ///
    /// - Throws: a readable error for files that cannot run, and what `simulate` throws.
    func draft(
        _ request: DraftRequest,
        simulating simulate: @escaping (_ scenario: [UInt8]) throws -> SimulatedScenario
    ) throws -> DraftedScenarios
}

/// Request to draft scenarios.
public struct DraftRequest: Sendable {
    /// The engine's files, by the names that it gives them.
    public var files: [String: [UInt8]]
    /// The name of their graph.
    public var name = "flow"
    /// Phrases that a caller can say; nil where anything can be said.
    public var phrases: [String]?
    /// Folders of the sound and text files of prompts.
    package var folders: MediaFolders
    /// Limits of the simulation.
    package var limits = DraftLimits()

    /// A request for `files`, whose media stand in `folders`.
    package init(files: [String: [UInt8]], folders: MediaFolders) {
        self.files = files
        self.folders = folders
    }
}

/// Limits of the simulation for drafting.
package struct DraftLimits: Sendable, Equatable {
    /// Scenarios that are tried at most.
    package var simulations = 800
    /// Session time of them all, in seconds.
    package var sessionSeconds: Int64 = 40_000
    /// Scenarios in a row that may bring nothing new.
    package var fruitless = 100
    /// Longest time a scenario goes on after the last thing that is done in it, in seconds.
    package var tailSeconds: Int64 = 300

    /// The usual limits.
    package init() {}
}

/// Result of simulating a scenario.
public struct SimulatedScenario: Sendable {
    /// The events of the session, in order.
    public var events: [TraceEvent]
    /// Inputs of the session: the caller's lines, calls of the app, news of the world.
    public var inputs: [InputEvent]
    /// The length of the session, in frames.
    public var frames: Frame
    /// Whether every line of the caller was said.
    public var isWhole: Bool
    /// Whether everything happened that the scenario expects.
    package var isAsExpected: Bool

    /// A simulated scenario of these parts.
    package init(
        events: [TraceEvent], inputs: [InputEvent], frames: Frame, isWhole: Bool,
        isAsExpected: Bool
    ) {
        self.events = events
        self.inputs = inputs
        self.frames = frames
        self.isWhole = isWhole
        self.isAsExpected = isAsExpected
    }
}

/// Result of drafting.
public struct DraftedScenarios: Sendable, Equatable {
    /// The graph of the files.
    public var graph: FlowGraph
    /// The drafts, those that do least first.
    public var drafts: [ScenarioDraft]
    /// Parts that no draft takes or enters, in the order of the graph.
    public var unreached: [UnreachedPart]

    /// The result of drafting for `graph`.
    package init(graph: FlowGraph, drafts: [ScenarioDraft], unreached: [UnreachedPart]) {
        self.graph = graph
        self.drafts = drafts
        self.unreached = unreached
    }

    /// Edges that a draft takes.
    package var takenEdges: Int { graph.edges.count - unreached.count { $0.edge != nil } }
}

/// One scenario file of a draft, with what it is for.
public struct ScenarioDraft: Sendable, Equatable {
    /// Its name, of small letters, digits and hyphens; no other draft of the request has it.
    public var name: String
    /// The scenario file.
    public var json: [UInt8]
    /// The edges that it takes, in the order in which it takes them.
    public var edges: [FlowGraph.Edge]
    /// Edges among them that no draft before it takes: the ones that its `expect` names.
    package var expected: [FlowGraph.Edge]

    /// A draft of these parts.
    package init(
        name: String, json: [UInt8], edges: [FlowGraph.Edge], expected: [FlowGraph.Edge]
    ) {
        self.name = name
        self.json = json
        self.edges = edges
        self.expected = expected
    }
}

/// An edge that no draft takes, or a module that none enters.
public struct UnreachedPart: Sendable, Equatable {
    /// The id of the module that nothing reached.
    public var module: String
    /// The way out of it; nil for the module itself.
    package var edge: FlowGraph.Edge?
    /// Reason, as a sentence without its full stop.
    public var reason: String

    /// A part with its reason.
    package init(module: String, edge: FlowGraph.Edge?, reason: String) {
        self.module = module
        self.edge = edge
        self.reason = reason
    }

    /// The part and its reason, as in `Ask, maxGarbageCount to VF_END: …`.
    public var description: String {
        let place = edge.map { "\(module), \($0.label) to \($0.target)" } ?? module
        return "\(place): \(reason)"
    }
}
