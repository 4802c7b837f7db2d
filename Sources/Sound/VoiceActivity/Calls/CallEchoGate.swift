/// Tells the speech of a channel from the echo of the other one in it.
///
/// A hop is echo where it is hardly louder than the echo would be by itself. Speech that is echo
/// alone goes; speech that begins or ends in echo begins and ends where its own side is heard.
/// Source: `scripts/measures/measure-calls`.
package struct CallEchoGate: Sendable {
    /// Hundredths of a decibel above the echo from which on speech is its own; ``after`` is for
    /// speech that continues.
    private static let above: Int32 = 600
    private static let after: Int32 = 100
    /// Level above the floor of the channel from which on an echo is heard; ``clear`` is the level
    /// of speech.
    private static let audible: Int32 = 300
    private static let clear: Int32 = 600
    /// Around the delay an echo is looked for in these hops: hops of two channels do not meet.
    private static let around = -1...2
    /// Hops in a row that are speech of its own, and how many rows there must be, which overlap.
    private static let row = 3
    private static let rows = 4
    /// Hops that speech reaches beyond what the detector finds of it in an echo; ``hole`` is the
    /// longest hole in it.
    private static let outward = 20
    private static let hole = 4

    private let channel: ChannelLevels
    private let floor: Int32
    /// The level that the echo alone has in every hop.
    private let predicted: [Int32]

    /// Creates a gate for `channel`, in which `echo` of `source` is heard.
    package init(_ channel: ChannelLevels, echo: ChannelEcho, of source: ChannelLevels) {
        self.channel = channel
        floor = channel.level(percentile: 10)
        var predicted = [Int32](repeating: ChannelLevels.lowest, count: channel.hops.count)
        for (delay, hops) in Self.spans(of: echo, hops: predicted.count) {
            for hop in hops {
                for near in Self.around {
                    let place = hop - delay - near
                    guard source.hops.indices.contains(place) else { continue }
                    predicted[hop] = max(predicted[hop], source.hops[place] + echo.levelCentiDB)
                }
            }
        }
        self.predicted = predicted
    }

    /// Returns the delays with the hops of a channel of `count` hops where each counts: from the
    /// stretch before the one that shows it to the one behind it, since the delay may change
    /// anywhere between them.
    private static func spans(
        of echo: ChannelEcho, hops count: Int
    ) -> [(delay: Int, hops: Range<Int>)] {
        let witnesses = echo.witnesses
        guard !witnesses.isEmpty else { return [(echo.delayHops, 0..<count)] }
        return witnesses.indices.map { place in
            let from = place == 0 ? 0 : witnesses[place - 1].stretch.lowerBound
            let to =
                place + 1 == witnesses.count ? count : witnesses[place + 1].stretch.upperBound
            return (witnesses[place].delay, (from..<to).clamped(to: 0..<count))
        }
    }

    /// Returns what is left of stretches of speech, in frames of the channel: ascending and apart
    /// as they are.
    package func own(_ speech: [Range<Int64>]) -> [Range<Int64>] {
        var kept: [Range<Int64>] = []
        for (place, stretch) in speech.enumerated() {
            let hops = channel.hops(of: stretch)
            guard let core = hops.contains(where: isEcho) ? core(of: hops) : hops else { continue }
            let before = kept.last?.upperBound ?? 0
            let after = place + 1 < speech.count ? speech[place + 1].lowerBound : channel.frames
            let start = start(of: core, in: hops, stretch)
            let end = end(of: core, in: hops, stretch)
            let own = max(start, before)..<max(start, before, min(end, after))
            if !own.isEmpty { kept.append(own) }
        }
        return kept
    }

    /// Returns the hops from the first to the last one that is clearly the channel's own; nil where
    /// all is echo.
    private func core(of hops: Range<Int>) -> Range<Int>? {
        let begins = hops.dropLast(Self.row - 1).filter { place in
            (place..<(place + Self.row)).allSatisfy { isOwn($0, above: Self.above) }
        }
        guard begins.count >= Self.rows, let first = begins.first, let last = begins.last else {
            return nil
        }
        return first..<(last + Self.row)
    }

    /// Returns the start of the channel's own speech: the detector takes speech in echo for part of
    /// that, and quiet speech in echo for part of the room.
    private func start(of core: Range<Int>, in hops: Range<Int>, _ stretch: Range<Int64>) -> Int64 {
        let earliest = max(0, hops.lowerBound - Self.outward)
        let isCovered = (earliest..<hops.lowerBound).contains(where: isAudible)
        let limit = isCovered ? earliest : hops.lowerBound
        let first = grown(from: core.lowerBound, by: -1, to: limit)
        return first == hops.lowerBound ? stretch.lowerBound : channel.start(ofHop: first)
    }

    /// Returns the end of the channel's own speech.
    private func end(of core: Range<Int>, in hops: Range<Int>, _ stretch: Range<Int64>) -> Int64 {
        let latest = min(channel.hops.count, hops.upperBound + Self.outward)
        let isCovered = (hops.upperBound..<latest).contains(where: isAudible)
        let limit = isCovered ? latest : hops.upperBound
        let last = grown(from: core.upperBound, by: 1, to: limit)
        return last == hops.upperBound ? stretch.upperBound : channel.start(ofHop: last)
    }

    /// The bound that speech reaches from `bound` on, over holes no longer than a stop's closure.
    private func grown(from bound: Int, by step: Int, to limit: Int) -> Int {
        var (best, hole, place) = (bound, 0, bound)
        while place != limit, hole <= Self.hole {
            place += step
            let hop = step < 0 ? place : place - 1
            hole = isOwn(hop, above: Self.after) ? 0 : hole + 1
            if hole == 0 { best = place }
        }
        return best
    }

    private func isAudible(_ hop: Int) -> Bool { predicted[hop] > floor + Self.audible }

    private func isEcho(_ hop: Int) -> Bool {
        isAudible(hop) && channel.hops[hop] <= predicted[hop] + Self.above
    }

    private func isOwn(_ hop: Int, above: Int32) -> Bool {
        channel.hops[hop] > max(predicted[hop] + above, floor + Self.clear)
    }
}
