import Testing

@testable import VoiceActivity

@Suite struct EdgeFinderTests {
    /// One column a quarter of a hop: `#` is loud, `.` quiet; the network's bound stands at `|`.
    private static func bound(_ picture: String, high: Bool = false) -> Int {
        let columns = Array(picture.filter { $0 != "|" })
        let base = Array(picture).firstIndex(of: "|") ?? 0
        var edges = SpeechEdgeFinder(settings: OfflineSettings())
        return edges.find(outside: base, inside: columns.count - base) { place in
            let place = min(max(base + place, 0), columns.count - 1)
            let level: Int32 = columns[place] == "#" ? -2_000 : -6_000
            return high ? (-6_000, level) : (level, -6_000)
        }
    }

    @Test("moves a bound out to where speech begins", arguments: [false, true])
    func outwards(high: Bool) {
        #expect(
            Self.bound(".................................######|##############", high: high) == -7)
    }

    @Test("moves a bound in to where speech begins")
    func inwards() {
        #expect(Self.bound("...........................|....##################") == 3)
    }

    @Test("crosses a stop's closure, and no longer hole")
    func holes() {
        let far = String(repeating: ".", count: 80)
        #expect(Self.bound(far + "####.......####|############") == -16)
        #expect(Self.bound(far + "####........................|....########") == 3)
    }

    @Test("leaves a bound where nothing stands out")
    func flat() {
        #expect(Self.bound("....................|....................") == 0)
        #expect(Self.bound("####################|####################") == 0)
    }
}
