import Foundation
import Testing
import VoiceDiff
import VoiceJSON
import VoiceTrace

@testable import VoiceReports

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Pictures of a flow")
struct FlowPictureTests {
    private let graph = FlowGraph(
        name: "a < b",
        modules: [
            .init(id: "VF_START", type: "node"), .init(id: "Ask <you>", type: "audioDialog"),
            .init(id: "Say", type: "playAudio"), .init(id: "VF_END", type: "node"),
        ],
        edges: [
            .init(module: "VF_START", key: "DEFAULT", target: "Ask <you>"),
            .init(module: "Ask <you>", key: "DEFAULT", target: "VF_END"),
            .init(
                module: "Ask <you>", key: "userInputCollection", detail: "equals \"a & b\"",
                target: "Say"),
            .init(module: "Say", key: "DEFAULT", target: "Ask <you>"),
            .init(module: "Say", key: "internalFailure", target: "$[Next]", isDynamic: true),
        ])

    /// Two runs that went straight through.
    private var coverage: FlowCoverage {
        var coverage = FlowCoverage(graph: graph)
        let starts = ["VF_START", "Ask <you>", "VF_END"].map { id in
            TraceEvent(
                frame: 0, tap: .actions, kind: "moduleStart", fields: ["module": .string(id)])
        }
        let ways = [("VF_START", "Ask <you>"), ("Ask <you>", "VF_END")].map { from, to in
            TraceEvent(
                frame: 0, tap: .actions, kind: "transition",
                fields: ["from": .string(from), "by": "DEFAULT", "to": .string(to)])
        }
        coverage.add(starts + ways)
        coverage.add(starts + ways)
        return coverage
    }

    @Test("columns follow the ways from the start, ends stand last")
    func rows() {
        let chart = FlowChart(graph, nil)
        #expect(
            chart.rows().map { $0.map { chart.nodes[$0].id } }
                == [["VF_START"], ["Ask <you>"], ["Say", "VF_END"], ["$[Next]"]])
    }

    @Test("a part that nothing leads to is drawn below all that is reached")
    func island() {
        let graph = FlowGraph(
            name: "f", modules: ["A", "B", "C"].map { .init(id: $0, type: "node") },
            edges: [
                .init(module: "A", key: "DEFAULT", target: "A"),
                .init(module: "B", key: "DEFAULT", target: "C"),
            ])
        #expect(FlowChart(graph, nil).rows() == [[0], [1], [2]])
    }

    @Test("a target that is not a module is told from one that a runtime field decides")
    func strays() {
        let graph = FlowGraph(
            name: "f", modules: [.init(id: "A", type: "node")],
            edges: [
                .init(module: "A", key: "DEFAULT", target: "Tpyo"),
                .init(module: "A", key: "internalFailure", target: "$[B]", isDynamic: true),
            ])
        #expect(
            FlowChart(graph, nil).nodes.map(\.kind)
                == ["node", "no such module", "runtime field"])
    }

    @Test("the list says what was never taken")
    func text() {
        #expect(
            FlowPicture.text(graph, coverage) == """
                VF_START (node)  2 x
                    DEFAULT -> Ask <you>  2 x
                Ask <you> (audioDialog)  2 x
                    DEFAULT -> VF_END  2 x
                    userInputCollection[equals "a & b"] -> Say  never
                Say (playAudio)  never
                    DEFAULT -> Ask <you>  never
                    internalFailure -> $[Next]  never
                VF_END (node)  2 x
                """)
    }

    @Test("dot quotes what would end its strings")
    func dot() {
        let dot = FlowPicture.dot(graph, coverage)
        #expect(dot.contains(#"[label="userInputCollection[equals \"a & b\"]", color=red"#))
        #expect(dot.contains(#""VF_START" [label="VF_START\nnode"];"#))
    }

    @Test("dot holds no control characters of names but line ends and tabs")
    func dotWithControlCharacters() {
        let name = "x\r::error::\u{1B}[31m\u{202E}"
        let dot = FlowPicture.dot(
            FlowGraph(name: "f", modules: [.init(id: name, type: "node")], edges: []))
        let unwanted: Set<Unicode.Scalar> = ["\r", "\u{1B}", "\u{202E}"]
        #expect(!dot.unicodeScalars.contains { unwanted.contains($0) })
    }

    @Test("the picture is well-formed XML with a shape a module and an arrow a way")
    func svg() throws {
        let svg = FlowPicture.svg(graph, coverage)
        let counter = ElementCounter()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = counter
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(counter.counts["g"] == 5)
        #expect(counter.counts["path"] == 2 * graph.edges.count)
    }

    @Test("what a module says stands in its box, in lines that are cut after the third")
    func says() {
        let graph = FlowGraph(
            name: "f",
            modules: [
                .init(id: "A", type: "node", says: ["Hello <you>."]),
                .init(
                    id: "B", type: "node", says: [String(repeating: "many words ", count: 20)]),
            ], edges: [])
        let svg = FlowPicture.svg(graph)
        #expect(svg.contains("“Hello &lt;you&gt;.”"))
        #expect(svg.components(separatedBy: "class=\"says\"").count == 5)
        #expect(FlowBox.lines(["one two three"], length: 8) == ["“one two", "three”"])
        #expect(FlowBox.lines(["a b c d e f g h i"], length: 4).last == "e …")
    }

    @Test("sessions of a flow count together when a prompt says something else")
    func equalFlows() {
        let one = FlowGraph.Module(id: "A", type: "node", says: ["One."])
        #expect(one == .init(id: "A", type: "node", says: ["Two."]))
        #expect(one != .init(id: "B", type: "node", says: ["One."]))
    }

    @Test("the narrow picture fits a phone and names where ways lead")
    func narrow() throws {
        let svg = FlowPicture.narrow(graph, coverage)
        #expect(svg.contains("viewBox=\"0 0 332 "))
        #expect(svg.contains("→ Ask &lt;you&gt;"))
        let counter = ElementCounter()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = counter
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(counter.counts["g"] == 5)
        #expect(counter.counts["path"] == 2 * graph.edges.count)
    }

    private final class ElementCounter: NSObject, XMLParserDelegate {
        var counts: [String: Int] = [:]

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String]
        ) { counts[name, default: 0] += 1 }
    }
}
