import Testing
import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceMedia
import VoiceProject
import VoiceTrace

@testable import VoiceFlow

/// A flow with one part that nothing reaches, and what is said about it.
struct UnreachedCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bench: DraftBench
    let module: String
    let key: String?
    let reason: String

    init(
        _ name: String, _ bench: DraftBench, _ module: String, _ key: String?, _ reason: String
    ) {
        testDescription = name
        self.bench = bench
        self.module = module
        self.key = key
        self.reason = reason
    }

    private static func rules(_ rules: String, phrases: [String]? = nil) -> DraftBench {
        DraftBench(
            "Ask",
            DraftBench.ask("Ask", "\"userInputCollection\": [\(rules)], \"DEFAULT\": \"VF_END\""),
            phrases: phrases)
    }

    static let all: [UnreachedCase] = [
        .init(
            "a module no way leads to",
            DraftBench(
                "A", DraftBench.say("A", "P_Hi", #""DEFAULT": "VF_END""#),
                DraftBench.say("Old", "P_Hi", #""DEFAULT": "VF_END""#)),
            "Old", nil, "no way leads from VF_START to it; only the app's interrupt does"),
        .init(
            "its way out",
            DraftBench(
                "A", DraftBench.say("A", "P_Hi", #""DEFAULT": "VF_END""#),
                DraftBench.say("Old", "P_Hi", #""DEFAULT": "VF_END""#)),
            "Old", "DEFAULT", "no way leads from VF_START to its module"),
        .init(
            "an equal rule",
            rules(#"{"input": "yes", "goTo": "VF_END"}, {"input": "yes", "goTo": "Ask"}"#),
            "Ask", "userInputCollection", "an equal rule stands before it and decides"),
        .init(
            "a rule that takes more",
            rules(
                """
                {"comparator": "contains", "input": "large", "goTo": "VF_END"},
                {"input": "extra large", "goTo": "Ask"}
                """),
            "Ask", "userInputCollection",
            "the rule before it, \"contains large\", takes all its words"),
        .init(
            "words that no phrase holds",
            rules(#"{"input": "lage", "goTo": "VF_END"}"#, phrases: ["large"]),
            "Ask", "userInputCollection",
            "none of the phrases that can be said fits \"equals lage\""),
        .init(
            "marks that the recognizer never returns",
            rules(#"{"input": "large.", "goTo": "VF_END"}"#, phrases: ["Large."]),
            "Ask", "userInputCollection",
            "none of the phrases that can be said fits \"equals large.\""),
        .init(
            "phrases that go to another rule",
            rules(
                """
                {"comparator": "starts", "input": "yes", "goTo": "VF_END"},
                {"comparator": "contains", "input": "please", "goTo": "Ask"}
                """, phrases: ["yes please"]),
            "Ask", "userInputCollection",
            "rules before it take every phrase that fits \"contains please\""),
        .init(
            "a key for every outcome",
            DraftBench(
                "Ask",
                DraftBench.ask(
                    "Ask",
                    """
                    "userInputCollection": [{"input": "yes", "goTo": "VF_END"}],
                    "maxTimeoutCount": "VF_END", "maxGarbageCount": "VF_END",
                    "maxSRErrorCount": "VF_END", "internalFailure": "VF_END", "DEFAULT": "VF_END"
                    """)),
            "Ask", "DEFAULT", "every way in which the module ends has a key of its own"),
        .init(
            "an endless prompt",
            DraftBench(
                "A",
                DraftBench.say(
                    "A", "P_Loop", #""internalFailure": "VF_END", "DEFAULT": "VF_END""#)),
            "A", "DEFAULT", "its prompt plays without an end"),
        .init(
            "prompts that are there",
            DraftBench(
                "A",
                DraftBench.say(
                    "A", "P_Hi", #""loadPromptFailure": "VF_END", "DEFAULT": "VF_END""#)),
            "A", "loadPromptFailure", "all its prompts are there"),
        .init(
            "nothing to fail",
            DraftBench(
                "A",
                DraftBench.module(
                    "A", "process", #""internalFailure": "VF_END", "DEFAULT": "VF_END""#)),
            "A", "internalFailure", "nothing in a process module can fail"),
        .init(
            "a recording that cannot begin",
            DraftBench(
                "R",
                DraftBench.module(
                    "R", "recordAudio",
                    """
                    "stopRecordReason": {"recordingFileError": "VF_END"}, "DEFAULT": "VF_END"
                    """,
                    """
                    "recordAudioParams": {"saveAudioParams": {"fileName": "a", "fileType": "m4a"}}
                    """)),
            "R", "DEFAULT",
            "its recording cannot begin, so that it always takes "
                + "stopRecordReason.recordingFileError"),
        .init(
            "no prompt to record",
            DraftBench(
                "R",
                DraftBench.module(
                    "R", "recordAudio",
                    #""stopRecordReason": {"endOfPrompt": "VF_END"}, "DEFAULT": "VF_END""#,
                    DraftBench.quick)),
            "R", "stopRecordReason.endOfPrompt", "the module records no prompt"),
        .init(
            "a limit behind the others",
            DraftBench(
                "R",
                DraftBench.module(
                    "R", "recordAudio",
                    """
                    "stopRecordReason": {"maxAudioLengthExceeded": "VF_END"}, "DEFAULT": "VF_END"
                    """,
                    DraftBench.quick.replacing(
                        "\"maxPostSpeech",
                        with: "\"maxSpeechLengthMs\": 900, \"maxAudioLengthMs\": 2000,"
                            + " \"maxPostSpeech"))),
            "R", "stopRecordReason.maxAudioLengthExceeded",
            "the limits of silence and of speech end it before"),
        .init(
            "silence without a limit",
            DraftBench(
                "Ask",
                DraftBench.ask(
                    "Ask",
                    """
                    "userInputCollection": [{"input": "yes", "goTo": "VF_END"}],
                    "maxTimeoutCount": "VF_END", "DEFAULT": "VF_END"
                    """
                ).replacing(
                    "\"maxPreSpeechSilenceLengthMs\": 900",
                    with: "\"maxPreSpeechSilenceLengthMs\": 0")),
            "Ask", "maxTimeoutCount", "the silence before speech has no limit"),
        .init(
            "a menu without an end",
            DraftBench(
                "Ask",
                DraftBench.ask(
                    "Ask",
                    """
                    "userInputCollection": [{"input": "yes", "goTo": "VF_END"}],
                    "maxTimeoutCount": "VF_END", "DEFAULT": "VF_END"
                    """, prompt: "P_Loop", interruptible: true
                ).replacing("\"garbage\": 1", with: "\"garbage\": 0")),
            "Ask", "maxTimeoutCount",
            "a prompt plays without an end, and silence counts only behind it"),
        .init(
            "a module that does not run",
            DraftBench(
                "A",
                DraftBench.module(
                    "A", "runAEC", #""internalFailure": "VF_END", "DEFAULT": "VF_END""#)),
            "A", "DEFAULT", "a runAEC module always takes internalFailure"),
    ]
}

@Suite("What drafts cannot reach", .enabled(if: canSpeak))
struct UnreachedReasonTests {
    @Test("is named with its reason", arguments: UnreachedCase.all)
    func named(_ unreached: UnreachedCase) throws {
        let result = try unreached.bench.draft()
        let parts = result.unreached.filter { part in
            part.module == unreached.module && part.edge?.key == unreached.key
        }
        #expect(parts.count == 1, "\(result.unreached.map(\.description))")
        #expect(parts.first?.reason.hasPrefix(unreached.reason) == true, "\(parts)")
        let rest = result.unreached.filter { $0.module != unreached.module }
        #expect(rest == [])
    }

    @Test("is all that is left when the limits are reached")
    func cutOff() throws {
        var bench = ReachableFlow.dialog.bench
        bench.limits.simulations = 2
        let result = try bench.draft()
        #expect(!result.unreached.isEmpty)
        #expect(result.unreached.allSatisfy { $0.reason.hasPrefix("the search was cut off") })
    }

    @Test("is nothing that a session of the corpus takes")
    func holdsForCorpus() throws {
        let corpora =
            "\(#filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" })/Corpora"
        var compared = 0
        for folder in try SessionFolder.find(at: corpora) {
            // Sessions of other engines have no flow.
            guard DiskFile.exists("\(folder.path)/flow/\(VoiceflowFactory.FileName.flow)") else {
                continue
            }
            let flow = try DiskFile.read(
                "\(folder.path)/flow/\(VoiceflowFactory.FileName.flow)", limit: 1 << 20)
            let prompts = try DiskFile.read(
                "\(folder.path)/flow/\(VoiceflowFactory.FileName.prompts)", limit: 1 << 20)
            let files = [
                VoiceflowFactory.FileName.flow: flow, VoiceflowFactory.FileName.prompts: prompts,
            ]
            let facts = try FlowFacts(
                files: files, name: "flow", media: MediaSearch(folders: .init(language: "en-US")))
            let certain = UnreachedReasons(facts: facts, vocabulary: Vocabulary(phrases: nil))
                .certain
            let finder = EdgeFinder(facts.graph)
            for event in try folder.golden().events where event.kind == "transition" {
                guard let edge = finder.edge(takenBy: event, .voiceflow) else { continue }
                compared += 1
                #expect(certain[edge] == nil, "\(folder.path): \(facts.graph.edges[edge])")
            }
        }
        #expect(compared > 100)
    }

    @Test("is written to a file and read from it")
    func list() throws {
        let result = try UnreachedCase.all[0].bench.draft()
        let list = UnreachedList(result.unreached)
        let read = try UnreachedList(
            bytes: list.bytes, file: "unreached.json", graph: result.graph)
        #expect(read == list)
        var coverage = FlowCoverage(graph: result.graph)
        let before = coverage.countedEdges
        read.setApart(in: &coverage)
        #expect(coverage.countedEdges == before - 1)
        #expect(coverage.countedModules == result.graph.modules.count - 1)
    }

    @Test("is refused where the file is none", arguments: ["", "[]", #"{"formatVersion": 2}"#])
    func refusesList(text: String) {
        let graph = FlowGraph(name: "flow", modules: [], edges: [])
        let error = #expect(throws: DraftError.self) {
            try UnreachedList(bytes: Array(text.utf8), file: "unreached.json", graph: graph)
        }
        #expect(error?.description.hasPrefix("unreached.json: found no ") == true)
    }
}
