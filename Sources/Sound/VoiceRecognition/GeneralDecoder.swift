internal import VoiceAudio
internal import VoiceHypothesis

/// Recognises anything by the model's general language model, with pocketsphinx.
final class GeneralDecoder {
    let model: SpeechModel
    private var loaded: Loaded?
    /// Follows speech that is under way; made when it is first asked for.
    var follower: GeneralFollower?

    /// Recognises by `model`, whose files are loaded for the first utterance: many sessions have
    /// none, and loading takes longer than the rest of a short replay.
    init(model: SpeechModel) { self.model = model }

    /// Owner of the handle that may be there: a handle cannot be copied, and a class holds it.
    private final class Loaded {
        let decoder: DecoderHandle

        init(_ model: SpeechModel) throws(RecognitionError) {
            decoder = try DecoderHandle(model: model, kind: .whole)
        }
    }

    /// The model with its dictionary and its language model.
    private func load() throws(RecognitionError) -> Loaded {
        if let loaded { return loaded }
        let made = try Loaded(model)
        loaded = made
        return made
    }

    /// Returns the outcome of an utterance; it is never rejected for its poor fit.
    func outcome(
        of input: DecoderInput, _ utterance: Utterance
    ) throws(RecognitionError) -> RecognitionOutcome {
        let loaded = try load()
        let words = try loaded.decoder.decode(input.samples)
        guard !words.isEmpty else { return .rejected(nil) }
        let limit = min(utterance.alternatives, AcousticRecognizer.mostAlternatives)
        let alternatives = limit > 0 ? loaded.decoder.alternatives(to: words, limit: limit) : []
        let clock = FrameClock(utterance)
        let confidence = FitJudge.confidence(
            in: words, isLoud: input.isLoud, spoken: clock.modelFrames(of: utterance.spoken))
        var timed = words.map { word in
            RecognizedWord(
                text: word.text,
                range: clock.sessionFrames(
                    of: word.frames.lowerBound..<word.frames.upperBound + 1),
                confidence: FitJudge.confidence(in: word))
        }
        timed.endWithSpeech(of: utterance)
        return .final(
            Hypothesis(
                text: words.map(\.text).joined(separator: " "), confidence: confidence,
                words: timed, alternatives: alternatives))
    }
}
