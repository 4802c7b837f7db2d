import Testing
import VoiceAudio
import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceReports

@Suite("Report page")
struct ReportPageTests {
    private let hostile = "</script><script>alert(1)</script><img src=x onerror=\"a()\">'&{{x}}"

    private func page(
        _ verdicts: [Verdict], details: SessionDetail? = nil, sections: [PageSection] = [],
        shard: Shard = .whole
    ) throws -> String {
        let records = verdicts.enumerated().map { SessionRecord($1, place: $0) }
        let result = RunResult(
            createdBy: "voicetest 1", settings: ["from": "audio"], shard: shard,
            all: records.map { .init(path: $0.path, digest: "", milliseconds: 0) },
            sessions: records)
        let shown = records.filter { $0.outcome != .damaged }.map {
            ($0.place, details ?? SessionDetail(object: [:]))
        }
        let bytes = try ReportPage(result: result, sections: sections).bytes(
            with: Dictionary(shown) { first, _ in first })
        return String(decoding: bytes, as: UTF8.self)
    }

    private var red: Verdict { Sample.verdict(Sample.golden, Array(Sample.golden.dropLast())) }

    @Test("says in its headline how the run came out")
    func headlines() throws {
        let green = Sample.verdict(Sample.golden, Sample.golden)
        let damaged = Verdict(name: "a", path: "b", reason: "It is cut short.")
        #expect(try page([green, green]).contains("<h1>All 2 sessions agree</h1>"))
        #expect(try page([green, red, damaged]).contains("<h1>2 of 3 sessions fail</h1>"))
        #expect(try page([damaged]).contains("<h1>a cannot be used</h1>"))
        #expect(try page([red]).contains("<h1>sleep-mode differs</h1>"))
        let lead = "<p class=\"lead\">media P_Bye playAudio ended at 3500 ms"
        #expect(try page([red]).contains(lead))
    }

    @Test("is honest when nothing ran")
    func nothing() throws {
        let page = try page([])
        #expect(page.contains("<h1>Nothing ran</h1>") && page.contains("nothing is proven"))
        #expect(!page.contains("agree</h1>") && page.contains("class=\"top red\""))
        #expect(page.contains("<li>No session was found."))
    }

    @Test("holds the explanation without any script")
    func explains() throws {
        let detail = SessionDetail(
            red, golden: Sample.golden, actual: Array(Sample.golden.dropLast()), frames: 60_000)
        let page = try page([red], details: detail)
        #expect(page.contains("media P_Bye playAudio ended at 3500 ms in module Bye is missing"))
        #expect(
            page.contains("<td class=\"what\" data-label=\"what\"><span>missing</span></td>"))
        #expect(page.contains("data-pick=\"0\""))
    }

    @Test("tells what the caller notices before the engine's cause, and both can be found")
    func caller() throws {
        var actual = Sample.golden
        actual[3].fields["text"] = "wake up"
        var verdict = Sample.verdict(Sample.golden, actual)
        verdict.effect = verdict.diff.flatMap { diff in
            CallerEffect(
                diff, golden: Sample.golden, actual: actual,
                turns: [SpokenTurn(active: 20_000..<36_000, words: "go to sleep")])
        }
        let detail = SessionDetail(
            verdict, golden: Sample.golden, actual: actual, frames: 60_000)
        let page = try page([verdict], details: detail)
        let caller = "The caller said “go to sleep”; the app heard “wake up”."
        #expect(page.contains("<p class=\"lead\">\(caller)</p>"))
        let parts = page.split(separator: "<p class=\"engine\">final at")
        #expect(parts.count == 2 && parts[0].contains("<p class=\"sentence\">\(caller)"))
    }

    @Test("says that a caller line never played, and tells no fault twice")
    func unplayed() throws {
        var actual = Sample.golden
        actual.remove(at: 3)
        let line = CallerLine(
            line: 1, start: 19_000, end: 37_000, active: 20_000..<36_000, words: "go to sleep")
        let diff = TraceDiff(golden: Sample.golden, actual: actual, sampleRate: .standard)
        var verdict = Verdict(
            name: "a", path: "b", diff: diff,
            flags: ["Caller line 2 (“go to sleep”) never played.", "Another fault."])
        verdict.effect = CallerEffect(
            diff, golden: Sample.golden, actual: actual,
            turns: [SpokenTurn(active: line.active, words: line.words)], unplayed: [line])
        let detail = SessionDetail(
            verdict, golden: Sample.golden, actual: actual, frames: 60_000)
        let page = try page([verdict], details: detail)
        let caller = "Caller line 2 (“go to sleep”) never played."
        #expect(page.contains("<p class=\"sentence\">\(caller)</p>"))
        #expect(!page.contains("<li>\(caller)</li>"))
    }

    @Test("tells the label, the commit and the commands, which can be copied")
    func origin() throws {
        let verdict = red
        var result = RunResult(
            createdBy: "voicetest 1", settings: ["from": "audio"], shard: .whole, all: [],
            sessions: [SessionRecord(verdict, place: 0)])
        result.origin = RunOrigin(
            label: "<b>", commit: "0123abc", command: ["voicetest", "replay", "Corpora"],
            paths: ["Corpora"])
        let bytes = try ReportPage(result: result).bytes(with: [0: SessionDetail(object: [:])])
        let page = String(decoding: bytes, as: UTF8.self)
        #expect(page.contains("<b>&lt;b&gt;</b>") && page.contains("data-copy=\"0123abc\""))
        #expect(page.contains("data-copy=\"voicetest replay Corpora\""))
        #expect(page.contains("data-copy=\"voicetest replay Corpora/sleep-mode.vsession\""))
    }

    @Test("says what the self-test found, or that it did not run and why")
    func selfTest() throws {
        #expect(try page([red]).contains("The self-test did not run."))
        var record = SessionRecord(Sample.verdict(Sample.golden, Sample.golden), place: 0)
        record.selfTest = .init(
            found: 7, silent: 1, failures: [.init(what: "a <delay>", place: "p")])
        let result = RunResult(
            createdBy: "voicetest 1", settings: ["from": "audio"], shard: .whole, all: [],
            sessions: [record])
        let section = try #require(SelfTestSection.section(result))
        #expect(section.html.contains("<dd>7 of 8</dd>"))
        #expect(section.html.contains("a &lt;delay&gt;") && !section.html.contains("<delay>"))
    }

    @Test("no text of a session becomes markup, script or template")
    func injection() throws {
        var golden = Sample.golden
        golden[3].fields["text"] = .string(hostile)
        golden[1].fields["module"] = .string(hostile)
        var actual = golden
        actual[4].fields["value"] = .string(hostile)
        let verdict = Verdict(
            name: hostile, path: hostile,
            diff: TraceDiff(golden: golden, actual: actual, sampleRate: .standard),
            flags: [hostile])
        let detail = SessionDetail(verdict, golden: golden, actual: actual, frames: 60_000)
        let page = try page(
            [verdict, Verdict(name: hostile, path: hostile, reason: hostile)], details: detail)
        #expect(!page.contains("<script>alert") && !page.contains("<img src=x"))
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(page.contains("{{x}}"))
        #expect(page.contains("\\u003c/script\\u003e"))
        // As many script elements as without anything hostile.
        let plain = try self.page([red], details: SessionDetail(object: ["rate": 1]))
        let count = page.components(of: "</script>")
        #expect(count == plain.components(of: "</script>"))
    }

    @Test("shows sections where they were given, their titles as text")
    func sections() throws {
        let section = PageSection(id: "latency", title: "a < b", html: "<p class=\"x\">fast</p>")
        let page = try page([red], sections: [section])
        #expect(page.contains("<h2 id=\"latency-title\">a &lt; b</h2>"))
        #expect(page.contains("<p class=\"x\">fast</p>"))
    }

    @Test("sound is cut to two seconds around differences, and comes as MP3")
    func sound() throws {
        let sound = MonoSound(
            sampleRate: 16_000, samples: (0..<160_000).map { Int16($0 % 160 * 40) })
        let actual = Array(Sample.golden.dropLast())
        let detail = SessionDetail(
            red, golden: Sample.golden, actual: actual, frames: 160_000,
            sounds: SessionSounds(microphone: sound))
        // The difference stands at 56,000.
        let piece = detail.object["sound"]?.array?.first?.object
        #expect(piece?["from"] == 40_000 && piece?["frames"] == 32_000)
        #expect(detail.files.count == 1)
        let page = try page([red], details: detail)
        #expect(page.contains("\(detail.files[0].name)\":\"//M"))
        #expect(SessionScript.part(SessionScript.bytes(["a": "<b>"])) == ["a": "<b>"])
    }

    @Test("a session that agrees is heard from its beginning, in stretches, for half a minute")
    func soundOfAgreement() {
        let sound = MonoSound(
            sampleRate: 16_000, samples: (0..<640_000).map { Int16($0 % 160 * 40) })
        let green = Sample.verdict(Sample.golden, Sample.golden)
        let quiet = SessionDetail(
            green, golden: Sample.golden, actual: Sample.golden, frames: 640_000,
            sounds: SessionSounds(microphone: sound))
        let pieces = (quiet.object["sound"]?.array ?? []).compactMap(\.object)
        #expect(pieces.compactMap { $0["from"]?.integer }.sorted() == [0, 160_000, 320_000])
        #expect(pieces.allSatisfy { $0["frames"] == 160_000 && $0["more"] == true })
    }

    @Test("a page of its own stays below five megabytes, and says which sound is left out")
    func budget() throws {
        let noise = (0..<16_000 * 600).map { Int16(truncatingIfNeeded: $0 &* $0 &* 31) }
        var actual = Sample.golden
        for index in actual.indices { actual[index].frame += Int64(index) * 1_600_000 + 10 }
        let verdict = Sample.verdict(Sample.golden, actual)
        let detail = SessionDetail(
            verdict, golden: Sample.golden, actual: actual, frames: Int64(noise.count),
            sounds: SessionSounds(
                microphone: MonoSound(sampleRate: 16_000, samples: noise)))
        let whole = try PageSounds(detail)
        #expect(!whole.isCut && whole.texts.members.count == detail.files.count)
        let room = JSONWriter.text(.object(whole.texts)).utf8.count / 2
        let cut = try PageSounds(detail, room: room)
        #expect(cut.isCut && !cut.texts.isEmpty)
        #expect(JSONWriter.text(.object(cut.texts)).utf8.count <= room + 1_000)
        let page = ReportPage(
            result: RunResult(
                createdBy: "voicetest 1", settings: [:], shard: .whole, all: [],
                sessions: [SessionRecord(verdict, place: 0)]))
        #expect(try page.bytes(with: [0: detail]).count < 5_000_000)
    }

    @Test("the page of a folder with 2,016 sessions is smaller than a megabyte")
    func index() {
        let green = Sample.verdict(Sample.golden, Sample.golden)
        var records = (0..<2_016).map { SessionRecord(green, place: $0, frames: 900_000) }
        for index in records.indices {
            records[index].path = "Corpora/many-sessions/session-\(index).vsession"
            records[index].name = "session-\(index).vsession"
            records[index].detail = .init(file: "f", sha256: "s")
        }
        let result = RunResult(
            createdBy: "voicetest 1", settings: [:], shard: .whole, all: [], sessions: records)
        let page = ReportPage(result: result).bytes(failing: [:])
        #expect(page.count < 800_000)
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.components(of: "class=\"session agrees\"") == 2_016)
        #expect(!text.contains("class=\"body\""))
    }
}

extension String {
    /// How often `part` stands in it.
    fileprivate func components(of part: String) -> Int {
        split(separator: part, omittingEmptySubsequences: false).count - 1
    }
}
