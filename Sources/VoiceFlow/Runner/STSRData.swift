internal import Synchronization

/// What the recognizer heard; the app may reject it during the callback.
public final class STSRData: Sendable {
    /// The engine that heard it, as the module names it; `default` where it names none that is
    /// known.
    public let srEngine: String
    /// The words.
    public let srHypothesis: String?
    /// Other words that may have been said, likeliest first; none where the recognizer has none.
    public let srAlternatives: [String]
    /// `NME_SR_HYPOTHESIS_PARTIAL` or `NME_SR_HYPOTHESIS_FINAL`.
    public let srHypothesisType: STNotifyMediaEvent
    /// From 0 to 1; nil where the engine has none.
    public let srConfidence: Double?
    /// Where in the run the sound began that was recognised, in milliseconds; nil where words were
    /// heard without sound.
    public let srStartMs: Int?
    /// Where it ended.
    public let srEndMs: Int?
    private let isRejected = Mutex(false)

    /// Set to true to have the words treated as garbage.
    public var srClientRejectedHypothesis: Bool {
        get { isRejected.withLock { $0 } }
        set { isRejected.withLock { $0 = newValue } }
    }

    init(
        srEngine: String, srHypothesis: String?, srAlternatives: [String] = [],
        srHypothesisType: STNotifyMediaEvent, srConfidence: Double?, srStartMs: Int?,
        srEndMs: Int?
    ) {
        self.srAlternatives = srAlternatives
        self.srEngine = srEngine
        self.srHypothesis = srHypothesis
        self.srHypothesisType = srHypothesisType
        self.srConfidence = srConfidence
        self.srStartMs = srStartMs
        self.srEndMs = srEndMs
    }
}
