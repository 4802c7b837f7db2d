import Testing

@testable import VoiceActivity

@Suite struct LevelGuardTests {
    private static let hop: Int64 = 160

    /// A second of noise, a second of vowels, a second of noise, widened from the vowels' bounds.
    private static func widened(vowels: Int32, noise: Int32) -> (first: Int64, last: Int64) {
        let levels = LevelGuard()
        levels.process(
            (0..<300).map { place in
                HopDecision(
                    start: Int64(place) * hop,
                    energy: (100..<200).contains(place) ? vowels : noise, floor: noise,
                    features: .silence)
            })
        return levels.widened(100 * hop, 200 * hop)
    }

    @Test("keeps no more where no noise can hide a consonant")
    func quiet() {
        let wide = Self.widened(vowels: -3_000, noise: -6_000)
        #expect(wide == (100 * Self.hop, 200 * Self.hop))
    }

    @Test(
        "keeps a fifth of a second more where noise hides consonants, less where it hides some",
        arguments: [(Int32(-1_000), Int64(20)), (-2_000, 20), (-2_500, 10), (-2_900, 2)])
    func noisy(noise: Int32, hops: Int64) {
        let wide = Self.widened(vowels: 0, noise: noise)
        #expect(wide == ((100 - hops) * Self.hop, (200 + hops) * Self.hop))
    }

    @Test("never begins before the sound")
    func edge() {
        let levels = LevelGuard()
        levels.process(
            (0..<100).map { place in
                HopDecision(
                    start: Int64(place) * Self.hop - 100, energy: place < 5 ? -1_500 : 0,
                    floor: -1_500, features: .silence)
            })
        #expect(levels.widened(5 * Self.hop, 100 * Self.hop).first == 0)
    }
}
