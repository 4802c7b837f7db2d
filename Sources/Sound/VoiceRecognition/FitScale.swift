internal import VoiceAcoustics
internal import VoiceHypothesis

/// Scale from how well words fit to a confidence in thousandths.
enum FitScale {
    /// The fit at which an answer becomes a rejection, in thousandths of a neper a frame less than
    /// a free phone loop.
    ///
    /// Measured on 98 real digits and 44 utterances outside their grammar, in sessions: 88 right,
    /// none of these rejected; 42 of the 44 rejected.
    static let limitMillinepers = -1_200
    /// Allowance for the fit of sound that ends at a telephone's band, in thousandths of a neper a
    /// frame: its upper bands are a guess.
    static let narrowAllowanceMillinepers = 200
    /// Least lead of an answer over other words where the sound ends at a telephone's band, in
    /// nepers a frame.
    ///
    /// Of 76 right answers to digits of that band it rejects two, of ten wrong ones seven.
    static let leastLead: Float = 0.18
    /// Fit, in thousandths of a neper a frame, for which the confidence falls by 500.
    static let widthMillinepers = 1_800
    /// The confidence at ``limitMillinepers``, below which an answer is a rejection.
    static let leastConfidencePermille = 500

    /// Least fit of the words of a trigger relative to a free phone loop, in nepers a frame.
    ///
    /// Measured on whole utterances: of 22 real trigger phrases 21 fit by -0.51 and better, one by
    /// -0.95; eleven places in other speech that were nearest to one fit by -0.86 and worse.
    static let leastTriggerFit: Float = -0.75
    /// Least fit of each word of a trigger relative to free phones, in nepers a frame.
    ///
    /// Measured on whole utterances: the words of real trigger phrases fit by -2.44 and better;
    /// five that were not said, beside one that was, fit by -5.75 to -9.32.
    static let leastTriggerWordFit: Float = -4

    /// Least fit over a free phone loop of words beside speech of any phones, all together, in
    /// nepers a frame; ``leastWordFitBesideOther`` is that of each of them over free phones.
    static let leastFitBesideOther: Float = -0.75
    static let leastWordFitBesideOther: Float = -4
    /// The pause in frames that parts words from other speech, and the frames of words that are
    /// long enough without one.
    static let leastPause = 10
    static let leastLength = 60
    /// Number of words up to which an answer has few; ``combinationWeight`` is the factor by which
    /// an order of few words that no phrase has costs more than in the search.
    static let fewWords = 3
    static let combinationWeight: Float = 1.5

    /// The gain of one to three words over silence, in nepers a frame: from ``certainGain`` on they
    /// are said. From ``leastGain`` on they are, if they are long enough and a vowel is held.
    ///
    /// Noise in which ten digits or 23 commands were found gains 2.75 at most. The limits lose none
    /// of 1,010 right answers to six synthetic voices at 120 to 260 words a minute. Without
    /// ``leastFittingGain`` they lose one of 88 real digits.
    static let certainGain: Float = 3
    static let leastGain: Float = 1.2
    /// Frames of few words; ``leastVowelFrames`` is those for which a vowel is held: noise passes
    /// through the states of vowels and stops as fast as they allow.
    static let leastFrames = 25
    static let leastVowelFrames = 5
    /// Least score of words whose phones fit over silence, in nepers a frame, and how much worse
    /// than the best phone without neighbours each of these may score.
    static let leastFittingGain: Float = 0.2
    static let leastPhoneFit: Float = -5.3

    /// Whether few words with these phones were said, and noise does not only have their spectrum.
    static func areSaid(_ phones: [ForcedAlignment.Phone]) -> Bool {
        let frames = phones.reduce(0) { $0 + $1.frames.count }
        let sum = phones.reduce(Float(0)) { $0 + $1.gain * Float($1.frames.count) }
        let gain = sum / Float(max(1, frames))
        if gain >= certainGain { return true }
        let vowels = phones.filter { isVowel($0) }
        let held = vowels.filter { $0.frames.count >= leastVowelFrames }
        guard frames >= leastFrames, !held.isEmpty || vowels.isEmpty else { return false }
        let fitting = phones.count { $0.fit >= leastPhoneFit }
        let isFitting =
            2 * fitting > phones.count
            && (vowels.isEmpty || held.contains { $0.fit >= leastPhoneFit })
        return gain >= (isFitting ? leastFittingGain : leastGain)
    }

    /// The names of vowels begin with a vowel in the CMU dictionary.
    private static func isVowel(_ phone: ForcedAlignment.Phone) -> Bool {
        phone.name.first.map { "AEIOU".contains($0) } ?? false
    }

    /// Milliseconds at the end of speech that belong to the last word although the alignment gives
    /// them to silence.
    ///
    /// Measured on 68 recordings with level labels: 96 % of ends are within 60 ms, 85 % without
    /// it; limits of 80 to 160 ms give 93 % or more. Published word times are met alike.
    static let longestDecayMs = 100

    /// The confidence in a whole reading by its fit in nepers a frame.
    static func confidence(inAll fit: Float, isNarrow: Bool = false) -> Int {
        let allowance = isNarrow ? narrowAllowanceMillinepers : 0
        let millinepers = Int((fit * 1_000).rounded()) + allowance
        let above = (millinepers - limitMillinepers) * leastConfidencePermille / widthMillinepers
        return max(0, min(1_000, leastConfidencePermille + above))
    }

    /// The goodness of a word or phone by its fit: a logistic curve, calibrated on right and wrong
    /// words of sentences.
    static func confidence(inPart fit: Float) -> Int {
        let value = goodnessOffset + goodnessSlope * max(-20, min(20, Double(fit)))
        return Int((1_000 / (1 + ExactMath.exponential(-value))).rounded())
    }

    private static let goodnessOffset = 2.05
    private static let goodnessSlope = 0.43
}

/// Converter between the session's frames and the model's, which are 10 ms each.
struct FrameClock {
    private let extent: Range<Int64>
    private let sampleRate: Int64

    init(_ utterance: Utterance) {
        extent = utterance.extent
        sampleRate = Int64(utterance.pieces.sampleRate)
    }

    func modelFrames(of range: Range<Int64>) -> Range<Int> {
        let inside = range.clamped(to: extent)
        let lower = (inside.lowerBound - extent.lowerBound) * 100 / sampleRate
        let upper = ((inside.upperBound - extent.lowerBound) * 100 + sampleRate - 1) / sampleRate
        return Int(lower)..<Int(max(lower, upper))
    }

    func sessionFrames(of frames: Range<Int>) -> Range<Int64> {
        let lower = extent.lowerBound + Int64(frames.lowerBound) * sampleRate / 100
        let upper = extent.lowerBound + Int64(frames.upperBound) * sampleRate / 100
        return (lower..<max(lower, upper)).clamped(to: extent)
    }
}
