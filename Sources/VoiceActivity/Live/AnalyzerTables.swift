/// What an analyzer looks up and never changes: the same for all of one sample rate.
struct AnalyzerTables: Sendable {
    /// The window, one factor a sample.
    let window: [Float]
    let layout: BandLayout
    let pitch: PitchMeter
    /// What a band's power is multiplied with, for white noise to have its own level in each.
    let shares: [Float]

    /// The tables of a rate: the usual ones are made once a process.
    static func tables(sampleRate: Int, constants: SpectrumConstants) -> AnalyzerTables {
        sampleRate == usualRate && constants == usualConstants
            ? usual : AnalyzerTables(sampleRate: sampleRate, constants: constants)
    }

    private static let usualRate = 16_000
    private static let usualConstants = SpectrumConstants()
    private static let usual = AnalyzerTables(
        sampleRate: usualRate, constants: usualConstants)

    private init(sampleRate: Int, constants: SpectrumConstants) {
        let size = Self.windowSize(sampleRate: sampleRate, milliseconds: constants.windowMs)
        let window = WindowTable.hann(count: size)
        let power = window.reduce(0) { $0 + $1 * $1 }
        let layout = BandLayout(sampleRate: sampleRate, size: size, constants: constants)
        shares = layout.bands.map { 1 / (Float($0.bins.count) * power * 1_073_741_824) }
        pitch = PitchMeter(sampleRate: sampleRate, window: window, constants: constants)
        self.window = window
        self.layout = layout
    }

    /// The window's length in samples, a hop at least, rounded up to a product of 2, 3 and 5.
    private static func windowSize(sampleRate: Int, milliseconds: Int) -> Int {
        var size = (sampleRate * max(10, milliseconds) + 999) / 1_000
        while true {
            var rest = size
            for factor in [2, 3, 5] { while rest % factor == 0 { rest /= factor } }
            if rest == 1, size % 2 == 0 { return size }
            size += 1
        }
    }
}
