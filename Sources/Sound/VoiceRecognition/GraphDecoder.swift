internal import Synchronization
internal import VoiceAcoustics

/// Decodes speech by a word graph, and tells how well it fits.
///
/// Each utterance is searched three times, its spectrum stretched by 1, 0.95 and 0.9, or by 1, 0.9
/// and 0.85 where it has no upper bands: a voice that one stretch fits badly another fits better.
/// What a path scores is the mean over the three; which of a few is best, ``Stretches`` say.
/// Its fit is what the path scores less than a free phone loop, per frame of 10 ms.
/// A class, since a session copies its recognizers. Not `Sendable`: one task has it.
final class GraphDecoder {
    /// Thousandths by which the spectrum is stretched, in turn.
    static let warpsPermille = [1_000, 950, 900]
    /// Thousandths where the sound has no upper bands: there a deep voice is easily taken for
    /// another vowel.
    static let narrowPermille = [1_000, 900, 850]

    /// Words that may have been said, with their fit.
    struct Reading {
        /// The numbers of the ways of saying words, in the network's list.
        let words: [Int]
        /// Mean over the stretches of the score less that of a phone loop, in nepers a frame.
        var fit: Float
        /// Cost that the graph adds, in nepers a frame; 0 where that is a part of `fit`.
        var cost: Float = 0
        /// Whether its words are no whole phrase of a list that is compared.
        var isCombination = false
        /// Lead of its likelihood over what comes next and shares no word with it, in nepers a
        /// frame; infinite where nothing does, or none was compared.
        var lead = Float.infinity
    }

    let model: AcousticModel
    let network: SearchNetwork
    private let frontEnd: CepstralFrontEnd
    let kind: TaskGraph.Kind
    let leastConfidence: Int
    let trigger: [String]
    let triggerStates: PhraseNetwork.Trigger?
    /// Whether words beside speech of any phones have to fit by themselves.
    let judgesWords: Bool
    private let phrases: WordGraph?
    /// The whole phrases of a decoding graph; nil where they are not compared.
    private(set) lazy var list = phrases.map { PhraseList($0, of: network, model: model) }
    /// Utterance that is followed while it is spoken; nil without one.
    var followed: Followed?

    /// The beam of large networks, in nepers.
    let beam: Float

    /// Prepares a decoder for a task.
    init(_ task: TaskGraph, model: AcousticModel, beam: Float = TokenSearch.beamNepers) {
        self.model = model
        self.beam = beam
        kind = task.kind
        leastConfidence = task.leastConfidence
        trigger = task.trigger
        triggerStates = task.triggerStates
        judgesWords = task.judgesWords
        phrases = task.phrases
        network = SearchNetwork(task.graph, model: model)
        frontEnd = CepstralFrontEnd(
            model: model, warpsPermille: Self.warpsPermille, narrowPermille: Self.narrowPermille)
    }

    /// The way of saying a word by its number.
    func word(_ number: Int) -> WordGraph.Word { network.words[number] }

    /// The features of an utterance, a set for each stretch.
    func features(of samples: [Int16]) -> [CepstralFrontEnd.Features] {
        frontEnd.features(of: samples)
    }

    /// Returns what may have been said, best first; empty if no path of the graph fits into the
    /// sound.
    ///
    /// The best one does not depend on how many `rivals` of it are asked for.
    func readings(of features: [CepstralFrontEnd.Features], rivals: Int) -> [Reading] {
        let passes = features.map { Pass(network, $0, beam: beam) }
        switch kind {
        case .list: return Self.compared(passes, network)
        case .grammar:
            let found =
                network.hasCosts ? graded(weighed(passes, features)) : decided(passes, features)
            return found + self.rivals(of: found, passes, features, limit: rivals)
        case .likelihoods:
            let found = weighed(passes, features)
            guard list == nil else { return likely(found, features, rivals: rivals) }
            return found + self.rivals(of: found, passes, features, limit: rivals)
        }
    }

    /// One search. A class, since a search cannot be copied.
    final class Pass {
        let frames: Int
        /// Whether the sound has no upper bands.
        let isNarrow: Bool
        let loop: Int64
        let ends: [TokenSearch.Path]
        let search: TokenSearch

        /// Searches through all of `features`. A network of more than `exactNodes` nodes is
        /// searched with a beam: a path that is more than `beam` nepers below the best is dropped.
        init(
            _ network: SearchNetwork, _ features: CepstralFrontEnd.Features,
            exactNodes: Int = TokenSearch.exactNodes, beam: Float = TokenSearch.beamNepers
        ) {
            var search = TokenSearch(network, exactNodes: exactNodes, beam: beam)
            var loop = PhoneLoop(network)
            network.senones.eachFrame(of: features) { row in
                search.step(row)
                loop.step(row)
            }
            frames = features.count
            isNarrow = features.isNarrow
            self.loop = features.count > 0 ? loop.score : 0
            ends = features.count > 0 ? search.ends() : []
            self.search = search
        }

        /// Returns how much less than the loop a score is, in nepers a frame.
        func fit(_ score: Int64) -> Float {
            TokenSearch.nepers(score - loop) / Float(max(1, frames))
        }
    }

    /// Returns every phrase of `network`: the likeliest, then the others by their fit.
    static func compared(_ passes: [Pass], _ network: SearchNetwork) -> [Reading] {
        var fits: [Int: [Float]] = [:]
        for pass in passes {
            for end in pass.ends { fits[end.state, default: []].append(pass.fit(end.score)) }
        }
        let stretches = Stretches(passes)
        let complete = fits.filter { $0.value.count == passes.count }
            .map { (state: $0.key, fits: $0.value, likelihood: stretches.likelihood($0.value)) }
            .sorted { ($1.likelihood, $0.state) < ($0.likelihood, $1.state) }
        let paths = Dictionary(
            passes[0].ends.map { ($0.state, $0) }, uniquingKeysWith: { first, _ in first })
        let found = complete.prefix(mostReadings).compactMap { phrase in
            paths[phrase.state].map { path in
                let words = passes[0].search.words(of: path).map(\.word)
                return (Reading(words: words, fit: Stretches.fit(phrase.fits)), phrase.likelihood)
            }
        }
        return led(found, network)
    }

    /// Returns the likeliest reading with its lead, then the others by their fit.
    private static func led(
        _ found: [(reading: Reading, likelihood: Float)], _ network: SearchNetwork
    ) -> [Reading] {
        guard var best = found.first?.reading else { return [] }
        best.lead = Stretches.lead(
            of: found.map { ($0.reading.words.map { network.words[$0] }, $0.likelihood) })
        // Readings that fit alike keep their order.
        let rest = found.dropFirst().map(\.reading).enumerated().sorted {
            ($1.element.fit, $0.offset) < ($0.element.fit, $1.offset)
        }
        return [best] + rest.map(\.element)
    }

    /// Largest number of readings that are told, of which alternatives are taken.
    private static let mostReadings = 1 + AcousticRecognizer.mostAlternatives

    /// Returns the best path of each stretch, the likeliest by the scores of its words in all of
    /// them first.
    private func decided(
        _ passes: [Pass], _ features: [CepstralFrontEnd.Features]
    ) -> [Reading] {
        var texts: [[String]] = []
        var found: [(words: [Int], fits: [Float?])] = []
        for (index, pass) in passes.enumerated() {
            guard let best = pass.ends.first else { continue }
            let words = pass.search.words(of: best).map(\.word)
            let text = words.map { network.words[$0].text }
            let place = texts.firstIndex(of: text) ?? texts.count
            if place == texts.count {
                texts.append(text)
                found.append((words, Array(repeating: nil, count: passes.count)))
            }
            found[place].fits[index] = pass.fit(best.score)
        }
        let stretches = Stretches(passes)
        let readings = found.compactMap { candidate -> (reading: Reading, likelihood: Float)? in
            guard !candidate.words.isEmpty else { return nil }
            var fits: [Float]? = candidate.fits.compactMap { $0 }
            if fits?.count != passes.count {
                let index = candidate.fits.firstIndex { $0 != nil } ?? 0
                let fit = candidate.fits[index] ?? 0
                fits = self.fits(of: candidate.words, scoring: fit, in: index, features)
            }
            return fits.map { fits in
                let reading = Reading(words: candidate.words, fit: Stretches.fit(fits))
                return (reading, stretches.likelihood(fits))
            }
        }
        // Readings that are alike keep the order in which they were found.
        let sorted = readings.enumerated().sorted {
            ($1.element.likelihood, $0.offset) < ($0.element.likelihood, $1.offset)
        }
        return Self.led(sorted.map(\.element), network)
    }

    /// Returns the best paths of each stretch, by the mean of their words' scores in all of them
    /// less the cost of the graph; that cost is not a part of their fit.
    private func weighed(
        _ passes: [Pass], _ features: [CepstralFrontEnd.Features]
    ) -> [Reading] {
        var known: Set<[String]> = []
        var found: [(reading: Reading, total: Float)] = []
        for (index, pass) in passes.enumerated() {
            for path in pass.ends.prefix(Self.weighedPaths) {
                let words = pass.search.words(of: path).map(\.word)
                guard !words.isEmpty, known.insert(words.map { network.words[$0].text }).inserted
                else { continue }
                guard let fits = fits(of: words, features) else { return [] }
                let fit = Stretches.fit(fits)
                let cost = fits[index] - pass.fit(path.score)
                found.append((Reading(words: words, fit: fit, cost: cost), fit - cost))
            }
        }
        return found.enumerated().sorted {
            ($1.element.total, $0.offset) < ($0.element.total, $1.offset)
        }.map(\.element.reading)
    }

    /// The readings with the fits of those after the best one as far below its own as cost and fit
    /// together are.
    private func graded(_ readings: [Reading]) -> [Reading] {
        guard let best = readings.first else { return [] }
        return [best]
            + readings.dropFirst().map { reading in
                var reading = reading
                reading.fit = min(best.fit, reading.fit - reading.cost + best.cost)
                reading.cost = best.cost
                return reading
            }
    }

    /// Paths of each stretch that are compared.
    private static let weighedPaths = 2

    /// Returns where the words of a reading lie; nil where the sound is too short for them.
    func alignment(
        of reading: Reading, to features: CepstralFrontEnd.Features
    ) -> ForcedAlignment? {
        ForcedAlignment(reading.words.map { network.words[$0] }, to: features, model: model)
    }
}

/// Acoustic models that were read, by their folders: one of each in the process.
enum AcousticModels {
    private static let read = Mutex<[String: AcousticModel]>([:])

    /// The model in `folder`.
    static func model(in folder: String) throws(AcousticModelError) -> AcousticModel {
        let known = read.withLock { $0[folder] }
        if let known { return known }
        let model = try AcousticModel(folder: folder)
        return read.withLock { models in
            let first = models[folder] ?? model
            models[folder] = first
            return first
        }
    }
}
