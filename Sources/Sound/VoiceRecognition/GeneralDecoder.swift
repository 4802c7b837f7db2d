internal import VoiceAudio

/// Recognises anything by the model's general language model, with pocketsphinx.
final class GeneralDecoder {
    let model: SpeechModel
    private let decoder: DecoderHandle
    /// Follows speech that is under way; made when it is first asked for.
    var follower: GeneralFollower?

    /// Loads the model, its dictionary and its language model.
    init(model: SpeechModel) throws(RecognitionError) {
        self.model = model
        decoder = try DecoderHandle(model: model, kind: .whole)
    }

    /// What becomes of an utterance; it is never rejected for its poor fit.
    func outcome(
        of input: DecoderInput, _ utterance: Utterance
    ) throws(RecognitionError) -> RecognitionOutcome {
        let words = try decoder.decode(input.samples)
        guard !words.isEmpty else { return .rejected(nil) }
        let limit = min(utterance.alternatives, AcousticRecognizer.mostAlternatives)
        let alternatives = limit > 0 ? decoder.alternatives(to: words, limit: limit) : []
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
