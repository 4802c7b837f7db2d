internal import CAcousticScore

/// The acoustics of a Sphinx model with phonetically tied mixtures: phones, states, Gaussians.
///
/// Each phone has a codebook of 128 Gaussians for each of three streams of 13 numbers; a senone,
/// the state of a phone between neighbours, weighs them. It is read once and never changed, so any
/// number of searches share one.
package final class AcousticModel: Sendable {
    /// Streams of features: cepstrum, its change, and the change of that.
    package static let streams = 3
    /// Numbers of a stream.
    package static let dimensions = 13
    static let gaussians = Int(VOICETEST_GAUSSIANS)
    /// Numbers of a codebook's table: what is added, and a mean and half a precision a dimension.
    static let tableSize = (1 + 2 * dimensions) * gaussians

    /// The phones it tells apart, and the states of each between its neighbours.
    package let phones: PhoneTable
    /// Statistics of the front end's cepstra, for repairing bands that a sound does not have.
    let cepstra: CepstralStatistics
    /// The mean of the cepstra that the model says speech has before anything was heard.
    let meanCepstra: [Float]
    /// Costs for each matrix and state: of staying, of going on, and of leaving a state out.
    let transitions: [Int32]
    /// Tables, one for each phone and stream, as `voicetest_densities` takes them.
    let tables: [Float]
    /// Number of the weight in ``weightValues``, for each stream, Gaussian and senone.
    private let weights: [UInt8]
    private let weightValues: [Float]

    /// Reads the model in `folder`, whose files are called as Sphinx calls them.
    ///
    /// - Throws: ``AcousticModelError``.
    package init(folder: String) throws(AcousticModelError) {
        let phones = try PhoneTable(path: "\(folder)/mdef")
        let means = try Self.gaussians(
            path: "\(folder)/means", phones: phones.names.count,
            within: -Self.meanLimit...Self.meanLimit)
        let variances = try Self.gaussians(
            path: "\(folder)/variances", phones: phones.names.count, within: 0...Self.varianceLimit)
        self.phones = phones
        cepstra = CepstralStatistics(means: means, variances: variances)
        meanCepstra = try FeatureParameters(path: "\(folder)/feat.params").meanCepstra
        tables = Self.tables(means: means, variances: variances)
        transitions = try Self.transitions(
            path: "\(folder)/transition_matrices", least: phones.matrixCount)
        weights = try Self.weights(path: "\(folder)/sendump", senones: phones.senoneCount)
        // Source: sendump holds logarithms to the base 1.0001, in steps of 1,024 of them.
        weightValues = (0..<256).map {
            Float(ExactMath.exponential(-0.102_394_880_34 * Double($0)))
        }
    }

    /// Writes the weights of a senone in a stream to `row`.
    func copyWeights(of senone: Int, stream: Int, to row: UnsafeMutablePointer<Float>) {
        let first = stream * Self.gaussians * phones.senoneCount + senone
        for gaussian in 0..<Self.gaussians {
            row[gaussian] = weightValues[Int(weights[first + gaussian * phones.senoneCount])]
        }
    }

    /// Largest mean, far beyond what features of sound reach: the scores of Gaussians there stay
    /// finite.
    private static let meanLimit: Float = 1e5
    private static let varianceLimit: Float = 1e8

    private static func gaussians(
        path: String, phones: Int, within range: ClosedRange<Float>
    ) throws(AcousticModelError) -> [Float] {
        var reader = try ModelReader(path: path)
        let summed = try reader.header()
        _ = try reader.count(phones...phones, of: "codebooks")
        _ = try reader.count(streams...streams, of: "streams")
        _ = try reader.count(gaussians...gaussians, of: "Gaussians")
        for _ in 0..<streams { _ = try reader.count(dimensions...dimensions, of: "dimensions") }
        let count = phones * streams * gaussians * dimensions
        let values = try reader.floats(try reader.count(count...count, of: "numbers"))
        try reader.finish(summing: summed)
        guard values.allSatisfy(range.contains) else {
            throw reader.damaged("a number in it is out of all proportion")
        }
        return values
    }

    private static func tables(means: [Float], variances: [Float]) -> [Float] {
        let codebooks = means.count / (gaussians * dimensions)
        var tables = [Float](repeating: 0, count: codebooks * tableSize)
        for codebook in 0..<codebooks {
            for gaussian in 0..<gaussians {
                let source = (codebook * gaussians + gaussian) * dimensions
                let target = codebook * tableSize + gaussian
                var constant: Float = 0
                for dimension in 0..<dimensions {
                    let variance = max(variances[source + dimension], leastVariance)
                    let row = target + (1 + 2 * dimension) * gaussians
                    tables[row] = means[source + dimension]
                    tables[row + gaussians] = 0.5 / variance
                    constant -= 0.5 * voicetest_logarithm(2 * Float.pi * variance)
                }
                tables[target] = constant
            }
        }
        return tables
    }

    /// Sphinx's own floor of a variance.
    private static let leastVariance: Float = 1e-4

    private static func transitions(
        path: String, least: Int
    ) throws(AcousticModelError) -> [Int32] {
        var reader = try ModelReader(path: path)
        let summed = try reader.header()
        let matrices = try reader.count(least...255, of: "matrices")
        let states = PhoneTable.states
        _ = try reader.count(states...states, of: "states")
        _ = try reader.count(states + 1...states + 1, of: "states to go to")
        let count = matrices * states * (states + 1)
        let values = try reader.floats(try reader.count(count...count, of: "numbers"))
        try reader.finish(summing: summed)
        var costs: [Int32] = []
        for row in 0..<matrices * states {
            let state = row % states
            let first = row * (states + 1)
            let sum = values[first..<first + states + 1].reduce(0, +)
            // pocketsphinx ends the process at a step back or over two states.
            let isForward = (0...states).allSatisfy { target in
                let value = values[first + target]
                return (state...state + 2).contains(target) ? value >= 0 : value == 0
            }
            guard isForward, sum > 0, sum.isFinite else {
                throw reader.damaged("row \(row) is not of steps forward")
            }
            for step in 0..<3 {
                let value = state + step <= states ? values[first + state + step] : 0
                let share = sum > 0 ? min(1, value / sum) : 0
                costs.append(
                    share > 1e-6 ? Score.of(nepers: voicetest_logarithm(share)) : Score.none)
            }
        }
        return costs
    }

    private static func weights(path: String, senones: Int) throws(AcousticModelError) -> [UInt8] {
        var reader = try ModelReader(path: path)
        // Texts with their lengths, the last one of no length. pocketsphinx has room for 1,000
        // bytes.
        var lines = 0
        while true {
            let length = try reader.count(0...999, of: "bytes of a line")
            if length == 0, lines > 1 { break }
            let bytes = try reader.read(length)
            lines += 1
            let isPadding = lines > 2 && bytes.allSatisfy { $0 == UInt8(ascii: "!") }
            guard bytes.last == 0 || isPadding, lines <= 100 else {
                throw reader.damaged("line \(lines) of its description does not end")
            }
            let line = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            let known = [
                "feature_count": streams, "mixture_count": gaussians, "model_count": senones,
                "cluster_count": 0, "cluster_bits": 8,
            ]
            for (name, value) in known
            where line.hasPrefix(name) && line != "\(name) \(value)" {
                throw reader.damaged("its \(name) is not \(value)")
            }
        }
        _ = try reader.count(gaussians...gaussians, of: "Gaussians")
        _ = try reader.count(senones...senones, of: "senones")
        let weights = Array(try reader.read(streams * gaussians * senones))
        try reader.finish(summing: nil)
        return weights
    }
}

/// Scores of paths: logarithms of likelihoods in whole steps, so that sums have no order.
enum Score {
    /// Steps of a neper.
    static let unit: Float = 1_024
    /// Score that no path reaches.
    static let none: Int32 = -(1 << 30)

    static func of(nepers: Float) -> Int32 { Int32((nepers * unit).rounded()) }
}

/// Functions from arithmetic alone, since the system's differ between CPUs.
package enum ExactMath {
    /// The exponential, by its series; exact to a share of 1e-13 from -30 to 30.
    package static func exponential(_ value: Double) -> Double {
        guard value.isFinite else { return value < 0 ? 0 : value }
        var part = value
        var squarings = 0
        while abs(part) > 0.5 {
            part /= 2
            squarings += 1
        }
        var term = 1.0
        var sum = 1.0
        for order in 1...20 {
            term *= part / Double(order)
            sum += term
        }
        for _ in 0..<squarings { sum *= sum }
        return sum
    }

    /// The natural logarithm of a positive, normal number; -100 for anything else.
    package static func logarithm(_ value: Float) -> Float { voicetest_logarithm(value) }
}
