import Testing
import VoiceAudio

@testable import VoiceActivity

@Suite struct ChannelLevelsTests {
    private static func levels(_ samples: [Int16], rate: Int = 8_000) -> ChannelLevels {
        var levels = ChannelLevels(sampleRate: rate)
        samples.withUnsafeBufferPointer { levels.process($0) }
        levels.finish()
        return levels
    }

    @Test("tells the level of every 10 ms, and the lowest for digital silence")
    func levels() {
        let found = Self.levels(
            [Int16](repeating: 3_277, count: 80) + [Int16](repeating: 0, count: 80))
        #expect(found.hops == [-2_000, ChannelLevels.lowest])
        #expect(found.frames == 160)
        #expect(found.peak == 3_277)
    }

    @Test("is the same in whatever blocks the samples come", arguments: [1, 7, 80, 1_000])
    func blocks(size: Int) {
        let samples = (0..<1_003).map { Int16(truncatingIfNeeded: $0 * 7_919) }
        var pieces = ChannelLevels(sampleRate: 11_025)
        for start in stride(from: 0, to: samples.count, by: size) {
            Array(samples[start..<min(start + size, samples.count)]).withUnsafeBufferPointer {
                pieces.process($0)
            }
        }
        pieces.finish()
        #expect(pieces == Self.levels(samples, rate: 11_025))
    }

    @Test("counts frames of tops that are flat, and not one loud sample")
    func clipped() {
        let flat = [Int16](repeating: 32_124, count: 5)
        #expect(Self.levels([0, 1, 2] + flat + [0, 1]).clippedFrames == 5)
        #expect(Self.levels([0, 32_767, 0, -32_768, 0]).clippedFrames == 0)
        #expect(Self.levels([Int16](repeating: 12_000, count: 50)).clippedFrames == 0)
    }

    @Test("names the hops that a stretch touches, and none beyond the end")
    func hops() {
        let found = Self.levels([Int16](repeating: 1, count: 800))
        #expect(found.hops(of: 0..<80) == 0..<1)
        #expect(found.hops(of: 79..<81) == 0..<2)
        #expect(found.hops(of: 700..<9_000) == 8..<10)
        #expect(found.start(ofHop: 3) == 240)
    }

    @Test("tells the level that a share of the hops stays below")
    func percentile() {
        let quiet = [Int16](repeating: 33, count: 800)
        let loud = [Int16](repeating: 3_277, count: 800)
        let found = Self.levels(quiet + loud)
        #expect(found.level(percentile: 10) == -5_994)
        #expect(found.level(percentile: 90) == -2_000)
        #expect(Self.levels([]).level(percentile: 50) == ChannelLevels.lowest)
    }
}
