internal import VoiceTime
internal import VoiceTrace

/// Pairs events that stand in both traces, at different places of the order.
struct MoveFinder {
    /// A pair that the alignment could not hold, and the pair it changed places with.
    struct Found {
        let left: Int
        let right: Int
        /// The nearest pair that the moved one passed.
        let past: MatchedPair?
        /// Whether the right event comes before that pair.
        let isEarlier: Bool
        /// Whether both are neighbours in both traces.
        let isSwap: Bool
    }

    /// Events of one identity on both sides, multiplied, up to which equal contents go first.
    static let contentLimit = 10_000

    /// What moved, in order of the left positions.
    static func find(
        left: [TraceEvent], right: [TraceEvent], alignment: Alignment
    ) -> [Found] {
        let partners = alignment.partners
        var isTaken = [Bool](repeating: false, count: right.count)
        for partner in partners where partner >= 0 { isTaken[Int(partner)] = true }
        let leftFree = partners.indices.filter { partners[$0] < 0 }
        let rightFree = right.indices.filter { !isTaken[$0] }
        guard !leftFree.isEmpty, !rightFree.isEmpty else { return [] }
        // What stands alone on one side of a gap got no token before.
        var tokens = alignment.tokens
        let leftTokens = leftFree.map { place in
            alignment.leftTokens[place] ?? tokens.token(of: left[place])
        }
        let rightTokens = rightFree.map { place in
            alignment.rightTokens[place] ?? tokens.token(of: right[place])
        }
        var leftLists = [[Int]](repeating: [], count: tokens.count)
        var rightLists = leftLists
        for (position, token) in zip(leftFree, leftTokens) {
            leftLists[Int(token)].append(position)
        }
        for (position, token) in zip(rightFree, rightTokens) {
            rightLists[Int(token)].append(position)
        }
        var pairs: [MatchedPair] = []
        for (lefts, rights) in zip(leftLists, rightLists) {
            pairs += paired(lefts, rights, left: left, right: right)
        }
        pairs.sort { $0.left < $1.left }
        return Neighbours(partners: partners).judged(pairs)
    }

    private static func paired(
        _ lefts: [Int], _ rights: [Int], left: [TraceEvent], right: [TraceEvent]
    ) -> [MatchedPair] {
        var pairs: [MatchedPair] = []
        var rights = rights
        var rest = lefts
        if lefts.count * rights.count <= contentLimit {
            rest = []
            for position in lefts {
                let equal = rights.firstIndex {
                    FieldJudge.hasFields(left[position], of: right[$0])
                }
                if let equal {
                    pairs.append(MatchedPair(left: position, right: rights.remove(at: equal)))
                } else {
                    rest.append(position)
                }
            }
        }
        return pairs + zip(rest, rights).map { MatchedPair(left: $0, right: $1) }
    }
}

/// Finds what stands beside an event in the alignment.
private struct Neighbours {
    let partners: [Int32]

    /// `pairs` come in order of their left positions.
    func judged(_ pairs: [MatchedPair]) -> [MoveFinder.Found] {
        var found: [MoveFinder.Found] = []
        var before = -1
        var cursor = 0
        var after = 0
        for pair in pairs {
            while cursor < pair.left {
                if partners[cursor] >= 0 { before = cursor }
                cursor += 1
            }
            after = max(after, pair.left)
            while after < partners.count, partners[after] < 0 { after += 1 }
            found.append(judged(pair, before: before, after: after))
        }
        return found
    }

    private func judged(_ pair: MatchedPair, before: Int, after: Int) -> MoveFinder.Found {
        var past: MatchedPair?
        if before >= 0, Int(partners[before]) > pair.right {
            past = MatchedPair(left: before, right: Int(partners[before]))
        } else if after < partners.count, Int(partners[after]) < pair.right {
            past = MatchedPair(left: after, right: Int(partners[after]))
        }
        let isSwap =
            past.map { abs($0.left - pair.left) == 1 && abs($0.right - pair.right) == 1 } ?? false
        return MoveFinder.Found(
            left: pair.left, right: pair.right, past: past,
            isEarlier: past.map { pair.right < $0.right } ?? (pair.right < pair.left),
            isSwap: isSwap)
    }
}
