internal import VoiceTrace

/// Pairing of the events of two traces, which keeps the order of both.
///
/// First, events that are equal in everything, their frame included, hold the traces together.
/// Between those, events of equal identity are matched: as many as possible, and among equally
/// many the ones whose contents and times fit best.
struct Alignment {
    /// Position on the right of every left event's partner, -1 for none.
    private(set) var partners: [Int32]
    /// Identities met so far.
    private(set) var tokens: TokenTable
    /// Identities of the left and right events whose partners had to be searched for.
    private(set) var leftTokens: SparseTokens
    private(set) var rightTokens: SparseTokens
    private let left: [TraceEvent]
    private let right: [TraceEvent]

    /// Left times right events up to which a region is aligned with its contents weighed.
    static let weighedLimit = 250_000
    /// Matched events on either side of a gap that are weighed again in a large region.
    static let refinedPairs = 32

    init(left: [TraceEvent], right: [TraceEvent], vocabulary: EventVocabulary) {
        precondition(left.count < Int32.max && right.count < Int32.max, "a trace fits in Int32")
        self.left = left
        self.right = right
        tokens = TokenTable(vocabulary)
        partners = [Int32](repeating: -1, count: left.count)
        let islands = ExactAnchors.find(left: left, right: right)
        for island in islands {
            for step in 0..<island.length {
                partners[island.left + step] = Int32(island.right + step)
            }
        }
        leftTokens = SparseTokens(count: left.count)
        rightTokens = SparseTokens(count: right.count)
        var leftStart = 0
        var rightStart = 0
        let end = ExactAnchors.Island(left: left.count, right: right.count, length: 0)
        for island in islands + [end] {
            align(leftStart..<island.left, rightStart..<island.right)
            leftStart = island.left + island.length
            rightStart = island.right + island.length
        }
    }

    private mutating func align(_ leftRange: Range<Int>, _ rightRange: Range<Int>) {
        guard !leftRange.isEmpty, !rightRange.isEmpty else { return }
        let leftPart = tokens.tokens(of: left[leftRange])
        let rightPart = tokens.tokens(of: right[rightRange])
        leftTokens.set(leftPart, at: leftRange.lowerBound)
        rightTokens.set(rightPart, at: rightRange.lowerBound)
        let weigher = EventWeigher(
            left: left, right: right, leftTokens: leftPart, rightTokens: rightPart,
            leftStart: leftRange.lowerBound, rightStart: rightRange.lowerBound,
            instants: tokens.vocabulary.instants)
        if leftRange.count * rightRange.count <= Self.weighedLimit {
            let whole = (0..<leftRange.count, 0..<rightRange.count)
            store(weigher.pairs(whole.0, whole.1, shift: 0), weigher)
            return
        }
        let (pairs, isComplete) = MyersAligner.pairs(left: leftPart, right: rightPart)
        store(pairs, weigher)
        if isComplete { refine(pairs, weigher) }
    }

    private mutating func store(_ pairs: [MatchedPair], _ weigher: EventWeigher) {
        for pair in pairs {
            partners[weigher.leftStart + pair.left] = Int32(weigher.rightStart + pair.right)
        }
    }

    /// Aligns the surroundings of every gap again, with contents and times weighed.
    private mutating func refine(_ pairs: [MatchedPair], _ weigher: EventWeigher) {
        var index = 0
        var free = 0
        while index + 1 < pairs.count {
            defer { index += 1 }
            let (here, next) = (pairs[index], pairs[index + 1])
            guard next.left - here.left > 1 || next.right - here.right > 1 else { continue }
            let first = max(free, index + 1 - Self.refinedPairs)
            let last = min(pairs.count - 1, index + Self.refinedPairs)
            free = last + 1
            let leftRange = pairs[first].left..<pairs[last].left + 1
            let rightRange = pairs[first].right..<pairs[last].right + 1
            index = last - 1
            guard first <= last, leftRange.count * rightRange.count <= Self.weighedLimit
            else { continue }
            for position in leftRange { partners[weigher.leftStart + position] = -1 }
            let shift = first == 0 ? 0 : weigher.shift(pairs[first - 1])
            store(weigher.pairs(leftRange, rightRange, shift: shift), weigher)
        }
    }
}

/// A left and a right position that belong together.
struct MatchedPair: Equatable {
    let left: Int
    let right: Int
}

/// A token for some of many positions.
struct SparseTokens {
    private var tokens: [Int32]

    init(count: Int) { tokens = [Int32](repeating: -1, count: count) }

    /// The token at `position`, nil when none was set.
    subscript(position: Int) -> Int32? { tokens[position] < 0 ? nil : tokens[position] }

    mutating func set(_ part: [Int32], at start: Int) {
        for (offset, token) in part.enumerated() { tokens[start + offset] = token }
    }
}

/// Identities as numbers, given in order of first appearance.
struct TokenTable {
    let vocabulary: EventVocabulary
    private var numbers: [String: Int32] = [:]

    init(_ vocabulary: EventVocabulary) { self.vocabulary = vocabulary }

    /// Number of known identities.
    var count: Int { numbers.count }

    mutating func token(of event: TraceEvent) -> Int32 {
        let next = Int32(numbers.count)
        let identity = vocabulary.identity(of: event)
        if let known = numbers[identity] { return known }
        numbers[identity] = next
        return next
    }

    mutating func tokens(of events: ArraySlice<TraceEvent>) -> [Int32] {
        var tokens: [Int32] = []
        tokens.reserveCapacity(events.count)
        for event in events { tokens.append(token(of: event)) }
        return tokens
    }
}
