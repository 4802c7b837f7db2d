internal import VoiceAcoustics
internal import VoiceAudio

/// Follows one utterance through a graph while it is still spoken.
///
/// Each sample is searched once, when it comes. What is understood depends on the sound alone, not
/// on how it was cut into pieces.
struct LiveSearch: ~Copyable {
    /// The level is set by so much of the beginning, in seconds: nothing is understood before.
    private static let levelSeconds = 0.4
    /// The level that the loudest sample of the beginning is brought to: −12 dBFS, since speech may
    /// become louder.
    private static let peak: Int32 = 8_192

    private let network: SearchNetwork
    private var stream: CepstralStream
    private var scorer: SenoneScorer
    private var search: TokenSearch
    private var loop: PhoneLoop
    private var converter: RateConverter?
    private let rate: Int
    /// Samples at the model's rate that wait for a level.
    private var waiting: [Int16] = []
    private var leveler: Leveler?
    /// How many samples of the utterance were taken.
    private(set) var taken = 0

    /// A search that has heard nothing of sound of `rate` Hz.
    init(_ network: SearchNetwork, model: AcousticModel, rate: Int) throws(AudioError) {
        self.network = network
        self.rate = rate
        stream = CepstralStream(model: model, isNarrow: rate <= 11_025)
        scorer = SenoneScorer(network.senones)
        search = TokenSearch(network)
        loop = PhoneLoop(network)
        if rate != DecoderInput.sampleRate {
            converter = try RateConverter(
                from: rate, to: DecoderInput.sampleRate, quality: .fast)
        }
    }

    /// Takes the samples that follow those taken before.
    mutating func take(_ samples: ArraySlice<Int16>) {
        taken += samples.count
        guard converter != nil else { return hear(Array(samples)) }
        var output: [Float] = []
        let input = samples.map(PCM16.float)
        input.withUnsafeBufferPointer { converter?.append($0, isLast: false, to: &output) }
        hear(output.map(PCM16.sample))
    }

    private mutating func hear(_ samples: [Int16]) {
        waiting += samples
        if leveler == nil {
            let needed = Int(Self.levelSeconds * Double(DecoderInput.sampleRate))
            guard waiting.count >= needed else { return }
            leveler = Leveler(waiting[..<needed], peak: Self.peak)
        }
        guard var leveler else { return }
        let leveled = leveler.leveled(waiting)
        self.leveler = leveler
        waiting.removeAll(keepingCapacity: true)
        leveled.withUnsafeBufferPointer { samples in
            stream.append(samples) { frame in
                scorer.score(frame) { row in
                    search.step(row)
                    loop.step(row)
                }
            }
        }
    }

    /// The words that fit best so far, with the frames of the model that they cover, and how well
    /// all fits; nil while nothing was searched.
    ///
    /// Speech of any phones at the end is left out, since every word begins like that.
    func wordsSoFar() -> (words: [(word: Int, frames: Range<Int>)], fit: Float)? {
        guard let best = search.bestSoFar() else { return nil }
        let ends = best.words.dropFirst().map(\.frame) + [search.frames]
        var words = zip(best.words, ends).map { (word: $0.word, frames: $0.frame..<$1) }
        if let last = words.last, network.words[last.word].isAny { words.removeLast() }
        let fit = TokenSearch.nepers(best.score - loop.scoreSoFar) / Float(max(1, search.frames))
        return (words, fit)
    }
}
