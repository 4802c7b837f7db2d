/// Features of one 10 ms hop of sound by itself, whatever came before it.
///
/// Units: levels in hundredths of a decibel relative to full scale, never below ``lowest``.
public struct HopFeatures: BitwiseCopyable, Sendable, Equatable {
    /// The lowest level told, in hundredths of a decibel.
    package static let lowest: Int16 = -9_600

    /// The levels of 16 bands from 94 to 4,000 Hz.
    package var bands: SIMD16<Int16>
    /// Other features in order: the levels above and below 6,000 Hz of what is above 4,000 Hz (2),
    /// how far the spectrum is from flat in three regions (3, hundredths of a decibel), periodicity
    /// in thousandths (1), its lag in steps of 250 us (1), nothing (1), then four quarters of the
    /// hop: their level below 4,000 Hz, rumble held down (4), and above (4).
    public var rest: SIMD16<Int16>

    /// Features of these parts.
    package init(bands: SIMD16<Int16>, rest: SIMD16<Int16>) {
        self.bands = bands
        self.rest = rest
    }

    /// Places in ``rest``.
    enum Place {
        static let high = 0
        static let shape = 2
        static let periodicity = 5
        static let lag = 6
        static let nothing = 7
        static let lowQuarters = 8
        static let highQuarters = 12
    }

    /// Digital silence.
    static let silence = HopFeatures(
        bands: SIMD16(repeating: lowest),
        rest: SIMD16(
            lowest, lowest, 0, 0, 0, 0, 0, 0, lowest, lowest, lowest, lowest, lowest, lowest,
            lowest, lowest))
}
