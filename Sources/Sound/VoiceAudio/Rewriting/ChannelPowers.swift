/// The power of every channel of a sound, and of the sum of all, without their offsets.
struct ChannelPowers {
    private static let blockFrames = 4_096
    /// Below this correlation channels hold different sound.
    private static let leastCorrelation = 0.2
    /// Share of the loudest channel's power from which on another one counts: 30 dB below.
    private static let leastShare = 1e-3
    /// The power of a channel that counts as sound at all: -80 dBFS.
    private static let leastPower = 1e-8
    private var frames: Int64 = 0
    private var sums: [Double]
    private var squares: [Double]
    private var squaresOfAll = 0.0

    init(channels: Int) {
        sums = [Double](repeating: 0, count: channels)
        squares = sums
    }

    /// Fold of these channels: their mean, unless they cancel each other out in it or only one has
    /// sound, whose level the mean would lower.
    ///
    /// Where the sum of all channels is more than 10 dB weaker than the loudest of them, they
    /// stand against each other, and the loudest alone is taken. Channels differ where two or more
    /// carry sound that hardly correlates.
    var fold: ChannelFold {
        let powers = sums.indices.map { power(squares[$0], sums[$0]) }
        let ordered = powers.sorted(by: >)
        guard ordered.count > 1, let loudest = powers.firstIndex(of: ordered[0]) else {
            return ChannelFold()
        }
        let powerOfAll = power(squaresOfAll, sums.reduce(0, +))
        if powerOfAll * 10 < ordered[0] { return ChannelFold(channel: loudest, finding: .cancel) }
        guard ordered[1] > max(Self.leastPower, ordered[0] * Self.leastShare) else {
            return ordered[0] > Self.leastPower
                ? ChannelFold(channel: loudest, finding: .single) : ChannelFold()
        }
        let alone = powers.reduce(0, +)
        // What the sum of channels would add to their own powers, were they all the same.
        let roots = powers.reduce(0) { $0 + $1.squareRoot() }
        let isDifferent = powerOfAll - alone < Self.leastCorrelation * (roots * roots - alone)
        return ChannelFold(finding: isDifferent ? .differ : nil)
    }

    private func power(_ squares: Double, _ sum: Double) -> Double {
        let count = Double(max(1, frames))
        let mean = sum / count
        return max(0, squares / count - mean * mean)
    }

    /// Adds a range of sound of as many channels, up to a damage: the reader that reads it for good
    /// is told of that.
    mutating func add(_ reader: inout SoundFileReader, range: Range<Int64>) {
        let channels = sums.count
        guard reader.format.channels == channels else { return }
        do { try reader.skip(to: range.lowerBound) } catch { return }
        let block = UnsafeMutableBufferPointer<Float>.allocate(
            capacity: Self.blockFrames * channels)
        defer { block.deallocate() }
        var left = Int64(range.count)
        while left > 0 {
            let room = Int(min(Int64(Self.blockFrames), left)) * channels
            let target = UnsafeMutableBufferPointer(rebasing: block[..<room])
            guard let count = try? reader.read(into: target), count > 0 else { break }
            left -= Int64(count)
            add(UnsafeBufferPointer(rebasing: block[..<(count * channels)]), frames: count)
        }
    }

    private mutating func add(_ block: UnsafeBufferPointer<Float>, frames count: Int) {
        let channels = sums.count
        frames += Int64(count)
        for channel in 0..<channels {
            var (sum, square) = (0.0, 0.0)
            for place in stride(from: channel, to: block.count, by: channels) {
                let value = Double(block[place])
                sum += value
                square += value * value
            }
            sums[channel] += sum
            squares[channel] += square
        }
        var squareOfAll = 0.0
        for start in stride(from: 0, to: block.count, by: channels) {
            var total: Float = 0
            for place in start..<start + channels { total += block[place] }
            squareOfAll += Double(total) * Double(total)
        }
        squaresOfAll += squareOfAll
    }
}
