// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of the document that apps are written against.

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
