/// Offset that a sound card or a line adds to every sample, which would pass for the noise of a
/// room.
///
/// The mean of a voice changes from word to word and is 0 in its pauses: only a mean that hardly
/// changes is an offset.
package enum SteadyOffset {
    private static let blockFrames = HopGrid.sampleRate / 10
    private static let fewestBlocks = 5
    /// The share of the sound's peak that counts at least, one hundredth.
    private static let leastShare = 100

    /// The offset of a sound at 16 kHz whose opening this is, in steps of 16 bits; 0 where it has
    /// none.
    static func measure(_ opening: UnsafeBufferPointer<Int16>) -> Int16 {
        let count = opening.count / blockFrames
        guard count >= fewestBlocks else { return 0 }
        let means = (0..<count).map { block in
            opening[block * blockFrames..<(block + 1) * blockFrames].reduce(0) { $0 + Int($1) }
                / blockFrames
        }.sorted()
        let middle = means[count / 2]
        // The outer tenths may hold a blow or a click.
        let changes = [means[count / 10], means[count - 1 - count / 10]].map { abs($0 - middle) }
        let peak = opening.reduce(0) { max($0, Int($1.magnitude)) }
        let counts = middle != 0 && abs(middle) * leastShare >= peak
        return counts && changes.allSatisfy { 2 * $0 <= abs(middle) } ? Int16(clamping: middle) : 0
    }

    /// Takes the offset of a sound at 16 kHz, whose first samples these are, off them; gives the
    /// offset, which is still to be taken off the others.
    package static func remove(from samples: inout [Int16]) -> Int16 {
        let offset = samples.withUnsafeBufferPointer {
            measure(UnsafeBufferPointer(rebasing: $0.prefix(SoundOpening.frames)))
        }
        remove(offset, from: &samples)
        return offset
    }

    /// Takes `offset` off every sample.
    static func remove(_ offset: Int16, from samples: inout [Int16]) {
        guard offset != 0 else { return }
        for index in samples.indices {
            samples[index] = Int16(clamping: Int32(samples[index]) - Int32(offset))
        }
    }
}
