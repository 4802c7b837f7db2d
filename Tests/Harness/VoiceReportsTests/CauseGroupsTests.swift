import Testing
import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceReports

@Suite("Groups of sessions by cause")
struct CauseGroupsTests {
    private func titles(_ verdicts: [Verdict]) -> [String] {
        CauseGroups(verdicts.map { SessionResult($0) }).groups.map {
            "\($0.title): \($0.places.map(String.init).joined(separator: ","))"
        }
    }

    private func verdict(_ causes: [Cause]) -> Verdict {
        Verdict(
            name: "a", path: "b",
            diff: TraceDiff(
                golden: Sample.golden, actual: Array(Sample.golden.dropLast()),
                sampleRate: .standard),
            causes: causes)
    }

    @Test("sessions that one setting explains are one group, the largest first")
    func shared() {
        let setting = Cause(
            setting: FieldChange(name: "endpoint.offsetMs", expected: 0, found: 200))
        let green = Sample.verdict(Sample.golden, Sample.golden)
        #expect(
            titles([verdict([]), green, verdict([setting]), verdict([setting])]) == [
                "setting endpoint.offsetMs 0 -> 200 (+200 ms): 2,3",
                "media P_Bye playAudio ended is missing: 0",
            ])
    }

    @Test("a key that changed from other values in each golden is one group without the values")
    func otherValues() {
        func change(_ before: String) -> Cause {
            Cause(
                .file, file: "flow.json", line: 3, key: "Ask.goTo", what: "Ask.goTo \(before) -> C")
        }
        #expect(
            titles([verdict([change("A")]), verdict([change("B")])]) == [
                "flow.json:3: Ask.goTo: 0,1"
            ])
    }

    @Test("one key in two files is two groups")
    func otherFiles() {
        func change(_ file: String) -> Cause { Cause(.file, file: file, key: "Ask", what: "Ask") }
        #expect(titles([verdict([change("a")]), verdict([change("b")])]).count == 2)
    }

    @Test("sessions in which one kind of change meets other prompts share a cause")
    func sharedKind() {
        func verdict(_ digest: String, item: String) -> Verdict {
            func trace(_ digest: String) -> [TraceEvent] {
                [
                    TraceEvent(
                        sequence: 0, frame: 0, tap: .actions, kind: "segment",
                        fields: [
                            "module": "Ask", "prompt": .string(item), "digest": .string(digest),
                        ])
                ]
            }
            return Verdict(
                name: item, path: item,
                diff: TraceDiff(
                    golden: trace(String(repeating: "0", count: 64)), actual: trace(digest),
                    sampleRate: .standard))
        }
        let other = String(repeating: "a1", count: 32)
        let verdicts = [verdict(other, item: "P_Ask"), verdict(other, item: "P_Bye")]
        #expect(titles(verdicts) == ["segment: digest differs: 0,1"])
        let single = titles([verdicts[0]])
        #expect(single[0].hasSuffix("digest 000000000000… → a1a1a1a1a1a1…: 0"), "\(single)")
    }
}
