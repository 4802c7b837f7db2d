// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of the document that apps are written against.

/// Callbacks of an ``STVoiceFlowRunner`` to an app that is an actor: one at a time, on the executor
/// of that actor. Not in the document, whose callbacks come on the main thread.
///
///     actor ChatApp: STVoiceFlowActorCallback {
///         let runner: STVoiceFlowRunner
///         func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) async {
///             if await understand(srData.srHypothesis) == .sleep {
///                 await runner.setUserIntent(userIntent: "Sleep")
///             }
///         }
///     }
///
/// The next callback comes when the one before has returned, however often that waits. Calls that
/// a callback makes count when it has returned, as ever. Simulated and replayed, time stands still
/// meanwhile, for at most five seconds (`AppTasks.limitMilliseconds`), after which the run fails;
/// where a device counts the frames they go on, and the late return is an input of the run. Every
/// method is optional. An actor may bring an executor of its own as its `unownedExecutor`.
public protocol STVoiceFlowActorCallback: Actor {
    /// A module is about to start: the place to set the fields it reads.
    func STVFC_PreModuleStart(vfModuleID: String) async
    /// A module is about to end: the place to read the fields it set.
    func STVFC_PreModuleEnd(vfModuleID: String) async
    /// Words were heard: the place to set an intent, a field, or to reject them.
    func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) async
    /// Tells news of what a module plays, records or recognises.
    func STVFC_MediaEvent(
        vfModuleID: String, mediaItemID: String, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any]) async
    /// Tells what is played now; comes right before its segment's `NME_STARTED`.
    func STVFC_PlayAudioSegmentData(
        vfModuleID: String, promptID: String, audioSegmentType: STAudioSegmentType,
        audioFile: String?, textString: String?, textFile: String?) async
    /// The user answered a request for a permission.
    func STVFC_PermissionEvent(permissionEvent: STNotifyMediaEvent) async
    /// The flow is over: `end`, `stopped`, `failure` or `interrupted`. Not in the document.
    func STVFC_VoiceflowDidEnd(reason: String) async
}

extension STVoiceFlowActorCallback {
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
