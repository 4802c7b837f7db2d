/// Way in which the channels of one sound become one, and what is worth knowing about them.
public struct ChannelFold: Sendable, Equatable {
    /// Result of a comparison of channels.
    public enum Finding: Sendable {
        /// Channels cancel each other out in their mean.
        case cancel
        /// Channels hold different sound, as the two sides of a call.
        case differ
        /// One channel has sound, and the others are silent or 30 dB weaker.
        case single
    }

    /// The channel that is taken alone, counted from 0; nil for the mean of all.
    public let channel: Int?
    /// Result of the comparison; nil for nothing unusual, and where channels were not compared.
    public let finding: Finding?

    /// A fold to one channel, or to the mean of all.
    package init(channel: Int? = nil, finding: Finding? = nil) {
        self.channel = channel
        self.finding = finding
    }

    /// Choice of the same fold, for which nothing is compared again.
    public var choice: ChannelChoice { channel.map { .only(channel: $0) } ?? .mix }

    /// Returns what a user should know of the file called `name`, in a sentence or two; nil for
    /// nothing.
    package func notice(on name: String) -> String? {
        switch finding {
        case .cancel:
            "\(name): its channels cancel each other out in their mean. Channel"
                + " \((channel ?? 0) + 1) is taken alone; --pick takes another."
        case .differ:
            "\(name): its channels hold different sound, and their mean is taken. --pick takes one"
                + " of them."
        case .single:
            "\(name): channel \((channel ?? 0) + 1) is taken alone: the others are silent or 30 dB"
                + " weaker. --pick takes another, or mix."
        case nil: nil
        }
    }

    /// Folds frames of so many channels in place: one sample a frame, from the start.
    func apply(
        to block: UnsafeMutableBufferPointer<Float>, frames: Int, channels: Int
    ) {
        guard channels > 1 else { return }
        if let channel {
            for frame in 0..<frames { block[frame] = block[frame * channels + channel] }
            return
        }
        for frame in 0..<frames {
            var sum: Float = 0
            for place in frame * channels..<(frame + 1) * channels { sum += block[place] }
            block[frame] = sum / Float(channels)
        }
    }
}
