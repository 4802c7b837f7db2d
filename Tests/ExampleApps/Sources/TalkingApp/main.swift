import VoiceEngine
import VoiceFlow
import VoiceLive
import VoiceMedia
import VoiceRecognition
import VoiceRun
import VoiceSession
import VoiceTrace

// One app in three worlds. usage: TalkingApp simulated | live SESSION | replayed SESSION

/// Asks whether to go on, and counts.
final class TalkingApp: STVoiceFlowCallback {
    let runner: STVoiceFlowRunner
    var asked = 0
    var isOver = false

    init(_ host: any RunHost) { runner = STVoiceFlowRunner(host: host) }

    func start() {
        _ = runner.initialize()
        _ = runner.setVoiceFlowCallback(voiceFlowCallback: self)
        _ = runner.loadAudioPromptModules(jsonData: prompts)
        _ = runner.loadVoiceflow(jsonData: flow)
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
}

let flow = """
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
let prompts = """
    [
        {"id": "P_Ask", "style": "single", "textString": "Shall I go on?"},
        {"id": "P_Thanks", "style": "single", "textString": "Thank you."},
    ]
    """

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("simulated", 1):
    let host = SimulatedHost()
    let app = TalkingApp(host)
    app.start()
    host.say("yes", inMilliseconds: 2_000)
    host.go()
case ("live", 2):
    let host = DeviceHost(task: .phrases(["yes", "no"]))
    host.conditions.keepsTrace = true
    let app = TalkingApp(host)
    app.start()
    while !app.isOver { try await Task.sleep(for: .milliseconds(20)) }
    for warning in host.warnings { print("warning: \(warning)") }
    try host.run?.record()?.write(to: arguments[1], isReplacing: true)
case ("replayed", 2):
    let host = ReplayedHost()
    let app = TalkingApp(host)
    app.start()
    var replayer = SessionReplayer(factories: [VoiceflowFactory()])
    var options = ReplayOptions()
    options.tap = .words
    let result = try replayer.replay(
        SessionFolder(path: arguments[1]), options: options, app: host.app)
    precondition(result.differences.isEmpty, "the app did something else")
default: fatalError("usage: TalkingApp simulated | live SESSION | replayed SESSION")
}
