/// Finds the stretches of speech in a sound that goes by in blocks, with the machines that work
/// live.
package struct SegmentFinder: ~Copyable {
    private var analyzer: SpeechAnalyzer
    private var segmenter: SpeechSegmenter
    private var rest: [Int16] = []
    private var frames: Int64 = 0
    private var frame: Int64 = 0
    private var found: [Range<Int64>] = []
    private var log: LiveDecisionLog?

    /// A finder at the beginning of a sound.
    ///
    /// `keepsDecisions` says whether ``takeDecisions()`` is to give every hop's evidence.
    ///
    /// - Throws: ``ActivityError/unsupportedRate(rate:)``.
    package init(
        sampleRate: Int, settings: SpeechSettings = SpeechActivity.fileSettings,
        keepsDecisions: Bool = false
    ) throws(ActivityError) {
        analyzer = try SpeechAnalyzer(sampleRate: sampleRate, settings: settings)
        segmenter = SpeechSegmenter(settings: settings, sampleRate: sampleRate)
        log = keepsDecisions ? LiveDecisionLog() : nil
    }

    /// Processes the next frames.
    package mutating func process(_ block: UnsafeBufferPointer<Int16>) {
        frames += Int64(block.count)
        let size = analyzer.hopFrames
        var start = 0
        if !rest.isEmpty {
            start = min(size - rest.count, block.count)
            rest += block[..<start]
            guard rest.count == size else { return }
            stepRest()
        }
        while start + size <= block.count {
            step(UnsafeBufferPointer(rebasing: block[start..<start + size]))
            start += size
        }
        rest += block[start...]
    }

    /// Hands over the hops decided on since the last call, in order; none unless they are kept.
    package mutating func takeDecisions() -> [LiveDecision] { log?.drain() ?? [] }

    /// Ends the sound, whose last hop is filled up with silence: silence lets out the decisions
    /// about the last hops.
    package mutating func finish() {
        let size = analyzer.hopFrames
        if !rest.isEmpty {
            rest += [Int16](repeating: 0, count: size - rest.count)
            stepRest()
        }
        let isHeard = frame > 0
        for _ in 0..<SpeechAnalyzer.delayHops where isHeard {
            rest = [Int16](repeating: 0, count: size)
            stepRest()
        }
        if segmenter.isSpeaking { close(at: frames) }
        log?.finish()
    }

    /// The stretches found so far.
    ///
    /// Shape: ascending, apart, in frames of the sound, without pads.
    package var segments: [Range<Int64>] {
        // An end inside the silence that fills the last hop is the sound's own.
        found.compactMap { range in
            let end = min(range.upperBound, frames)
            return range.lowerBound < end ? range.lowerBound..<end : nil
        }
    }

    private mutating func stepRest() {
        let hop = rest
        hop.withUnsafeBufferPointer { step($0) }
        rest.removeAll(keepingCapacity: true)
    }

    private mutating func step(_ hop: UnsafeBufferPointer<Int16>) {
        let evidence = analyzer.analyze(hop)
        frame += Int64(analyzer.hopFrames)
        guard let evidence else { return }
        let isFor = segmenter.counts(evidence)
        let decision = segmenter.step(evidence, at: frame)
        let size = Int64(analyzer.hopFrames)
        let start = frame - Int64(1 + SpeechAnalyzer.delayHops) * size
        log?.add(evidence, start: start, isFor: isFor, decision, segmenter, hopFrames: size)
        if case .end(let boundary)? = decision { close(at: boundary.spoken) }
    }

    private mutating func close(at end: Int64) {
        guard let start = segmenter.speechStartFrame else { return }
        let from = max(start, found.last?.upperBound ?? 0)
        let to = min(end, max(segmenter.lastSpeechFrame, from))
        if from < to { found.append(from..<to) }
    }
}
