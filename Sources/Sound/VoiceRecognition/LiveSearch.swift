internal import VoiceAcoustics
internal import VoiceAudio
internal import VoiceHypothesis

/// Follows one utterance through a graph while it is still spoken.
///
/// Each sample is searched once, when it comes. What is understood depends on the sound alone, not
/// on how it was cut into pieces.
struct LiveSearch: ~Copyable {
    /// Larger networks are searched with a beam while speech runs.
    ///
    /// Of 1,158 partial results of 124 utterances, none of which a graph of 1,000 phrases has, five
    /// differ with it.
    private static let exactNodes = 1_000

    private let network: SearchNetwork
    private var features: LiveFeatures
    private var scorer: SenoneScorer
    private var search: TokenSearch
    private var loop: PhoneLoop
    private var watch: TriggerWatch?
    /// The words of the trigger as they were first heard to their end; nil before.
    private(set) var trigger: [Place]?

    /// A way of saying a word, by its number, and the frames of the model that it covers.
    typealias Place = (word: Int, frames: Range<Int>)
    /// Words, with the fit of all of the sound, in nepers a frame.
    typealias Words = (words: [Place], fit: Float)

    /// A search before its first sound, which has `rate` Hz; `speaker` is its speaker's mean,
    /// `beam` the width of the search of a large network, in nepers.
    init(
        _ network: SearchNetwork, model: AcousticModel, rate: Int, speaker: SpeakerMean?,
        trigger: PhraseNetwork.Trigger? = nil, beam: Float = TokenSearch.beamNepers
    ) throws(AudioError) {
        self.network = network
        features = try LiveFeatures(model: model, rate: rate, speaker: speaker)
        scorer = SenoneScorer(network.senones)
        // A trigger's path is compared with the best one, however far below it is.
        let isExact = trigger != nil
        search = TokenSearch(
            network, exactNodes: isExact ? TokenSearch.exactNodes : Self.exactNodes, beam: beam)
        loop = PhoneLoop(network)
        watch = trigger.map { TriggerWatch($0, in: network) }
    }

    /// Number of samples of the utterance that were taken.
    var taken: Int { features.taken }

    /// Processes the samples that follow those taken before.
    mutating func process(_ samples: [Int16]) {
        features.process(samples) { frame in
            scorer.score(frame) { row in
                search.step(row)
                loop.step(row)
                if trigger == nil { trigger = watch?.words(in: search, loop) }
            }
        }
    }

    /// Returns the best words so far, with the frames of the model that they cover, and the fit of
    /// all; nil while nothing was searched.
    ///
    /// Speech of any phones at the end is left out, since every word begins like that.
    func wordsSoFar() -> Words? {
        guard let best = search.bestSoFar() else { return nil }
        var words = best.words
        if let last = words.last, network.words[last.word].isAny { words.removeLast() }
        let fit = TokenSearch.nepers(best.score - loop.scoreSoFar) / Float(max(1, search.frames))
        return (words, fit)
    }
}

/// Watches for the frame at which a trigger phrase was heard to its end.
///
/// The best path that ends with the trigger is compared with the best one of any phones that ends
/// at the same frame; before the trigger both are the same. Source of the method: keyword spotting
/// by a filler model (Rose and Paul 1990). Each word is compared with a free phone loop as well, so
/// that a word that fits well carries none that was not said.
private struct TriggerWatch {
    private let said: [Int]
    private let other: [Int]
    private let count: Int
    /// Scores of a free phone loop before each frame.
    private var loopScores: [Int64] = [0]

    init(_ trigger: PhraseNetwork.Trigger, in network: SearchNetwork) {
        said = network.finals(at: trigger.said)
        other = network.finals(at: trigger.other)
        count = trigger.words
    }

    /// The words of the trigger where they end at the frame that `search` and `loop` took last.
    ///
    /// It has to be asked after each frame.
    mutating func words(
        in search: borrowing TokenSearch, _ loop: PhoneLoop
    ) -> [LiveSearch.Place]? {
        loopScores.append(loop.score)
        guard let path = search.best(among: said), let filler = search.best(among: other) else {
            return nil
        }
        let words = search.starts(of: path, last: count)
        guard words.count == count, let start = words.first?.frame, start < search.frames else {
            return nil
        }
        let frames = Float(search.frames - start)
        // Any phones pay for each frame, so that words are preferred to them.
        let fit = TokenSearch.nepers(path.score - filler.score) / frames - SearchNetwork.anyCost
        guard fit >= FitScale.leastTriggerFit else { return nil }
        let ends = words.dropFirst().map(\.frame) + [search.frames]
        let rests = words.dropFirst().map(\.rest) + [0]
        for (index, word) in words.enumerated() {
            let free = loopScores[ends[index]] - loopScores[word.frame]
            let own = TokenSearch.nepers(word.rest - rests[index] - free)
            let least = FitScale.leastTriggerWordFit * Float(ends[index] - word.frame)
            guard own >= least else { return nil }
        }
        return zip(words, ends).map { (word: $0.word, frames: $0.frame..<$1) }
    }
}
