import Testing

@testable import VoiceActivity

@Suite struct LevelRanksTests {
    @Test("tells what sorting tells", arguments: [1, 7, 8, 9, 100, 148, 200])
    func sorted(count: Int) {
        var ranks = LevelRanks(capacity: 200)
        var state: UInt32 = 7
        for spread in [Int32(1), 3, 2_000, 19_200] {
            let levels = (0..<count).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return Int16(Int32(state >> 8) % spread - 9_600)
            }
            ranks.load(levels[...])
            for permille in [0, 500, 900, 1_000] {
                let wanted = levels.sorted()[(count - 1) * permille / 1_000]
                #expect(ranks.level(permille: permille) == wanted)
            }
        }
    }

    @Test("takes the greatest and least numbers there are")
    func extremes() {
        var ranks = LevelRanks(capacity: 9)
        ranks.load([.max, .min, .max, 0, .min, .max, .max, .min, 3][...])
        #expect(ranks.level(permille: 0) == .min)
        #expect(ranks.level(permille: 500) == 3)
        #expect(ranks.level(permille: 1_000) == .max)
    }
}
