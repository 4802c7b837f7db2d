import Foundation
import Testing
import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceReports

/// Verdicts in the forms that other programs read, to the letter, and with hostile names.
@Suite("Machine forms of verdicts")
struct MachineFormTests {
    private let agrees = SessionResult(Sample.verdict(Sample.golden, Sample.golden))
    private let differs = SessionResult(
        Sample.verdict(Sample.golden, Array(Sample.golden.dropLast())))
    private let damaged = SessionResult(
        Verdict(name: "gone", path: "C/gone.vsession", reason: "It is cut."))

    private func verdict(_ name: String, _ reason: String) -> SessionResult {
        SessionResult(Verdict(name: name, path: name, reason: reason))
    }

    @Test("JUnit has a case for every session, failures for differences, errors for damage")
    func junit() {
        let text = JUnitReport().text([agrees, differs, damaged], milliseconds: [3_500, 12_034])
        let table = "  time ms  module  what     event                        expected"
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="voicetest" tests="3" failures="1" errors="1" time="15.534">
                  <testsuite name="voicetest" tests="3" failures="1" errors="1" skipped="0" \
                time="15.534">
                    <testcase name="sleep-mode" classname="Corpora" time="3.500">
                    </testcase>
                    <testcase name="sleep-mode" classname="Corpora" time="12.034">
                      <failure type="differs" message="media P_Bye playAudio ended at 3500 ms \
                in module Bye is missing.">Corpora/sleep-mode.vsession differs: 1 missing (6 \
                events expected, 5 found)
                  first cause: media P_Bye playAudio ended at 3500 ms in module Bye is missing.

                \(table)
                     3500  Bye     missing  media P_Bye playAudio ended  3500
                </failure>
                    </testcase>
                    <testcase name="gone" classname="C">
                      <error type="damaged" message="It is cut.">gone cannot be used: It is cut.
                </error>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test("a self-test that failed is a case, an error, a line and a notification of its own")
    func selfTest() throws {
        let failed = GateSelfTest.Outcome(
            found: 3, silent: 1,
            failures: [.init(what: "a late <media> passes", place: "talk, event 3")])
        let told = "a late &lt;media&gt; passes: talk, event 3"
        let junit = JUnitReport().text([agrees], selfTest: failed)
        #expect(junit.contains(#"tests="2" failures="1" errors="0""#))
        #expect(junit.contains(#"<testcase name="self-test" classname="voicetest">"#))
        #expect(junit.contains(told))
        let lines = GitHubReport().text([agrees], selfTest: failed)
        #expect(lines.hasPrefix("::error title=self-test::The gate failed its self-test: a late"))
        let markdown = MarkdownReport().text([agrees], selfTest: failed)
        #expect(markdown.hasPrefix("## ❌ The self-test failed\n"))
        let sarif = SARIFReport().value([agrees], selfTest: failed)
        let run = sarif.object?["runs"]?.array?.first?.object
        let invocation = run?["invocations"]?.array?.first?.object
        #expect(invocation?["executionSuccessful"] == false)
        #expect(invocation?["toolExecutionNotifications"]?.array?.count == 1)
        let verdict = Sample.verdict(Sample.golden, Sample.golden)
        let json = JSONReport().value([SessionResult(verdict)], selfTest: failed)
        #expect(
            json.object?["selfTest"] == [
                "found": 3, "silent": 1,
                "failures": .array([
                    ["what": "a late <media> passes", "place": "talk, event 3"]
                ]),
            ])
    }

    @Test("no name ends an attribute, an element or a text of JUnit, or is no character of XML")
    func junitHostile() {
        let name = "\"><x>&]]>'\u{0}\u{1B}\u{FFFE}{{tests}}\n"
        let text = JUnitReport().text([verdict(name, name)])
        #expect(!text.contains("<x>") && text.contains("&quot;&gt;&lt;x&gt;&amp;]]&gt;&#39;"))
        #expect(text.contains("{{tests}}"))
        for scalar in text.unicodeScalars {
            #expect(scalar == "\n" || scalar.value >= 0x20 && scalar.value != 0xFFFE)
        }
    }

    @Test("GitHub shows what cannot be used, then what differs most, at its line")
    func github() {
        #expect(
            GitHubReport().text([agrees, differs, damaged]) == """
                ::error file=C/gone.vsession/session.json,line=1,title=gone cannot be used\
                ::It is cut.
                ::error file=Corpora/sleep-mode.vsession/trace.jsonl,line=6,title=sleep-mode \
                differs::media P_Bye playAudio ended at 3500 ms in module Bye is missing.

                """)
        #expect(GitHubReport().text([agrees]) == "::notice::1 session agrees\n")
        #expect(GitHubReport().text([]) == "::warning::no session was replayed\n")
        let nothingFailed = RunEnding(sessions: [], of: 3)
        #expect(
            GitHubReport().text([], ending: nothingFailed) == "::notice::no session was replayed\n")
    }

    @Test("every form names each place where a recorded caller no longer fits, once")
    func callerTiming() throws {
        var actual = Sample.golden
        actual.removeLast()
        let diff = try #require(Sample.verdict(Sample.golden, actual).diff)
        let places = ["at 1500 ms the caller spoke", "at 2500 ms the caller interrupted"]
        let verdict = SessionResult(
            Verdict(name: "a", path: "a.vsession", diff: diff, callerTiming: places))
        let texts = [
            JUnitReport().text([verdict]), GitHubReport().text([verdict]),
            MarkdownReport().text([verdict]),
            SARIFReport().text([verdict]),
        ]
        for text in texts {
            for place in places { #expect(text.contains(place), "\(text)") }
        }
        let further = "Recorded caller: \(places[1])."
        #expect(verdict.message.components(separatedBy: places[0]).count == 2)
        #expect(verdict.message.hasSuffix(further))
    }

    @Test("no name makes a workflow command of its own, or another property")
    func githubHostile() {
        let name = "a,line=9::x\n::error::%0A\r"
        let text = GitHubReport().text([verdict(name, name)])
        #expect(text.split(separator: "\n").count == 1)
        #expect(text.contains("file=a%2Cline=9%3A%3Ax%0A%3A%3Aerror%3A%3A%250A%0D,line=1,"))
        #expect(text.hasSuffix("::a,line=9::x%0A::error::%250A%0D\n"))
    }

    @Test("Markdown lists what fails, and says when nothing ran")
    func markdown() {
        #expect(
            MarkdownReport().text([agrees, differs]) == """
                ## ❌ 1 of 2 sessions fails

                | session | what | first cause |
                |---|---|---|
                | **sleep-mode**<br>Corpora/sleep-mode.vsession | 1 missing | media P&#95;Bye \
                playAudio ended at 3500 ms in module Bye is missing. |

                """)
        #expect(MarkdownReport().text([agrees]) == "## ✅ The session agrees\n")
        #expect(MarkdownReport().text([]).contains("nothing is proven"))
        let many = MarkdownReport().text(Array(repeating: differs, count: 60))
        #expect(many.contains("… and 10 more"))
    }

    @Test("no name is markup, a link, a mention or another cell of Markdown")
    func markdownHostile() {
        let name = "<b>|`*_[x](javascript:1)@all #1 https://e.org www.e.org\n# h"
        let text = MarkdownReport().text([verdict(name, name)])
        for part in ["<b>", "`", "[x]", "@all", "://", "www.", "\n# h", "|`"] {
            #expect(!text.contains(part), "\(part)")
        }
        #expect(text.split(separator: "\n").count == 4)
    }

    @Test("SARIF has an error for the first cause and a note for every other group")
    func sarif() throws {
        var actual = Sample.golden
        actual[2].why["threshold"] = 600
        actual[4].fields["value"] = "sheep"
        let value = SARIFReport().value([
            agrees, SessionResult(Sample.verdict(Sample.golden, actual)), damaged,
        ])
        let run = try #require(value.object?["runs"]?.array?.first?.object)
        let results = (run["results"]?.array ?? []).compactMap(\.object)
        #expect(results.map { $0["level"]?.string } == ["error", "error", "note"])
        #expect(results.map { $0["ruleId"]?.string } == ["damaged", "changed", "changed"])
        let note = results[2]["locations"].map(JSONWriter.text)
        #expect(
            note == """
                [{"logicalLocations":[{"kind":"module","name":"Ask"}],"physicalLocation":\
                {"artifactLocation":{"uri":"Corpora/sleep-mode.vsession/trace.jsonl"},\
                "region":{"startLine":5}}}]
                """)
        #expect(value.object?["version"] == "2.1.0")
        let place = results[0]["locations"].map(JSONWriter.text)
        #expect(place?.contains("\"uri\":\"C/gone.vsession/session.json\"") == true)
    }

    @Test("SARIF's fingerprints are the results' own, and stay while times move")
    func sarifFingerprints() throws {
        func prints(_ shift: Int64) throws -> [String] {
            var golden = Sample.golden
            var actual = golden
            actual[2].why["threshold"] = 600
            actual[2].why["floor"] = -53_000
            actual[4].fields["value"] = "sheep"
            for index in golden.indices {
                golden[index].frame += shift
                actual[index].frame += shift
            }
            let verdict = SessionResult(Sample.verdict(golden, actual))
            let value = SARIFReport().value([verdict, verdict, damaged, damaged])
            let run = value.object?["runs"]?.array?.first?.object
            return try (run?["results"]?.array ?? []).map {
                let marks = $0.object?["partialFingerprints"]?.object
                return try #require(marks?["voicetest/v3"]?.string)
            }
        }
        let first = try prints(0)
        #expect(first.count == 4 && Set(first).count == first.count)
        #expect(try prints(160) == first)
    }

    @Test("a path becomes a URI that nothing in it can leave")
    func sarifHostile() throws {
        let name = "/tmp/a b?#%<\"\n.vsession"
        let value = SARIFReport().value([verdict(name, "x\u{1B}")])
        let text = JSONWriter.text(value)
        #expect(
            text.contains("\"uri\":\"file:///tmp/a%20b%3F%23%25%3C%22%0A.vsession/session.json\""))
        #expect(text.contains("\"text\":\"x\u{FFFD}\""))
    }

    @Test("a Chrome trace has both sides on the same tracks, and arrows where both have an event")
    func perfetto() throws {
        var actual = Array(Sample.golden.dropLast())
        actual[4].frame += 160
        let diff = TraceDiff(golden: Sample.golden, actual: actual, sampleRate: .standard)
        let value = PerfettoReport(diff).value(golden: Sample.golden, actual: actual)
        let events = (value.object?["traceEvents"]?.array ?? []).compactMap(\.object)
        func of(_ phase: String) -> [JSONObject] { events.filter { $0["ph"]?.string == phase } }
        #expect(of("M").count == 24)
        #expect(of("s").map { $0["ts"]?.integer } == [2_500_000])
        #expect(of("f").map { $0["ts"]?.integer } == [2_510_000])
        let differences = of("X").filter { $0["cat"] == "difference" }
        #expect(differences.map { $0["pid"]?.integer } == [1, 2, 1])
        #expect(differences.last?["name"] == "missing: media P_Bye playAudio ended")
        let words = of("X").filter { $0["cat"] == "words" }
        #expect(words.map { $0["tid"]?.integer } == [9, 9])
    }

    @Test("Audacity's labels reach from one side to the other, a line each")
    func audacity() {
        var actual = Array(Sample.golden.dropLast())
        actual[4].frame += 160
        actual[1].fields["module"] = "a\tb\nc"
        let diff = TraceDiff(golden: Sample.golden, actual: actual, sampleRate: .standard)
        #expect(
            AudacityReport.text(diff) == """
                0.010000\t0.010000\textra: moduleStart a\u{FFFD}b\u{FFFD}c
                0.010000\t0.010000\tmissing: moduleStart Ask
                2.500000\t2.510000\tretimed: field Answer
                3.500000\t3.500000\tmissing: media P_Bye playAudio ended

                """)
    }
}
