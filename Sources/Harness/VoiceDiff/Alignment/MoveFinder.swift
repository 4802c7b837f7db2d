internal import VoiceTrace

/// Pairs events that stand in both traces, at different places of the order.
///
/// An event moved when the same identity with the same particulars is free near by and none of
/// its like stayed in place between. What is only of the same identity is another event, unless
/// both are what one visit of a scope did.
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

    /// A moved event passes fewer events than this that stayed in place: further away it is
    /// another one. The diff of two files keeps as many equal lines around every gap.
    static let reach = 2 * TraceWindows.context
    /// Free events of one identity that are looked at for one event.
    private static let candidateLimit = 64

    private let left: [TraceEvent]
    private let right: [TraceEvent]
    /// The pairs of the alignment in order.
    private let anchors: [MatchedPair]
    private let partners: [Int32]
    private let vocabulary: EventVocabulary

    /// Finds the events that moved, in order of the left positions.
    static func find(
        left: [TraceEvent], right: [TraceEvent], alignment: Alignment
    ) -> [Found] {
        MoveFinder(
            left: left, right: right, partners: alignment.partners,
            vocabulary: alignment.tokens.vocabulary
        ).found(alignment)
    }

    private init(
        left: [TraceEvent], right: [TraceEvent], partners: [Int32], vocabulary: EventVocabulary
    ) {
        self.vocabulary = vocabulary
        self.left = left
        self.right = right
        self.partners = partners
        anchors = partners.indices.compactMap { position in
            let partner = Int(partners[position])
            return partner < 0 ? nil : MatchedPair(left: position, right: partner)
        }
    }

    /// An event without a partner: its place, and what it stands behind.
    private struct Lone {
        let position: Int
        /// Number of pairs before it.
        let pairs: Int
        /// Position of the scope's begin that it follows, -1 for none.
        let visit: Int
    }

    private func found(_ alignment: Alignment) -> [Found] {
        let leftFree = lone(of: left) { anchors[$0].left }
        let rightFree = lone(of: right) { anchors[$0].right }
        guard !leftFree.isEmpty, !rightFree.isEmpty else { return [] }
        // What stands alone on one side of a gap got no token before.
        var tokens = alignment.tokens
        let leftTokens = leftFree.map { lone in
            alignment.leftTokens[lone.position] ?? tokens.token(of: left[lone.position])
        }
        let rightTokens = rightFree.map { lone in
            alignment.rightTokens[lone.position] ?? tokens.token(of: right[lone.position])
        }
        var leftLists = [[Lone]](repeating: [], count: tokens.count)
        var rightLists = leftLists
        for (lone, token) in zip(leftFree, leftTokens) { leftLists[Int(token)].append(lone) }
        for (lone, token) in zip(rightFree, rightTokens) { rightLists[Int(token)].append(lone) }
        var pairs: [MatchedPair] = []
        for (lefts, rights) in zip(leftLists, rightLists) where !rights.isEmpty {
            pairs += paired(lefts, rights)
        }
        pairs.sort { $0.left < $1.left }
        return Neighbours(partners: partners).judged(pairs)
    }

    /// The events that are in no pair; `place` is where a pair's event of this trace stands.
    private func lone(of events: [TraceEvent], place: (Int) -> Int) -> [Lone] {
        var found: [Lone] = []
        var pairs = 0
        var visit = -1
        let begins = ScopeBegins(vocabulary)
        for (position, event) in events.enumerated() {
            if begins.contains(event) { visit = position }
            if pairs < anchors.count, place(pairs) == position {
                pairs += 1
            } else {
                found.append(Lone(position: position, pairs: pairs, visit: visit))
            }
        }
        return found
    }

    /// Pairs events of one identity: those with the same particulars first, the nearest of them.
    private func paired(_ lefts: [Lone], _ rights: [Lone]) -> [MatchedPair] {
        var pairs: [MatchedPair] = []
        var isTaken = [Bool](repeating: false, count: rights.count)
        var rest = lefts
        for isSame in [hasContent, isOfOneVisit] {
            rest = rest.filter { lone in
                guard let index = nearest(to: lone, in: rights, isTaken, where: isSame)
                else { return true }
                isTaken[index] = true
                pairs.append(
                    MatchedPair(left: lone.position, right: rights[index].position))
                return false
            }
        }
        return pairs
    }

    private func nearest(
        to lone: Lone, in rights: [Lone], _ isTaken: [Bool], where isSame: (Lone, Lone) -> Bool
    ) -> Int? {
        var low = 0
        var high = rights.count
        while low < high {
            let middle = (low + high) / 2
            if rights[middle].pairs <= lone.pairs - Self.reach {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var best: (distance: Int, index: Int)?
        for index in low..<min(rights.count, low + Self.candidateLimit) where !isTaken[index] {
            let other = rights[index]
            guard other.pairs < lone.pairs + Self.reach else { break }
            let distance = abs(other.pairs - lone.pairs)
            if let best, best.distance <= distance { continue }
            if isSame(lone, other), !passesItsLike(lone, other) { best = (distance, index) }
        }
        return best?.index
    }

    private func hasContent(_ one: Lone, of other: Lone) -> Bool {
        FieldJudge.hasFields(
            left[one.position], of: right[other.position], instants: vocabulary.instants)
    }

    /// Whether both are actions in the same visit of a scope: an action that a scope does once in a
    /// visit is the same one although its outcome differs. Words never count as the same.
    private func isOfOneVisit(_ one: Lone, _ other: Lone) -> Bool {
        left[one.position].tap == .actions && right[other.position].tap == .actions
            && one.visit >= 0 && Int(partners[one.visit]) == other.visit
    }

    /// Whether an event of the same identity stayed in place between the two.
    private func passesItsLike(_ one: Lone, _ other: Lone) -> Bool {
        let event = left[one.position]
        let range = min(one.pairs, other.pairs)..<max(one.pairs, other.pairs)
        guard !range.isEmpty else { return false }
        let identity = vocabulary.identity(of: event)
        return anchors[range].contains { pair in
            left[pair.left].kind == event.kind
                && vocabulary.identity(of: left[pair.left]) == identity
        }
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
