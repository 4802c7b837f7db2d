/// Tells the speech of a channel from the echo of the other one in it.
///
/// A hop is echo where it is hardly louder than the echo would be by itself. Speech that is echo
/// alone goes; speech that begins or ends in echo is cut back to where its own side is heard.
package struct EchoGate: Sendable {
    /// How far above the echo speech is its own, and how far where it continues, in hundredths of
    /// a decibel.
    private static let above: Int32 = 600
    private static let after: Int32 = 100
    /// How far above the floor of the channel an echo is heard, and speech is.
    private static let audible: Int32 = 300
    private static let clear: Int32 = 600
    /// Around the delay an echo is looked for in these hops: hops of two channels do not meet.
    private static let around = -1...2
    /// Hops in a row that are speech of its own, and how many rows there must be, which overlap.
    private static let row = 3
    private static let rows = 4

    private let channel: ChannelLevels
    private let floor: Int32
    /// The level that the echo alone has in every hop.
    private let predicted: [Int32]

    /// A gate for `channel`, in which `echo` of `source` is heard.
    package init(_ channel: ChannelLevels, echo: ChannelEcho, of source: ChannelLevels) {
        self.channel = channel
        floor = channel.level(percentile: 10)
        predicted = channel.hops.indices.map { hop in
            var level = ChannelLevels.lowest
            for near in Self.around {
                let place = hop - echo.delayHops - near
                guard source.hops.indices.contains(place) else { continue }
                level = max(level, source.hops[place] + echo.levelCentiDB)
            }
            return level
        }
    }

    /// What is left of stretches of speech, in frames of the channel.
    package func own(_ speech: [Range<Int64>]) -> [Range<Int64>] {
        speech.compactMap { stretch in
            let hops = channel.hops(of: stretch)
            guard hops.contains(where: isEcho) else { return stretch }
            guard let kept = kept(of: hops) else { return nil }
            let start =
                kept.lowerBound == hops.lowerBound
                ? stretch.lowerBound : channel.start(ofHop: kept.lowerBound)
            let end =
                kept.upperBound == hops.upperBound
                ? stretch.upperBound : channel.start(ofHop: kept.upperBound)
            return start < end ? start..<end : nil
        }
    }

    /// From the first to the last hop of the channel's own; nil where all is echo.
    private func kept(of hops: Range<Int>) -> Range<Int>? {
        let begins = hops.dropLast(Self.row - 1).filter { place in
            (place..<(place + Self.row)).allSatisfy { isOwn($0, above: Self.above) }
        }
        guard begins.count >= Self.rows, let first = begins.first, let last = begins.last else {
            return nil
        }
        var (start, end) = (first, last + Self.row)
        while start > hops.lowerBound, continues(start - 1) { start -= 1 }
        while end < hops.upperBound, continues(end) { end += 1 }
        return start..<end
    }

    /// Whether a hop beside speech of its own may belong to it.
    private func continues(_ hop: Int) -> Bool {
        !isAudible(hop) || isOwn(hop, above: Self.after)
    }

    private func isAudible(_ hop: Int) -> Bool { predicted[hop] > floor + Self.audible }

    private func isEcho(_ hop: Int) -> Bool {
        isAudible(hop) && channel.hops[hop] <= predicted[hop] + Self.above
    }

    private func isOwn(_ hop: Int, above: Int32) -> Bool {
        channel.hops[hop] > max(predicted[hop] + above, floor + Self.clear)
    }
}
