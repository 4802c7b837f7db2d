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
    /// Reads the file once where it has several channels.
    /// - Throws: every ``AudioError`` about input.
    public static func best(path: String) throws(AudioError) -> ChannelChoice {
        var reader = try SoundFileReader(path: path)
        let channels = reader.format.channels
        guard channels > 1 else { return .mix }
        let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4_096 * channels)
        defer { block.deallocate() }
        var powers = [Double](repeating: 0, count: channels)
        var sumPower = 0.0
        while true {
            let frames = try reader.read(into: block)
            if frames == 0 { break }
            for frame in 0..<frames {
                var sum: Float = 0
                for channel in 0..<channels {
                    let value = block[frame * channels + channel]
                    sum += value
                    powers[channel] += Double(value * value)
                }
                sumPower += Double(sum * sum)
            }
        }
        return choice(powers: powers, sumPower: sumPower)
    }

    /// The choice for channels of these powers, whose sum has the power `sumPower`.
    static func choice(powers: [Double], sumPower: Double) -> ChannelChoice {
        guard let loudest = powers.indices.max(by: { powers[$0] < powers[$1] }),
            sumPower * 10 < powers[loudest]
        else { return .mix }
        return .only(channel: loudest)
    }
}
