package import VoiceAudio

/// Reads the two sides of a call out of a sound file of two channels, or two files of one.
///
/// In constant memory but for the levels of hops: 400 bytes a second and channel. A channel of 16
/// bits at 8 or 16 kHz is decoded once; any other twice, at the file's rate for its levels and at
/// 16 kHz for the detector.
package struct CallScan: Sendable {
    /// One side of a call in a sound file.
    private struct Side: Sendable {
        let path: String
        /// Number of the channel, from 0.
        let channel: Int
    }

    /// One channel of a call.
    package struct Channel: Sendable {
        /// Levels of the channel.
        package let levels: ChannelLevels
        /// Speech that the detector finds, in frames of the file.
        package let heard: [Range<Int64>]
    }

    private let sides: [Side]
    private static let pieceFrames = 16_384

    /// A scan of the two channels of the file at `path`.
    package init(path: String) {
        sides = [Side(path: path, channel: 0), Side(path: path, channel: 1)]
    }

    /// Creates a scan of two files of one rate, of which `first` counts as the first channel. They
    /// begin at the same moment.
    package init(first: String, second: String) {
        sides = [Side(path: first, channel: 0), Side(path: second, channel: 0)]
    }

    /// Reads what the two channels hold.
    ///
    /// - Throws: every `AudioError` about input; `AudioError/noChannel(path:channel:channels:)`
    ///   for a file of one channel where two are needed.
    package func run() throws(AudioError) -> CallChannels {
        let channels = try sides.map(Self.channel(of:))
        return CallChannels(levels: channels.map(\.levels), heard: channels.map(\.heard))
    }

    /// Reads the levels of the file of one channel at `path`, and finds the speech in it.
    ///
    /// - Throws: every `AudioError` about input.
    package static func channel(of path: String) throws(AudioError) -> Channel {
        try channel(of: Side(path: path, channel: 0))
    }

    private static func channel(of side: Side) throws(AudioError) -> Channel {
        guard try ChannelPass.takes(side.path) else {
            return Channel(levels: try levels(of: side), heard: try segments(of: side))
        }
        let choice = ChannelChoice.only(channel: side.channel)
        return try ChannelPass.run(side.path, choice, settings: .fadingEnds)
    }

    /// Finds the speech in one side: sound that is only listened to needs no better conversion.
    private static func segments(of side: Side) throws(AudioError) -> [Range<Int64>] {
        try SpeechActivity.offlineSegments(
            path: side.path, settings: .fadingEnds, choice: .only(channel: side.channel),
            quality: .fast
        ).segments
    }

    /// Measures the levels of one side at the rate of its file.
    private static func levels(of side: Side) throws(AudioError) -> ChannelLevels {
        var stream = try MonoStream(path: side.path, choice: .only(channel: side.channel))
        guard RateConverter.rates.contains(stream.sampleRate) else {
            throw .notSound(
                path: side.path,
                reason: "it has \(stream.sampleRate) Hz, and a call has "
                    + "\(RateConverter.rates.lowerBound) to \(RateConverter.rates.upperBound) Hz")
        }
        var levels = ChannelLevels(sampleRate: stream.sampleRate)
        let piece = UnsafeMutableBufferPointer<Int16>.allocate(capacity: pieceFrames)
        defer { piece.deallocate() }
        while true {
            let count = try stream.read(into: piece)
            guard count > 0 else { break }
            levels.process(UnsafeBufferPointer(rebasing: piece[..<count]))
        }
        guard levels.frames > 0 else { throw .empty(path: side.path) }
        levels.finish()
        return levels
    }
}
