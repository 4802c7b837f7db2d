/// The longest common subsequence of two long sequences, in linear space.
///
/// Source: Myers 1986, "An O(ND) Difference Algorithm and Its Variations", section 4b. Where the
/// sequences have so little in common that the work would explode, a box is cut where the search
/// came furthest instead of at its middle: still a common subsequence, no longer the longest.
struct MyersAligner {
    private let left: [Int32]
    private let right: [Int32]
    private var partners: [Int32]
    /// Furthest left position reached on every diagonal, from the start and from the end.
    private var forward: [Int32]
    private var backward: [Int32]
    private let origin: Int
    private var steps = MyersAligner.stepLimit
    private var isComplete = true

    /// Diagonals visited before boxes are cut early.
    private static let stepLimit = 64 << 20
    /// Edits that are always searched for in one box.
    private static let leastEdits = 64

    /// A part of both sequences.
    private struct Box {
        var leftStart: Int
        var leftEnd: Int
        var rightStart: Int
        var rightEnd: Int
    }

    /// The pairs in order, and whether there can be no more of them.
    static func pairs(left: [Int32], right: [Int32]) -> (pairs: [MatchedPair], isComplete: Bool) {
        // An event that the other side lacks cannot be paired.
        let limit = max(left.max() ?? 0, right.max() ?? 0) + 1
        let leftKept = positions(of: left, in: right, limit: limit)
        let rightKept = positions(of: right, in: left, limit: limit)
        var aligner = MyersAligner(
            left: leftKept.map { left[$0] }, right: rightKept.map { right[$0] })
        aligner.run()
        var pairs: [MatchedPair] = []
        for (position, partner) in aligner.partners.enumerated() where partner >= 0 {
            pairs.append(MatchedPair(left: leftKept[position], right: rightKept[Int(partner)]))
        }
        return (pairs, aligner.isComplete)
    }

    private static func positions(of tokens: [Int32], in others: [Int32], limit: Int32) -> [Int] {
        var isKnown = [Bool](repeating: false, count: Int(limit))
        for token in others { isKnown[Int(token)] = true }
        return tokens.indices.filter { isKnown[Int(tokens[$0])] }
    }

    private init(left: [Int32], right: [Int32]) {
        self.left = left
        self.right = right
        partners = [Int32](repeating: -1, count: left.count)
        origin = right.count + 1
        let width = left.count + right.count + 3
        forward = [Int32](repeating: -1, count: width)
        backward = [Int32](repeating: .max, count: width)
    }

    private mutating func run() {
        var boxes = [
            Box(leftStart: 0, leftEnd: left.count, rightStart: 0, rightEnd: right.count)
        ]
        while var box = boxes.popLast() {
            trim(&box)
            guard box.leftStart < box.leftEnd, box.rightStart < box.rightEnd else { continue }
            let (x, y) = cut(box)
            boxes.append(
                Box(leftStart: x, leftEnd: box.leftEnd, rightStart: y, rightEnd: box.rightEnd))
            boxes.append(
                Box(leftStart: box.leftStart, leftEnd: x, rightStart: box.rightStart, rightEnd: y))
        }
    }

    /// Pairs what is equal at both ends of `box` and leaves the rest in it.
    private mutating func trim(_ box: inout Box) {
        while box.leftStart < box.leftEnd, box.rightStart < box.rightEnd,
            left[box.leftStart] == right[box.rightStart]
        {
            partners[box.leftStart] = Int32(box.rightStart)
            box.leftStart += 1
            box.rightStart += 1
        }
        while box.leftStart < box.leftEnd, box.rightStart < box.rightEnd,
            left[box.leftEnd - 1] == right[box.rightEnd - 1]
        {
            box.leftEnd -= 1
            box.rightEnd -= 1
            partners[box.leftEnd] = Int32(box.rightEnd)
        }
    }

    /// A point on a best way through `box`, or on a good one when the search grows too long.
    private mutating func cut(_ box: Box) -> (x: Int, y: Int) {
        let lowest = box.leftStart - box.rightEnd
        let highest = box.leftEnd - box.rightStart
        let start = box.leftStart - box.rightStart
        let end = box.leftEnd - box.rightEnd
        var ahead = Diagonals(low: start, high: start, lowest: lowest, highest: highest)
        var behind = Diagonals(low: end, high: end, lowest: lowest, highest: highest)
        let isOdd = (start - end) & 1 != 0
        forward[origin + start] = Int32(box.leftStart)
        backward[origin + end] = Int32(box.leftEnd)
        let editLimit = max(Self.leastEdits, Self.squareRoot(steps / 2))
        var edits = 0
        while true {
            edits += 1
            let (lowered, raised) = ahead.widen()
            if lowered { forward[origin + ahead.low - 1] = -1 }
            if raised { forward[origin + ahead.high + 1] = -1 }
            let met = searchAhead(box, ahead, meeting: isOdd ? behind : nil)
            if let met { return met }
            let (loweredBehind, raisedBehind) = behind.widen()
            if loweredBehind { backward[origin + behind.low - 1] = .max }
            if raisedBehind { backward[origin + behind.high + 1] = .max }
            let joined = searchBehind(box, behind, meeting: isOdd ? nil : ahead)
            if let joined { return joined }
            steps = max(0, steps - ahead.count - behind.count)
            guard edits < editLimit else {
                isComplete = false
                return furthest(box, ahead, behind)
            }
        }
    }

    private mutating func searchAhead(
        _ box: Box, _ diagonals: Diagonals, meeting other: Diagonals?
    ) -> (x: Int, y: Int)? {
        var diagonal = diagonals.high
        while diagonal >= diagonals.low {
            let place = origin + diagonal
            var x = Int(max(forward[place - 1] + 1, forward[place + 1]))
            var y = x - diagonal
            while x < box.leftEnd, y < box.rightEnd, left[x] == right[y] {
                x += 1
                y += 1
            }
            forward[place] = Int32(x)
            if let other, other.contains(diagonal), Int(backward[place]) <= x { return (x, y) }
            diagonal -= 2
        }
        return nil
    }

    private mutating func searchBehind(
        _ box: Box, _ diagonals: Diagonals, meeting other: Diagonals?
    ) -> (x: Int, y: Int)? {
        var diagonal = diagonals.high
        while diagonal >= diagonals.low {
            let place = origin + diagonal
            var x = Int(min(backward[place - 1], backward[place + 1] - 1))
            var y = x - diagonal
            while x > box.leftStart, y > box.rightStart, left[x - 1] == right[y - 1] {
                x -= 1
                y -= 1
            }
            backward[place] = Int32(x)
            if let other, other.contains(diagonal), x <= Int(forward[place]) { return (x, y) }
            diagonal -= 2
        }
        return nil
    }

    /// Returns the point where the longer of both searches got furthest.
    private func furthest(
        _ box: Box, _ ahead: Diagonals, _ behind: Diagonals
    ) -> (x: Int, y: Int) {
        var best = (x: box.leftStart, y: box.rightStart)
        var gained = 0
        for diagonal in stride(from: ahead.high, through: ahead.low, by: -2) {
            var x = min(Int(forward[origin + diagonal]), box.leftEnd)
            if x - diagonal > box.rightEnd { x = box.rightEnd + diagonal }
            let gain = x - box.leftStart + x - diagonal - box.rightStart
            if gain > gained {
                gained = gain
                best = (x, x - diagonal)
            }
        }
        for diagonal in stride(from: behind.high, through: behind.low, by: -2) {
            var x = max(Int(backward[origin + diagonal]), box.leftStart)
            if x - diagonal < box.rightStart { x = box.rightStart + diagonal }
            let gain = box.leftEnd - x + box.rightEnd - (x - diagonal)
            if gain > gained {
                gained = gain
                best = (x, x - diagonal)
            }
        }
        return best
    }

    private static func squareRoot(_ number: Int) -> Int {
        var root = 0
        var bit = 1 << 31
        while bit > 0 {
            if (root + bit) * (root + bit) <= number { root += bit }
            bit >>= 1
        }
        return root
    }
}

/// The diagonals a search has reached, every second one of `low...high`.
private struct Diagonals {
    var low: Int
    var high: Int
    let lowest: Int
    let highest: Int

    var count: Int { (high - low) / 2 + 1 }

    func contains(_ diagonal: Int) -> Bool { low <= diagonal && diagonal <= high }

    /// One edit more: tells on which ends a new diagonal was reached.
    mutating func widen() -> (lowered: Bool, raised: Bool) {
        let lowered = low > lowest
        low += lowered ? -1 : 1
        let raised = high < highest
        high += raised ? 1 : -1
        return (lowered, raised)
    }
}
