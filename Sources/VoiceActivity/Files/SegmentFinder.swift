/// Finds the stretches of speech in a sound that goes by in blocks, with the machines that work
/// live.
public struct SegmentFinder: ~Copyable {
    private var analyzer: SpeechAnalyzer
    private var segmenter: SpeechSegmenter
    private var rest: [Int16] = []
    private var frames: Int64 = 0
    private var frame: Int64 = 0
    private var found: [Range<Int64>] = []

    /// A finder at the beginning of a sound.
    ///
    /// - Throws: ``ActivityError/unsupportedRate(rate:)``.
    public init(
        sampleRate: Int, settings: SpeechSettings = SpeechActivity.fileSettings
    ) throws(ActivityError) {
        analyzer = try SpeechAnalyzer(sampleRate: sampleRate, settings: settings)
        segmenter = SpeechSegmenter(settings: settings, sampleRate: sampleRate)
    }

    /// Takes the next frames.
    public mutating func take(_ block: UnsafeBufferPointer<Int16>) {
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

    /// Ends the sound, whose last hop is filled up with silence, and gives the stretches.
    ///
    /// Shape: ascending, apart, in frames of the sound, without pads.
    public consuming func finish() -> [Range<Int64>] {
        if !rest.isEmpty {
            rest += [Int16](repeating: 0, count: analyzer.hopFrames - rest.count)
            stepRest()
        }
        if segmenter.isSpeaking { close(at: frames) }
        // An end inside the silence that fills the last hop is the sound's own.
        return found.compactMap { range in
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
        if case .end(let crossing)? = segmenter.step(evidence, at: frame) {
            close(at: crossing.spoken)
        }
    }

    private mutating func close(at end: Int64) {
        guard let start = segmenter.speechStartFrame else { return }
        let from = max(start, found.last?.upperBound ?? 0)
        let to = min(end, max(segmenter.lastSpeechFrame, from))
        if from < to { found.append(from..<to) }
    }
}
