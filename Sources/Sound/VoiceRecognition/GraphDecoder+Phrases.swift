internal import VoiceAcoustics

/// The phrases of a decoding graph as a closed list: each is scored as a whole.
struct PhraseList {
    private let network: SearchNetwork
    /// The numbers that the graph's network has for the ways of saying words.
    private let numbers: [Int]

    /// The list of `phrases`, whose words are all words of `graph`.
    init(_ phrases: WordGraph, of graph: SearchNetwork, model: AcousticModel) {
        network = SearchNetwork(phrases, model: model)
        let known = Dictionary(
            graph.words.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        numbers = network.words.map { known[$0] ?? 0 }
    }

    /// Returns the phrases by their fit, best first, as words of the graph.
    func readings(of features: [CepstralFrontEnd.Features]) -> [GraphDecoder.Reading] {
        let passes = features.map { GraphDecoder.Pass(network, $0) }
        return GraphDecoder.compared(passes, network).map { reading in
            GraphDecoder.Reading(
                words: reading.words.map { numbers[$0] }, fit: reading.fit, lead: reading.lead)
        }
    }
}

extension GraphDecoder {
    /// Returns the readings of a decoding graph, best first: `found` by their cost and fit, with
    /// its few phrases compared as those of a closed list are.
    ///
    /// A phrase takes the place of another one that fits less, of a combination that fits and costs
    /// more, and of speech of any phones where it fits well enough for an answer. Other phrases
    /// follow as rivals.
    func likely(
        _ found: [Reading], _ features: [CepstralFrontEnd.Features], rivals limit: Int
    ) -> [Reading] {
        guard var best = found.first else { return [] }
        let hasOther = hasAny(best)
        guard let list, limit > 0 || hasOther || best.words.count <= Self.mostPhraseWords else {
            return found
        }
        let phrases = list.readings(of: features)
        guard let phrase = phrases.first else { return found }
        let isFitting = FitScale.confidence(inAll: phrase.fit) >= leastConfidence
        best.isCombination =
            !hasOther && !phrases.contains { texts(of: $0) == texts(of: best) }
        let isBetter =
            hasOther
            ? isFitting : phrase.fit > (best.isCombination ? best.fit - best.cost : best.fit)
        if texts(of: phrase) == texts(of: best) { best.lead = phrase.lead }
        let first = isBetter ? phrase : best
        let rest = (found + phrases).filter { !hasAny($0) && texts(of: $0) != texts(of: first) }
        return [first]
            + rest.enumerated().sorted {
                ($1.element.fit, $0.offset) < ($0.element.fit, $1.offset)
            }.map(\.element)
    }

    /// Readings of more words are no phrase, as a rule.
    private static let mostPhraseWords = 12

    /// Whether speech of any phones is a part of a reading.
    func hasAny(_ reading: Reading) -> Bool { reading.words.contains { word($0).isAny } }
}
