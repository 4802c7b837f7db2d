import Testing
import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@Suite("The corpus takes every way")
struct EveryWayTests {
    private static let corpora =
        "\(#filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" })/Corpora"

    private static let common: Set<String> = ["DEFAULT", "internalFailure"]
    private static let stops = StopReason.allCases.map { "stopRecordReason.\($0.rawValue)" }
    private static let words: Set<String> = [
        "maxSRErrorCount", "userIntentCollection", "userInputCollection",
    ]

    /// The goTo keys that a type of module can take.
    private static let keys: [String: Set<String>] = [
        "node": ["DEFAULT"], "process": ["DEFAULT"], "pauseResume": ["DEFAULT"],
        "playAudio": common.union(["loadPromptFailure"]),
        "recordAudio": common.union(stops).union(["loadPromptFailure"]),
        "recognizeAudio": common.union(words).union(stops)
            .subtracting(["stopRecordReason.endOfPrompt"]),
        "audioDialog": common.union(words)
            .union(["loadPromptFailure", "maxTimeoutCount", "maxGarbageCount"]),
        "audioListener": common.union(words).union(["loadPromptFailure"]),
    ]

    /// What the sessions of the corpus took, by the type of the module they left.
    private static func taken() throws -> [String: Set<String>] {
        var taken: [String: Set<String>] = [:]
        for folder in try SessionFolder.find(at: corpora) {
            var types: [String: String] = [:]
            for event in try folder.golden().events {
                let fields = event.fields
                if event.kind == "moduleStart", let id = fields["module"]?.string {
                    types[id] = fields["type"]?.string
                }
                guard event.kind == "transition", let from = fields["from"]?.string,
                    let type = types[from], let key = fields["by"]?.string
                else { continue }
                taken[type, default: []].insert(key)
            }
        }
        return taken
    }

    @Test("every goTo key of every module type is taken by a session", .fact("voiceflow-9-1"))
    func complete() throws {
        let taken = try Self.taken()
        for (type, wanted) in Self.keys.sorted(by: { $0.key < $1.key }) {
            let missing = wanted.subtracting(taken[type] ?? []).sorted()
            #expect(missing.isEmpty, "\(type): never taken")
        }
    }

    @Test("coverage counts what the sessions of a flow exercised")
    func coverage() throws {
        let folder = SessionFolder(path: "\(Self.corpora)/yes-no/answers-yes.vsession")
        let flow = try DiskFile.read("\(Self.corpora)/yes-no/voiceflow.json", limit: 1 << 20)
        var coverage = FlowCoverage(
            graph: try VoiceflowFactory.graph(
                of: [VoiceflowFactory.FileName.flow: flow], name: "yes-no"))
        #expect(FlowCoverage.thousandths([coverage]) == 0)
        coverage.add(try folder.golden().events, .voiceflow)
        let taken = zip(coverage.graph.edges, coverage.edgeCounts).filter { $0.1 > 0 }
        #expect(taken.map { $0.0.label }.contains("userInputCollection[equals yes]"))
        #expect(coverage.takenEdges == taken.count)
        #expect(coverage.enteredModules < coverage.graph.modules.count)
        var twice = coverage
        twice.merge(coverage)
        #expect(twice.edgeCounts == coverage.edgeCounts.map { 2 * $0 })
    }
}
