/// Makes stretches of speech of the odds of pairs of hops, in order, and places their bounds.
struct SegmentBuilder: Sendable {
    /// Number of hops that are remembered: undecided stretches never last so long.
    private static let capacity = 4_096
    /// Pairs after which an undecided change is thought to be new: 25 s.
    private static let longest = 1_250
    /// Pairs after which the beginning of speech that goes on is placed: 2 s.
    private static let startDelay = 100
    /// A stretch in pairs of hops; its beginning in quarters once that is placed.
    private struct Found: Sendable {
        var start: Int
        var end: Int
        var placedStart: Int?
    }

    private let settings: OfflineSettings
    private var change: SpeechChange
    private var edges: SpeechEdgeFinder
    private var quarters = [SIMD8<Int16>](repeating: SIMD8(), count: capacity)
    private var hops = 0
    private var open: Found?
    private var closed: Found?
    private var lastEnd = 0
    private var ranks = LevelRanks(capacity: longestStep)
    /// Stretches in quarters of hops, ascending, that were not taken yet.
    private(set) var found: [Range<Int>] = []
    /// The hop before which nothing changes any more, once ``found`` is taken.
    private(set) var settledHop = 0

    /// Start of speech that goes on, in quarters, once that is placed.
    var openStart: Int? { open?.placedStart }

    init(settings: OfflineSettings) {
        self.settings = settings
        change = SpeechChange(cost: settings.changeMilliNats, longest: Self.longest)
        edges = SpeechEdgeFinder(settings: settings)
    }

    /// Takes the quarters of the next hop; hops come before their odds.
    mutating func add(_ features: HopFeatures) {
        quarters[hops % Self.capacity] = features.rest.highHalf
        hops += 1
    }

    mutating func removeFound() { found.removeAll(keepingCapacity: true) }

    /// Takes the log-odds of the next pair, in thousandths of a natural logarithm.
    mutating func step(_ odds: Int32) {
        let limit = Int32(settings.limitMilliNats)
        let weighed = min(max(odds - Int32(settings.biasMilliNats), -limit), limit)
        if let place = change.step(weighed) { turn(at: place) }
        if let speech = open, speech.placedStart == nil,
            change.steps - speech.start > Self.startDelay
        {
            let start = placedStart(speech)
            open?.placedStart = start
        }
        if closed != nil, !change.isSpeech { closeIfApart(from: change.settled) }
        settle()
    }

    /// Ends the sound.
    mutating func finish() {
        if let place = change.finish() { turn(at: place) }
        if open != nil { turn(at: change.steps) }
        if closed != nil { emit(before: (hops + 1) / 2) }
        settledHop = hops
    }

    private mutating func turn(at place: Int) {
        if var speech = open {
            speech.end = place
            open = nil
            closed = speech
            return
        }
        if let last = closed, (place - last.end) * 20 <= settings.bridgeMs {
            open = last
            closed = nil
            return
        }
        if closed != nil { emit(before: place) }
        open = Found(start: place, end: place)
    }

    private mutating func closeIfApart(from settled: Int) {
        guard let last = closed else { return }
        let apart = max(settings.bridgeMs / 20 + 1, SpeechEdgeFinder.before / 8)
        if settled - last.end >= apart { emit(before: settled) }
    }

    /// Hands over the closed stretches; the next speech begins no earlier than pair `next`.
    private mutating func emit(before next: Int) {
        guard let speech = closed else { return }
        closed = nil
        if (speech.end - speech.start) * 20 >= settings.minSpeechMs {
            let start = speech.placedStart ?? placedStart(speech)
            let end = placedEnd(speech, before: next)
            if start < end, !isStep(start..<end, before: next) {
                found.append(max(start, found.last?.upperBound ?? start)..<end)
            }
        }
        lastEnd = speech.end
    }

    private mutating func placedStart(_ speech: Found) -> Int {
        let base = speech.start * 8
        let end = speech.end > speech.start ? speech.end : change.steps
        let (ring, hops) = (quarters, hops)
        return base
            + edges.find(outside: base - lastEnd * 8, inside: (end - speech.start) * 8) { place in
                Self.level(ring, base + place, hops)
            }
    }

    private mutating func placedEnd(_ speech: Found, before next: Int) -> Int {
        let base = speech.end * 8
        let (ring, hops) = (quarters, hops)
        let last = min(next * 8, hops * 4)
        return base
            - edges.find(
                outside: max(0, last - base), inside: min(base, (speech.end - speech.start) * 8)
            ) { place in
                Self.level(ring, base - 1 - place, hops)
            }
    }

    /// Whether a stretch in quarters is only a step of the room's level, which the network may take
    /// for speech: a short one that is no louder than what follows it, or than what is before it.
    private mutating func isStep(_ speech: Range<Int>, before next: Int) -> Bool {
        guard speech.count <= Self.longestStep else { return false }
        let top = level(of: speech, permille: 900)
        let end = min(next * 8, hops * 4, speech.upperBound + Self.besideStep)
        let start = max(lastEnd * 8, speech.lowerBound - Self.besideStep)
        let (last, first) = (speech.upperBound + Self.fading, speech.lowerBound - Self.fading)
        return [start..<max(start, first), min(last, end)..<end].contains { side in
            guard side.count >= Self.leastBeside else { return false }
            let room = level(of: side, permille: 500)
            return top.low - room.low <= Self.stepCentiDB
                && top.high - room.high <= Self.stepCentiDB
        }
    }

    /// Quarters that a step lasts at most, that are compared with it on either side, that are not
    /// because speech may fade there, and the fewest that tell the room's level.
    private static let longestStep = 160
    private static let besideStep = 96
    private static let fading = 8
    private static let leastBeside = 40
    /// Least height of speech above the room, in hundredths of a decibel.
    private static let stepCentiDB: Int32 = 300

    /// Returns the levels below and above 4 kHz that so many thousandths of quarters do not pass.
    private mutating func level(
        of quarters: Range<Int>, permille: Int
    ) -> (low: Int32, high: Int32) {
        let levels = quarters.map { Self.level(self.quarters, $0, hops) }
        ranks.load(levels.map { Int16($0.low) }[...])
        let low = Int32(ranks.level(permille: permille))
        ranks.load(levels.map { Int16($0.high) }[...])
        return (low, Int32(ranks.level(permille: permille)))
    }

    private static func level(
        _ ring: [SIMD8<Int16>], _ quarter: Int, _ hops: Int
    ) -> (low: Int32, high: Int32) {
        let quarter = min(max(quarter, 0), hops * 4 - 1)
        let hop = ring[quarter / 4 % capacity]
        return (Int32(max(-7_500, hop[quarter % 4])), Int32(max(-7_500, hop[4 + quarter % 4])))
    }

    private mutating func settle() {
        let outward = SpeechEdgeFinder.before / 4
        if let speech = open {
            // Its beginning is placed: what follows is speech until the last pair that may end it.
            guard speech.placedStart != nil else { return }
            settledHop = max(settledHop, 2 * change.settled - outward)
        } else if closed == nil {
            settledHop = max(settledHop, 2 * change.settled - outward)
        }
    }
}
