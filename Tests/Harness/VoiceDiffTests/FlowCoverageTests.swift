import Testing
import VoiceDiff
import VoiceJSON
import VoiceTrace

@Suite("Coverage of a flow")
struct FlowCoverageTests {
    private let graph = FlowGraph(
        name: "flow",
        modules: [.init(id: "A", type: "node"), .init(id: "B", type: "node")],
        edges: [
            .init(module: "A", key: "DEFAULT", target: "B"),
            .init(module: "B", key: "DEFAULT", target: "A"),
        ])

    private func transition(from: String, to: String) -> TraceEvent {
        TraceEvent(
            frame: 0, tap: .actions, kind: "transition",
            fields: ["by": "DEFAULT", "from": .string(from), "to": .string(to)])
    }

    private func start(_ module: String) -> TraceEvent {
        TraceEvent(
            frame: 0, tap: .actions, kind: "moduleStart", fields: ["module": .string(module)])
    }

    @Test("what is set apart does not count while no session exercises it")
    func setsApart() {
        var coverage = FlowCoverage(graph: graph)
        coverage.add([start("A"), transition(from: "A", to: "B")])
        #expect(FlowCoverage.thousandths([coverage]) == 500)
        coverage.setApart(edges: [graph.edges[1]], modules: ["B"])
        #expect(FlowCoverage.thousandths([coverage]) == 1_000)
        #expect(coverage.countedEdges == 1)
        #expect(coverage.countedModules == 1)
    }

    @Test("what is set apart and exercised all the same counts")
    func countsExercised() {
        var coverage = FlowCoverage(graph: graph)
        coverage.setApart(edges: [graph.edges[1]], modules: ["B"])
        coverage.add([start("B"), transition(from: "B", to: "A")])
        #expect(coverage.countedEdges == 2)
        #expect(coverage.takenEdges == 1)
        #expect(FlowCoverage.thousandths([coverage]) == 500)
    }

    @Test("of equal edges the last is set apart")
    func equalEdges() {
        let edge = FlowGraph.Edge(module: "A", key: "K", detail: "equals x", target: "A")
        var coverage = FlowCoverage(
            graph: FlowGraph(name: "flow", modules: graph.modules, edges: [edge, edge]))
        coverage.setApart(edges: [edge], modules: [])
        #expect(coverage.apartEdges == [1])
    }

    @Test("a module that is a call is entered where the app calls it, any other is not")
    func countsCalls() {
        var coverage = FlowCoverage(
            graph: FlowGraph(
                name: "calls",
                modules: [
                    .init(id: "speak", type: FlowGraph.callType),
                    .init(id: "listen", type: FlowGraph.callType),
                    .init(id: "pause", type: "node"),
                ], edges: []))
        let calls = ["speak", "pause", "speak", "sing"].enumerated().map { place, name in
            InputEvent(
                sequence: place, frame: 0, after: 0,
                input: .call(EngineCall(facade: "kit", name: name)))
        }
        coverage.add(calls)
        #expect(coverage.moduleCounts == [2, 0, 0])
        #expect(coverage.missedModules.map(\.id) == ["listen", "pause"])
    }
}
