import Testing
import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceReports

@Suite("Places of causes in forms for machines")
struct AnnotationTests {
    private let differs = SessionResult(
        Sample.verdict(Sample.golden, Array(Sample.golden.dropLast())))

    private func changed(_ name: String, key: String) -> SessionResult {
        var actual = Array(Sample.golden.dropLast())
        actual[4].fields["value"] = "sheep"
        let diff = TraceDiff(golden: Sample.golden, actual: actual, sampleRate: .standard)
        let cause = Cause(
            .file, file: "flow.json", line: 47, key: key, what: "\(key) \"A\" -> \"B\"")
        return SessionResult(
            Verdict(name: name, path: "\(name).vsession", diff: diff, causes: [cause]))
    }

    @Test("GitHub gets one error for sessions that share a cause, ten errors at most")
    func githubLimit() {
        let same = GitHubReport().text(Array(repeating: differs, count: 13))
        #expect(same.split(separator: "\n").count == 1)
        #expect(same.contains("title=13 sessions differ::") && same.hasSuffix(" and 3 more\n"))
        let verdicts = (0..<13).map { changed("s\($0)", key: "Ask\($0)") }
        let lines = GitHubReport().text(verdicts).split(separator: "\n")
        #expect(lines.count == 11)
        #expect(lines.last == "::notice::3 more causes make sessions fail")
    }

    @Test("annotations stand at the line that was edited, from the root of the repository")
    func editedLine() throws {
        let verdicts = [changed("a", key: "Ask.goTo"), changed("b", key: "Ask.goTo")]
        let paths = RepositoryPaths(folder: "apps/pizza")
        #expect(
            GitHubReport().text(verdicts, paths: paths) == """
                ::error file=apps/pizza/flow.json,line=47,title=2 sessions differ::flow.json:47: \
                Ask.goTo "A" -> "B". In: apps/pizza/a.vsession/trace.jsonl:5, \
                apps/pizza/b.vsession/trace.jsonl:5

                """)
        let value = SARIFReport().value(verdicts, paths: paths)
        let results = value.object?["runs"]?.array?.first?.object?["results"]?.array ?? []
        #expect(results.count == 1)
        let result = try #require(results.first?.object)
        #expect(
            result["locations"].map(JSONWriter.text) == """
                [{"physicalLocation":{"artifactLocation":{"uri":"apps/pizza/flow.json"},\
                "region":{"startLine":47}}}]
                """)
        let related = try #require(result["relatedLocations"]?.array)
        #expect(related.count == 2)
        #expect(JSONWriter.text(related[1]).contains("apps/pizza/b.vsession/trace.jsonl"))
    }

    @Test("a budget has one annotation, at its worst turn and behind the causes")
    func budget() throws {
        var fault = RunFault(.differs, "response takes too long.")
        fault.turns = (1...3).map { number in
            RunFault.Turn(
                path: "s\(number).vsession",
                fault: TurnFault(
                    .budget, rule: "response.max<=100", what: "turn \(number) takes 900 ms",
                    frames: 0..<10, line: number))
        }
        let ending = RunEnding(sessions: [.differs], of: 1, faults: [fault])
        let lines = GitHubReport().text([differs], ending: ending).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].contains(" differs::"))
        #expect(
            lines[1] == """
                ::error file=s1.vsession/trace.jsonl,line=1,title=budget response.max<=100::turn 1 \
                takes 900 ms. Over it, too: s2.vsession/trace.jsonl:2, s3.vsession/trace.jsonl:3.
                """)
        let value = SARIFReport().value([differs], ending: ending)
        let results = value.object?["runs"]?.array?.first?.object?["results"]?.array ?? []
        let budgets = results.indices.filter { results[$0].object?["ruleId"] == "budget" }
        #expect(budgets.count == 1 && budgets[0] > 0)
        #expect(results.first?.object?["ruleId"] == "missing")
        #expect(results[budgets[0]].object?["relatedLocations"]?.array?.count == 2)
    }

    @Test("an annotation of several sessions says which of them did not do what it should")
    func failedExpectation() {
        let diff = TraceDiff(
            golden: Sample.golden, actual: Array(Sample.golden.dropLast()), sampleRate: .standard)
        let cause = Cause(.file, file: "flow.json", line: 47, key: "Ask", what: "Ask 1 -> 2")
        let failed = SessionResult(
            Verdict(
                name: "happy", path: "happy.vsession", diff: diff, causes: [cause],
                flags: ["The expected event flowEnd never came."]))
        let other = SessionResult(
            Verdict(name: "b", path: "b.vsession", diff: diff, causes: [cause]))
        let text = GitHubReport().text([failed, other])
        let end = "b.vsession/trace.jsonl:6 happy: The expected event flowEnd never came.\n"
        #expect(text.hasSuffix(end), "\(text)")
    }

    @Test("a file that stops every session is annotated at its own line")
    func refusedFile() {
        let damaged = ["a", "b"].map { name in
            SessionResult(
                Verdict(
                    name: name, path: "\(name).vsession", reason: "flow.json:3:1: no module.",
                    file: "flow.json", line: 3))
        }
        #expect(
            GitHubReport().text(damaged) == """
                ::error file=flow.json,line=3,title=2 sessions cannot be used::flow.json:3:1: \
                no module. In: a.vsession, b.vsession

                """)
    }

    @Test("JSON tells each cause once, with its place and its sessions")
    func jsonCauses() throws {
        let value = JSONReport().value([
            changed("a", key: "Ask.goTo"), differs, changed("b", key: "Ask.goTo"),
        ])
        let causes = value.object?["causes"]?.array ?? []
        #expect(
            causes.first == [
                "kind": "file", "file": "flow.json", "line": 47, "key": "Ask.goTo",
                "what": "Ask.goTo \"A\" -> \"B\"",
                "sessions": .array(["a.vsession", "b.vsession"]),
            ])
        #expect(causes.count == 2 && causes.last?.object?["kind"] == "event")
    }
}
