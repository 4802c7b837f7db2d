// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of the document that apps are written against.

/// What an ``STVoiceFlowRunner`` tells its app: one callback at a time, on the main actor.
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
    /// Something happened to what a module plays, records or recognises.
    func STVFC_MediaEvent(
        vfModuleID: String, mediaItemID: String, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any])
    /// What is played now; comes right before its segment's `NME_STARTED`.
    func STVFC_PlayAudioSegmentData(
        vfModuleID: String, promptID: String, audioSegmentType: STAudioSegmentType,
        audioFile: String?, textString: String?, textFile: String?)
    /// The user answered a request for a permission.
    func STVFC_PermissionEvent(permissionEvent: STNotifyMediaEvent)
    /// The flow is over: `end`, `stopped`, `failure` or `interrupted`. Not in the document.
    func STVFC_VoiceflowDidEnd(reason: String)
}
