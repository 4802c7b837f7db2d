internal import VoiceTime
internal import VoiceTrace

/// The alignment of two short sequences whose pairs weigh most together.
///
/// Source: Needleman and Wunsch 1970, without a price for gaps.
enum WeightedAligner {
    /// The pairs in order; `weight` is nil for positions that must not be paired.
    static func pairs(
        _ leftCount: Int, _ rightCount: Int, weight: (Int, Int) -> Int?
    ) -> [MatchedPair] {
        let width = rightCount + 1
        // Best weight of what lies before each right position, for two rows of left positions.
        var above = [Int](repeating: 0, count: width)
        var row = above
        var steps = [Step](repeating: .skipRight, count: leftCount * rightCount)
        for left in 0..<leftCount {
            for right in 0..<rightCount {
                var best = row[right]
                var step = Step.skipRight
                if above[right + 1] > best {
                    best = above[right + 1]
                    step = .skipLeft
                }
                if let weight = weight(left, right), above[right] + weight >= best {
                    best = above[right] + weight
                    step = .pair
                }
                row[right + 1] = best
                steps[left * rightCount + right] = step
            }
            swap(&above, &row)
        }
        return path(steps, leftCount, rightCount)
    }

    private enum Step: UInt8 {
        case pair
        case skipLeft
        case skipRight
    }

    private static func path(
        _ steps: [Step], _ leftCount: Int, _ rightCount: Int
    ) -> [MatchedPair] {
        var pairs: [MatchedPair] = []
        var left = leftCount
        var right = rightCount
        while left > 0, right > 0 {
            switch steps[(left - 1) * rightCount + right - 1] {
            case .pair:
                left -= 1
                right -= 1
                pairs.append(MatchedPair(left: left, right: right))
            case .skipLeft: left -= 1
            case .skipRight: right -= 1
            }
        }
        return pairs.reversed()
    }
}

/// Weighs how well two events of a region fit: by identity and contents, then by time.
///
/// Contents weigh as much as identity: three events with other words are no better a find than
/// two with the same words, one that is missing and one that is extra.
struct EventWeigher {
    let left: [TraceEvent]
    let right: [TraceEvent]
    let leftTokens: [Int32]
    let rightTokens: [Int32]
    let leftStart: Int
    let rightStart: Int
    let instants: Set<String>

    // A region has at most 250,000 pairs of positions, so at most 500 matches: every weight
    // exceeds all that can come together below it.
    private static let timeCap: Int64 = 1 << 26
    private static let contentWeight = 1 << 46
    private static let identityWeight = 1 << 46

    /// Returns the number of frames by which the right event comes later.
    func shift(_ pair: MatchedPair) -> Frame {
        right[rightStart + pair.right].frame - left[leftStart + pair.left].frame
    }

    /// The best pairs of a part of the region, first around `shift`, then around the shift that
    /// most of those pairs have.
    func pairs(_ leftRange: Range<Int>, _ rightRange: Range<Int>, shift: Frame) -> [MatchedPair] {
        let first = aligned(leftRange, rightRange, shift)
        guard first.count < max(leftRange.count, rightRange.count) else { return first }
        let usual = usualShift(first)
        guard usual != shift else { return first }
        let second = aligned(leftRange, rightRange, usual)
        return weight(second, usual) > weight(first, shift) ? second : first
    }

    private func aligned(
        _ leftRange: Range<Int>, _ rightRange: Range<Int>, _ shift: Frame
    ) -> [MatchedPair] {
        let pairs = WeightedAligner.pairs(leftRange.count, rightRange.count) { first, second in
            let pair = MatchedPair(
                left: leftRange.lowerBound + first, right: rightRange.lowerBound + second)
            return leftTokens[pair.left] == rightTokens[pair.right] ? weight(pair, shift) : nil
        }
        return pairs.map {
            MatchedPair(
                left: leftRange.lowerBound + $0.left, right: rightRange.lowerBound + $0.right)
        }
    }

    private func weight(_ pairs: [MatchedPair], _ shift: Frame) -> Int {
        pairs.reduce(0) { $0 + weight($1, shift) }
    }

    private func weight(_ pair: MatchedPair, _ shift: Frame) -> Int {
        let first = left[leftStart + pair.left]
        let second = right[rightStart + pair.right]
        let (apart, overflow) = self.shift(pair).subtractingReportingOverflow(shift)
        let distance = overflow ? Self.timeCap : min(Self.timeCap, abs(max(apart, -.max)))
        let hasContent = FieldJudge.hasFields(first, of: second, instants: instants)
        return Self.identityWeight + (hasContent ? Self.contentWeight : 0) - Int(distance)
    }

    private func usualShift(_ pairs: [MatchedPair]) -> Frame {
        let shifts = pairs.map { shift($0) }.sorted()
        var usual: Frame = 0
        var most = 0
        var start = 0
        while start < shifts.count {
            var end = start
            while end < shifts.count, shifts[end] == shifts[start] { end += 1 }
            if end - start > most {
                most = end - start
                usual = shifts[start]
            }
            start = end
        }
        return usual
    }
}
