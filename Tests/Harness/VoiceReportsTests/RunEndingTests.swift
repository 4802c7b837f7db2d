import Testing
import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceTestSupport

@testable import VoiceReports

/// How runs end, and what every form says of it.
@Suite("Endings of runs")
struct RunEndingTests {
    private let folder = TemporaryFolder()
    private let fault = RunFault(.missing, "nope: no such <file>.")

    @Test("the gravest of sessions, faults and self-test is the exit code")
    func gravest() {
        let order: [VoiceReports.ExitStatus] = [
            .bug, .inputOutput, .cannotCreate, .notInstalled, .usage, .badData, .missing, .differs,
            .agrees,
        ]
        for (graver, lighter) in zip(order, order.dropFirst()) {
            #expect(RunEnding(sessions: [lighter, graver], of: 2).exit == graver)
            guard lighter != .agrees else { continue }
            let faults = [RunFault(lighter, "a"), RunFault(graver, "b")]
            #expect(RunEnding(sessions: [.agrees], of: 1, faults: faults).exit == graver)
        }
        let blind = GateSelfTest.Outcome(
            found: 0, silent: 0, failures: [.init(what: "all passes", place: "x")])
        #expect(RunEnding(sessions: [.agrees], of: 1, selfTest: blind).exit == .differs)
    }

    @Test("a run without any session exits 66 and says why; an empty share does not")
    func nothing() {
        let ending = RunEnding(sessions: [], of: 0)
        #expect(ending.exit == .missing)
        #expect(ending.warning?.contains("No session was found.") == true)
        #expect(RunEnding(sessions: [], of: 3).exit == .agrees)
    }

    private func result(
        _ number: Int, sessions: [SessionRecord] = [], faults: [RunFault]
    ) -> RunResult {
        RunResult(
            createdBy: "v", build: "b", settings: ["from": "auto"],
            shard: Shard(number: number, count: 2) ?? .whole,
            all: sessions.map { .init(path: $0.path, digest: "", milliseconds: 0) },
            sessions: sessions, faults: faults)
    }

    private func written(_ name: String, _ result: RunResult) throws -> ResultFolder {
        let target = ResultFolder(path: folder.path(name))
        let draft = try ReportDraft(in: target, replacing: false)
        try draft.folder.finish(result)
        try draft.publish()
        return target
    }

    @Test("a merge is never better than one of its parts, and tells the faults of all, each once")
    func merge() throws {
        let other = RunFault(.inputOutput, "locked: cannot be read.")
        let parts = [
            try written("1", result(1, faults: [fault])),
            try written("2", result(2, faults: [fault, other])),
        ]
        let merged = try ResultMerge.merge(parts).result
        #expect(merged.ending.exit == .inputOutput)
        #expect(merged.ending.faults == [fault, other])
        let page = try DiskFile.read(folder.path("2/index.html"), limit: 5 << 20)
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.contains("<li>nope: no such &lt;file&gt;.</li><li>locked: "))
    }

    @Test("the exit code of a session that cannot be used is the run's")
    func damaged() throws {
        let verdict = Verdict(name: "a", path: "a.vsession", reason: "It cannot be read.")
        let record = SessionRecord(verdict, place: 0, damage: .inputOutput)
        let result = result(1, sessions: [record], faults: [])
        #expect(result.ending.exit == .inputOutput)
        #expect(try RunResult(bytes: result.fileBytes(), path: "r") == result)
    }

    @Test("a page of sessions that agree in a run that is not complete is red, and says so")
    func page() throws {
        var verdict = Sample.verdict(Sample.golden, Sample.golden)
        verdict.start = .words
        var record = SessionRecord(
            verdict, place: 0, frames: 56_000, golden: Digest.hex(of: []),
            actual: Digest.hex(of: []))
        record.start = .words
        let result = result(1, sessions: [record], faults: [fault])
        let bytes = try ReportPage(result: result).bytes(with: [:])
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("<h1>The run is not complete</h1>"))
        #expect(text.contains(#"<header class="top red">"#))
        #expect(text.contains("<dt>replayed from</dt><dd>words</dd>"))
        #expect(text.contains(">from words</i>"))
    }

    @Test("every form for machines says what is not complete, and from which stage was replayed")
    func forms() throws {
        var verdict = Sample.verdict(Sample.golden, Array(Sample.golden.dropLast()))
        verdict.start = .words
        let told = [SessionResult(verdict)]
        let ending = RunEnding(sessions: [.differs], of: 1, faults: [fault])
        let json = JSONReport().value(told, ending: ending).object
        #expect(json?["exit"] == 66)
        #expect(json?["incomplete"] == .array([["exit": 66, "what": "nope: no such <file>."]]))
        #expect(json?["sessions"]?.array?.first?.object?["from"] == "words")
        let junit = JUnitReport().text(told, ending: ending)
        #expect(junit.contains(#"tests="2" failures="1" errors="1""#))
        #expect(junit.contains(#"<error type="incomplete" message="nope: no such &lt;file&gt;.">"#))
        #expect(junit.contains("<system-out>replayed from words</system-out>"))
        let lines = GitHubReport().text(told, ending: ending)
        #expect(lines.hasPrefix("::error title=run::The run is not complete: nope: no"))
        #expect(lines.hasSuffix("::notice::1 session was replayed from words\n"))
        let sarif = SARIFReport().value(told, ending: ending)
        let run = sarif.object?["runs"]?.array?.first?.object
        #expect(run?["invocations"]?.array?.first?.object?["exitCode"] == 66)
        #expect(run?["properties"] == ["replayedFrom": ["words": 1]])
        let markdown = MarkdownReport().text(told, ending: ending)
        #expect(markdown.contains("- nope: no such &#60;file&#62;."))
        #expect(markdown.contains("1 session was replayed from words."))
        #expect(TerminalReport().text(verdict).contains(" differs, replayed from words: 1 missing"))
    }

    @Test("stages are counted in the order of the chain")
    func stages() {
        let count = StageCount([.words, nil, .audio, .audio, .speech])
        #expect(
            count.sentence == "2 sessions were replayed from audio, 1 from speech, 1 from words")
        #expect(count.later == "1 session was replayed from speech, 1 from words")
        #expect(StageCount([.audio]).later == nil && StageCount([nil]).sentence == nil)
    }
}
