/// How spectrum bins are gathered into bands, narrow where speech has its detail.
struct BandLayout: Sendable {
    /// One band: bins `bins`, and its say in the mean.
    struct Band {
        var bins: Range<Int>
        var weight: Int32
    }

    /// Band edges in hertz, about a critical band apart.
    static let edges = [
        110, 200, 300, 400, 500, 630, 770, 920, 1_080, 1_270, 1_480, 1_720, 2_000, 2_320, 2_700,
        3_150, 3_700, 4_400, 5_300, 6_400, 7_700,
    ]
    let bands: [Band]
    let totalWeight: Int32

    init(sampleRate: Int, size: Int) {
        var bands: [Band] = []
        for (low, high) in zip(Self.edges, Self.edges.dropFirst()) {
            guard high <= sampleRate / 2 else { break }
            let first = (low * size + sampleRate / 2) / sampleRate
            let end = (high * size + sampleRate / 2) / sampleRate
            bands.append(Band(bins: first..<end, weight: Self.weight(low: low)))
        }
        self.bands = bands
        totalWeight = bands.reduce(0) { $0 + $1.weight }
    }

    /// Rumble and hiss say less than what lies between.
    private static func weight(low: Int) -> Int32 {
        if low < 200 || low >= 5_000 { return 2 }
        return low >= 3_700 ? 3 : 4
    }
}
