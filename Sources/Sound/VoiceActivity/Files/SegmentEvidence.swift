import Synchronization

/// Evidence by which a stretch of speech was judged.
package struct SegmentEvidence: Sendable, Equatable {
    /// The hop in which it begins; nil where none was judged.
    package internal(set) var first: HopDecision?
    /// The hop in which it ends.
    package internal(set) var last: HopDecision?
    /// Hop with the greatest margin.
    package internal(set) var clearest: HopDecision?
    /// Number of its hops.
    package internal(set) var hops = 0
    /// Number of its hops that were taken for speech by themselves.
    package internal(set) var speechHops = 0

    init() {}

    mutating func process(_ decision: HopDecision) {
        if first == nil { first = decision }
        last = decision
        if decision.margin > clearest?.margin ?? .min { clearest = decision }
        hops += 1
        if decision.isSpeech { speechHops += 1 }
    }
}

/// Gathers the evidence of stretches that are known already, hop by hop.
struct EvidenceGatherer: Sendable {
    private let segments: [Range<Int64>]
    private var place = 0
    private(set) var evidence: [SegmentEvidence]

    /// - Parameter segments: positions at 16 kHz, ascending and apart.
    init(segments: [Range<Int64>]) {
        self.segments = segments
        evidence = segments.map { _ in SegmentEvidence() }
    }

    mutating func process(_ decision: HopDecision) {
        // Hops end 10 ms after they begin; the one in which a stretch ends belongs to it.
        while place < segments.count, decision.start >= segments[place].upperBound { place += 1 }
        guard place < segments.count else { return }
        let end = decision.start + Int64(HopGrid.hopFrames)
        if end > segments[place].lowerBound { evidence[place].process(decision) }
    }
}

/// A gatherer that a scan's jobs reach, one at a time.
final class EvidenceBox: Sendable {
    private let gatherer: Mutex<EvidenceGatherer>

    init(segments: [Range<Int64>]) { gatherer = Mutex(EvidenceGatherer(segments: segments)) }

    func process(_ decisions: [HopDecision]) {
        gatherer.withLock { gatherer in
            for decision in decisions { gatherer.process(decision) }
        }
    }

    var evidence: [SegmentEvidence] { gatherer.withLock { $0.evidence } }
}
