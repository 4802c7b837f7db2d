import Testing

@testable import VoiceAudio
@testable import VoiceRedaction

@Suite struct ShapeMeterTests {
    @Test("what is left out is in no shape, however the sound is cut")
    func leavesOut() {
        let tone = (0..<600).map { Int16(($0 % 8 - 4) * 1_000) }
        let quiet = (0..<600).map { Int16($0 * 37 % 101 - 50) }
        let sound = quiet[..<200] + tone[200..<400] + quiet[400...]
        func measured(_ sound: [Int16], without others: [Range<Int>], by size: Int) -> [ShapeSums] {
            var meter = ShapeMeter(of: [100..<300, 200..<400], without: others, together: false)
            for start in stride(from: 0, to: sound.count, by: size) {
                Array(sound[start..<min(start + size, sound.count)])
                    .withUnsafeBufferPointer { meter.process($0) }
            }
            return meter.sums
        }
        for size in [600, 250, 7] {
            let sums = measured(Array(sound), without: [200..<400], by: size)
            #expect(sums.map(\.count) == [100, 0])
            let plain = measured(Array(sound), without: [], by: size)
            #expect(plain.map(\.count) == [200, 200])
            #expect(sums[0].products == measured(quiet, without: [200..<400], by: size)[0].products)
            #expect(plain[0].products != sums[0].products)
        }
    }
}
