import Testing

@testable import VoiceActivity

@Suite struct SpeechOddsTests {
    @Test(
        "tells the probability that log-odds stand for",
        arguments: [
            (Int32(0), Int32(500)), (2_197, 900), (-2_197, 100), (1_099, 750), (-30_000, 0),
            (30_000, 1_000), (6_907, 999), (-6_907, 1), (405, 600), (-847, 300),
        ])
    func permille(odds: Int32, permille: Int32) {
        #expect(SpeechOdds.permille(odds) == permille)
    }

    @Test("tells no lower probability of higher log-odds")
    func rises() {
        #expect(zip(SpeechOdds.bounds, SpeechOdds.bounds.dropFirst()).allSatisfy { $0 < $1 })
        var last: Int32 = 0
        for odds in stride(from: Int32(-9_000), through: 9_000, by: 1) {
            let permille = SpeechOdds.permille(odds)
            #expect(permille >= last && permille <= last + 1 || odds < -7_000)
            last = permille
        }
        #expect(last == 1_000)
    }

    @Test(
        "rounds log-odds to thousandths within thirty",
        arguments: [(Float(1.2345), Int32(1_235)), (-0.5, -500), (99, 30_000), (-1e9, -30_000)])
    func milliNats(odds: Float, milliNats: Int32) {
        #expect(abs(SpeechOdds.milliNats(odds) - milliNats) <= 1)
    }
}
