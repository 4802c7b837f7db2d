internal import VoiceHypothesis

extension [RecognizedWord] {
    /// Lets the last word and its last phone end where speech ends, if they end at most
    /// ``FitScale/longestDecayMs`` before: the alignment gives the fading end of a word to silence.
    mutating func endWithSpeech(of utterance: Utterance) {
        guard let last = indices.last else { return }
        let end = utterance.spoken.upperBound
        let missing = end - self[last].range.upperBound
        let longest = Int64(FitScale.longestDecayMs) * Int64(utterance.pieces.sampleRate) / 1_000
        guard missing > 0, missing <= longest else { return }
        self[last].range = self[last].range.lowerBound..<end
        guard let phone = self[last].phones.indices.last else { return }
        self[last].phones[phone].range = self[last].phones[phone].range.lowerBound..<end
    }
}
