/// What an analyzer looks up and never changes: the same for all of one sample rate.
struct AnalyzerTables: Sendable {
    /// The window, one factor a sample.
    let window: [Float]
    let layout: BandLayout
    let pitch: PitchMeter
    /// What a band's power is multiplied with, for white noise to have its own level in each.
    let shares: [Float]

    /// The tables of a rate: those of the usual one are made once a process.
    static func tables(sampleRate: Int) -> AnalyzerTables {
        sampleRate == usualRate ? usual : AnalyzerTables(sampleRate: sampleRate)
    }

    private static let usualRate = 16_000
    private static let usual = AnalyzerTables(sampleRate: usualRate)

    private init(sampleRate: Int) {
        let size = Self.windowSize(sampleRate: sampleRate)
        let window = WindowTable.hann(count: size)
        let power = window.reduce(0) { $0 + $1 * $1 }
        let layout = BandLayout(sampleRate: sampleRate, size: size)
        shares = layout.bands.map { 1 / (Float($0.bins.count) * power * 1_073_741_824) }
        pitch = PitchMeter(sampleRate: sampleRate, window: window)
        self.window = window
        self.layout = layout
    }

    /// The window's length in samples: 32 ms, rounded up to a product of 2, 3 and 5.
    private static func windowSize(sampleRate: Int) -> Int {
        var size = (sampleRate * 32 + 999) / 1_000
        while true {
            var rest = size
            for factor in [2, 3, 5] { while rest % factor == 0 { rest /= factor } }
            if rest == 1, size % 2 == 0 { return size }
            size += 1
        }
    }
}
