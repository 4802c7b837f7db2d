/// How several channels become one.
public enum ChannelChoice: Sendable, Equatable {
    /// Their mean.
    case mix
    /// One of them, counted from 0.
    case only(channel: Int)

    /// The channel picked out of so many; nil for their mean.
    func channel(of count: Int) -> Int? {
        switch self {
        case .mix: nil
        case .only(let channel): min(max(0, channel), count - 1)
        }
    }

    /// The choice that hears most: the mean, unless channels cancel each other out in it.
    ///
    /// Where the sum of all channels is more than 10 dB weaker than the loudest of them, they
    /// stand against each other, and the loudest alone is chosen.
    /// Reads the file once where it has several channels, or only these ranges of it.
    /// - Throws: every ``AudioError`` about input.
    public static func best(
        path: String, in ranges: [Range<Int64>] = [0..<Int64.max]
    ) throws(AudioError) -> ChannelChoice {
        let channels = try SoundFileReader(path: path).format.channels
        guard channels > 1 else { return .mix }
        var powers = ChannelPowers(channels: channels)
        for range in ranges { try powers.add(path: path, range: range) }
        return choice(powers: powers.each, sumPower: powers.sum)
    }

    /// The choice for channels of these powers, whose sum has the power `sumPower`.
    static func choice(powers: [Double], sumPower: Double) -> ChannelChoice {
        guard let loudest = powers.indices.max(by: { powers[$0] < powers[$1] }),
            sumPower * 10 < powers[loudest]
        else { return .mix }
        return .only(channel: loudest)
    }
}

/// The power of every channel of a file, and of the sum of all.
struct ChannelPowers {
    private(set) var each: [Double]
    private(set) var sum = 0.0

    init(channels: Int) { each = [Double](repeating: 0, count: channels) }

    /// Adds what there is of a range of a file of as many channels.
    ///
    /// - Throws: every ``AudioError`` about input.
    mutating func add(path: String, range: Range<Int64>) throws(AudioError) {
        let channels = each.count
        var reader = try SoundFileReader(path: path)
        guard reader.format.channels == channels else { return }
        try reader.skip(to: range.lowerBound)
        let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4_096 * channels)
        defer { block.deallocate() }
        var left = Int64(range.count)
        while left > 0 {
            let room = Int(min(4_096, left)) * channels
            let frames = try reader.read(into: UnsafeMutableBufferPointer(rebasing: block[..<room]))
            if frames == 0 { break }
            left -= Int64(frames)
            for frame in 0..<frames { add(block, frame: frame) }
        }
    }

    private mutating func add(_ block: UnsafeMutableBufferPointer<Float>, frame: Int) {
        var total: Float = 0
        for channel in each.indices {
            let value = block[frame * each.count + channel]
            total += value
            each[channel] += Double(value * value)
        }
        sum += Double(total * total)
    }
}
