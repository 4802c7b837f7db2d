import CFFTW

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Turns sound into evidence of speech, one 10 ms hop at a time.
///
/// Shape: `sampleRate / 100` samples a hop, one ``HopEvidence`` each. A window of about 32 ms
/// that ends with the hop is transformed and gathered into bands; nothing ahead is looked at.
/// Levels are rounded to thousandths of a decibel before anything is decided; from there on
/// there are only integers. A hop allocates nothing.
/// Source: minimum statistics after Martin 2001, simplified; FFTW 3.3 for the spectrum.
public struct SpeechAnalyzer: ~Copyable {
    private let transform: FrequencyTransform
    private let layout: BandLayout
    private let window: [Float]
    private let windowPower: Float
    private let settings: SpeechSettings
    private var pitch: PitchMeter
    private var floor: NoiseFloor
    private var history: [Int16]
    private var levels: [Int32]
    private var margins: MarginMeter
    private var noise: NoiseMargin
    private var bar: PitchBar
    private var hops = 0
    private var hopsSinceVoiced = 0
    private var hopsSincePitched = SpeechAnalyzer.pitchlessHops
    // Hops before margins say more about the noise than about the floor's first guess.
    private static let settlingHops = 50
    private static let narrowMilliDB: Int32 = 4_000
    // Hops without a voiced one, or without a pitched one, after which what comes is noise.
    private static let quietHops = 10
    private static let pitchlessHops = 40
    /// The samples in one hop: 10 ms.
    public let hopFrames: Int

    /// Prepares an analyzer.
    ///
    /// - Throws: ``ActivityError/unsupportedRate(rate:)`` outside 8,000 through 48,000 hertz and
    ///   where a hop is no whole number of samples.
    public init(sampleRate: Int, settings: SpeechSettings) throws(ActivityError) {
        guard (8_000...48_000).contains(sampleRate), sampleRate % 100 == 0 else {
            throw .unsupportedRate(rate: sampleRate)
        }
        let size = Self.windowSize(sampleRate: sampleRate)
        transform = FrequencyTransform(size: size)
        layout = BandLayout(sampleRate: sampleRate, size: size)
        window = WindowTable.hann(count: size)
        windowPower = window.reduce(0) { $0 + $1 * $1 }
        self.settings = settings
        pitch = PitchMeter(sampleRate: sampleRate, window: window)
        floor = NoiseFloor(bands: layout.bands, settings: settings)
        margins = MarginMeter(bandCount: layout.bands.count)
        noise = NoiseMargin(settings: settings)
        bar = PitchBar(settings: settings)
        history = [Int16](repeating: 0, count: size)
        levels = [Int32](repeating: 0, count: layout.bands.count)
        hopFrames = sampleRate / 100
    }

    /// Takes the next hop and gives the evidence in it.
    public mutating func analyze(_ hop: UnsafeBufferPointer<Int16>) -> HopEvidence {
        precondition(hop.count == hopFrames, "a hop is \(hopFrames) samples")
        load(hop)
        transform.transform()
        gather()
        let periodicity = pitch.measure(transform)
        return weigh(periodicity: periodicity)
    }

    /// The window's length in samples: 32 ms, rounded up to a product of 2, 3 and 5.
    static func windowSize(sampleRate: Int) -> Int {
        var size = (sampleRate * 32 + 999) / 1_000
        while true {
            var rest = size
            for factor in [2, 3, 5] { while rest % factor == 0 { rest /= factor } }
            if rest == 1, size % 2 == 0 { return size }
            size += 1
        }
    }

    private mutating func load(_ hop: UnsafeBufferPointer<Int16>) {
        let kept = transform.size - hopFrames
        let samples = transform.samples
        history.withUnsafeMutableBufferPointer { all in
            for index in 0..<kept { all[index] = all[index + hopFrames] }
            for index in 0..<hopFrames { all[kept + index] = hop[index] }
            window.withUnsafeBufferPointer { window in
                for index in 0..<all.count {
                    samples[index] = Float(all[index]) * window[index]
                }
            }
        }
    }

    /// Fills `levels` from the spectrum: white noise has its own level in every band.
    private mutating func gather() {
        let spectrum = transform.spectrum
        let lowest = Int32(settings.floorMinimumMilliDB)
        for (index, band) in layout.bands.enumerated() {
            var power: Float = 0
            for bin in band.bins {
                let value = spectrum[bin]
                power += value.0 * value.0 + value.1 * value.1
            }
            let share = power / (Float(band.bins.count) * windowPower * 1_073_741_824)
            let level = Int32((10_000 * log10f(max(share, 1e-12))).rounded())
            levels[index] = max(lowest, level)
        }
    }

    private mutating func weigh(periodicity: Int32) -> HopEvidence {
        if !margins.isPrimed { floor.learn(levels, pace: 4) }
        let margin = margins.measure(levels, over: floor.levels)
        var energy: Int32 = 0
        var ground: Int32 = 0
        for (index, band) in layout.bands.enumerated() {
            energy += levels[index] * band.weight
            ground += floor.levels[index] * band.weight
        }
        let periodic = periodicity >= bar.level
        let threshold = noise.threshold(whileVoiced: hopsSinceVoiced == 0)
        let voiced = margin >= threshold
        if !voiced { bar.learn(periodicity) }
        learn(margin: margin, threshold: threshold, voiced: voiced, periodic: periodic)
        return HopEvidence(
            energy: energy / layout.totalWeight, floor: ground / layout.totalWeight,
            margin: margin, threshold: threshold, periodicity: periodicity, voiced: voiced,
            pitched: voiced && periodic)
    }

    private mutating func learn(
        margin: Int32, threshold: Int32, voiced: Bool, periodic: Bool
    ) {
        hopsSinceVoiced = voiced ? 0 : hopsSinceVoiced + 1
        hopsSincePitched = periodic ? 0 : hopsSincePitched + 1
        let pace: Int32 =
            hopsSincePitched >= Self.pitchlessHops
            ? 4 : hopsSinceVoiced >= Self.quietHops ? 1 : 0
        floor.learn(levels, pace: pace)
        // Noise that is taken for speech is mostly taken so narrowly: learn it all the same.
        let isNarrow = margin < threshold + Self.narrowMilliDB
        if hops >= Self.settlingHops { noise.learn(margin, pace: max(pace, isNarrow ? 1 : 0)) }
        hops = min(hops + 1, Self.settlingHops)
    }
}
