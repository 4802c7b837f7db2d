internal import VoiceTime
internal import VoiceTrace

/// The parts of two trace files around everything that is not the same, as events.
///
/// What lies between is equal on both sides and becomes no event. Enough of it is kept that the
/// diff comes out as it would from the whole: around every gap as many lines as the gap has (a
/// short equal stretch inside long disagreement may be chance, and must stay as short as it is),
/// the scope that was active, the first line, which carries the settings, and the last.
struct TraceWindows {
    /// Lines of one side that are looked at in detail.
    static let detailLimit = 100_000
    /// Equal lines that are kept on either side of a gap at least.
    static let context = 16

    /// Events of the left trace and of the right one.
    private(set) var left: [TraceEvent] = []
    private(set) var right: [TraceEvent] = []
    /// Events of both past the limit, where the traces have so little in common.
    private(set) var leftOut: (left: Int, right: Int)?

    private let leftLines: TraceLines
    private let rightLines: TraceLines
    /// Left and right positions up to which everything is dealt with.
    private(set) var leftDone = 0
    private(set) var rightDone = 0
    private var detail = (left: 0, right: 0)
    private let limit: Int
    /// Spellings of a scope's beginning in a line.
    private let begins: [[UInt8]]

    init(
        _ leftLines: TraceLines, _ rightLines: TraceLines, vocabulary: EventVocabulary,
        limit: Int = detailLimit
    ) throws(TraceError) {
        begins = ScopeBegins(vocabulary).members
        self.limit = limit
        self.leftLines = leftLines
        self.rightLines = rightLines
        let end = ExactAnchors.Island(left: leftLines.count, right: rightLines.count, length: 0)
        var before = ExactAnchors.Island(left: 0, right: 0, length: 0)
        for island in ExactAnchors.find(left: leftLines, right: rightLines) + [end] {
            let gap = Gap(from: before, to: island)
            if !gap.isEmpty {
                let reach = max(Self.context, gap.left.count, gap.right.count)
                try open(before, reach: reach)
                guard try append(gap) else { return }
                try follow(island, reach: reach)
            }
            before = island
        }
        try open(before, reach: 1)
    }

    private struct Gap {
        let left: Range<Int>
        let right: Range<Int>

        var isEmpty: Bool { left.isEmpty && right.isEmpty }

        init(from before: ExactAnchors.Island, to after: ExactAnchors.Island) {
            left = before.left + before.length..<after.left
            right = before.right + before.length..<after.right
        }

        init(left: Range<Int>, right: Range<Int>) {
            self.left = left
            self.right = right
        }
    }

    /// Takes the last lines of an equal stretch, and the scope's begin before them.
    private mutating func open(
        _ island: ExactAnchors.Island, reach: Int
    ) throws(TraceError) {
        let end = island.left + island.length
        let start = max(leftDone, end - reach, island.left)
        let shift = island.right - island.left
        if leftDone == 0, start > 0 { try takeEqual(0..<1, shift: 0) }
        var place = start
        while place > leftDone {
            place -= 1
            guard leftLines.holds(begins, at: place) else { continue }
            // The stretches before were taken up to `leftDone`, so this one is of this island.
            if place >= island.left { try takeEqual(place..<place + 1, shift: shift) }
            break
        }
        if start < end { try takeEqual(start..<end, shift: shift) }
    }

    /// Takes the first lines of an equal stretch.
    private mutating func follow(
        _ island: ExactAnchors.Island, reach: Int
    ) throws(TraceError) {
        let end = min(island.left + island.length, island.left + reach)
        try takeEqual(island.left..<end, shift: island.right - island.left)
    }

    private mutating func takeEqual(_ lines: Range<Int>, shift: Int) throws(TraceError) {
        for line in lines where line >= leftDone {
            // Equal lines are equal events but for their sequence numbers.
            var event = try leftLines.event(at: line)
            left.append(event)
            if let sequence = rightLines.sequence(at: line + shift) {
                event.sequence = sequence
                right.append(event)
            } else {
                right.append(try rightLines.event(at: line + shift))
            }
        }
        leftDone = max(leftDone, lines.upperBound)
        rightDone = max(rightDone, lines.upperBound + shift)
    }

    /// Appends a gap, up to the limit; false when more of it is left out.
    private mutating func append(_ gap: Gap) throws(TraceError) -> Bool {
        var gap = gap
        let room = (
            left: limit - detail.left, right: limit - detail.right
        )
        let isWhole = gap.left.count <= room.left && gap.right.count <= room.right
        if !isWhole { gap = cut(gap, room) }
        for line in gap.left { left.append(try leftLines.event(at: line)) }
        for line in gap.right { right.append(try rightLines.event(at: line)) }
        leftDone = gap.left.upperBound
        rightDone = gap.right.upperBound
        detail.left += gap.left.count
        detail.right += gap.right.count
        if !isWhole { leftOut = (leftLines.count - leftDone, rightLines.count - rightDone) }
        return isWhole
    }

    /// Both sides of a gap up to one frame, so that nothing is missing only for being cut off.
    private func cut(_ gap: Gap, _ room: (left: Int, right: Int)) -> Gap {
        func frame(_ lines: TraceLines, _ range: Range<Int>, _ room: Int) -> Frame {
            range.count > room ? lines.frame(at: range.lowerBound + room) : .max
        }
        let last = min(
            frame(leftLines, gap.left, room.left), frame(rightLines, gap.right, room.right))
        func part(_ lines: TraceLines, _ range: Range<Int>, _ room: Int) -> Range<Int> {
            var end = range.lowerBound
            let limit = range.lowerBound + min(room, range.count)
            while end < limit, lines.frame(at: end) < last { end += 1 }
            return range.lowerBound..<end
        }
        return Gap(
            left: part(leftLines, gap.left, room.left),
            right: part(rightLines, gap.right, room.right))
    }
}
