// swift-format-ignore-file: AlwaysUseLowerCamelCase

import VoiceFlow

/// An app that is an actor on an executor of its own: it notes what it is told as ``NotingApp``
/// does, and lets others run in the middle of every callback.
actor ActorApp: STVoiceFlowActorCallback {
    private let executor = QueueExecutor()
    private(set) var notes: [String] = []
    /// Callbacks that came while another was under way.
    private(set) var overlaps: [String] = []
    private var acts: [String: @Sendable () async -> Void] = [:]
    private var isCalled = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// How many jobs ran on the app's executor.
    nonisolated var jobs: Int { executor.count }

    /// What the app does when it is told `text`.
    func on(_ text: String, _ act: @escaping @Sendable () async -> Void) { acts[text] = act }

    private func note(_ text: String) async {
        executor.requireBeingHere()
        if isCalled { overlaps.append(text) }
        isCalled = true
        notes.append(text)
        for _ in 0..<3 { await Task.yield() }
        await acts[text]?()
        executor.requireBeingHere()
        isCalled = false
    }

    func STVFC_PreModuleStart(vfModuleID: String) async { await note("> \(vfModuleID)") }
    func STVFC_PreModuleEnd(vfModuleID: String) async { await note("< \(vfModuleID)") }
    func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) async {
        await note("\(srData.srHypothesisType) \(srData.srHypothesis ?? "")")
        if notes.last?.hasSuffix("nonsense") == true { srData.srClientRejectedHypothesis = true }
    }
    func STVFC_MediaEvent(
        vfModuleID: String, mediaItemID: String, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any]
    ) async {
        await note("\(mediaFunction) \(mediaItemID) \(mediaEvent)")
    }
    func STVFC_PermissionEvent(permissionEvent: STNotifyMediaEvent) async {
        await note("\(permissionEvent)")
    }
    func STVFC_VoiceflowDidEnd(reason: String) async { await note("over: \(reason)") }
}
