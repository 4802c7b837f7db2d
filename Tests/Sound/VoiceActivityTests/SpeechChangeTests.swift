import Testing

@testable import VoiceActivity

@Suite struct SpeechChangeTests {
    /// One column a step: `+` and `-` are odds of 3, `.` of nothing. Gives where changes lie.
    private static func changes(_ odds: String, cost: Int = 5_000, longest: Int = 1_000) -> [Int] {
        var change = SpeechChange(cost: cost, longest: longest)
        var found: [Int] = []
        for column in odds {
            let value: Int32 = column == "+" ? 3_000 : column == "-" ? -3_000 : 0
            if let place = change.step(value) { found.append(place) }
        }
        if let place = change.finish() { found.append(place) }
        return found
    }

    @Test("places a change where the odds turn, however late it is sure")
    func turns() {
        #expect(Self.changes("----++++++------") == [4, 10])
        #expect(Self.changes("----+.+.+.+.------") == [4, 12])
    }

    @Test("takes no notice of what is too brief")
    func brief() {
        #expect(Self.changes("----+------") == [])
        #expect(Self.changes("--++++++-++++++---") == [2, 15])
    }

    @Test("decides at the end by where the odds lean")
    func end() {
        #expect(Self.changes("-----++") == [5])
        #expect(Self.changes("++++++--") == [0, 6])
        #expect(Self.changes("") == [])
    }

    @Test("never places a change further back than it remembers")
    func bounded() {
        let undecided = String(repeating: ".", count: 100)
        #expect(Self.changes("--+" + undecided + "+++", longest: 20) == [105 - 20])
        #expect(Self.changes("--+" + undecided + "+++") == [2])
    }

    @Test("says nothing after the settled step changes")
    func settled() {
        var change = SpeechChange(cost: 5_000, longest: 100)
        var settled = 0
        for column in "---+++---++.+.+-+---++++" {
            if let place = change.step(column == "+" ? 3_000 : column == "-" ? -3_000 : 0) {
                #expect(place >= settled)
            }
            #expect(change.settled >= settled)
            settled = change.settled
        }
    }
}
