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
