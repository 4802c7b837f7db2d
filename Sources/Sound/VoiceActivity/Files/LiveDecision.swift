/// Decision of the live detector about one hop, with its evidence.
package struct LiveDecision: Sendable, Equatable {
    /// The first frame of the hop.
    package var start: Int64
    /// Whether the hop lies in speech.
    package var isSpeech = false
    /// The rule that decided.
    package var rule = HopDecision.Rule.open
    /// Evidence of the decision.
    package var evidence: HopEvidence
    /// Whether the probability reached what it was compared with.
    fileprivate let isFor: Bool
}

/// Keeps the evidence of hops until the decision about them is final.
struct LiveDecisionLog: Sendable {
    private var waiting: [LiveDecision] = []
    private var decided: [LiveDecision] = []

    /// Takes the next hop, and the segmenter's decision about it.
    mutating func add(
        _ evidence: HopEvidence, start: Int64, isFor: Bool, _ decision: SpeechDecision?,
        _ segmenter: SpeechSegmenter, hopFrames: Int64
    ) {
        waiting.append(LiveDecision(start: start, evidence: evidence, isFor: isFor))
        switch decision {
        case .start(let boundary): settle { $0.start >= boundary.spoken }
        case .end: settle { _ in false }
        case nil where segmenter.isSpeaking:
            // Silence is speech's own where speech goes on after it.
            if segmenter.lastSpeechFrame == start + hopFrames { settle { _ in true } }
        case nil: if !segmenter.isRising { settle { _ in false } }
        }
    }

    /// Ends the sound: a hop that is not speech by now is none.
    mutating func finish() { settle { _ in false } }

    mutating func drain() -> [LiveDecision] {
        defer { decided.removeAll(keepingCapacity: true) }
        return decided
    }

    private mutating func settle(_ isSpeech: (LiveDecision) -> Bool) {
        for var hop in waiting {
            hop.isSpeech = isSpeech(hop)
            hop.rule =
                hop.isSpeech ? (hop.isFor ? .speech : .held) : (hop.isFor ? .passing : .quiet)
            decided.append(hop)
        }
        waiting.removeAll(keepingCapacity: true)
    }
}
