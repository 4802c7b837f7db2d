internal import VoiceAcoustics

extension GraphDecoder {
    /// Returns the readings of a grammar that are near the best one, best first: those with another
    /// last word, and the best before it.
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
        let told = Set(found.map { texts(of: $0) })
        var known: Set<[Int]> = []
        var rivals: [(texts: [String], words: [Int], fits: [Float])] = []
        for (index, pass) in passes.enumerated() {
            var count = 0
            for path in pass.search.paths() where count < missing {
                let words = pass.search.words(of: path).map(\.word)
                let texts = words.map { network.words[$0].text }
                guard !words.isEmpty, !told.contains(texts) else { continue }
                guard known.insert(words).inserted,
                    let fits = fits(of: words, scoring: pass.fit(path.score), in: index, features)
                else { continue }
                // Each stretch may fit another way of saying the same words best.
                if let place = rivals.firstIndex(where: { $0.texts == texts }) {
                    rivals[place].fits = zip(rivals[place].fits, fits).map(max)
                } else {
                    rivals.append((texts, words, fits))
                    count += 1
                }
            }
        }
        let readings = rivals.map { rival in
            Reading(words: rival.words, fit: min(Stretches.fit(rival.fits) + best.cost, best.fit))
        }
        return readings.enumerated().sorted {
            ($1.element.fit, $0.offset) < ($0.element.fit, $1.offset)
        }.map(\.element)
    }

    /// Returns how well `words` fit in each stretch, less what the grammar makes them cost, if
    /// anything; `fit` is what they score with that cost in the stretch `index`.
    func fits(
        of words: [Int], scoring fit: Float, in index: Int,
        _ features: [CepstralFrontEnd.Features]
    ) -> [Float]? {
        fits(of: words, features).map { fits in
            let cost = network.hasCosts ? fits[index] - fit : 0
            return fits.map { $0 - cost }
        }
    }

    /// Returns how well `words`, and nothing else, fit in each stretch; nil where the sound is too
    /// short.
    func fits(of words: [Int], _ features: [CepstralFrontEnd.Features]) -> [Float]? {
        let own = SearchNetwork(
            WordGraph.sequence(words.map { network.words[$0] }), model: model)
        var fits: [Float] = []
        for features in features {
            let alone = Pass(
                own, features, exactNodes: ForcedAlignment.exactNodes, beam: ForcedAlignment.beam)
            let ends = alone.ends.isEmpty ? Pass(own, features).ends : alone.ends
            guard let path = ends.first else { return nil }
            fits.append(alone.fit(path.score))
        }
        return fits
    }

    func texts(of reading: Reading) -> [String] {
        reading.words.map { network.words[$0].text }
    }
}
