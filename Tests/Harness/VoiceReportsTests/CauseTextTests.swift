import Testing
import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceReports

@Suite("Causes of a run as text")
struct CauseTextTests {
    private let goTo = Cause(
        .file, file: "flow.json", line: 62, key: "Menu.goTo.DEFAULT",
        what: #"Menu.goTo.DEFAULT "Ask" -> "Bye""#)

    private func verdict(
        _ name: String, _ causes: [Cause], heard: String? = nil
    ) -> Verdict {
        var verdict = Verdict(
            name: name, path: "\(name).vsession",
            diff: TraceDiff(
                golden: Sample.golden, actual: Array(Sample.golden.dropLast()),
                sampleRate: .standard),
            causes: causes)
        verdict.effect = heard.map { CallerEffect(kind: .prompts, sentence: $0) }
        return verdict
    }

    @Test("tells a cause once, and below it what each caller notices, or where it shows")
    func groups() {
        let text = CauseText(unit: "scenario").text([
            verdict("happy", [goTo], heard: "The caller hears “Bye.”"),
            Sample.verdict(Sample.golden, Sample.golden),
            verdict("silent", [goTo]),
        ])
        #expect(
            text == """
                2 scenarios differ
                  first cause: flow.json:62: Menu.goTo.DEFAULT "Ask" -> "Bye"
                  happy: The caller hears “Bye.”
                  silent: media P_Bye playAudio ended at 3500 ms in module Bye is missing.

                """)
    }

    @Test("says what is proven once where all sessions share it, else of which sessions it is true")
    func proofs() {
        let other = Cause(.file, file: "flow.json", line: 70, key: "Bye", what: "Bye")
        func proven(_ name: String, _ causes: [[Cause]]) -> Verdict {
            var verdict = verdict(name, [goTo])
            verdict.prove(
                ProvenCauses(
                    causes: causes, rest: .withoutEffect, others: causes.count > 1 ? [] : [[other]],
                    runs: 2 * causes.count))
            return verdict
        }
        let one = CauseText().text([proven("a", [[goTo]]), proven("b", [[goTo]])])
        #expect(
            one.contains("\n  Proven by 2 replays. The other edit changes nothing here.\n"),
            "\(one)")
        let two = CauseText().text([
            proven("a", [[goTo]]), proven("b", [[goTo], [other]]), proven("c", [[goTo]]),
        ]).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            two.contains(
                "In a, c: Proven by 2 replays. The other edit changes nothing here. In b: Proven by"
                    + " 4 replays. The next cause: "), "\(two)")
    }

    /// A verdict on which `causes` are proven one behind the other, beside `others`.
    private func proven(
        _ name: String, _ causes: [Cause], _ rest: CauseProof.Rest = .unknown, others: [Cause] = []
    ) -> Verdict {
        var verdict = verdict(name, causes + others)
        verdict.prove(
            ProvenCauses(
                causes: causes.map { [$0] }, rest: rest, others: others.map { [$0] },
                runs: 5))
        return verdict
    }

    @Test("the first session with a proven first cause stands for the others with it")
    func standsTogether() throws {
        let edits = (1...4).map { (line: Int) in
            Cause(
                .file, file: "flow.json", line: line, key: "Menu.goTo.\(line)", what: "edit \(line)"
            )
        }
        var verdicts = [
            proven("a", [edits[0], edits[1]], .withoutEffect, others: [edits[2]]),
            proven("b", [edits[0], edits[2]], others: [edits[1], edits[3]]),
            proven("c", [edits[1]], .notBehindIt),
            proven("d", [edits[0]], .withoutEffect, others: [edits[2]]),
            verdict("e", [goTo]),
            proven("f", [edits[1], edits[0]], .none),
        ]
        let kept = try verdicts.enumerated().map { place, verdict in
            let record = SessionRecord(verdict, place: place)
            let kept = SessionResult(verdict, record: record).kept
            return try #require(SessionResult(record, kept: kept))
        }
        verdicts.standTogether()
        #expect(
            verdicts.map { $0.proof?.proofOf } == [
                nil, "a.vsession", nil, "a.vsession", nil, "c.vsession",
            ])
        var proofs = FirstProofs()
        for (place, verdict) in verdicts.enumerated() {
            // A result that was kept comes out as the verdict does.
            let told = kept[place].confirmed(by: &proofs) ?? kept[place]
            let same = SessionResult(verdict, record: SessionRecord(verdict, place: place))
            #expect(told.kept == same.kept, "\(verdict.name)")
        }
        let again = verdicts
        verdicts.standTogether()
        #expect(verdicts == again)
        let text = CauseText().text(verdicts).split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        #expect(
            text.contains(
                "3 sessions differ first cause: flow.json:1: edit 1 In a: Proven by 5"
                    + " replays. The next cause: flow.json:2: edit 2. The other edit changes"
                    + " nothing here."
                    + " The first cause alone is confirmed in 2 others."), "\(text)")
        #expect(!text.contains("changed as well"), "\(text)")
    }

    @Test("an edit that was tried and not settled is told as such")
    func unsettled() {
        let other = Cause(.file, file: "flow.json", line: 70, key: "Bye", what: "Bye")
        let verdict = proven("a", [goTo], others: [other])
        #expect(verdict.firstCause?.causes.map(\.proven) == [true, false])
        #expect(verdict.firstCause?.sentence.contains(other.description) == false)
        #expect(
            verdict.proof?.text == "Proven by 5 replays. What the other edit does is not known.")
    }

    @Test("tells what a session of a group did not do, beside what its caller notices")
    func failedExpectation() {
        var failed = Verdict(
            name: "happy", path: "happy.vsession",
            diff: TraceDiff(
                golden: Sample.golden, actual: Array(Sample.golden.dropLast()),
                sampleRate: .standard),
            causes: [goTo], flags: ["The expected event flowEnd never came."])
        failed.effect = CallerEffect(kind: .prompts, sentence: "The caller hears “Bye.”")
        let text = CauseText().text([failed, verdict("silent", [goTo])])
        let line = "  happy: The caller hears “Bye.” The expected event flowEnd never came.\n"
        #expect(text.contains(line), "\(text)")
    }

    @Test("tells the same of verdicts that a result folder kept")
    func keptVerdicts() throws {
        let verdicts = [verdict("a", [goTo]), verdict("b", [goTo]), verdict("c", [])]
        let kept = try verdicts.enumerated().map { place, verdict in
            let record = SessionRecord(verdict, place: place)
            let summary = SessionResult(verdict, record: record)
            return try #require(SessionResult(record, kept: summary.kept))
        }
        let text = CauseText()
        #expect(text.text(kept) == text.text(verdicts))
    }

    @Test("names further changes of a group, and the most frequent cause first")
    func furtherChanges() {
        let prompt = Cause(.file, file: "prompts.json", line: 9, key: "P_Ask.textString", what: "x")
        let text = CauseText().text([
            verdict("alone", []), verdict("a", [goTo, prompt]), verdict("b", [goTo]),
        ])
        let lines = text.split(separator: "\n")
        #expect(lines[0] == "2 sessions differ")
        #expect(lines[2] == "  changed as well: prompts.json:9: x (in a)")
        #expect(text.contains("alone.vsession differs: 1 missing"))
    }

    @Test("one session keeps its headline and its table, without events that only come later")
    func single() {
        var actual = Sample.golden
        for index in 2..<actual.count { actual[index].frame += 320 }
        actual[2].why["threshold"] = 600
        let verdict = Sample.verdict(Sample.golden, actual)
        let text = CauseText().text([verdict])
        #expect(text.hasPrefix("Corpora/sleep-mode.vsession differs: "))
        #expect(text.split(separator: "retimed").count == 2)
        #expect(text.hasSuffix("  4 events come 20 ms later\n"))
        #expect(CauseText(isVerbose: true).text([verdict]) == TerminalReport().text(verdict))
    }

    @Test("at most eight callers of a cause and six causes are listed, the rest is counted")
    func limits() {
        let callers = (0..<12).map { verdict("s\($0)", [goTo]) }
        let text = CauseText(unit: "scenario").text(callers)
        // A sentence that is true of several is said once.
        #expect(text.split(separator: "\n").count == 4)
        #expect(text.contains("\n  s0, s1, s2, s3, s4, s5, s6, s7: "))
        #expect(text.hasSuffix("  and 4 more\n"))
        let causes = (0..<8).map { number in
            verdict("s\(number)", [Cause(.setting, key: "s\(number)", what: "setting s\(number)")])
        }
        let some = CauseText(unit: "scenario").text(causes)
        #expect(some.hasSuffix("2 more causes in 2 scenarios. Pass --verbose to see all.\n"))
        #expect(CauseText(isVerbose: true).text(causes).contains("setting s7"))
    }

    @Test("scenarios without a golden are one group")
    func withoutGolden() {
        let verdicts = ["a", "b"].map { name in
            var verdict = Verdict(
                name: name, path: "\(name).vsession",
                diff: TraceDiff(
                    golden: Sample.golden, actual: Sample.golden, sampleRate: .standard),
                flags: ["\(name).vsession is missing: this scenario has no golden session yet"])
            verdict.isNew = true
            return verdict
        }
        #expect(
            CauseText(unit: "scenario").text(verdicts) == """
                2 scenarios are new
                  first cause: no golden session yet
                  a
                  b

                """)
    }

    @Test("sessions that cannot be used for one reason are told together")
    func sharedReasons() {
        func verdict(_ path: String, _ reason: String) -> Verdict {
            Verdict(name: path, path: path, reason: reason)
        }
        let text = CauseText(unit: "scenario").text([
            verdict("a", "one\ntwo"), verdict("b", "other"), verdict("c", "one\ntwo"),
            Sample.verdict(Sample.golden, Sample.golden),
        ])
        #expect(
            text == """
                2 scenarios cannot be used: a, c
                  one
                  two
                b cannot be used: other

                """)
    }
}
