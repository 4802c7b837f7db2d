import Testing
import VoiceDiff
import VoiceEngine
import VoiceJSON
import VoiceTrace

@testable import VoiceProject

@Suite struct UnreachedListTests {
    private static let vocabulary = EventVocabulary(kinds: [
        EventKind("enter", .scopeBegin, fields: [EventField("module", .scope)]),
        EventKind(
            "go", .step,
            fields: [EventField("from", .from), EventField("by", .by), EventField("to", .to)]),
    ])

    private static func edge(_ key: String) -> FlowGraph.Edge {
        FlowGraph.Edge(module: "Ask", key: key, target: "End")
    }

    private func happened(_ kind: String, _ fields: JSONObject) -> TraceEvent {
        TraceEvent(frame: 0, tap: .actions, kind: kind, fields: fields)
    }

    @Test("what a session exercises is within reach, and of equal edges only the first")
    func exercised() {
        let graph = FlowGraph(
            name: "flow",
            modules: [.init(id: "Ask", type: "dialog"), .init(id: "End", type: "node")],
            edges: [Self.edge("yes"), Self.edge("yes"), Self.edge("no")])
        let list = UnreachedList([
            UnreachedPart(module: "Ask", edge: Self.edge("yes"), reason: "the rule before it"),
            UnreachedPart(module: "Ask", edge: Self.edge("no"), reason: "not found"),
            UnreachedPart(module: "End", edge: nil, reason: "not found"),
        ])
        var coverage = FlowCoverage(graph: graph)
        #expect(list.without(exercised: coverage) == list)
        coverage.add(
            [happened("go", ["from": "Ask", "by": "no", "to": "End"])], Self.vocabulary)
        #expect(list.without(exercised: coverage).parts.map(\.edge?.key) == ["yes", nil])
        coverage.add(
            [
                happened("go", ["from": "Ask", "by": "yes", "to": "End"]),
                happened("enter", ["module": "End"]),
            ], Self.vocabulary)
        // The first of both equal edges was taken: the second stays out of reach.
        #expect(list.without(exercised: coverage).parts.map(\.edge?.key) == ["yes"])
    }
}
