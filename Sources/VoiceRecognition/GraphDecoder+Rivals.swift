internal import VoiceAcoustics

extension GraphDecoder {
    /// Readings of a grammar that are near the best one, best first: those that another last word
    /// ends, and what was best before it.
    ///
    /// The search keeps one path for each place of the grammar, so the rivals of an answer of one
    /// word are all its other words; those of a longer answer are the likeliest ones, not all.
    /// Source of the method: word-dependent lists of the best sentences (Schwartz and Austin 1991),
    /// with the histories of the best path alone. None fits better than the best of `found`.
    func rivals(
        of found: [Reading], _ passes: [Pass], _ features: [CepstralFrontEnd.Features], limit: Int
    ) -> [Reading] {
        let missing = limit - (found.count - 1)
        guard missing > 0, let best = found.first else { return [] }
        var known = Set(found.map(texts))
        var rivals: [Reading] = []
        for (index, pass) in passes.enumerated() {
            var count = 0
            for path in pass.search.paths() where count < missing {
                let words = pass.search.words(of: path).map(\.word)
                guard !words.isEmpty, known.insert(words.map { network.words[$0].text }).inserted
                else { continue }
                count += 1
                guard let fit = fit(of: words, scoring: pass.fit(path.score), in: index, features)
                else { continue }
                rivals.append(Reading(words: words, fit: min(fit + best.cost, best.fit)))
            }
        }
        return rivals.enumerated().sorted {
            ($1.element.fit, $0.offset) < ($0.element.fit, $1.offset)
        }.map(\.element)
    }

    /// The mean over the stretches of how well `words` fit, less what the grammar makes them cost;
    /// `fit` is what they score with that cost in the stretch `index`.
    func fit(
        of words: [Int], scoring fit: Float, in index: Int,
        _ features: [CepstralFrontEnd.Features]
    ) -> Float? {
        let own = SearchNetwork(
            WordGraph.sequence(words.map { network.words[$0] }), model: model)
        var sum: Float = 0
        var cost: Float = 0
        for (stretch, features) in features.enumerated() {
            let alone = Pass(own, features)
            guard let path = alone.ends.first else { return nil }
            let score = alone.fit(path.score)
            sum += score
            if stretch == index { cost = score - fit }
        }
        return sum / Float(features.count) - cost
    }

    private func texts(of reading: Reading) -> [String] {
        reading.words.map { network.words[$0].text }
    }
}
