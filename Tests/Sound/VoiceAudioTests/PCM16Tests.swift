import Testing
import VoiceAudio

@Suite struct PCM16Tests {
    @Test("brings every 16-bit sample back unchanged")
    func bringsEverySampleBack() {
        let all = (Int(Int16.min)...Int(Int16.max)).map(Int16.init)
        #expect(all.map { PCM16.sample(PCM16.float($0)) } == all)
    }

    static let edges: [(Float, Int16)] = [
        (Float.nan, 0), (Float.infinity, 32_767), (-Float.infinity, -32_768),
        (1, 32_767), (-1, -32_768), (7, 32_767), (0, 0),
    ]
    // In steps of a 16-bit sample.
    static let halves: [(Float, Int16)] = [
        (0.5, 1), (-0.5, -1), (0.499_999_97, 0), (1.5, 2), (2.5, 3), (-2.5, -3),
    ]

    @Test("clamps and swallows NaN", arguments: edges)
    func clamps(value: Float, sample: Int16) {
        #expect(PCM16.sample(value) == sample)
    }

    @Test("rounds halves away from zero", arguments: halves)
    func rounds(steps: Float, sample: Int16) {
        #expect(PCM16.sample(steps / PCM16.fullScale) == sample)
    }
}
