/// Keeps the evidence of hops until they are decided.
struct DecisionLog: Sendable {
    private var waiting: [HopDecision] = []
    private var decided: [HopDecision] = []
    private var scored = 0
    private var taken = 0
    /// Stretches of speech that were found; some of their hops may still wait.
    private var speech: [SpeechSegment] = []

    /// Takes the evidence of the next hop.
    mutating func add(_ decision: HopDecision) { waiting.append(decision) }

    /// Takes the log-odds of the next pair of hops.
    mutating func score(_ odds: Int32) {
        for _ in 0..<2 where scored - taken < waiting.count {
            waiting[scored - taken].logOdds = odds
            scored += 1
        }
    }

    /// Takes the next stretch of speech.
    mutating func mark(_ segment: SpeechSegment) { speech.append(segment) }

    /// Decides all hops before `hop`.
    ///
    /// `open` says where speech that goes on began, if that is known.
    mutating func settle(hop: Int, open: Int64?) {
        let count = min(hop, scored) - taken
        guard count > 0 else { return }
        let half = Int64(HopGrid.hopFrames / 2)
        for index in 0..<count {
            var decision = waiting[index]
            let middle = decision.start + half
            while let first = speech.first, first.end <= middle { speech.removeFirst() }
            decision.isSpeech = (speech.first?.start ?? open).map { $0 <= middle } ?? false
            let isFor = decision.logOdds > 0
            decision.rule =
                decision.isSpeech ? (isFor ? .speech : .held) : (isFor ? .passing : .quiet)
            decided.append(decision)
        }
        waiting.removeFirst(count)
        taken += count
    }

    mutating func drain() -> [HopDecision] {
        defer { decided.removeAll(keepingCapacity: true) }
        return decided
    }
}
