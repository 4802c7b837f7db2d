import Testing
import VoiceAudio
import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@testable import VoiceReports

@Suite("Results and their merge")
struct ResultFolderTests {
    private static let golden = String(repeating: "c", count: 64)
    private static let actual = String(repeating: "a", count: 64)
    private let folder = TemporaryFolder()

    /// A run of four sessions, the third of them red; `places` are those of this share.
    private func result(_ places: [Int], shard: Shard = .whole) -> RunResult {
        let all = (0..<4).map {
            RunResult.Listed(path: "C/\($0).vsession", digest: "d\($0)", milliseconds: 1_000)
        }
        let sessions = places.map { place -> SessionRecord in
            let actual = place == 2 ? Array(Sample.golden.dropLast()) : Sample.golden
            var record = SessionRecord(
                Sample.verdict(Sample.golden, actual), place: place, frames: 56_000,
                golden: Self.golden, actual: Self.actual, coverage: Self.coverage)
            record.path = all[place].path
            record.start = .audio
            return record
        }
        return RunResult(
            createdBy: "voicetest 1", build: "b1", settings: ["from": "audio"], shard: shard,
            all: all, sessions: sessions)
    }

    private static var coverage: FlowCoverage {
        var coverage = FlowCoverage(
            graph: FlowGraph(
                name: "F", modules: [.init(id: "Ask", type: "node")],
                edges: [.init(module: "Ask", key: "DEFAULT", detail: nil, target: "Bye")]))
        coverage.add(Sample.golden)
        return coverage
    }

    private func write(_ name: String, _ result: RunResult) throws -> ResultFolder {
        let written = ResultFolder(path: folder.path(name))
        let draft = try ReportDraft(in: written, replacing: false)
        var result = result
        for index in result.sessions.indices {
            let actual =
                result.sessions[index].isRed ? Array(Sample.golden.dropLast()) : Sample.golden
            let sound = MonoSound(
                sampleRate: 16_000, samples: (0..<56_000).map { Int16($0 % 200 * 50) })
            let detail = SessionDetail(
                Sample.verdict(Sample.golden, actual), golden: Sample.golden, actual: actual,
                frames: 56_000, sounds: SessionSounds(microphone: sound))
            let record = result.sessions[index]
            result.sessions[index].detail = try draft.folder.write(
                detail, of: record, origin: nil)
            result.sessions[index].verdict = try draft.folder.write(Self.told(actual, of: record))
        }
        try draft.folder.finish(result)
        try draft.publish()
        return written
    }

    private static func told(_ actual: [TraceEvent], of record: SessionRecord) -> SessionResult {
        let verdict = Sample.verdict(Sample.golden, actual)
        guard let diff = verdict.diff else { preconditionFailure("samples can be compared") }
        var told = Verdict(name: verdict.name, path: record.path, diff: diff)
        told.start = .audio
        return SessionResult(told, record: record)
    }

    @Test("a share whose self-test failed makes the merged run red, and the page says so")
    func selfTest() throws {
        var results = [
            result([0], shard: try #require(Shard(number: 1, count: 2))),
            result([1, 2, 3], shard: try #require(Shard(number: 2, count: 2))),
        ]
        results[1].sessions.removeAll { $0.place == 2 }
        for index in results.indices { results[index].all.remove(at: 2) }
        results[1].sessions[1].place = 2
        results[1].sessions[1].path = results[1].all[2].path
        results[0].sessions[0].selfTest = .init(found: 2, silent: 1, failures: [])
        #expect(!results[0].isRed)
        results[1].sessions[0].selfTest = .init(
            found: 1, silent: 1, failures: [.init(what: "all passes", place: "talk")])
        let parts = try results.enumerated().map { try write("part\($0)", $1) }
        let (merged, sources) = try ResultMerge.merge(parts)
        #expect(merged.isRed)
        #expect(merged.selfTest?.found == 3)
        let target = ResultFolder(path: folder.path("merged"))
        let draft = try ReportDraft(in: target, replacing: false)
        try ResultMerge.write(merged, from: sources, to: draft.folder)
        try draft.publish()
        #expect(try target.result() == merged)
        let page = try DiskFile.read(folder.path("merged/index.html"), limit: 5 << 20)
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.contains("The gate failed its self-test: all passes: talk."))
        #expect(text.contains(#"<header class="top red">"#))
    }

    private func part(_ number: Int, of count: Int, _ places: [Int]) throws -> ResultFolder {
        try write(
            "part-\(number)", result(places, shard: Shard("\(number)/\(count)") ?? .whole))
    }

    private func faults(_ folders: [ResultFolder]) -> String? {
        #expect(throws: ReportError.self) { try ResultMerge.merge(folders) }?.description
    }

    @Test("a result reads back as it was written")
    func readsBack() throws {
        let written = try write("one", result([0, 1, 2, 3]))
        let read = try written.result()
        #expect(read.sessions.map(\.place) == [0, 1, 2, 3])
        #expect(read.isRed && read.sessions[2].isRed && !read.sessions[1].isRed)
        #expect(read.coverages.first?.moduleCounts == [4])
        #expect(try RunResult(bytes: read.fileBytes(), path: "x") == read)
    }

    @Test("what cannot be reached is read back as what does not count")
    func keepsApart() throws {
        var whole = result([0])
        let lost = FlowGraph.Edge(module: "Ask", key: "maxGarbageCount", target: "Bye")
        var coverage = FlowCoverage(
            graph: FlowGraph(
                name: "F", modules: [.init(id: "Ask", type: "node")],
                edges: [.init(module: "Ask", key: "DEFAULT", target: "Bye"), lost]))
        coverage.add(Sample.golden)
        let share = FlowCoverage.thousandths([coverage])
        coverage.setApart(edges: [lost], modules: [])
        whole.sessions[0].coverage = coverage
        let read = try RunResult(bytes: whole.fileBytes(), path: "x")
        #expect(read.coverages == [coverage])
        #expect(FlowCoverage.thousandths(read.coverages) > share)
        #expect(CoverageReport(read.coverages).text.contains("1 cannot be reached"))
    }

    @Test("shares put together are the unsharded run, byte for byte, in any order")
    func sameBytes() throws {
        let whole = try write("whole", result([0, 1, 2, 3]))
        let parts = [
            try part(1, of: 3, [2]), try part(2, of: 3, [3, 0]), try part(3, of: 3, [1]),
        ]
        let merged = ResultFolder(path: folder.path("merged"))
        let (result, sources) = try ResultMerge.merge(parts.reversed())
        let draft = try ReportDraft(in: merged, replacing: false)
        try ResultMerge.write(result, from: sources, to: draft.folder)
        try draft.publish()
        let names =
            ["index.html", "result.json", "result.jsonl", "sounds/0003.js", "verdicts/0003.json"]
            + (1...4).map { "sessions/000\($0).js" }
            + (try DiskFile.names(in: "\(whole.path)/audio")).map { "audio/\($0)" }
        for name in names {
            let left = try DiskFile.read("\(whole.path)/\(name)", limit: 1 << 24)
            #expect(try DiskFile.read("\(merged.path)/\(name)", limit: 1 << 24) == left, "\(name)")
        }
    }

    @Test("sessions that are missing or ran twice are named")
    func missingAndDoubled() throws {
        let parts = [try part(1, of: 2, [0, 1]), try part(2, of: 2, [1, 2])]
        let said = faults(parts)
        #expect(said?.contains("C/3.vsession: missing") == true)
        #expect(said?.contains("C/1.vsession: ran 2 times") == true)
        #expect(said?.contains("C/0.vsession") == false)
    }

    @Test("another version, setting, number of shares or session is named")
    func different() throws {
        let first = try part(1, of: 2, [0, 1])
        var other = result([2, 3], shard: Shard("2/2") ?? .whole)
        other.createdBy = "voicetest 2"
        other.build = "b2"
        other.settings["from"] = "words"
        other.settings["endpoint.offsetMs"] = 200
        other.all[3].digest = "other"
        let said = faults([first, try write("other", other)])
        #expect(said?.contains("the program differs: voicetest 1 in") == true)
        #expect(said?.contains("the build of the program differs: b1 in") == true)
        #expect(said?.contains("the setting from differs: \"audio\" in") == true)
        #expect(said?.contains("endpoint.offsetMs differs: nothing in") == true)
        #expect(said?.contains("C/3.vsession: not the same session") == true)
        let third = try part(3, of: 3, [2, 3])
        #expect(faults([first, third])?.contains("the number of shards differs: 2 in") == true)
    }

    @Test("a detail or a sound that was changed is refused")
    func changed() throws {
        let written = try write("one", result([2]))
        let record = try written.result().sessions[0]
        let sound = try #require(try written.detail(of: record)?.soundNames.first)
        try folder.write([1, 2, 3], to: "one/\(sound)")
        #expect(throws: ReportError.self) { try written.sound(named: sound) }
        try folder.write("{}", to: "one/sessions/0003.js")
        #expect(throws: ReportError.self) { try written.detail(of: record) }
        #expect(throws: ReportError.self) { try written.sound(named: "../\(sound)") }
    }

    @Test(
        "what is not a result is damage, and says where",
        arguments: [
            "", "[]", "{\"formatVersion\":1}", "{\"formatVersion\":3}",
            "{\"formatVersion\":4,\"createdBy\":\"x\",\"settings\":{},"
                + "\"shard\":{\"number\":3,\"count\":2}}",
        ])
    func damaged(text: String) {
        let error = #expect(throws: ReportError.self) {
            try RunResult(bytes: Array(text.utf8), path: "r.json")
        }
        #expect(error?.description.hasPrefix("r.json: damaged: ") == true)
    }

    @Test("reports tell of the verdicts of a result what they told of the replay's own")
    func verdicts() throws {
        let written = try write("one", result([0, 1, 2, 3]))
        let read = try written.result()
        let actual = Array(Sample.golden.dropLast())
        for record in read.sessions {
            let events = record.isRed ? actual : Sample.golden
            #expect(try written.session(of: record) == Self.told(events, of: record))
        }
        var record = read.sessions[2]
        record.verdict = read.sessions[1].verdict
        #expect(throws: ReportError.self) { try written.session(of: record) }
        record.verdict = nil
        #expect(throws: ReportError.self) { try written.session(of: record) }
        let cut = Verdict(name: "gone", path: "C/gone.vsession", reason: "It is cut.")
        #expect(try written.session(of: SessionRecord(cut, place: 0)).sentence == "It is cut.")
    }

    @Test(
        "records that contradict themselves are refused",
        arguments: [
            (2, "\"differs\"", "\"agrees\"", "agrees and exits 1"),
            (0, "\"agrees\"", "\"differs\"", "differs and exits 0"),
            (0, "\"from\":\"audio\",\"golden\"", "\"golden\"", "from which stage"),
            (2, "\"exit\": 1", "\"exit\": 0", "exit is not what sessions and faults amount to"),
            (0, "lete\": []", "lete\": [{\"exit\":66, \"what\": \"x\"}]", "exit is not what"),
            (0, "\"agrees\"", "\"damaged\"", "is damaged without a reason"),
            (0, "\"outcome\"", "\"cause\":\"x\",\"outcome\"", "agrees and has a cause"),
            (0, "\"outcome\"", "\"reason\": \"x\", \"outcome\"", "has a reason to be damaged"),
            (2, "\"missing\":1", "\"missing\":0", "has counts that are none"),
            (2, "\"extra\"", "\"surplus\"", "has counts that are none"),
            (2, "\"\(actual)\"", "\"\(golden)\"", "1 difference of equal traces"),
            (0, "\"actual\":\"", "\"actuel\": \"", "lacks the digest"),
            (0, "\"golden\":\"c", "\"golden\":\"..c", "lacks the digest"),
            (0, "\"frames\":56000", "\"frames\":4611686018427387904", "no length"),
            (0, "\"frames\":56000", "\"frames\":-1", "no length"),
            (0, "\"sampleRate\":16000", "\"sampleRate\":9223372036854775807", "no sample rate"),
        ])
    func contradicts(place: Int, old: String, new: String, what: String) throws {
        let text = String(decoding: result([place]).fileBytes(), as: UTF8.self)
        let changed = text.split(separator: old, maxSplits: 1).joined(separator: new)
        #expect(changed != text)
        let error = #expect(throws: ReportError.self) {
            try RunResult(bytes: Array(changed.utf8), path: "r.json")
        }
        #expect(error?.description.contains(what) == true, "\(error?.description ?? "")")
    }

    @Test("counts that no flow can have, and places that are not listed, are refused")
    func hostile() throws {
        let text = String(decoding: result([0]).fileBytes(), as: UTF8.self)
        let swaps = [
            ("\"place\":0", "\"place\":9"), ("\"place\":0", "\"place\":-1"),
            ("\"flow\":0", "\"flow\":7"), ("\"agrees\"", "\"fine\""),
            ("\"number\": 1", "\"number\": 0"), ("\"milliseconds\":1000", "\"milliseconds\":-5"),
        ]
        for (old, new) in swaps {
            let changed = text.split(separator: old, maxSplits: 1).joined(separator: new)
            #expect(changed != text)
            #expect(throws: ReportError.self, "\(new)") {
                try RunResult(bytes: Array(changed.utf8), path: "r.json")
            }
        }
        #expect(throws: ReportError.newerFormat(path: "r", version: 5)) {
            try RunResult(bytes: Array("{\"formatVersion\":5}".utf8), path: "r")
        }
    }

    @Test("a report is replaced only when that is asked for, and nothing else ever")
    func prepares() throws {
        let written = try write("one", result([0]))
        #expect(throws: ReportError.self) { try ReportDraft(in: written, replacing: false) }
        let draft = try ReportDraft(in: written, replacing: true)
        #expect(try written.result().sessions.count == 1)
        try draft.publish()
        #expect(try DiskFile.names(in: written.path) == [])
        try folder.write("mine", to: "two/notes.txt")
        let other = ResultFolder(path: folder.path("two"))
        #expect(throws: ReportError.notAReport(path: other.path)) {
            try ReportDraft(in: other, replacing: true)
        }
        #expect(try DiskFile.names(in: other.path) == ["notes.txt"])
    }
}
