/// What the recognizer goes by in every session, by name, for the evidence of a trace.
public enum RecognizerConstants {
    /// Every constant with its value: the limit and the price of unexplained speech, both
    /// in the decoder's units, and the least confidence of an answer, in thousandths.
    public static var named: [(name: String, value: Int)] {
        [
            ("recognizer.fitLimit", FitJudge.limit),
            ("recognizer.unexplainedPrice", FitJudge.unexplainedPrice),
            ("recognizer.leastConfidencePermille", FitJudge.leastConfidencePermille),
        ]
    }
}
