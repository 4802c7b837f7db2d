internal import VoiceAcoustics
internal import VoiceAudio

extension GraphDecoder {
    /// An utterance that is under way, and the search that follows it.
    final class Followed {
        let start: Int64
        fileprivate(set) var sound: MonoSound
        fileprivate var search: LiveSearch

        fileprivate init(_ utterance: Utterance, _ search: consuming LiveSearch) {
            start = utterance.start
            sound = utterance.sound
            self.search = search
        }
    }

    /// What is understood of an utterance that is not over; nil while nothing is.
    ///
    /// Where the sound goes on from what was asked about last, only what is new is searched.
    func hypothesisSoFar(_ utterance: Utterance) throws(AudioError) -> Hypothesis? {
        let followed = try follower(of: utterance)
        followed.search.take(utterance.sound.samples[followed.search.taken...])
        followed.sound = utterance.sound
        guard let (words, fit) = followed.search.wordsSoFar(), !words.isEmpty else { return nil }
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

    private func follower(of utterance: Utterance) throws(AudioError) -> Followed {
        let sound = utterance.sound
        if let followed, followed.start == utterance.start,
            followed.sound.sampleRate == sound.sampleRate,
            followed.sound.samples.count <= sound.samples.count,
            followed.sound.samples == Array(sound.samples.prefix(followed.sound.samples.count))
        {
            return followed
        }
        let search = try LiveSearch(network, model: model, rate: sound.sampleRate)
        let made = Followed(utterance, search)
        followed = made
        return made
    }
}
