/// What the recognizer goes by in every session, by name, for the evidence of a trace.
public enum RecognizerConstants {
    /// Every constant with its value: the limit and the price of unexplained speech, both in the
    /// decoder's units; the least confidence of an answer, in thousandths; the level that
    /// utterances are brought to, how many times they are raised at most and the reach of the noise
    /// that is added, in steps of a sample; the fewest samples that are decoded; the longest
    /// utterance, in seconds.
    public static var named: [(name: String, value: Int)] {
        [
            ("recognizer.fitLimit", FitJudge.limit),
            ("recognizer.unexplainedPrice", FitJudge.unexplainedPrice),
            ("recognizer.leastConfidencePermille", FitJudge.leastConfidencePermille),
            ("recognizer.inputPeak", Int(DecoderInput.peak)),
            ("recognizer.inputGainLimit", Int(DecoderInput.largestGain)),
            ("recognizer.inputNoise", Int(DecoderInput.noise)),
            ("recognizer.fewestSamples", PocketSphinxRecognizer.fewestSamples),
            ("recognizer.longestUtteranceSeconds", PocketSphinxRecognizer.longestUtteranceSeconds),
        ]
    }
}
