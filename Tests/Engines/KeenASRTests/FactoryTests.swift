import Testing
import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTime
import VoiceTrace

@testable import KeenASR

@Suite("The recognizer as an engine of the project")
struct FactoryTests {
    private let factory = KeenASRFactory()

    private func setup(_ text: String?) -> EngineSetup {
        var files: [String: [UInt8]] = [:]
        files[KeenASRFactory.graphFile] = text.map { Array($0.utf8) }
        return EngineSetup(
            files: files, settings: [:], language: "en-US", seed: 1, sampleRate: .standard)
    }

    @Test("declares a vocabulary without faults, and every callback of the delegate")
    func declaration() {
        let declaration = factory.declaration
        #expect(declaration.vocabulary.fault == nil)
        #expect(declaration.kind == "keenasr")
        #expect(declaration.callbacks.count == 5)
        let guarded = Set(GuardedCall.allCases.map(\.rawValue))
        #expect(guarded.isSubset(of: Set(declaration.calls.map(\.name))))
    }

    @Test("needs no file, and takes one of graphs")
    func makes() throws {
        _ = try factory.make(setup(nil))
        let machine = try factory.make(
            setup(#"{"graphs": [{"name": "a", "phrases": ["Go, up!"], "trigger": "Hello"}]}"#))
        let graph = try #require((machine as? KeenMachine)?.graphs["a"])
        #expect(graph.contexts.map(\.phrases) == [["go up"]])
        #expect(graph.contexts[0].trigger == "hello")
    }

    static let refused = [
        ("[]", "found no object"), (#"{"graphs": [{"phrases": ["a"]}]}"#, "\"name\" is missing"),
        (#"{"graphs": [{"name": "a"}]}"#, "either \"phrases\" or \"contexts\""),
        (#"{"graphs": [{"name": "a", "phrases": []}]}"#, "no phrase with a word"),
        (#"{"graphs": [{"name": "a", "phrases": ["4"]}]}"#, "has digits"),
        (#"{"graphs": [{"name": "a", "phrases": [4]}]}"#, "write a list of texts"),
        (
            #"{"graphs": [{"name": "a", "phrases": ["b"], "spokenNoisePermille": 1001}]}"#,
            "0 to 1000"
        ),
        (
            #"{"graphs": [{"name": "a", "phrases": ["b"]}, {"name": "a", "phrases": ["b"]}]}"#,
            "stands before"
        ),
    ]

    @Test("refuses a file of graphs with the reason", arguments: refused)
    func refuses(text: String, reason: String) {
        let error = #expect(throws: EngineFileError.self) { _ = try factory.make(setup(text)) }
        #expect(error?.description.contains(reason) == true)
    }

    @Test("finds a scenario that prepares a graph which the file does not have")
    func findsUnknownGraph() throws {
        let scenario = #"""
            {"app": [{"atMs": 1, "prepareForListening":
                {"graph": "b", "context": null, "computeGoP": false}}]}
            """#
        let files = setup(#"{"graphs": [{"name": "a", "phrases": ["b"]}]}"#).files
        let findings = try factory.findings(
            inScenario: Array(scenario.utf8), file: "a.scenario.json", of: files,
            beside: [], hasClip: nil)
        #expect(findings.map(\.message).first?.contains("unknown graph \"b\"") == true)
    }

    @Test("a graph goes into calls that are short enough for a session, and comes out whole")
    func parts() throws {
        let phrases = (0..<20_000).map { "phrase number \($0 % 7) of many words in a row" }
        let graph = KeenGraph(
            contexts: [RecognitionGraph(phrases: phrases), RecognitionGraph(phrases: ["b"])],
            isContextual: true, unknownWords: ["FOO"])
        let parts = GraphParts(graph, name: "large").calls
        #expect(parts.count > 3)
        for part in parts {
            #expect(JSONWriter.text(.object(part.arguments)).utf8.count < 1 << 20)
        }
        var built = try #require(KeenGraph(parts[0].arguments["graph"]))
        for part in parts.dropFirst() {
            let context = Int(part.arguments["context"]?.integer ?? -1)
            let isAdded = built.add(KeenGraph.texts(part.arguments["phrases"]) ?? [], to: context)
            #expect(isAdded)
        }
        #expect(built == graph)
    }

    @Test("a graph in an input that is damaged or too large is none")
    func damaged() throws {
        let long = String(repeating: "a", count: 5_000)
        let texts = [
            "null", "3", "{}", #"{"contexts": []}"#, #"{"contexts": [[1]]}"#,
            #"{"contexts": [["a"], ["b"]], "contextual": false}"#,
            #"{"contexts": [["a"]], "spokenNoisePermille": -1}"#,
            #"{"contexts": [["a"]], "pronunciations": [{}]}"#,
            "{\"contexts\": [[\"\(long)\"]]}",
        ]
        for text in texts {
            #expect(KeenGraph(try JSONReader.value(of: Array(text.utf8))) == nil)
        }
    }
}
