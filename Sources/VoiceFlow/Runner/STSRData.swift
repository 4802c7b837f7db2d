/// What the recognizer heard; the app may reject it during the callback.
@MainActor
public final class STSRData {
    /// The engine that heard it.
    public let srEngine: String
    /// The words.
    public let srHypothesis: String?
    /// `NME_SR_HYPOTHESIS_PARTIAL` or `NME_SR_HYPOTHESIS_FINAL`.
    public let srHypothesisType: STNotifyMediaEvent
    /// From 0 to 1; nil where the engine has none.
    public let srConfidence: Double?
    /// Set to true to have the words treated as garbage.
    public var srClientRejectedHypothesis = false

    init(
        srEngine: String, srHypothesis: String?, srHypothesisType: STNotifyMediaEvent,
        srConfidence: Double?
    ) {
        self.srEngine = srEngine
        self.srHypothesis = srHypothesis
        self.srHypothesisType = srHypothesisType
        self.srConfidence = srConfidence
    }
}
