/// Turns sound into evidence of speech, one 10 ms hop at a time.
///
/// Shape: `sampleRate / 100` samples a hop. With hop `m` comes the ``HopEvidence`` of hop
/// `m - delayHops`: features look 22 ms ahead, the network one pair of hops. The network is the
/// one that files are heard with, as far as it needs no more to come. Odds are rounded to
/// thousandths before anything is decided; from there on there are only integers, and the same
/// sound gives the same on every CPU. A hop allocates nothing.
package struct SpeechAnalyzer: ~Copyable {
    /// Number of hops by which evidence comes later than its sound.
    package static let delayHops = 4
    /// Hops whose features are worked out at once; the later half of them are new.
    private static let group = 4
    private static let frames =
        FeatureExtractor.lead + group * FeatureExtractor.hopFrames + FeatureExtractor.lag
    private let extractor = FeatureExtractor()
    private let resampler: HopResampler
    /// The last sound at 16 kHz: as much as a group of hops is looked at.
    private let sound: UnsafeMutableBufferPointer<Int16>
    private let features: UnsafeMutableBufferPointer<HopFeatures>
    private let constants: SpeechConstants
    private var listener: HopListener
    /// The evidence of the pair whose odds are not known yet, then of the pair before it.
    private var waiting = (HopEvidence(), HopEvidence())
    private var known = (HopEvidence(), HopEvidence())
    private var hops = 0
    /// The samples in one hop: 10 ms.
    package let hopFrames: Int
    /// The transforms that were made so far.
    package private(set) var transforms = 0
    /// The level of the last hop that came, in thousandths of a decibel relative to full scale.
    package private(set) var level: Int32 = HopLevel.lowest

    /// Prepares an analyzer.
    ///
    /// - Throws: ``ActivityError/unsupportedRate(rate:)`` outside 8,000 through 48,000 hertz and
    ///   where a hop is no whole number of samples.
    package init(
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
        constants = settings.constants
        listener = HopListener(reach: constants.reach)
        listener.enter(constants.room)
    }

    /// Begins anew with the next hop, as if nothing was heard.
    package mutating func restart() {
        sound.update(repeating: 0)
        features.update(repeating: .silence)
        listener = HopListener(reach: constants.reach)
        listener.enter(constants.room)
        waiting = (HopEvidence(), HopEvidence())
        known = (HopEvidence(), HopEvidence())
        hops = 0
    }

    deinit {
        sound.deallocate()
        features.deallocate()
    }

    /// Takes the next hop and returns the evidence of the hop ``delayHops`` before; nil where there
    /// was none.
    package mutating func analyze(_ hop: UnsafeBufferPointer<Int16>) -> HopEvidence? {
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
        _ = listener.process(features[Self.group - 2])
        waiting.0 = HopEvidence(energy: listener.energy, floor: listener.floor)
        let hasState = listener.process(features[Self.group - 1])
        waiting.1 = HopEvidence(energy: listener.energy, floor: listener.floor)
        guard hasState else { return }
        let odds = SpeechOdds.milliNats(listener.odds(listener.states[0]))
        let probability = SpeechOdds.permille(odds)
        (known.0.odds, known.1.odds) = (odds, odds)
        (known.0.probability, known.1.probability) = (probability, probability)
    }
}

/// Evidence of one 10 ms hop of sound to decide on.
///
/// Units: thousandths of a decibel, levels relative to full scale: means over the bands below
/// 4 kHz.
package struct HopEvidence: Sendable, Equatable {
    /// The level of the hop.
    package var energy: Int32
    /// The level of the noise: the lowest tenth of a second of the last three seconds.
    package var floor: Int32
    /// The log-odds of speech, in thousandths of a natural logarithm.
    package var odds: Int32
    /// The probability of speech that these are, in thousandths.
    package var probability: Int32

    /// Height of the hop above the noise.
    package var margin: Int32 { energy - floor }

    /// Evidence of these parts.
    package init(energy: Int32 = 0, floor: Int32 = 0, odds: Int32 = 0, probability: Int32 = 0) {
        self.energy = energy
        self.floor = floor
        self.odds = odds
        self.probability = probability
    }

    /// Evidence of levels in hundredths of a decibel, whose odds are not known yet.
    init(energy: Float, floor: Float) {
        self.init(
            energy: Int32((energy * 10).rounded()), floor: Int32((floor * 10).rounded()))
    }
}

/// The level of a hop of sound, by itself.
enum HopLevel {
    /// Lowest level that is told.
    static let lowest: Int32 = -96_000

    /// The mean power in thousandths of a decibel relative to full scale.
    static func milliDecibels(_ hop: UnsafeBufferPointer<Int16>) -> Int32 {
        var sum: Int64 = 0
        for sample in hop { sum &+= Int64(Int32(sample) &* Int32(sample)) }
        guard sum > 0, !hop.isEmpty else { return lowest }
        let power = Float(sum) / (Float(hop.count) * 1_073_741_824)
        return max(lowest, MilliDecibels.of(SIMD4(repeating: power)).x)
    }
}

/// Logarithms from arithmetic alone, for four values at once: libraries' differ in their last bits.
enum MilliDecibels {
    /// Ten thousand times the decimal logarithm, rounded to integers, halves to even.
    ///
    /// Shape: normal positive numbers in.
    /// Source: Cephes `logf`: a polynomial between the square roots of a half and of two.
    @inline(__always)
    static func of(_ values: SIMD4<Float>) -> SIMD4<Int32> {
        let bits = unsafeBitCast(values, to: SIMD4<Int32>.self)
        // The bits of the square root of a half, so that the rest lies from there to twice that.
        let offset = bits &- SIMD4(repeating: 0x3f35_04f3)
        let exponent = offset &>> 23
        let rest = bits &- (exponent &<< 23)
        let x = unsafeBitCast(rest, to: SIMD4<Float>.self) - 1
        var sum = 7.037_683_6e-2 * x - 1.151_461_03e-1
        sum = sum * x + 1.167_699_87e-1
        sum = sum * x - 1.242_014_08e-1
        sum = sum * x + 1.424_932_28e-1
        sum = sum * x - 1.666_805_77e-1
        sum = sum * x + 2.000_071_48e-1
        sum = sum * x - 2.499_999_4e-1
        sum = sum * x + 3.333_333_1e-1
        let square = x * x
        let natural = x + (sum * x * square - 0.5 * square)
        let scaled =
            natural * 4_342.944_8
            + floats(exponent) * 3_010.3
        // Added to a number whose last bit is worth 1, a value is rounded to whole ones.
        let anchor = SIMD4<Float>(repeating: 12_582_912)
        return unsafeBitCast(scaled + anchor, to: SIMD4<Int32>.self)
            &- unsafeBitCast(anchor, to: SIMD4<Int32>.self)
    }

    @inline(__always)
    private static func floats(_ whole: SIMD4<Int32>) -> SIMD4<Float> {
        SIMD4(Float(whole.x), Float(whole.y), Float(whole.z), Float(whole.w))
    }
}

/// Log-odds of speech in whole numbers, and the probability that they stand for.
enum SpeechOdds {
    /// Log-odds of at most 30 either way in thousandths of a natural logarithm.
    static func milliNats(_ odds: Float) -> Int32 {
        Int32((min(max(odds, -30), 30) * 1_000).rounded())
    }

    /// The probability in thousandths that log-odds in thousandths stand for, rounded: 0 to 1,000.
    static func permille(_ milliNats: Int32) -> Int32 {
        var (low, high) = (0, bounds.count)
        while low < high {
            let middle = (low + high) / 2
            if bounds[middle] <= milliNats { low = middle + 1 } else { high = middle }
        }
        return Int32(low)
    }

    /// The least log-odds of each probability from 1 thousandth on: from half a thousandth less.
    static let bounds: [Int32] = (1...1_000).map { permille in
        let share = (Double(permille) - 0.5) / 1_000
        return Int32((1_000 * logarithm(share / (1 - share))).rounded())
    }

    /// The natural logarithm from arithmetic alone: libraries' differ in their last bits.
    private static func logarithm(_ value: Double) -> Double {
        let x = (value.significand - 1) / (value.significand + 1)
        var (power, sum) = (x, 0.0)
        for order in stride(from: 1.0, through: 41.0, by: 2.0) {
            sum += power / order
            power *= x * x
        }
        return 2 * sum + Double(value.exponent) * 0.693_147_180_559_945_3
    }
}
