internal import VoiceAcoustics
internal import VoiceAudio
internal import VoiceHypothesis

extension GraphDecoder {
    /// An utterance that is under way, and the search that follows it.
    final class Followed {
        fileprivate var sound: FollowedSound
        fileprivate var search: LiveSearch

        fileprivate init(_ utterance: Utterance, _ search: consuming LiveSearch) {
            sound = FollowedSound(utterance)
            self.search = search
        }
    }

    /// Returns what is understood of an utterance that is not over; nil while nothing is.
    ///
    /// If the sound extends that of the last question, only the new part is searched.
    func hypothesisSoFar(_ utterance: Utterance) throws(AudioError) -> Hypothesis? {
        let followed = try following(utterance)
        guard let (words, fit) = wordsSoFar(of: followed), !words.isEmpty else { return nil }
        let confidence = FitScale.confidence(inAll: fit)
        if kind != .likelihoods, confidence < FitScale.leastConfidencePermille { return nil }
        let clock = FrameClock(utterance)
        return Hypothesis(
            text: words.map { word($0.word).text }.joined(separator: " "), confidence: confidence,
            words: words.map { found in
                RecognizedWord(
                    text: word(found.word).text, range: clock.sessionFrames(of: found.frames),
                    confidence: confidence)
            })
    }

    /// Whether a trigger that has to be said was heard to its end in an utterance.
    func hearsTrigger(_ utterance: Utterance) -> Bool {
        (try? following(utterance))?.search.trigger != nil
    }

    /// The search that has followed an utterance to its end so far.
    private func following(_ utterance: Utterance) throws(AudioError) -> Followed {
        let followed = try follower(of: utterance)
        followed.search.process(utterance.pieces.samples(from: followed.search.taken))
        followed.sound = FollowedSound(utterance)
        return followed
    }

    /// Returns partial words and their fit; nil before a trigger that has to be said was heard.
    private func wordsSoFar(of followed: Followed) -> LiveSearch.Words? {
        guard let found = followed.search.wordsSoFar() else { return nil }
        guard triggerStates != nil else { return found }
        guard let said = followed.search.trigger, let end = said.last?.frames.upperBound else {
            return nil
        }
        let later = found.words.filter { place in
            place.frames.lowerBound >= end && !network.words[place.word].isAny
        }
        return (said + later, found.fit)
    }

    private func follower(of utterance: Utterance) throws(AudioError) -> Followed {
        if let followed, followed.sound.isBeginning(of: utterance) { return followed }
        let search = try LiveSearch(
            network, model: model, rate: utterance.pieces.sampleRate,
            speaker: utterance.speaker, trigger: triggerStates, beam: beam)
        let made = Followed(utterance, search)
        followed = made
        return made
    }
}
