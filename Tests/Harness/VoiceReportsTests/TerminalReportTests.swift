import Testing
import VoiceDiff
import VoiceJSON
import VoiceReports
import VoiceTime
import VoiceTrace

@Suite("Terminal report")
struct TerminalReportTests {
    @Test("shows what changed, where and why")
    func everything() {
        let golden = Sample.golden
        var actual = golden
        actual.removeLast()
        for index in 2..<actual.count { actual[index].frame += 320 }
        actual[2].why["threshold"] = 600
        actual[4].fields["value"] = "sheep"
        #expect(
            TerminalReport().text(Sample.verdict(golden, actual)) == """
                Corpora/sleep-mode.vsession differs: 1 missing, 1 retimed, 2 changed (6 events \
                expected, 5 found)
                  first cause: speechStart at 1500 ms in module Ask: why.threshold expected \
                0.5, found 0.6 (+0.1),
                               and the event comes 20 ms later.

                  time ms  module  what     event                        field          \
                expected  found
                     1500  Ask     changed  speechStart                  why.threshold  0.5   \
                    0.6      +0.1, event +20 ms
                     1500  Ask     retimed  speechStart                  time           1500  \
                    1520     +20 ms, 3 events, to the end
                     2500  Ask     changed  field Answer                 value          \
                "sleep"   "sheep"  event +20 ms
                     3500  Bye     missing  media P_Bye playAudio ended                 3500

                """)
    }

    @Test("leaves out levels that were only measured at another time, and says so")
    func measuredElsewhere() {
        var golden = Sample.golden
        golden[2].why["energy"] = -30_000
        var actual = golden
        for index in 2..<actual.count { actual[index].frame += 320 }
        actual[2].why["threshold"] = 600
        actual[2].why["energy"] = -31_000
        let text = TerminalReport().text(Sample.verdict(golden, actual))
        #expect(!text.contains("energy"))
        #expect(text.hasSuffix("  left out: 1 piece of evidence that follows from these\n"))
    }

    @Test("says in one line that a session agrees or is damaged")
    func oneLine() {
        let agrees = Sample.verdict(Sample.golden, Sample.golden)
        #expect(TerminalReport().text(agrees) == "Corpora/sleep-mode.vsession agrees: 6 events\n")
        let damaged = Verdict(
            name: "a", path: "a", reason: TraceError.notASession(path: "a").description)
        #expect(
            TerminalReport().text(damaged).hasPrefix("a cannot be used: no session.json inside"))
    }

    @Test("keeps the lines of a reason, and leaves out the path before it")
    func reasons() {
        let reason = "flow.json:1:2: error: no\nThe flow is refused."
        let damaged = Verdict(name: "a", path: "b/a.vsession", reason: reason)
        #expect(
            TerminalReport().text(damaged)
                == "a cannot be used:\n  flow.json:1:2: error: no\n  The flow is refused.\n")
        let named = Verdict(name: "a", path: "b/a", reason: "b/a: gone.")
        #expect(TerminalReport().text(named) == "b/a cannot be used: gone.\n")
    }

    @Test("shows each difference as a block where the words of the table do not fit")
    func blocks() {
        var actual = Sample.golden
        actual[2].why["threshold"] = 600
        actual.removeLast()
        let verdict = Sample.verdict(Sample.golden, actual)
        #expect(
            TerminalReport(columns: 60).text(verdict).hasSuffix(
                """

                  1500 ms  Ask  changed  speechStart
                      why.threshold: 0.5 → 0.6
                      +0.1
                  3500 ms  Bye  missing  media P_Bye playAudio ended

                """))
        #expect(TerminalReport(columns: 120).text(verdict).contains("  time ms  module  what "))
    }

    @Test("stops at its limit and says how much is left")
    func limit() {
        var actual = Sample.golden
        for index in actual.indices { actual[index].fields["note \(index)"] = true }
        let text = TerminalReport(rowLimit: 2).text(Sample.verdict(Sample.golden, actual))
        #expect(text.hasSuffix("  … 4 more\n"))
        #expect(text.split(separator: "\n").count == 6)
    }

    @Test("uses colours only when asked")
    func colors() {
        let verdict = Sample.verdict(Sample.golden, Sample.golden)
        #expect(
            TerminalReport(isColored: true).text(verdict)
                == "\u{1B}[1mCorpora/sleep-mode.vsession\u{1B}[0m"
                + " \u{1B}[32magrees\u{1B}[0m: 6 events\n")
    }

    @Test("lets no text of a trace drive the terminal")
    func controlCharacters() {
        var actual = Sample.golden
        actual[4].fields["value"] = "\u{1B}[2J\u{9B}31m\u{202E}"
        actual[5].fields["item"] = "\u{1B}]0;x\u{7}"
        let text = TerminalReport().text(Sample.verdict(Sample.golden, actual))
        #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" || $0 == "\u{7}" })
    }
}

enum Sample {
    static let golden: [TraceEvent] = [
        TraceEvent(sequence: 0, frame: 0, tap: .actions, kind: "flowStart"),
        TraceEvent(
            sequence: 1, frame: 160, tap: .actions, kind: "moduleStart", fields: ["module": "Ask"]),
        TraceEvent(
            sequence: 2, frame: 24_000, tap: .speech, kind: "speechStart",
            why: ["energy": -31_250, "floor": -52_000, "threshold": 500]),
        TraceEvent(
            sequence: 3, frame: 38_400, tap: .words, kind: "final",
            fields: ["module": "Ask", "text": "go to sleep", "confidence": 873]),
        TraceEvent(
            sequence: 4, frame: 40_000, tap: .actions, kind: "field",
            fields: ["name": "Answer", "value": "sleep"]),
        TraceEvent(
            sequence: 5, frame: 56_000, tap: .actions, kind: "media",
            fields: [
                "module": "Bye", "item": "P_Bye", "function": "playAudio", "event": "ended",
            ]),
    ]

    static func verdict(_ golden: [TraceEvent], _ actual: [TraceEvent]) -> Verdict {
        Verdict(
            name: "sleep-mode", path: "Corpora/sleep-mode.vsession",
            diff: TraceDiff(golden: golden, actual: actual, sampleRate: .standard))
    }
}
