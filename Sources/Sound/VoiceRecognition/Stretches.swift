internal import VoiceAcoustics

/// Combination of the searches of one utterance, its spectrum stretched in several ways.
struct Stretches {
    /// Distance below the stretch that fits best at which another one counts about a third, in
    /// nepers a frame.
    ///
    /// Of 194 digits in a telephone's band, lowered by 12 and 20 %, it puts 156 first. Real digits
    /// and words of synthetic voices are found as often as with the mean, or more often.
    private static let reach = 0.2

    /// Scores of a free phone loop in each stretch, in nepers a frame; nil where all stretches
    /// count alike: in sound with upper bands, where the mean finds as much.
    private let loops: [Float]?

    init(loops: [Float]?) { self.loops = loops }

    init(_ passes: [GraphDecoder.Pass]) {
        guard passes.contains(where: \.isNarrow) else {
            self.init(loops: nil)
            return
        }
        self.init(loops: passes.map { TokenSearch.nepers($0.loop) / Float(max(1, $0.frames)) })
    }

    /// Returns how well words fit that fit so in each stretch: the mean.
    static func fit(_ fits: [Float]) -> Float {
        fits.reduce(0, +) / Float(max(1, fits.count))
    }

    /// Returns how likely words are that fit so in each stretch, in nepers a frame, to compare them
    /// with others: the likeliest stretches count most, or all alike.
    ///
    /// The logarithm of the mean likelihood over the stretches, each to the power of 1 by ``reach``
    /// for a frame.
    func likelihood(_ fits: [Float]) -> Float {
        guard let loops else { return Self.fit(fits) }
        let scores = zip(fits, loops).map { Double($0 + $1) / Self.reach }
        guard let best = scores.max() else { return 0 }
        let sum = scores.reduce(0.0) { $0 + ExactMath.exponential($1 - best) }
        let mean = ExactMath.logarithm(Float(sum / Double(scores.count)))
        return Float(Self.reach) * (Float(best) + mean)
    }

    /// Returns how much likelier the first of `found` is than the next that shares no word with it
    /// and is said otherwise; infinite without such.
    static func lead(of found: [(ways: [WordGraph.Word], likelihood: Float)]) -> Float {
        guard let best = found.first else { return .infinity }
        let texts = Set(best.ways.map(\.text))
        let rival = found.dropFirst().first { other in
            texts.isDisjoint(with: other.ways.map(\.text))
                && other.ways.flatMap(\.phones) != best.ways.flatMap(\.phones)
        }
        return rival.map { best.likelihood - $0.likelihood } ?? .infinity
    }
}
