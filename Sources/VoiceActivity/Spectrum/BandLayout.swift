/// How spectrum bins are gathered into bands, narrow where speech has its detail.
struct BandLayout: Sendable {
    /// One band: bins `bins`, and its say in the mean.
    struct Band {
        var bins: Range<Int>
        var weight: Int32
    }

    let bands: [Band]
    let totalWeight: Int32

    init(sampleRate: Int, size: Int, constants: SpectrumConstants) {
        let edges = constants.bandEdgesHertz
        func bin(_ hertz: Int) -> Int { (hertz * size + sampleRate / 2) / sampleRate }
        var bands: [Band] = []
        for (index, (low, high)) in zip(edges, edges.dropFirst()).enumerated() {
            guard high <= sampleRate / 2 else { break }
            let first = min(bin(low), size / 2)
            // A band is one bin at least, however close its edges are.
            let bins = first..<max(first + 1, bin(high))
            bands.append(Band(bins: bins, weight: Int32(max(0, constants.bandWeights[index]))))
        }
        self.bands = bands
        totalWeight = max(1, bands.reduce(0) { $0 + $1.weight })
    }
}
