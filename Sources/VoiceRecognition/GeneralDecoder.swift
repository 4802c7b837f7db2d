internal import VoiceAudio

/// Recognises anything by the model's general language model, with pocketsphinx.
final class GeneralDecoder {
    private let decoder: DecoderHandle

    /// Loads the model, its dictionary and its language model.
    init(model: SpeechModel) throws(RecognitionError) {
        decoder = try DecoderHandle(model: model)
    }

    /// What becomes of an utterance; it is never rejected for its poor fit.
    func outcome(
        of input: DecoderInput, _ utterance: Utterance
    ) throws(RecognitionError) -> RecognitionOutcome {
        let words = try decoder.decode(input.samples)
        guard !words.isEmpty else { return .rejected(nil) }
        let limit = min(utterance.alternatives, PocketSphinxRecognizer.mostAlternatives)
        let alternatives = limit > 0 ? decoder.alternatives(to: words, limit: limit) : []
        let clock = FrameClock(utterance)
        let confidence = FitJudge.confidence(
            in: words, isLoud: input.isLoud, spoken: clock.modelFrames(of: utterance.spoken))
        return .final(
            Hypothesis(
                text: words.map(\.text).joined(separator: " "), confidence: confidence,
                words: words.map { word in
                    RecognizedWord(
                        text: word.text,
                        range: clock.sessionFrames(
                            of: word.frames.lowerBound..<word.frames.upperBound + 1),
                        confidence: FitJudge.confidence(in: word))
                }, alternatives: alternatives))
    }
}
