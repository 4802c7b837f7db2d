/// Gathers four spectra into band levels, and measures how far each is from flat.
///
/// Shape: bins of 31.25 Hz, one spectrum a lane; rows of 32 values, one a hop, out.
struct BandSums: Sendable {
    typealias Lanes = SIMD4<Float>

    /// The first bin of each band, and the end of the last: 94 to 4,000 Hz.
    static let edges = [3, 6, 9, 12, 16, 20, 25, 30, 36, 43, 51, 61, 72, 85, 100, 114, 128]
    /// The bands that each region begins with, and the end of the last.
    private static let regions = [0, 8, 12, 16]
    static let shared = BandSums()
    private let shares: [Float]

    private init() {
        let window = WindowTable.hann(count: LaneSpectrum.size)
        // The split doubles the sound, the transform leaves powers four times too great.
        let whole = window.reduce(0) { $0 + $1 * $1 } * 16 * 1_073_741_824
        shares = zip(Self.edges, Self.edges.dropFirst()).map { 1 / (Float($1 - $0) * whole) }
    }

    /// Fills bands and shape of `lanes` rows at `values`.
    @inline(__always)
    func fill(
        _ values: UnsafeMutablePointer<Int16>, _ powers: UnsafeMutablePointer<Lanes>, lanes: Int
    ) {
        for region in 0..<3 {
            var whole = Lanes()
            var logarithms = Lanes()
            for band in Self.regions[region]..<Self.regions[region + 1] {
                var sum = Lanes()
                for bin in Self.edges[band]..<Self.edges[band + 1] {
                    // Nothing at all has no logarithm.
                    let power = powers[bin] + 1
                    sum += power
                    logarithms += CentiDecibels.roughly(power)
                }
                whole += sum
                let level = CentiDecibels.of(sum * shares[band])
                Self.store(level, values + band, lanes)
            }
            let bins = Float(
                Self.edges[Self.regions[region + 1]] - Self.edges[Self.regions[region]])
            let mean = CentiDecibels.roughly(whole / bins)
            let shape = CentiDecibels.rounded(mean - logarithms / bins)
            Self.store(shape, values + 16 + HopFeatures.Place.shape + region, lanes)
        }
    }

    @inline(__always)
    private static func store(
        _ four: SIMD4<Int32>, _ values: UnsafeMutablePointer<Int16>, _ lanes: Int
    ) {
        let low = four.replacing(
            with: Int32(HopFeatures.lowest), where: four .< Int32(HopFeatures.lowest))
        for lane in 0..<lanes { values[32 * lane] = Int16(truncatingIfNeeded: low[lane]) }
    }
}
