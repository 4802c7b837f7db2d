internal import VoiceTime
internal import VoiceTrace

/// Stretches of events that are equal in everything, their frame included.
///
/// Traces are ordered by frame, so only events of one frame can be equal: one walk along both
/// traces finds them all.
enum ExactAnchors {
    /// Events `left..<left + length` equal events `right..<right + length`.
    struct Island: Equatable {
        var left: Int
        var right: Int
        var length: Int
    }

    /// Left times right events of one frame up to which their order is searched for the best.
    static let groupLimit = 4_096

    /// The islands in order.
    static func find<Trace: ExactTrace>(left: Trace, right: Trace) -> [Island] {
        var islands = IslandList()
        var leftStart = 0
        var rightStart = 0
        while leftStart < left.count, rightStart < right.count {
            let frame = left.frame(at: leftStart)
            let other = right.frame(at: rightStart)
            if frame < other {
                leftStart += 1
            } else if frame > other {
                rightStart += 1
            } else {
                let leftEnd = end(of: leftStart, in: left)
                let rightEnd = end(of: rightStart, in: right)
                match(
                    leftStart..<leftEnd, rightStart..<rightEnd, left: left, right: right,
                    into: &islands)
                leftStart = leftEnd
                rightStart = rightEnd
            }
        }
        return withoutChance(islands.islands, leftCount: left.count, rightCount: right.count)
    }

    private static func end<Trace: ExactTrace>(of start: Int, in events: Trace) -> Int {
        let frame = events.frame(at: start)
        var end = start + 1
        while end < events.count, events.frame(at: end) == frame { end += 1 }
        return end
    }

    private static func match<Trace: ExactTrace>(
        _ leftRange: Range<Int>, _ rightRange: Range<Int>, left: Trace,
        right: Trace, into islands: inout IslandList
    ) {
        let shorter = min(leftRange.count, rightRange.count)
        var head = 0
        while head < shorter,
            left.isExact(leftRange.lowerBound + head, right, rightRange.lowerBound + head)
        {
            islands.add(leftRange.lowerBound + head, rightRange.lowerBound + head)
            head += 1
        }
        var tail = 0
        while tail < shorter - head,
            left.isExact(leftRange.upperBound - 1 - tail, right, rightRange.upperBound - 1 - tail)
        {
            tail += 1
        }
        let leftRest = leftRange.lowerBound + head..<leftRange.upperBound - tail
        let rightRest = rightRange.lowerBound + head..<rightRange.upperBound - tail
        if !leftRest.isEmpty, !rightRest.isEmpty,
            leftRest.count * rightRest.count <= groupLimit
        {
            let pairs = WeightedAligner.pairs(leftRest.count, rightRest.count) { first, second in
                left.isExact(leftRest.lowerBound + first, right, rightRest.lowerBound + second)
                    ? 1 : nil
            }
            for pair in pairs {
                islands.add(leftRest.lowerBound + pair.left, rightRest.lowerBound + pair.right)
            }
        }
        for step in stride(from: tail, to: 0, by: -1) {
            islands.add(leftRange.upperBound - step, rightRange.upperBound - step)
        }
    }

    /// Drops short islands inside long disagreement that shift what surrounds them against each
    /// other: after a delay, an event may meet another one's frame by chance.
    private static func withoutChance(
        _ islands: [Island], leftCount: Int, rightCount: Int
    ) -> [Island] {
        let start = Island(left: 0, right: 0, length: 0)
        var kept: [Island] = []
        kept.reserveCapacity(islands.count)
        for island in islands + [Island(left: leftCount, right: rightCount, length: 0)] {
            while let last = kept.last {
                let before = kept.count > 1 ? kept[kept.count - 2] : start
                guard isChance(last, before: before, after: island) else { break }
                kept.removeLast()
            }
            kept.append(island)
        }
        kept.removeLast()
        return kept
    }

    private static func isChance(_ island: Island, before: Island, after: Island) -> Bool {
        let leftBefore = island.left - before.left - before.length
        let rightBefore = island.right - before.right - before.length
        let leftAfter = after.left - island.left - island.length
        let rightAfter = after.right - island.right - island.length
        let surroundings = min(max(leftBefore, rightBefore), max(leftAfter, rightAfter))
        let isBalanced = leftBefore == rightBefore && leftAfter == rightAfter
        return !isBalanced && 3 * island.length <= surroundings
    }
}

/// Islands as they are found, pair by pair.
private struct IslandList {
    private(set) var islands: [ExactAnchors.Island] = []

    mutating func add(_ left: Int, _ right: Int) {
        if let last = islands.last, last.left + last.length == left,
            last.right + last.length == right
        {
            islands[islands.count - 1].length += 1
        } else {
            islands.append(ExactAnchors.Island(left: left, right: right, length: 1))
        }
    }
}

/// A trace as far as exact equality goes.
protocol ExactTrace {
    /// Number of events.
    var count: Int { get }
    /// Returns the frame of the event at `index`.
    func frame(at index: Int) -> Frame
    /// Whether the event at `index` equals the one of `other` at `position`, frame included.
    func isExact(_ index: Int, _ other: Self, _ position: Int) -> Bool
}

extension TraceLines: ExactTrace {}

extension Array: ExactTrace where Element == TraceEvent {
    func frame(at index: Int) -> Frame { self[index].frame }

    func isExact(_ index: Int, _ other: Self, _ position: Int) -> Bool {
        self[index].isExactly(other[position])
    }
}
