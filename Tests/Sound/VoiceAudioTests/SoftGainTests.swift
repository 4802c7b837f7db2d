import Testing
import VoiceAudio
import VoiceTestSupport

@Suite struct SoftGainTests {
    @Test("multiplies and rounds up to unity")
    func quieter() {
        #expect(SoftGain.apply(1_000, to: -32_768) == -32_768)
        #expect(SoftGain.apply(500, to: 3) == 2)
        #expect(SoftGain.apply(500, to: -3) == -2)
        #expect(SoftGain.apply(0, to: 32_767) == 0)
        #expect(SoftGain.apply(-5, to: 32_767) == 0)
    }

    @Test("is a plain gain below the knee, and bends what is above it", .fact("voicekit-2.2-9"))
    func louder() {
        #expect(SoftGain.apply(4_000, to: 1_000) == 4_000)
        #expect(SoftGain.apply(4_000, to: -1_000) == -4_000)
        let bent = SoftGain.apply(4_000, to: 8_000)
        #expect(bent > 23_170 && bent < 32_000)
        #expect(SoftGain.apply(4_000, to: -8_000) == -bent)
    }

    @Test("rises without a step, and stays within full scale", arguments: [1_001, 4_000, 16_000])
    func monotonous(gain: Int) {
        let curve = (0...Int16.max).map { Int(SoftGain.apply(gain, to: $0)) }
        let steps = zip(curve.dropFirst(), curve).map { $0 - $1 }
        #expect(steps.allSatisfy { (0...(gain + 999) / 1_000).contains($0) })
        #expect(curve.allSatisfy { $0 < Int(Int16.max) })
        #expect(SoftGain.apply(gain, to: .min) > Int16.min)
    }

    @Test("goes no further than 24 dB")
    func greatest() {
        #expect(SoftGain.apply(1_000_000, to: 100) == SoftGain.apply(16_000, to: 100))
    }
}
