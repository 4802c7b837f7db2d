import Testing
import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

/// Many turns that look alike: what is lost in one must not be found in another, and what is lost
/// in all of them is one loss.
@Suite("Repeated turns")
struct RepeatedTurnsTests {
    /// Turns of speech and an answer, twelve events long.
    private func turns(_ count: Int) -> [TraceEvent] {
        Sessions.numbered(
            (0..<count).flatMap { turn -> [TraceEvent] in
                let start = 160_000 * Frame(turn)
                return [
                    Sessions.action(start, "moduleStart", ["module": "Ask"]),
                    Sessions.speech(start + 8_000, "speechStart", [:], why: Sessions.evidence()),
                ]
                    + (0..<6).map { Sessions.word(start + 9_000 + 160 * $0, "partial", "a \($0)") }
                    + [
                        Sessions.speech(start + 16_000, "speechEnd", [:], why: Sessions.silence()),
                        Sessions.word(start + 16_000, "final", ["yes", "no"][turn % 2]),
                        Sessions.action(start + 16_000, "moduleEnd", ["module": "Ask"]),
                        Sessions.action(start + 16_000, "transition", ["from": "Ask"]),
                    ]
            })
    }

    @Test("calls an event that is gone and another far away missing and extra, not moved")
    func unrelated() {
        let golden = turns(100)
        for (gone, new) in [(129, "final"), (121, "speechStart")] {
            var actual = golden
            let missing = actual.remove(at: gone)
            #expect(missing.kind == new)
            var extra = missing
            extra.frame = golden[1_090].frame
            if new == "final" { extra.fields["text"] = "maybe" }
            actual.insert(extra, at: 1_090)
            let diff = Sessions.diff(golden, Sessions.numbered(actual))
            #expect(diff.differences.map(\.kind) == [.missing, .extra])
            #expect(diff.differences.map(\.frame) == [missing.frame, extra.frame])
        }
    }

    @Test("calls words that are gone and others close by missing and extra, not moved")
    func otherWords() {
        let golden = turns(4)
        var actual = golden
        let gone = actual.remove(at: 9)
        actual.insert(Sessions.word(golden[15].frame, "final", "maybe"), at: 15)
        let diff = Sessions.diff(golden, Sessions.numbered(actual))
        #expect(diff.differences.map(\.kind) == [.missing, .extra])
        #expect(diff.differences.first?.golden == gone)
    }

    @Test("says what changed in a moved event of the same visit to a module")
    func movedAndChanged() throws {
        var golden = Sessions.conversation()
        golden.insert(Sessions.action(40_000, "ended", ["module": "Ask", "stop": "speech"]), at: 7)
        golden[7].why = ["limit": 16_000]
        var actual = golden
        var early = actual.remove(at: 7)
        early.frame = 20_000
        early.fields["stop"] = "silence"
        early.why = ["limit": 4_800]
        actual.insert(early, at: 4)
        let diff = Sessions.diff(Sessions.numbered(golden), Sessions.numbered(actual))
        #expect(diff.differences.map(\.kind) == [.moved])
        #expect(diff.groups.map { $0.field?.name } == [nil, "stop", "why.limit"])
        let sentence = try #require(FirstCause(diff)?.sentence)
        #expect(
            sentence == "ended at 1250 ms in module Ask: why.limit expected 1000 ms, found 300 ms"
                + " (-700 ms), and it comes 1250 ms earlier: before speechStart, expected after it."
        )
    }

    @Test("reports a shift once though evidence holds positions")
    func shiftedEvidence() {
        var golden = Sessions.conversation()
        golden[7].why = ["start": 27_200, "end": 30_000]
        var actual = Sessions.shifted(golden, from: 3, by: 3_200)
        actual[7].why = ["start": 30_400, "end": 33_200]
        #expect(Sessions.diff(golden, actual).groups.map(\.kind) == [.retimed])
        actual[7].why = ["start": 30_400, "end": 33_360]
        let fields = Sessions.diff(golden, actual).groups.compactMap(\.field?.name)
        #expect(fields == ["why.end"])
    }

    @Test("tells a shift that grows with every turn in one line")
    func growingShift() {
        let golden = turns(8)
        var actual = golden
        for index in actual.indices {
            let turn = (index + 4) / 12
            actual[index].frame += 3_200 * Frame(turn)
        }
        let diff = Sessions.diff(golden, actual)
        #expect(diff.groups.count == 1)
        #expect(diff.groups.first?.growth == 3_200)
        #expect(diff.groups.first?.stretches == 8)
        #expect(diff.groups.first?.count == 88)
        #expect(FirstCause(diff)?.sentence.contains("200 ms more each time, 8 times") == true)
    }

    @Test("puts the same loss in every turn into one group and keeps what else is lost apart")
    func repeatedLoss() {
        let golden = turns(100)
        var actual = golden
        actual[95 * 12 + 1].why["threshold"] = 600
        for turn in (0..<100).reversed() {
            actual.remove(at: 12 * turn + 9)
            if turn == 95 { actual.remove(at: 12 * turn + 3) }
        }
        let diff = Sessions.diff(golden, Sessions.numbered(actual))
        #expect(diff.groups.map(\.kind) == [.missing, .changed, .missing])
        #expect(diff.groups.map(\.count) == [100, 1, 1])
        #expect(diff.groups.first?.stretches == 100)
        #expect(diff.groups.first?.reachesEnd == false)
        #expect(
            FirstCause(diff)?.sentence
                == "final at 1000 ms in module Ask is missing, and so it is in 99 more places.")
    }

    @Test("keeps one value that changed otherwise apart from the many that changed alike")
    func oddValue() {
        let golden = turns(100)
        var actual = golden
        for turn in 0..<100 {
            actual[12 * turn + 8].why["limit"] = turn == 95 ? 14_400 : 12_960
        }
        let groups = Sessions.diff(golden, actual).groups
        #expect(groups.map(\.count) == [99, 1])
        #expect(groups.last?.field?.found == 14_400)
    }
}
