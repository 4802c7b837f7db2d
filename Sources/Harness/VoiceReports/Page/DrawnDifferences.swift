internal import VoiceDiff
internal import VoiceTime
internal import VoiceTrace

/// Choice of a session's differences that a picture shows where it cannot show all of them: the
/// first of every group, then others spread evenly over the whole session.
struct DrawnDifferences {
    /// Differences that are drawn at most.
    static let limit = 300
    /// Stretches in which the others are told at most.
    static let stretchLimit: Frame = 300

    /// Differences that are drawn, in order of time.
    let drawn: [Difference]
    /// Among them the first of every group, in order of time.
    let firsts: [Difference]
    /// Among them the others; any beginning of the list is spread over the session.
    let others: [Difference]
    /// Stretches of those that are not drawn, in order: from frame to frame, and how many begin
    /// there.
    let stretches: [(range: Range<Frame>, count: Int)]

    private struct Key: Hashable {
        let golden: Int?
        let actual: Int?
        let frame: Frame
        let kind: Difference.Kind

        init(_ difference: Difference) {
            golden = difference.golden?.sequence
            actual = difference.actual?.sequence
            frame = difference.frame
            kind = difference.kind
        }
    }

    private let places: [Key: Int]

    /// The choice among the differences of `diff`, in a session of so many frames.
    init(_ diff: TraceDiff, frames: Frame) {
        let groups = diff.groups.filter { !$0.isEcho } + diff.groups.filter(\.isEcho)
        let heads = Set(groups.map { Key($0.first) }.prefix(Self.limit))
        let all = diff.differences
        let first = all.indices.filter { heads.contains(Key(all[$0])) }.prefix(Self.limit)
        let rest = all.indices.filter { !heads.contains(Key(all[$0])) }
        let room = min(rest.count, Self.limit - first.count)
        let spread = (0..<room).map { rest[$0 * (rest.count - 1) / max(1, room - 1)] }
        let chosen = Set(first + spread)
        drawn = all.indices.filter { chosen.contains($0) }.map { all[$0] }
        firsts = first.map { all[$0] }
        others = Self.scattered(spread).map { all[$0] }
        places = Dictionary(drawn.enumerated().map { (Key($1), $0) }) { first, _ in first }
        stretches = Self.stretches(
            all.indices.filter { !chosen.contains($0) }.map { all[$0] }, frames: frames)
    }

    /// Returns the place of `difference` among those that are drawn; nil where it is not.
    func place(of difference: Difference) -> Int? { places[Key(difference)] }

    /// The same elements in an order of which any beginning is spread over the whole: by their
    /// place with its bits turned around.
    static func scattered<Element>(_ elements: [Element]) -> [Element] {
        elements.enumerated().sorted { left, right in
            turned(left.offset) < turned(right.offset)
        }.map(\.element)
    }

    private static func turned(_ place: Int) -> UInt32 {
        var rest = UInt32(truncatingIfNeeded: place)
        var turned: UInt32 = 0
        for _ in 0..<32 {
            turned = turned << 1 | rest & 1
            rest >>= 1
        }
        return turned
    }

    private static func stretches(
        _ differences: [Difference], frames: Frame
    ) -> [(range: Range<Frame>, count: Int)] {
        let length = max(1, (frames + stretchLimit - 1) / stretchLimit)
        var counts: [Frame: Int] = [:]
        for difference in differences {
            for event in [difference.golden, difference.actual].compactMap({ $0 }) {
                guard event.frame >= 0, event.frame <= frames else { continue }
                counts[event.frame / length, default: 0] += 0
            }
            let frame = difference.frame
            if frame >= 0, frame <= frames { counts[frame / length, default: 0] += 1 }
        }
        var stretches: [(range: Range<Frame>, count: Int)] = []
        for (bin, count) in counts.sorted(by: { $0.key < $1.key }) {
            let from = bin * length
            if let last = stretches.last, last.range.upperBound == from {
                stretches[stretches.count - 1] = (
                    last.range.lowerBound..<from + length, last.count + count
                )
            } else {
                stretches.append((from..<from + length, count))
            }
        }
        return stretches
    }
}
