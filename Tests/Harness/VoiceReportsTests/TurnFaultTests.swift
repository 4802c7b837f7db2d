import Testing
import VoiceAudio
import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceReports

@Suite("Faults of turn-taking in every form of report")
struct TurnFaultTests {
    private let fault = TurnFault(
        .expectation, rule: "answer<=1200",
        what: "the caller ended at 500 ms and the answer began 1201 ms later",
        frames: 8_000..<27_216,
        line: 4, module: "Ask")

    private func verdict(
        _ faults: [TurnFault], _ actual: [TraceEvent] = Sample.golden
    ) -> Verdict {
        var verdict = Sample.verdict(Sample.golden, actual)
        verdict.add(faults)
        return verdict
    }

    @Test("a fault makes a session differ whose traces agree, and is its cause")
    func differs() {
        let verdict = verdict([fault])
        #expect(verdict.outcome == .differs)
        #expect(verdict.cause?.key == "answer<=1200")
        #expect(verdict.firstCause?.sentence == fault.sentence)
        #expect(self.verdict([]).outcome == .agrees)
    }

    @Test("the caller is not said to notice nothing where a rule is broken")
    func isNoticed() {
        let nothing = CallerEffect(kind: .nothing, sentence: "The caller notices nothing.")
        var broken = verdict([fault])
        broken.effect = nothing
        #expect(broken.effect == nil)
        var kept = verdict([])
        kept.effect = nothing
        #expect(kept.effect == nothing)
        let prompts = CallerEffect(kind: .prompts, sentence: "The caller hears “Bye.”")
        broken.effect = prompts
        #expect(broken.effect == prompts)
    }

    @Test("sessions that break one rule by different times share one cause")
    func oneCause() {
        var other = fault
        other.what = "the caller ended at 900 ms and the answer began 1300 ms later"
        let groups = CauseGroups([
            SessionResult(verdict([fault])), SessionResult(verdict([other])),
        ])
        #expect(groups.groups.map(\.title) == ["answer<=1200"])
    }

    @Test("machines find it at its line of the trace")
    func machines() throws {
        let summary = SessionResult(verdict([fault]))
        #expect(
            GitHubReport().text([summary]).hasPrefix(
                "::error file=Corpora/sleep-mode.vsession/trace.jsonl,line=4,"))
        let sarif = JSONWriter.text(SARIFReport().value([summary]))
        #expect(sarif.contains(#""ruleId":"expectation""#))
        #expect(sarif.contains(#""region":{"startLine":4}"#))
        let junit = JUnitReport().text([summary])
        #expect(
            junit.contains("Corpora/sleep-mode.vsession/trace.jsonl:4: answer&lt;=1200, 500 ms"))
        let object = JSONReport.listing(verdict([fault]))
        let told = try #require(object["faults"]?.array?.first?.object)
        #expect(told["line"] == 4)
        #expect(told["ms"] == .array([.string("500"), .string("1701")]))
        #expect(told["rule"] == "answer<=1200")
    }

    @Test("beside a difference it is an error of its own, at its own line")
    func besideDifference() {
        let summary = SessionResult(verdict([fault], Array(Sample.golden.dropLast())))
        #expect(summary.findings.map(\.rule) == ["missing", "expectation"])
        let github = GitHubReport().text([summary])
        #expect(github.split(separator: "\n").count == 2)
        #expect(github.contains("trace.jsonl,line=4,title=sleep-mode%3A answer<=1200::"))
    }

    @Test("the page marks it on the axis and keeps the sound around both of its ends")
    func page() throws {
        let verdict = verdict([fault])
        let sounds = SessionSounds(
            microphone: MonoSound(
                sampleRate: 16_000, samples: [Int16](repeating: 900, count: 64_000)))
        let detail = SessionDetail(
            verdict, golden: Sample.golden, actual: Sample.golden, frames: 64_000, sounds: sounds)
        let mark = try #require(detail.object["differences"]?.array?.last?.object)
        #expect(mark["golden"] == 8_000 && mark["to"] == 27_216)
        #expect(mark["text"] == .string(fault.what))
        let row = try #require(detail.object["rows"]?.array?.last?.object)
        #expect(row["difference"] == 0)
        let piece = try #require(detail.object["sound"]?.array?.first?.object)
        #expect(piece["from"] == 0 && piece["frames"] == 43_216)
    }

    @Test("a result folder tells it again")
    func kept() throws {
        let summary = SessionResult(verdict([fault]))
        let record = SessionRecord(verdict([fault]), place: 0)
        #expect(SessionResult(record, kept: summary.kept) == summary)
    }
}
