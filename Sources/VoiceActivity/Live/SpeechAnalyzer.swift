/// Turns sound into evidence of speech, one 10 ms hop at a time.
///
/// Shape: `sampleRate / 100` samples a hop. With hop `m` comes the ``HopEvidence`` of hop
/// `m - delayHops`: features look 22 ms ahead, the network one pair of hops. The network is the
/// one that files are heard with, as far as it needs no more to come. Odds are rounded to
/// thousandths before anything is decided; from there on there are only integers, and the same
/// sound gives the same on every CPU. A hop allocates nothing.
public struct SpeechAnalyzer: ~Copyable {
    /// How many hops later than its sound evidence comes.
    public static let delayHops = 4
    /// Hops whose features are worked out at once; the later half of them are new.
    private static let group = 4
    private static let frames =
        FeatureExtractor.lead + group * FeatureExtractor.hopFrames + FeatureExtractor.lag
    private let extractor = FeatureExtractor()
    private let resampler: HopResampler
    /// The last sound at 16 kHz: as much as a group of hops is looked at.
    private let sound: UnsafeMutableBufferPointer<Int16>
    private let features: UnsafeMutableBufferPointer<HopFeatures>
    private var listener: HopListener
    /// The evidence of the pair whose odds are not known yet, then of the pair before it.
    private var waiting = (HopEvidence(), HopEvidence())
    private var known = (HopEvidence(), HopEvidence())
    private var hops = 0
    /// The samples in one hop: 10 ms.
    public let hopFrames: Int
    /// The transforms that were made so far.
    public private(set) var transforms = 0
    /// The level of the last hop that came, in thousandths of a decibel relative to full scale.
    public private(set) var level: Int32 = HopLevel.lowest

    /// Prepares an analyzer.
    ///
    /// - Throws: ``ActivityError/unsupportedRate(rate:)`` outside 8,000 through 48,000 hertz and
    ///   where a hop is no whole number of samples.
    public init(
        sampleRate: Int, settings: SpeechSettings = SpeechSettings()
    ) throws(ActivityError) {
        guard (8_000...48_000).contains(sampleRate), sampleRate % 100 == 0 else {
            throw .unsupportedRate(rate: sampleRate)
        }
        hopFrames = sampleRate / 100
        resampler = HopResampler(sampleRate: sampleRate)
        sound = .allocate(capacity: Self.frames)
        sound.initialize(repeating: 0)
        features = .allocate(capacity: Self.group)
        features.initialize(repeating: .silence)
        listener = HopListener(reach: settings.constants.reach)
    }

    deinit {
        sound.deallocate()
        features.deallocate()
    }

    /// Takes the next hop and gives the evidence in that of ``delayHops`` before; nil where there
    /// was none.
    public mutating func analyze(_ hop: UnsafeBufferPointer<Int16>) -> HopEvidence? {
        precondition(hop.count == hopFrames, "a hop is \(hopFrames) samples")
        load(hop)
        level = HopLevel.milliDecibels(hop)
        let number = hops
        hops += 1
        // A pair's features are known when the hop after it has come.
        if number % 2 == 0, number >= 2 { listen() }
        guard number >= Self.delayHops else { return nil }
        return number % 2 == 0 ? known.0 : known.1
    }

    private func load(_ hop: UnsafeBufferPointer<Int16>) {
        guard let start = sound.baseAddress else { return }
        let kept = sound.count - HopResampler.hopFrames
        start.update(from: start + HopResampler.hopFrames, count: kept)
        resampler.resample(hop, into: start + kept)
    }

    /// Hears the newest pair of hops whose features are known.
    private mutating func listen() {
        extractor.extract(UnsafeBufferPointer(sound), hops: Self.group, into: features)
        transforms += Self.group
        known = waiting
        _ = listener.take(features[Self.group - 2])
        waiting.0 = HopEvidence(energy: listener.energy, floor: listener.floor)
        let state = listener.take(features[Self.group - 1])
        waiting.1 = HopEvidence(energy: listener.energy, floor: listener.floor)
        guard let state else { return }
        let odds = SpeechOdds.milliNats(listener.odds(state))
        let probability = SpeechOdds.permille(odds)
        (known.0.odds, known.1.odds) = (odds, odds)
        (known.0.probability, known.1.probability) = (probability, probability)
    }
}
