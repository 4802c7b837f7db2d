/// Tells the end of speech from the tail of a noise gate, or of a codec that sends nothing in
/// silence (DTX): both let the room pass for a while after the last word, and then close.
///
/// A gate shows where the level drops at once by ``leastStep`` to the floor of its channel, from
/// hops that keep one level. That level is the room's, and is alike wherever the gate closes;
/// speech ends where the level last stood above it. Where tails do not keep one level, as those
/// with voices in them, the end is not told: it lies in ``unclearEnds``.
/// Source: `scripts/measures/measure-calls`.
package struct NoiseGate: Sendable, Equatable {
    /// One place where the channel falls to its floor behind a stretch of speech.
    private struct Closing {
        /// The stretch that it ends.
        let stretch: Int
        /// The hops of that stretch and of the tail behind it.
        let hops: Range<Int>
        /// The level of the last hops.
        let level: Int32
        /// Whether they keep it.
        let isSteady: Bool
        /// The level of the speech.
        let top: Int32
    }

    /// Speech without tails; ascending and apart, in frames.
    package private(set) var speech: [Range<Int64>]
    /// Stretches with an end of speech that cannot be told; a stretch of ``speech`` ends with each.
    package private(set) var unclearEnds: [Range<Int64>] = []

    /// Least drop of the level where a gate closes, in hundredths of a decibel, and the level below
    /// which nothing is heard of a tail.
    static let leastStep: Int32 = 700
    private static let faintest: Int32 = -7_500
    /// A hop counts as closed up to this level above the floor of a channel; a closed gate has so
    /// many of so many such hops.
    private static let closed: Int32 = 300
    private static let closedHops = 10
    private static let fewestClosed = 8
    /// The most hops before and after the end of a stretch at which the gate closes.
    private static let before = 12
    private static let after = 150
    /// Hops in which a gate closes, and by how much each is below the last one.
    private static let closingHops = 4
    private static let fall: Int32 = 150
    /// Hops that tell the level of a tail, an even number, how far they are apart, and how far the
    /// means of both halves.
    private static let tailHops = 6
    private static let spread: Int32 = 600
    private static let slope: Int32 = 250
    /// Least distance of a tail below the level of the speech.
    private static let belowSpeech: Int32 = 1_500
    /// The greatest difference between tails of one room; closings of a hundred with such a tail.
    private static let alike: Int32 = 300
    private static let alikePercent = 60
    /// Stretches of a hundred that end so, where the floor of the channel is a sound too.
    private static let stretchPercent = 50
    private static let silence: Int32 = -9_000
    /// The fewest closings that show a gate, and hops of a tail that shows it alone.
    private static let fewest = 2
    private static let longTail = 15
    /// The level of speech above the room, at least and at most, and that of one hop, as the burst
    /// of a stop.
    private static let aboveRoom: ClosedRange<Int32> = 300...600
    private static let burst: Int32 = 600
    /// Ends that may lie so many hops apart are unclear, unless the level falls by so much.
    private static let unclearHops = 12
    private static let fading: Int32 = 400
    /// A tail that is so far above its last hops keeps no level.
    private static let near: Int32 = 900
    /// Tails with such a difference between their levels hold more than the room.
    private static let uneven: Int32 = 500
    /// A tail that differs from most by more than so much of a hundred is not sure.
    private static let oddPercent = 40
    /// One closing in so many that is unclear shows a gate whose ends are not told.
    private static let unclearShare = 3

    /// The tails of a gate in the speech `heard` in a channel.
    package init(_ channel: ChannelLevels, heard: [Range<Int64>]) {
        speech = heard
        let floor = channel.level(percentile: 10)
        let closings = heard.indices.compactMap {
            Self.closing(of: $0, in: heard, channel, floor)
        }
        guard !closings.isEmpty else { return }
        let soft = closings.filter { $0.level < $0.top - Self.belowSpeech }
        let stretches = floor > Self.silence ? heard.count : 0
        guard let bar = Self.bar(of: soft, channel, stretches: stretches) else {
            tellUnclear(soft, channel, stretches: stretches)
            return
        }
        let tails = soft.map { Self.tail(of: $0, above: bar.least, channel) }
        let levels = tails.flatMap { channel.hops[$0] }.sorted()
        let isUneven =
            levels[levels.count * 9 / 10] - levels[levels.count / 10] > Self.uneven
        let hold = tails.map(\.count).sorted()[tails.count / 2]
        for (closing, tail) in zip(soft, tails) {
            // A gate holds for about as long each time.
            let isOdd =
                hold >= Self.longTail
                && abs(tail.count - hold) > max(Self.unclearHops, hold * Self.oddPercent / 100)
            if isUneven || isOdd { add(unclear: closing, channel) }
            cut(closing, tail, channel)
        }
        speech.removeAll(where: \.isEmpty)
    }

    /// Finds the hop at which the channel closes behind a stretch; nil where it does not, or not at
    /// once.
    private static func closing(
        of stretch: Int, in heard: [Range<Int64>], _ channel: ChannelLevels, _ floor: Int32
    ) -> Closing? {
        let levels = channel.hops
        let hops = channel.hops(of: heard[stretch])
        let next =
            stretch + 1 < heard.count
            ? channel.hops(of: heard[stretch + 1]).lowerBound : levels.count
        let last = min(next, hops.upperBound + after) - closedHops
        let first = max(hops.lowerBound + tailHops, hops.upperBound - before)
        guard first <= last,
            let closed = (first...last).first(where: { place in
                levels[place] <= floor + Self.closed
                    && (place..<place + closedHops).count { levels[$0] <= floor + Self.closed }
                        >= fewestClosed
            })
        else { return nil }
        var end = closed
        while end - 2 > hops.lowerBound, closed - end < closingHops,
            levels[end - 1] < levels[end - 2] - fall
        {
            end -= 1
        }
        guard end - tailHops >= hops.lowerBound else { return nil }
        let tail = levels[end - tailHops..<end]
        let level = tail.sorted()[tailHops / 2]
        guard level - floor >= leastStep, level >= faintest else { return nil }
        let (least, most) = (tail.min() ?? level, tail.max() ?? level)
        let half = tailHops / 2
        let fall = (tail.prefix(half).reduce(0, +) - tail.suffix(half).reduce(0, +)) / Int32(half)
        let speech = levels[hops].sorted()
        return Closing(
            stretch: stretch, hops: hops.lowerBound..<end, level: level,
            isSteady: most - least <= spread && abs(fall) <= slope,
            top: speech[speech.count * 9 / 10])
    }

    /// The room in the tails of `closings`, and the least level of speech above it; nil where they
    /// do not show one room.
    private static func bar(
        of closings: [Closing], _ channel: ChannelLevels, stretches: Int
    ) -> (room: Int32, least: Int32)? {
        let steady = closings.filter(\.isSteady)
        guard !steady.isEmpty else { return nil }
        let room = steady.map(\.level).sorted()[steady.count / 2]
        let alike = steady.filter { abs($0.level - room) <= Self.alike }
        guard alike.count * 100 >= closings.count * alikePercent,
            alike.count * 100 >= stretches * stretchPercent
        else { return nil }
        let above = alike.flatMap { closing in
            channel.hops[closing.hops.upperBound - tailHops..<closing.hops.upperBound].map {
                $0 - room
            }
        }.sorted()
        let spread = 2 * above[above.count * 9 / 10]
        let least = room + min(max(aboveRoom.lowerBound, spread), aboveRoom.upperBound)
        if alike.count < fewest {
            let tail = tail(of: alike[0], above: least, channel)
            guard tail.count >= longTail else { return nil }
        }
        return (room, least)
    }

    /// Returns the hops behind the last one in which a stretch is above `bar`: a hop beside two of
    /// the room counts only where it is a burst.
    private static func tail(
        of closing: Closing, above bar: Int32, _ channel: ChannelLevels
    ) -> Range<Int> {
        let hops = closing.hops
        let last = hops.last { hop in
            channel.hops[hop] > bar + burst || channel.middle(at: hop, within: hops) > bar
        }
        return (last.map { $0 + 1 } ?? hops.lowerBound)..<hops.upperBound
    }

    /// Takes the `tail` of a closing off its stretch.
    private mutating func cut(_ closing: Closing, _ tail: Range<Int>, _ channel: ChannelLevels) {
        let range = speech[closing.stretch]
        let isAll = tail == closing.hops
        let frame = isAll ? range.lowerBound : channel.start(ofHop: tail.lowerBound)
        guard frame < range.upperBound else { return }
        speech[closing.stretch] = range.lowerBound..<max(range.lowerBound, frame)
    }

    /// Says that speech ends anywhere between its last loud hop and the closing.
    private mutating func add(unclear closing: Closing, _ channel: ChannelLevels) {
        let end = closing.hops.upperBound
        let loud = closing.hops.last { channel.hops[$0] >= closing.top - Self.belowSpeech }
        guard let loud, end - loud - 1 >= Self.unclearHops else { return }
        unclearEnds.append(channel.start(ofHop: loud + 1)..<channel.start(ofHop: end))
    }

    /// Tells of which stretches the end is unclear, where there are enough of them: the level does
    /// not fall for a while before the gate closes.
    private mutating func tellUnclear(
        _ closings: [Closing], _ channel: ChannelLevels, stretches: Int
    ) {
        let half = Self.unclearHops / 2
        for closing in closings {
            let end = closing.hops.upperBound
            let tail = closing.hops.reversed().prefix {
                channel.hops[$0] <= closing.level + Self.near
            }
            guard tail.count >= Self.longTail, end - closing.hops.lowerBound >= 2 * half else {
                continue
            }
            let (early, late) = (
                channel.hops[end - 2 * half..<end - half], channel.hops[end - half..<end]
            )
            let fall = (early.reduce(0, +) - late.reduce(0, +)) / Int32(half)
            if fall < Self.fading { add(unclear: closing, channel) }
        }
        let isGate =
            unclearEnds.count >= Self.fewest
            && unclearEnds.count * Self.unclearShare >= closings.count
            && unclearEnds.count * 100 >= stretches * Self.stretchPercent
        if !isGate { unclearEnds = [] }
    }
}
