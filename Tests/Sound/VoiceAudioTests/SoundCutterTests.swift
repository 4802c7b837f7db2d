import Testing

@testable import VoiceAudio

struct SoundCutterTests {
    private func cut(
        _ ranges: [Range<Int64>], of samples: [Int16], blocks: Int
    ) -> [Int: [Int16]] {
        var cutter = SoundCutter(ranges)
        var found: [Int: [Int16]] = [:]
        samples.withUnsafeBufferPointer { all in
            for start in stride(from: 0, to: all.count, by: blocks) {
                let end = min(start + blocks, all.count)
                cutter.process(UnsafeBufferPointer(rebasing: all[start..<end])) { found[$0] = $1 }
            }
        }
        cutter.finish { found[$0] = $1 }
        #expect(cutter.frames == Int64(samples.count))
        return found
    }

    @Test(
        "cuts the same stretches whatever the blocks, as far as there is sound",
        arguments: [1, 3, 10, 100])
    func cuts(blocks: Int) {
        let samples = (0..<20).map { Int16($0) }
        let ranges: [Range<Int64>] = [-3..<2, 1..<5, 4..<4, 4..<9, 18..<30, 25..<26]
        let expected: [Int: [Int16]] = [
            0: [0, 1], 1: [1, 2, 3, 4], 2: [], 3: [4, 5, 6, 7, 8], 4: [18, 19], 5: [],
        ]
        #expect(cut(ranges, of: samples, blocks: blocks) == expected)
    }
}
