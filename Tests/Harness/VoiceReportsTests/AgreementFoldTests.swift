import Testing
import VoiceDiff
import VoiceReports

@Suite("Sessions that agree, in one line")
struct AgreementFoldTests {
    private func verdict(
        _ name: String, from start: ReplayStart? = nil, at path: String? = nil
    ) -> Verdict {
        let same = Sample.verdict(Sample.golden, Sample.golden)
        guard let diff = same.diff else { preconditionFailure("a sample has a comparison") }
        var verdict = Verdict(name: name, path: path ?? "C/\(name).vsession", diff: diff)
        verdict.start = start
        return verdict
    }

    @Test("names several in one line and leaves out those that do not agree")
    func folds() {
        let damaged = Verdict(name: "c", path: "c", reason: "It is cut.")
        #expect(
            AgreementFold(unit: "scenario").text([verdict("a.vsession"), damaged, verdict("b")])
                == "2 scenarios agree: a, b\n")
        #expect(AgreementFold().text([damaged]) == "")
    }

    @Test("shows the folder of sessions that have one name")
    func places() {
        let paths = ["a/x.vsession", "b/x.vsession", "b/y.vsession"]
        let verdicts = paths.map { path in
            verdict(String(path.dropFirst(2)), at: path)
        }
        #expect(AgreementFold().text(verdicts) == "3 sessions agree: a/x, b/x, y\n")
    }

    @Test("one that agrees alone keeps its own line")
    func single() {
        #expect(AgreementFold().text([verdict("a")]) == "C/a.vsession agrees: 6 events\n")
    }

    @Test("has a line for each stage that sessions were replayed from")
    func stages() {
        let verdicts = [
            verdict("w", from: .words), verdict("a", from: .audio), verdict("x", from: .words),
        ]
        #expect(
            AgreementFold().text(verdicts) == """
                C/a.vsession agrees, replayed from audio: 6 events
                2 sessions agree, replayed from words: w, x

                """)
    }

    @Test("counts the names that the line has no room for", arguments: [40, 80])
    func fits(columns: Int) {
        let verdicts = (0..<50).map { verdict("caller-\($0)") }
        let fold = AgreementFold(report: TerminalReport(columns: columns))
        let text = fold.text(verdicts)
        #expect(text.hasPrefix("50 sessions agree: caller-0"))
        #expect(text.contains(" more\n") && text.count <= columns + 1)
        #expect(text.split(separator: "\n").count == 1)
    }
}
