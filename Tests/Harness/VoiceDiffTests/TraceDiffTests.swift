import Testing
import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

@Suite("Trace diff")
struct TraceDiffTests {
    @Test("finds nothing between a trace and itself")
    func selfDiff() {
        let trace = Sessions.conversation()
        #expect(Sessions.diff(trace, trace).isEmpty)
        #expect(Sessions.diff([], []).isEmpty)
    }

    @Test("calls an edited golden trace a difference, though nothing else differs")
    func editedGolden() {
        let trace = Sessions.conversation()
        let diff = TraceDiff(
            golden: trace, actual: trace, sampleRate: .standard, goldenIsEdited: true)
        #expect(!diff.isEmpty)
        #expect(diff.differences.isEmpty)
    }

    @Test("does not look at sequence numbers")
    func sequenceNumbers() {
        let trace = Sessions.conversation()
        var gapped = trace
        for index in gapped.indices { gapped[index].sequence *= 3 }
        #expect(Sessions.diff(trace, gapped).isEmpty)
    }

    @Test("names a dropped event", arguments: [3, 6, 10, 15])
    func dropped(position: Int) {
        let golden = Sessions.conversation()
        var actual = golden
        let event = actual.remove(at: position)
        let diff = Sessions.diff(golden, actual)
        #expect(diff.differences.map(\.kind) == [.missing])
        #expect(diff.differences.first?.golden == event)
        #expect(diff.counts[.missing] == 1)
    }

    @Test("tells two events of one identity apart by their contents")
    func repeatedIdentity() {
        let golden = Sessions.numbered(
            (0..<6).map { Sessions.word(160 * $0, "partial", "word \($0)") })
        var actual = golden.map { event in
            var event = event
            event.frame += 800
            return event
        }
        actual.remove(at: 2)
        let diff = Sessions.diff(golden, actual)
        let missing = diff.differences.filter { $0.kind == .missing }
        #expect(missing.map(\.golden) == [golden[2]])
        #expect(diff.counts[.retimed] == 5)
    }

    @Test("tells equal events apart by their times, also after a delay")
    func repeatedContents() {
        let golden = Sessions.numbered((0..<40).map { Sessions.word(1_600 * $0, "partial", "yes") })
        var actual = golden.map { event in
            var event = event
            event.frame += 560
            return event
        }
        actual.remove(at: 7)
        let diff = Sessions.diff(golden, actual)
        let missing = diff.differences.filter { $0.kind == .missing }
        #expect(missing.map(\.golden) == [golden[7]])
        #expect(diff.counts[.retimed] == 39)
    }

    @Test("pairs an event that went elsewhere as moved")
    func moved() {
        let golden = Sessions.conversation()
        var actual = golden
        var field = actual.remove(at: 8)
        field.frame = 56_000
        actual.insert(field, at: 13)
        let diff = Sessions.diff(golden, actual)
        #expect(diff.differences.map(\.kind) == [.moved])
        #expect(diff.differences.first?.move?.isEarlier == false)
        #expect(diff.differences.first?.shift == 16_000)
    }

    @Test("lists fields that were added, removed and changed, evidence last")
    func fields() {
        let golden = Sessions.conversation()
        var actual = golden
        actual[6].fields["spoken"] = nil
        actual[6].fields["extra"] = true
        actual[6].why["energy"] = -50_000
        let diff = Sessions.diff(golden, actual)
        #expect(
            diff.differences.map(\.fields) == [
                [
                    FieldChange(name: "extra", expected: nil, found: true),
                    FieldChange(name: "spoken", expected: 27_200, found: nil),
                    FieldChange(name: "why.energy", expected: -51_000, found: -50_000),
                ]
            ])
    }

    @Test("reports a constant shift once, with its onset")
    func constantShift() {
        let golden = Sessions.conversation()
        let diff = Sessions.diff(golden, Sessions.shifted(golden, from: 3, by: 3_200))
        #expect(diff.groups.count == 1)
        #expect(diff.groups.first?.first.golden == golden[3])
        #expect(diff.groups.first?.count == 13)
        #expect(diff.groups.first?.shifts == 3_200...3_200)
        #expect(diff.groups.first?.isUniform == true)
        #expect(diff.groups.first?.reachesEnd == true)
    }

    @Test("tells a shift that comes back later as the one it is, with its first onset")
    func sameShiftAgain() {
        let golden = Sessions.conversation()
        var actual = golden
        for index in [3, 4, 12, 13, 14, 15] { actual[index].frame += 1_600 }
        let diff = Sessions.diff(golden, actual)
        #expect(diff.groups.map(\.count) == [6])
        #expect(diff.groups.first?.stretches == 2)
        #expect(diff.groups.first?.first.golden == golden[3])
        #expect(diff.groups.first?.reachesEnd == true)
    }

    @Test("marks evidence that only repeats the limit that changed, and nothing else")
    func echoes() {
        let golden = Sessions.conversation()
        var actual = Sessions.shifted(golden, from: 6, by: 160)
        actual[6].fields["spoken"] = 27_200
        actual[6].why["limit"] = 12_960
        actual[6].why["duration"] = 12_960
        actual[6].why["energy"] = -50_000
        actual[7].fields["confidence"] = 512
        let groups = Sessions.diff(golden, actual).groups
        let echoes = groups.filter(\.isEcho).compactMap(\.field?.name)
        #expect(echoes == ["why.duration", "why.energy"])
        #expect(groups.count - echoes.count == 3)
    }

    @Test("tells where a shift ends")
    func shiftEnds() {
        let golden = Sessions.conversation()
        var actual = golden
        for index in 3..<6 { actual[index].frame += 1_600 }
        let diff = Sessions.diff(golden, actual)
        #expect(diff.groups.map(\.count) == [3])
        #expect(diff.groups.first?.reachesEnd == false)
    }

    @Test("does not hold a delayed trace together by events that meet a frame by chance")
    func chanceMeeting() {
        let golden = Sessions.numbered(
            (0..<400).map { tick in
                tick.isMultiple(of: 20)
                    ? Sessions.action(1_600 * Frame(tick), "tick", [:])
                    : Sessions.action(1_600 * Frame(tick), "step", ["name": .integer(Int64(tick))])
            })
        let diff = Sessions.diff(golden, Sessions.shifted(golden, from: 5, by: 32_000))
        #expect(diff.groups.map(\.kind) == [.retimed])
        #expect(diff.counts[.retimed] == 395)
    }

    @Test("puts a truncated tail into one group that reaches the end")
    func truncated() {
        let golden = Sessions.conversation()
        let diff = Sessions.diff(golden, Array(golden.prefix(9)))
        #expect(diff.groups.map(\.kind) == [.missing])
        #expect(diff.groups.first?.count == 7)
        #expect(diff.groups.first?.reachesEnd == true)
    }

    @Test("tells a hundred different shifts as one range")
    func drift() {
        let golden = (0..<100).map { Sessions.word(1_600 * $0, "partial", "\($0)") }
        var actual = golden
        for index in 1..<100 { actual[index].frame += Frame(index) }
        let diff = Sessions.diff(golden, actual)
        #expect(diff.groups.map(\.count) == [99])
        #expect(diff.groups.first?.shifts == 1...99)
        #expect(diff.groups.first?.isUniform == false)
    }

    @Test("says the same with both traces exchanged")
    func symmetry() {
        let golden = Sessions.conversation()
        var actual = Sessions.shifted(golden, from: 4, by: 320)
        actual[6].why["threshold"] = 600
        actual.swapAt(8, 9)
        actual.remove(at: 12)
        actual.insert(Sessions.action(9_000, "error", ["error": "x"]), at: 3)
        let diff = Sessions.diff(golden, actual)
        #expect(diff.counts.differences > 4)
        #expect(Sessions.diff(actual, golden).mirrored == diff.straight)
    }

    @Test("survives frames at the end of the number range")
    func hugeFrames() {
        let golden = [Sessions.word(.max, "final", "a"), Sessions.word(0, "final", "b")]
        let actual = [Sessions.word(0, "final", "a"), Sessions.word(.max, "final", "b")]
        #expect(FirstCause(Sessions.diff(golden, actual)) != nil)
    }
}

extension Sessions {
    /// `trace` with everything from `position` on delayed, instants inside the events included.
    static func shifted(
        _ trace: [TraceEvent], from position: Int, by frames: Frame
    ) -> [TraceEvent] {
        var trace = trace
        for index in position..<trace.count {
            trace[index].frame += frames
            if let spoken = trace[index].fields["spoken"]?.integer {
                trace[index].fields["spoken"] = .integer(spoken + frames)
            }
        }
        return trace
    }
}
