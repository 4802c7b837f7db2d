// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of the document that apps are written against.

internal import Synchronization

/// Callbacks of an ``STVoiceFlowRunner`` to its app: one at a time, on the main actor.
///
/// Every method is optional. Calls that are made inside a callback count when it has returned.
@MainActor
public protocol STVoiceFlowCallback: AnyObject {
    /// A module is about to start: the place to set the fields it reads.
    func STVFC_PreModuleStart(vfModuleID: String)
    /// A module is about to end: the place to read the fields it set.
    func STVFC_PreModuleEnd(vfModuleID: String)
    /// Words were heard: the place to set an intent, a field, or to reject them.
    func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData)
    /// Tells news of what a module plays, records or recognises.
    func STVFC_MediaEvent(
        vfModuleID: String, mediaItemID: String, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any])
    /// Tells what is played now; comes right before its segment's `NME_STARTED`.
    func STVFC_PlayAudioSegmentData(
        vfModuleID: String, promptID: String, audioSegmentType: STAudioSegmentType,
        audioFile: String?, textString: String?, textFile: String?)
    /// The user answered a request for a permission.
    func STVFC_PermissionEvent(permissionEvent: STNotifyMediaEvent)
    /// The flow is over: `end`, `stopped`, `failure` or `interrupted`. Not in the document.
    func STVFC_VoiceflowDidEnd(reason: String)
}

extension STVoiceFlowCallback {
    /// Does nothing.
    public func STVFC_PreModuleStart(vfModuleID: String) {}
    /// Does nothing.
    public func STVFC_PreModuleEnd(vfModuleID: String) {}
    /// Does nothing.
    public func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) {}
    /// Does nothing.
    public func STVFC_MediaEvent(
        vfModuleID: String, mediaItemID: String, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any]
    ) {}
    /// Does nothing.
    public func STVFC_PlayAudioSegmentData(
        vfModuleID: String, promptID: String, audioSegmentType: STAudioSegmentType,
        audioFile: String?, textString: String?, textFile: String?
    ) {}
    /// Does nothing.
    public func STVFC_PermissionEvent(permissionEvent: STNotifyMediaEvent) {}
    /// Does nothing.
    public func STVFC_VoiceflowDidEnd(reason: String) {}
}

/// Words that the recognizer heard; the app may reject them during the callback.
public final class STSRData: Sendable {
    /// Engine that heard it, as the module names it; `default` where it names no known one.
    public let srEngine: String
    /// The words.
    public let srHypothesis: String?
    /// Other words that may have been said, likeliest first: as many as the setting
    /// `flow.alternatives` asks for (0 unless set), where the recognizer has them.
    public let srAlternatives: [String]
    /// `NME_SR_HYPOTHESIS_PARTIAL` or `NME_SR_HYPOTHESIS_FINAL`.
    public let srHypothesisType: STNotifyMediaEvent
    /// Confidence from 0 to 1; nil where the engine has none.
    public let srConfidence: Double?
    /// Time in the run at which the sound began that was recognised, in milliseconds; nil where
    /// words were heard without sound.
    public let srStartMs: Int?
    /// Time in the run at which it ended.
    public let srEndMs: Int?
    private let isRejected = Mutex(false)

    /// Set to true to have the words treated as garbage.
    public var srClientRejectedHypothesis: Bool {
        get { isRejected.withLock { $0 } }
        set { isRejected.withLock { $0 = newValue } }
    }

    init(
        srEngine: String, srHypothesis: String?, srAlternatives: [String],
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
