/// Way in which several channels become one.
public enum ChannelChoice: Sendable, Equatable {
    /// The channel that hears most: their mean, or the loudest alone where they cancel each other
    /// out or the others have no sound.
    case best
    /// The mean of the channels.
    case mix
    /// One of the channels, counted from 0.
    case only(channel: Int)

    /// Decides what becomes of the channels of a file. For ``best`` a file of several channels is
    /// read once, or these ranges of it.
    ///
    /// - Throws: every ``AudioError`` about input, and
    ///   ``AudioError/noChannel(path:channel:channels:)``.
    package func fold(
        of path: String, in ranges: [Range<Int64>] = [0..<Int64.max]
    ) throws(AudioError) -> ChannelFold {
        let channels = try SoundFileReader(path: path).format.channels
        return try fold(of: channels, in: ranges, name: path) { () throws(AudioError) in
            try SoundFileReader(path: path)
        }
    }

    /// Decides it for sound of so many channels that `open` opens from its start; `name` stands for
    /// it in errors.
    func fold(
        of channels: Int, in ranges: [Range<Int64>], name: String,
        opening open: () throws(AudioError) -> SoundFileReader
    ) throws(AudioError) -> ChannelFold {
        switch self {
        case .mix: return ChannelFold()
        case .only(let channel):
            guard (0..<channels).contains(channel) else {
                throw .noChannel(path: name, channel: channel + 1, channels: channels)
            }
            return ChannelFold(channel: channel)
        case .best:
            guard channels > 1 else { return ChannelFold() }
            var powers = ChannelPowers(channels: channels)
            for range in ranges {
                var reader = try open()
                powers.add(&reader, range: range)
            }
            return powers.fold
        }
    }
}
