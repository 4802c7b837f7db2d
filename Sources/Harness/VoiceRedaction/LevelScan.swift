/// Finds sound that is louder than the noise around it: speech too faint for a detector.
///
/// Units: blocks of 100 ms. A block is loud when its power, rumble held down, is 2 dB above the
/// least of three seconds either way; steady noise never is.
struct LevelScan {
    /// The frames of a block at 16 kHz.
    static let blockFrames = 1_600
    private static let reach = 30
    private static let factor: Float = 1.6
    /// Blocks of quiet that do not part loud sound.
    private static let bridge = 10
    /// The power of 16-bit silence: no room is quieter.
    private static let leastPower: Float = 2

    private var powers: [Float] = []
    private var sum: Float = 0
    private var count = 0
    private var last: Float = 0

    /// Processes the next samples, at 16 kHz.
    mutating func process(_ samples: ArraySlice<Int16>) {
        for sample in samples {
            let value = Float(sample)
            sum += (value - last) * (value - last)
            last = value
            count += 1
            if count == Self.blockFrames { close() }
        }
    }

    private mutating func close() {
        guard count > 0 else { return }
        powers.append(max(Self.leastPower, sum / Float(count)))
        (sum, count) = (0, 0)
    }

    /// Returns the loud stretches, in samples, once all were taken.
    mutating func finish() -> [Range<Int64>] {
        close()
        var found: [Range<Int>] = []
        let floors = floors()
        for block in powers.indices where powers[block] > Self.factor * floors[block] {
            if let open = found.last, block - open.upperBound <= Self.bridge {
                found[found.count - 1] = open.lowerBound..<block + 1
            } else {
                found.append(block..<block + 1)
            }
        }
        let frames = Int64(Self.blockFrames)
        return found.map { Int64($0.lowerBound) * frames..<Int64($0.upperBound) * frames }
    }

    /// The least power within reach of every block.
    private func floors() -> [Float] {
        var floors = [Float](repeating: 0, count: powers.count)
        // Blocks that may still be the least, in order, each louder than the one before.
        var least: [Int] = []
        var first = 0
        for block in 0..<(powers.count + Self.reach) {
            if block < powers.count {
                while least.count > first, powers[least[least.count - 1]] >= powers[block] {
                    least.removeLast()
                }
                least.append(block)
            }
            let middle = block - Self.reach
            guard middle >= 0 else { continue }
            while least[first] < middle - Self.reach { first += 1 }
            floors[middle] = powers[least[first]]
        }
        return floors
    }
}
