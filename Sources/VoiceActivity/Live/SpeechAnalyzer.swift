/// Turns sound into evidence of speech, one 10 ms hop at a time.
///
/// Shape: `sampleRate / 100` samples a hop, one ``HopEvidence`` each. A window of about 32 ms
/// that ends with the hop is transformed and gathered into bands; nothing ahead is looked at.
/// Levels are rounded to thousandths of a decibel before anything is decided; from there on
/// there are only integers. A hop allocates nothing.
/// Source: minimum statistics after Martin 2001, simplified.
public struct SpeechAnalyzer: ~Copyable {
    private let spectrum: PowerSpectrum
    private let tables: AnalyzerTables
    private let lowest: Int32
    private var floor: NoiseFloor
    private var history: [Int16]
    private var levels: [Int32]
    private var margins: MarginMeter
    private var noise: NoiseMargin
    private var bar: PitchBar
    private var hops = 0
    private var hopsSinceVoiced = 0
    private var hopsSincePitched: Int
    private let constants: SpeechConstants
    private let narrow: Int32
    private let surePace: Int32
    /// The samples in one hop: 10 ms.
    public let hopFrames: Int
    /// The transforms that were made so far.
    public private(set) var transforms = 0

    /// Prepares an analyzer.
    ///
    /// - Throws: ``ActivityError/unsupportedRate(rate:)`` outside 8,000 through 48,000 hertz and
    ///   where a hop is no whole number of samples.
    public init(sampleRate: Int, settings: SpeechSettings) throws(ActivityError) {
        guard (8_000...48_000).contains(sampleRate), sampleRate % 100 == 0 else {
            throw .unsupportedRate(rate: sampleRate)
        }
        let tables = AnalyzerTables.tables(
            sampleRate: sampleRate, constants: settings.constants.spectrum)
        self.tables = tables
        spectrum = PowerSpectrum(size: tables.window.count)
        constants = settings.constants
        narrow = Int32(constants.narrowMilliDB)
        surePace = Int32(constants.surePace)
        hopsSincePitched = constants.pitchlessHops
        lowest = Int32(settings.floorMinimumMilliDB)
        let layout = tables.layout
        floor = NoiseFloor(bands: layout.bands, settings: settings)
        margins = MarginMeter(bandCount: layout.bands.count, constants: constants)
        noise = NoiseMargin(settings: settings)
        bar = PitchBar(settings: settings)
        history = [Int16](repeating: 0, count: tables.window.count)
        levels = [Int32](repeating: 0, count: layout.bands.count)
        hopFrames = sampleRate / 100
    }

    /// Takes the next hop and gives the evidence in it.
    public mutating func analyze(_ hop: UnsafeBufferPointer<Int16>) -> HopEvidence {
        precondition(hop.count == hopFrames, "a hop is \(hopFrames) samples")
        load(hop)
        transforms += 1
        history.withUnsafeBufferPointer { samples in
            tables.window.withUnsafeBufferPointer { spectrum.measure(samples, window: $0) }
        }
        gather()
        return weigh(periodicity: tables.pitch.measure(spectrum.powers))
    }

    private mutating func load(_ hop: UnsafeBufferPointer<Int16>) {
        history.withUnsafeMutableBufferPointer { all in
            guard let start = all.baseAddress, let added = hop.baseAddress else { return }
            let kept = all.count - hop.count
            start.update(from: start + hop.count, count: kept)
            (start + kept).update(from: added, count: hop.count)
        }
    }

    /// Fills `levels` from the spectrum.
    private mutating func gather() {
        for start in stride(from: 0, to: levels.count, by: 4) {
            var four = SIMD4(
                share(of: start), share(of: start + 1), share(of: start + 2), share(of: start + 3))
            four.replace(with: 1e-12, where: four .< 1e-12)
            let found = MilliDecibels.of(four)
            for lane in 0..<min(4, levels.count - start) {
                levels[start + lane] = max(lowest, found[lane])
            }
        }
    }

    /// The power of a band as a share of full scale; none for a band past the last.
    private func share(of band: Int) -> Float {
        guard band < tables.shares.count else { return 0 }
        return Self.sum(spectrum.powers, tables.layout.bands[band].bins) * tables.shares[band]
    }

    /// The sum over `bins`: four partial sums, then these, then what is left.
    private static func sum(_ powers: UnsafeMutablePointer<Float>, _ bins: Range<Int>) -> Float {
        let raw = UnsafeRawPointer(powers)
        var bin = bins.lowerBound
        var four = SIMD4<Float>()
        while bin + 4 <= bins.upperBound {
            four += raw.loadUnaligned(fromByteOffset: 4 * bin, as: SIMD4<Float>.self)
            bin += 4
        }
        var sum = (four.x + four.z) + (four.y + four.w)
        while bin < bins.upperBound {
            sum += powers[bin]
            bin += 1
        }
        return sum
    }

    private mutating func weigh(periodicity: Int32) -> HopEvidence {
        if !margins.isPrimed { floor.learn(levels, pace: surePace) }
        let margin = margins.measure(levels, over: floor.levels)
        var energy: Int32 = 0
        var ground: Int32 = 0
        for (index, band) in tables.layout.bands.enumerated() {
            energy += levels[index] * band.weight
            ground += floor.levels[index] * band.weight
        }
        let periodic = periodicity >= bar.level
        let threshold = noise.threshold(whileVoiced: hopsSinceVoiced == 0)
        let voiced = margin >= threshold
        if !voiced { bar.learn(periodicity) }
        learn(margin: margin, threshold: threshold, voiced: voiced, periodic: periodic)
        return HopEvidence(
            energy: energy / tables.layout.totalWeight, floor: ground / tables.layout.totalWeight,
            margin: margin, threshold: threshold, periodicity: periodicity, voiced: voiced,
            pitched: voiced && periodic)
    }

    private mutating func learn(
        margin: Int32, threshold: Int32, voiced: Bool, periodic: Bool
    ) {
        hopsSinceVoiced = voiced ? 0 : hopsSinceVoiced + 1
        hopsSincePitched = periodic ? 0 : hopsSincePitched + 1
        let pace: Int32 =
            hopsSincePitched >= constants.pitchlessHops
            ? surePace : hopsSinceVoiced >= constants.quietHops ? 1 : 0
        floor.learn(levels, pace: pace)
        // Noise that is taken for speech is mostly taken so narrowly: learn it all the same.
        let isNarrow = margin < threshold + narrow
        if hops >= constants.settlingHops { noise.learn(margin, pace: max(pace, isNarrow ? 1 : 0)) }
        hops = min(hops + 1, constants.settlingHops)
    }
}
