import STVoiceFlow
import VoiceRun

/// An app as the document has it: it knows nothing but the product `STVoiceFlow`.
final class CountingApp: STVoiceFlowCallback {
    let runner = STVoiceFlowRunner(host: UnpacedHost())
    var modules = 0
    var isOver = false

    func start() -> Bool {
        _ = runner.initialize()
        _ = runner.initializeDefaultAudioSession()
        _ = runner.setVoiceFlowCallback(voiceFlowCallback: self)
        let loaded = [
            runner.loadAudioPromptModules(jsonData: "[]"),
            runner.loadVoiceflow(jsonData: flow), runner.runVoiceflow(),
        ]
        return loaded == [.ST_SUCCESS, .ST_SUCCESS, .ST_SUCCESS]
    }

    func STVFC_PreModuleStart(vfModuleID: String) {
        modules += 1
        print("module \(vfModuleID)")
        if vfModuleID == "Choose" {
            _ = runner.setVoiceflowRuntimeField(name: "Next", value: "Take")
        }
    }

    func STVFC_MediaEvent(
        vfModuleID: String, mediaItemID: String, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any]
    ) {
        print("\(mediaFunction) \(mediaEvent) \(mediaEventData["durationMs"] ?? "")")
    }

    func STVFC_VoiceflowDidEnd(reason: String) {
        print("over: \(reason)")
        isOver = true
    }
}

let flow = """
    [
        {"id": "VF_START", "type": "node", "name": "", "goTo": {"DEFAULT": "Choose"}},
        {"id": "Choose", "type": "process", "name": "", "goTo": {"DEFAULT": "$[Next]"}},
        {"id": "Take", "type": "recordAudio", "name": "",
         "recordAudioParams": {"stopRecordParams": {"maxAudioLengthMs": 5000}},
         "goTo": {"DEFAULT": "VF_END"}},
        {"id": "VF_END", "type": "node", "name": "", "goTo": {"DEFAULT": ""}},
    ]
    """

let app = CountingApp()
guard app.start() else { fatalError("\(app.runner.getLastError())") }
while !app.isOver { await Task.yield() }
precondition(app.modules == 4, "four modules make the flow")
