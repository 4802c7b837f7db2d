import Testing
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceDiff
@testable import VoiceReports

/// Shards collect, the merge judges: what comes of it is what the unsharded run is, and nothing of
/// a shard's result can be changed on the way.
@Suite("Merged and unsharded runs")
struct ResultMergeTests {
    private let folder = TemporaryFolder()

    /// A flow of five modules and edges, with rules that only their details tell apart.
    private static func graph(_ name: String) -> FlowGraph {
        FlowGraph(
            name: name,
            modules: [
                .init(id: "Ask", type: "audioDialog", says: ["Is this \(name)?"]),
                .init(id: "Bye", type: "node"),
            ],
            edges: [
                .init(module: "Ask", key: "input", detail: "yes", target: "Bye"),
                .init(module: "Ask", key: "input", detail: "no", target: "Ask", isDynamic: true),
                .init(module: "Bye", key: "DEFAULT", target: "VF_END"),
            ])
    }

    private static func path(_ place: Int) -> String {
        "\(place < 2 ? "P" : "Q")/\(place).vsession"
    }

    /// What the session at `place` takes; with a gap no session ends the second flow.
    private static func coverage(_ place: Int, gap: Bool) -> FlowCoverage? {
        let edges = [[1, 0, 1], [0, 2, 0], [1, 1, 0], [0, 0, gap ? 0 : 3]][place]
        return FlowCoverage(
            graph: graph(place < 2 ? "first" : "second"), moduleCounts: [1, 1], edgeCounts: edges)
    }

    /// The record of the session at `place` without files.
    private static func record(_ place: Int, gap: Bool) -> SessionRecord {
        var verdict = Sample.verdict(Sample.spoken, Sample.spoken)
        verdict.start = .words
        let digest = RecordedTrace.digest(of: Sample.spoken)
        var record = SessionRecord(
            verdict, place: place, frames: 56_000, golden: digest, actual: digest,
            coverage: coverage(place, gap: gap))
        record.path = path(place)
        let kind = EventKind("lightning\(place % 2)", lane: .prompts)
        record.vocabulary = EventVocabulary.voiceflow.adding(EventVocabulary(kinds: [kind]))
        let start = Int64(20_000 + place * 1_600)
        let subject = LatencySubject(
            name: "a", path: record.path, sampleRate: .standard, frames: 56_000,
            events: Sample.spoken, vocabulary: .voiceflow,
            turns: [SpokenTurn(active: start..<start + 16_000, words: "yes", line: place)])
        var latency = SessionLatency(subject)
        latency.figures = [
            ToldFigure(name: "llm first byte", frame: 1_600, microseconds: -20_000),
            ToldFigure(name: "llm first byte", frame: start, microseconds: 120_000, turn: 0),
        ]
        record.measured[ResultLatency.name] = ResultLatency.value(
            latency, places: latency.places(in: subject.events), golden: latency)
        return record
    }

    private func result(
        _ places: [Int], shard: Shard = .whole, gap: Bool, demands: [CoverageDemand] = []
    ) -> RunResult {
        var result = RunResult(
            createdBy: "voicetest 1", build: "b1", settings: ["from": "words"], shard: shard,
            all: (0..<4).map {
                .init(path: Self.path($0), digest: "d\($0)", milliseconds: 1_000)
            },
            sessions: places.map { Self.record($0, gap: gap) })
        result.demands = demands
        return result
    }

    private func written(_ name: String, _ result: RunResult) throws -> ResultFolder {
        let target = ResultFolder(path: folder.path(name))
        let draft = try ReportDraft(in: target, replacing: false)
        var result = result
        for index in result.sessions.indices {
            let record = result.sessions[index]
            var told = Sample.verdict(Sample.spoken, Sample.spoken)
            told.start = .words
            result.sessions[index].trace = try draft.folder.write(
                RecordedTrace(events: Sample.spoken), of: record)
            guard let diff = told.diff else { preconditionFailure("samples can be compared") }
            var verdict = Verdict(
                name: told.name, path: record.path, diff: diff)
            verdict.start = .words
            result.sessions[index].verdict = try draft.folder.write(
                SessionResult(verdict, record: record))
        }
        try draft.folder.finish(result)
        try draft.publish()
        return target
    }

    private func merged(_ name: String, _ parts: [ResultFolder]) throws -> ResultFolder {
        let target = ResultFolder(path: folder.path(name))
        let (result, sources) = try ResultMerge.merge(parts)
        let draft = try ReportDraft(in: target, replacing: false)
        try ResultMerge.write(result, from: sources, to: draft.folder)
        try draft.publish()
        return target
    }

    private static let whole = [CoverageDemand(percent: 100)]
    private static let projects = [
        CoverageDemand(percent: 100, project: "P"), CoverageDemand(percent: 90, project: "Q"),
    ]

    @Test(
        "coverage fails or passes the merged run as it does the unsharded one, and no shard",
        arguments: [(whole, true), (whole, false), (projects, true), (projects, false), ([], true)])
    func coverage(demands: [CoverageDemand], gap: Bool) throws {
        let run = try written("whole", result([0, 1, 2, 3], gap: gap, demands: demands))
        let parts = try [[2, 1], [3, 0]].enumerated().map { number, places in
            try written(
                "part\(number)",
                result(
                    places, shard: Shard(number: number + 1, count: 2) ?? .whole, gap: gap,
                    demands: demands))
        }
        let isRed = gap && !demands.isEmpty
        #expect(try run.result().isRed == isRed)
        for part in parts { #expect(try !part.result().isRed) }
        let merged = try merged("merged", parts)
        #expect(try merged.result().ending == run.result().ending)
        for name in ["result.json", "index.html"] {
            let left = try DiskFile.read("\(run.path)/\(name)", limit: 1 << 24)
            #expect(try DiskFile.read("\(merged.path)/\(name)", limit: 1 << 24) == left, "\(name)")
        }
        let page = try DiskFile.read("\(merged.path)/index.html", limit: 1 << 24)
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.contains("A response takes"))
        #expect(text.contains(": as fast as the golden traces."))
        guard isRed else { return }
        let told = try merged.result().ending.faults.map(\.text)
        #expect(
            told.count == 1 && told[0].contains(demands.count == 1 ? "90.0 %" : "Q/voicetest.json"))
    }

    @Test("a demand of a project is of the sessions in its folder, the innermost one")
    func innermost() {
        func faults(_ demands: [CoverageDemand]) -> [String] {
            let sessions = (0..<4).compactMap { place in
                Self.coverage(place, gap: true).map { (path: Self.path(place), coverage: $0) }
            }
            return CoverageDemand.faults(demands, of: sessions).map(\.text)
        }
        #expect(
            faults([.init(percent: 100, project: "P"), .init(percent: 0, project: "Q")]).isEmpty)
        let around = faults([.init(percent: 100, project: "."), .init(percent: 80, project: "Q/")])
        #expect(around.isEmpty)
        let told = faults([.init(percent: 0, project: "."), .init(percent: 81, project: "Q/")])
        #expect(
            told == [
                "Q/voicetest.json: the sessions cover 80.0 % of the flow, and \"coverage\" asks for"
                    + " 81 %. `voicetest test --coverage 81` lists what is missing."
            ])
    }

    @Test("shards that were asked for another coverage are no whole run")
    func otherDemand() throws {
        let parts = [
            try written(
                "1",
                result([0, 1], shard: Shard("1/2") ?? .whole, gap: false, demands: Self.whole)),
            try written("2", result([2, 3], shard: Shard("2/2") ?? .whole, gap: false)),
        ]
        let error = #expect(throws: ReportError.self) { try ResultMerge.merge(parts) }
        #expect(
            error?.description.contains("the coverage that is asked for differs: 100 % in") == true)
    }

    @Test("faults of sessions stand in the order of their places, after those of the run")
    func faultsInOrder() throws {
        let faults = (0..<4).map { RunFault(.differs, "\(Self.path($0)) is stale", place: $0) }
        let own = RunFault(.differs, "gone.vsession: its scenario is gone")
        var run = result([0, 1, 2, 3], gap: false)
        run.faults = [own] + faults
        var parts = [
            result([2, 1], shard: Shard("1/2") ?? .whole, gap: false),
            result([3, 0], shard: Shard("2/2") ?? .whole, gap: false),
        ]
        parts[0].faults = [own, faults[1], faults[2]]
        parts[1].faults = [own, faults[0], faults[3]]
        let folders = try parts.enumerated().map { try written("p\($0)", $1) }
        let whole = try written("whole", run).result()
        #expect(try ResultMerge.merge(folders).result.fileBytes() == whole.fileBytes())
        #expect(whole.ending.faults.map(\.place) == [nil, 0, 1, 2, 3])
    }

    @Test("a rule of the tolerance is unused where no shard used it")
    func toleranceRules() throws {
        let tolerance = try Tolerance(
            json: Array(
                #"""
                {"rules": [{"kind": "final", "fields": ["confidence", "mood"], "within": 5},
                 {"kind": "partial", "ignore": true}]}
                """#.utf8), kinds: ["final", "partial"])
        var used = RuleUse(tolerance)
        used.record(Sample.spoken)
        var parts = [
            result([0, 1], shard: Shard("1/2") ?? .whole, gap: false),
            result([2, 3], shard: Shard("2/2") ?? .whole, gap: false),
        ]
        parts[0].toleranceRules = ToleranceRules(file: "t.json", use: RuleUse(tolerance))
        parts[1].toleranceRules = ToleranceRules(file: "t.json", use: used)
        let folders = try parts.enumerated().map { try written("p\($0)", $1) }
        #expect(
            try ResultMerge.merge(folders).result.toleranceRules?.warnings
                == used.unused.map { "warning: t.json: \($0)" })
        #expect(used.unused.count == 2)
    }

    /// Every value that differs from `value` in one name or figure.
    private static func alterations(of value: JSONValue) -> [JSONValue] {
        switch value {
        case .object(let object):
            object.members.flatMap { member in
                alterations(of: member.value).map { altered in
                    var changed = object
                    changed[member.key] = altered
                    return JSONValue.object(changed)
                }
            }
        case .array(let elements):
            elements.indices.flatMap { index in
                alterations(of: elements[index]).map { altered in
                    var changed = elements
                    changed[index] = altered
                    return JSONValue.array(changed)
                }
            }
        case .string(let text): [.string(text + "x")]
        case .integer(let number): [.integer(number + 1)]
        case .bool(let flag): [.bool(!flag)]
        default: []
        }
    }

    @Test("no name and no figure of a result can be altered: counts, edges, latencies, vocabulary")
    func altered() throws {
        let bytes = result([0, 2], gap: false, demands: Self.whole).fileBytes()
        let altered = Self.alterations(of: try JSONReader.value(of: bytes))
        #expect(altered.count > 200)
        for value in altered {
            let changed = JSONWriter.prettyBytes(value)
            #expect(throws: ReportError.self) { try RunResult(bytes: changed, path: "r.json") }
        }
        #expect(throws: Never.self) { try RunResult(bytes: bytes, path: "r.json") }
    }

    @Test("a run that measures no flow has no share of one")
    func noFlow() {
        #expect(CoverageReport([]).text == "coverage: none, since no flow was measured")
    }
}
