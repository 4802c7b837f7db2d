import VoiceFlow
import VoiceRun

/// Asks whether to go on, and counts.
final class TalkingApp: STVoiceFlowCallback {
    let runner: STVoiceFlowRunner
    var asked = 0
    var isOver = false

    init(_ host: any RunHost) { runner = STVoiceFlowRunner(host: host) }

    func start() {
        _ = runner.initialize()
        _ = runner.setVoiceFlowCallback(voiceFlowCallback: self)
        _ = runner.loadAudioPromptModules(jsonData: Self.prompts)
        _ = runner.loadVoiceflow(jsonData: Self.flow)
        let result = runner.runVoiceflow()
        precondition(result == .ST_SUCCESS, "\(result)")
    }

    func STVFC_PreModuleStart(vfModuleID: String) {
        print("module \(vfModuleID)")
        if vfModuleID == "Ask" {
            asked += 1
            _ = runner.setVoiceflowRuntimeField(name: "Asked", value: asked)
        }
    }

    func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) {
        print("heard \(srData.srHypothesis ?? "")")
    }

    func STVFC_VoiceflowDidEnd(reason: String) {
        print("over: \(reason)")
        isOver = true
    }

    private static let flow = """
        [
            {"id": "VF_START", "type": "node", "name": "", "goTo": {"DEFAULT": "Ask"}},
            {"id": "Ask", "type": "audioDialog", "name": "",
             "recordAudioParams": {"vadParams": {"enableVAD": true},
                "stopRecordParams": {"maxPreSpeechSilenceLengthMs": 15000}},
             "audioDialogParams": {"dialogMaxRetryCount": {"timeout": 1, "garbage": 3},
                "dialogPromptCollection": [{"type": "initial", "promptID": "P_Ask"}]},
             "goTo": {"userInputCollection": [{"input": "yes", "goTo": "Thank"}],
                "DEFAULT": "VF_END"}},
            {"id": "Thank", "type": "playAudio", "name": "",
             "playAudioParams": {"promptID": "P_Thanks"}, "goTo": {"DEFAULT": "VF_END"}},
            {"id": "VF_END", "type": "node", "name": "", "goTo": {"DEFAULT": ""}},
        ]
        """
    private static let prompts = """
        [
            {"id": "P_Ask", "style": "single", "textString": "Shall I go on?"},
            {"id": "P_Thanks", "style": "single", "textString": "Thank you."},
        ]
        """
}
