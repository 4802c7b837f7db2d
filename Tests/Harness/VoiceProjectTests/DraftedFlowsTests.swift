import Testing
import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceProject
import VoiceSession
import VoiceSynthesis
import VoiceTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Drafting for whole flows takes minutes in a debug build: `scripts/checks/check-drafts` asks for
/// it.
private let wantsAll = getenv("VOICETEST_DRAFTS") != nil

/// The flows of the corpus, and three in the style of real apps.
enum WholeFlow {
    private static let root =
        "\(#filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" })"

    static let folders: [String] = ["Corpora", "Tests/DraftedFlows"].flatMap { place in
        let names = (try? DiskFile.names(in: "\(root)/\(place)")) ?? []
        return names.sorted().map { "\(place)/\($0)" }
            .filter { DiskFile.exists("\(root)/\($0)/voiceflow.json") }
    }

    /// The flow of `folder`, ready to be drafted for.
    static func drafter(_ folder: String) throws -> ScenarioDrafter {
        let path = "\(root)/\(folder)"
        var files: [String: [UInt8]] = [:]
        for name in VoiceflowFactory().fileNames where DiskFile.exists("\(path)/\(name)") {
            files[name] = try DiskFile.read("\(path)/\(name)", limit: 1 << 20)
        }
        var folders = try MediaFolders(language: "en-US")
        folders.setAll(to: path)
        var request = DraftRequest(files: files, folders: folders)
        let phrases = "\(path)/phrases.txt"
        if DiskFile.exists(phrases) {
            request.phrases = RecognizerSetup.phrases(
                in: try DiskFile.read(phrases, limit: 1 << 20))
        }
        return ScenarioDrafter(for: request, of: VoiceflowFactory())
    }
}

@Suite("Drafts for whole flows", .enabled(if: canSpeak && wantsAll))
struct DraftedFlowsTests {
    @Test("take all that is not proven to be out of reach", arguments: WholeFlow.folders)
    func reaches(_ folder: String) throws {
        let drafter = try WholeFlow.drafter(folder)
        let result = try drafter.draft()
        for part in result.unreached {
            print("\(folder): \(part.description)")
            #expect(!part.reason.contains("tried") && !part.reason.contains("cut off"))
        }
        print(
            "\(folder): \(result.takenEdges) of \(result.graph.edges.count) edges,"
                + " \(result.drafts.count) drafts")
        var coverage = FlowCoverage(graph: result.graph)
        for draft in result.drafts {
            #expect(try DraftBench.findings(draft, of: drafter.request.files) == [])
            let session = try Self.record(draft, drafter)
            #expect(session.failedExpectations == [], "\(folder) \(draft.name)")
            #expect(session.unreachedLines == [], "\(folder) \(draft.name)")
            coverage.add(session.events, .voiceflow)
        }
        UnreachedList(result.unreached).setApart(in: &coverage)
        #expect(FlowCoverage.thousandths([coverage]) == 1_000)
    }

    private static func record(
        _ draft: ScenarioDraft, _ drafter: ScenarioDrafter
    ) throws -> RecordedSession {
        let factory = VoiceflowFactory()
        var plan = drafter.plan
        plan.scenario = try ScenarioReader(
            bytes: draft.json, file: draft.name, engine: factory.declaration
        ).scenario
        var recorder = SessionRecorder(
            factory: factory,
            synthesizer: SpeechSynthesizer(cacheFolder: SpeechSynthesizer.usualCacheFolder))
        return try recorder.record(plan)
    }
}
