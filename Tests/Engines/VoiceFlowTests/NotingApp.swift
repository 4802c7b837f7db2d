// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Testing
import VoiceFlow

/// An app that notes what it is told and does what a test wants during it.
@MainActor
final class NotingApp: STVoiceFlowCallback {
    var notes: [String] = []
    var acts: [String: () -> Void] = [:]
    var data: [String: [AnyHashable: Any]] = [:]
    private var isCalled = false

    private func note(_ text: String) {
        #expect(!isCalled, "two callbacks at once: \(text)")
        isCalled = true
        notes.append(text)
        acts[text]?()
        isCalled = false
    }

    func STVFC_PreModuleStart(vfModuleID: String) { note("> \(vfModuleID)") }
    func STVFC_PreModuleEnd(vfModuleID: String) { note("< \(vfModuleID)") }
    func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) {
        note("\(srData.srHypothesisType) \(srData.srHypothesis ?? "")")
        if notes.last?.hasSuffix("nonsense") == true { srData.srClientRejectedHypothesis = true }
    }
    func STVFC_MediaEvent(
        vfModuleID: String, mediaItemID: String, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any]
    ) {
        data["\(mediaFunction) \(mediaEvent)"] = mediaEventData
        note("\(mediaFunction) \(mediaItemID) \(mediaEvent)")
    }
    func STVFC_PermissionEvent(permissionEvent: STNotifyMediaEvent) { note("\(permissionEvent)") }
    func STVFC_VoiceflowDidEnd(reason: String) { note("over: \(reason)") }
}
