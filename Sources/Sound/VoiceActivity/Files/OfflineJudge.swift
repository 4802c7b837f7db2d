/// Measures the features of hops at 16 kHz.
struct OfflineMeter: ~Copyable, HopMeter {
    static let hopFrames = FeatureExtractor.hopFrames
    static let lead = FeatureExtractor.lead
    static let lag = FeatureExtractor.lag
    static let nothing = HopFeatures.silence
    private let extractor: FeatureExtractor

    /// A meter of the sound times `gain`.
    init(gain: Float) { extractor = FeatureExtractor(gain: gain) }

    mutating func measure(
        _ samples: UnsafeBufferPointer<Int16>,
        into readings: UnsafeMutableBufferPointer<HopFeatures>
    ) {
        extractor.extract(samples, hops: readings.count, into: readings)
    }
}

/// Feeds the two-way detector and keeps its stretches.
struct OfflineJudge: HopJudge, Sendable {
    typealias Reading = HopFeatures
    private var detector: OfflineDetector
    private let onHops: (@Sendable ([HopDecision]) -> Void)?
    /// Stretches that were found so far, at 16 kHz.
    private(set) var segments: [SpeechSegment] = []

    init(
        settings: OfflineSettings, opening: SoundOpening,
        onHops: (@Sendable ([HopDecision]) -> Void)?
    ) {
        detector = OfflineDetector(
            settings: settings, opening: opening, keepsDecisions: onHops != nil)
        self.onHops = onHops
    }

    mutating func process(_ readings: UnsafeBufferPointer<HopFeatures>) {
        for reading in readings { detector.step(reading) }
        collect()
    }

    /// Ends a sound of so many frames.
    mutating func finish(frames: Int64) {
        detector.finish(frames: frames)
        collect()
    }

    private mutating func collect() {
        segments += detector.takeSegments()
        if let onHops { onHops(detector.takeDecisions()) }
    }
}
