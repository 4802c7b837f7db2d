/// Constants of the recognizer in every session, by name, for the evidence of a trace.
package enum RecognizerConstants {
    /// Every constant with its value: of closed tasks the fit at which an answer is rejected and
    /// what 500 thousandths of confidence are worth, in thousandths of a neper a frame; of the
    /// general model the limit and the price of unexplained speech, both in the decoder's units;
    /// the least confidence of an answer, in thousandths; the level that utterances are brought to,
    /// how many times they are raised at most and the reach of the noise that is added, in
    /// steps of a sample; the fewest samples that are decoded; the longest utterance, in seconds.
    package static var named: [(name: String, value: Int)] {
        [
            ("recognizer.graphFitLimit", FitScale.limitMillinepers),
            ("recognizer.narrowAllowance", FitScale.narrowAllowanceMillinepers),
            ("recognizer.graphFitWidth", FitScale.widthMillinepers),
            ("recognizer.fitLimit", FitJudge.limit),
            ("recognizer.unexplainedPrice", FitJudge.unexplainedPrice),
            ("recognizer.leastConfidencePermille", FitJudge.leastConfidencePermille),
            ("recognizer.inputPeak", Int(DecoderInput.peak)),
            ("recognizer.inputGainLimit", Int(DecoderInput.largestGain)),
            ("recognizer.inputNoise", Int(DecoderInput.noise)),
            ("recognizer.fewestSamples", AcousticRecognizer.fewestSamples),
            ("recognizer.longestUtteranceSeconds", Utterance.longestSeconds),
        ]
    }
}
