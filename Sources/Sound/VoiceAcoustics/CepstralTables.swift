internal import CAcousticScore
internal import VoiceAudio

/// Numbers of the front end that Sphinx's models were trained with, for sound of 16 kHz.
///
/// Source: `fe_sigproc.c` of sphinxbase and the model's `feat.params`: lowerf 130, upperf 6800,
/// nfilt 25, transform dct, lifter 22.
enum CepstralTables {
    static let sampleRate = 16_000
    static let hop = 160
    static let window = 410
    static let transform = 512
    static let bins = transform / 2 + 1
    static let filters = 25
    static let cepstra = AcousticModel.dimensions
    static let lowest = 130.0
    static let highest = 6_800.0
    static let preemphasis: Float = 0.97
    private static let lifter = 22.0

    /// A Hamming window.
    static let hamming: [Float] = (0..<window).map { index in
        let turn = 2 * Double(index) / Double(window - 1)
        return Float(0.54 - 0.46 * ExactCosine.of(halfTurns: turn))
    }

    /// Matrix from the logarithms of filters to cepstra, lifter included: a row a cepstrum.
    static let cosines: [Double] = (0..<cepstra).flatMap { row in
        let scale = (row == 0 ? 1.0 : 2.0) / Double(filters)
        return (0..<filters).map { column in
            let turn = Double(row) * (Double(column) + 0.5) / Double(filters)
            return scale.squareRoot() * ExactCosine.of(halfTurns: turn) * lift(row)
        }
    }

    /// Matrix from cepstra to the logarithms of filters: a row a filter.
    static let inverse: [Double] = (0..<filters).flatMap { row in
        (0..<cepstra).map { column in
            cosines[column * filters + row] / (lift(column) * lift(column))
        }
    }

    private static func lift(_ row: Int) -> Double {
        // sin(pi x) is the cosine of half a half turn less.
        1 + lifter / 2 * ExactCosine.of(halfTurns: abs(Double(row) / lifter - 0.5))
    }
}

/// Triangular filters on the mel scale, their edges multiplied by a factor.
struct MelBank: Sendable {
    /// First bin of each filter, and how many it has.
    private let places: [(first: Int, count: Int)]
    private let weights: [Float]
    /// The upper edge of each filter in hertz.
    let upperEdges: [Double]

    /// Filters whose edges are `warpPermille` thousandths of the model's.
    init(warpPermille: Int) {
        let count = CepstralTables.filters
        let low = Self.mel(CepstralTables.lowest)
        let step = (Self.mel(CepstralTables.highest) - low) / Double(count + 1)
        let width = Double(CepstralTables.sampleRate) / Double(CepstralTables.transform)
        let edges = (0..<count + 2).map { index in
            Self.hertz(low + step * Double(index)) * Double(warpPermille) / 1_000
        }
        upperEdges = (0..<count).map { edges[$0 + 2] }
        // Sphinx moves the edges to whole bins.
        let rounded = edges.map { ($0 / width).rounded() * width }
        var places: [(first: Int, count: Int)] = []
        var weights: [Float] = []
        for filter in 0..<count {
            let (left, middle, right) = (
                rounded[filter], rounded[filter + 1], rounded[filter + 2]
            )
            let bins = Int(left / width)...Int(right / width)
            places.append((bins.lowerBound, bins.count))
            weights += bins.map { bin in
                let frequency = Double(bin) * width
                let rising = middle > left ? (frequency - left) / (middle - left) : 0
                let falling = right > middle ? (right - frequency) / (right - middle) : 0
                return Float(max(0, min(rising, falling)) * 2 / (right - left))
            }
        }
        self.places = places
        self.weights = weights
    }

    /// The logarithms of the filters over the powers of one frame.
    func measure(_ powers: UnsafePointer<Float>, into logarithms: UnsafeMutablePointer<Float>) {
        var weight = 0
        for filter in 0..<places.count {
            var sum: Float = 1e-4
            for bin in places[filter].first..<places[filter].first + places[filter].count {
                sum += powers[bin] * weights[weight]
                weight += 1
            }
            logarithms[filter] = voicetest_logarithm(sum)
        }
    }

    // The scale is 2595 log10(1 + f / 700); any base does, since only shares of it count.
    private static func mel(_ hertz: Double) -> Double {
        Double(voicetest_logarithm(Float(1 + hertz / 700)))
    }

    private static func hertz(_ mel: Double) -> Double { 700 * (ExactMath.exponential(mel) - 1) }
}

/// Statistics of the cepstra of a model: the mean and the covariance of its Gaussians together.
struct CepstralStatistics: Sendable {
    let mean: [Double]
    /// A row a cepstrum.
    let covariance: [Double]

    init(means: [Float], variances: [Float]) {
        let size = AcousticModel.dimensions
        let stream = AcousticModel.gaussians * size
        var mean = [Double](repeating: 0, count: size)
        var products = [Double](repeating: 0, count: size * size)
        var count = 0.0
        // The first stream of each codebook holds the cepstra themselves.
        for codebook in stride(from: 0, to: means.count, by: AcousticModel.streams * stream) {
            for first in stride(from: codebook, to: codebook + stream, by: size) {
                count += 1
                for row in 0..<size {
                    mean[row] += Double(means[first + row])
                    products[row * size + row] += Double(variances[first + row])
                    for column in 0..<size {
                        products[row * size + column] +=
                            Double(means[first + row]) * Double(means[first + column])
                    }
                }
            }
        }
        mean = mean.map { $0 / count }
        covariance = products.indices.map { index in
            products[index] / count - mean[index / size] * mean[index % size]
        }
        self.mean = mean
    }
}
