import KeenASR
import ProgramEngine
import SayKit
import VoiceEngine
import VoiceFlow
import VoiceKit

/// One engine of this program, and what the program has for it alone.
struct RegisteredEngine: Sendable {
    /// Makes its factory.
    let make: @Sendable () -> any EngineFactory
    /// The first project that `init` writes for it; nil for none.
    let template: ProjectTemplate?
    /// First projects whose app is a program, by what `init --app` calls them.
    var apps: [(name: String, template: ProjectTemplate)] = []
    /// Whether its apps are programs, which the option `--program-command` names.
    var runsPrograms = false
    /// Its file that the option `--dialogue` names; nil for an engine without one.
    var dialogueFile: String?

    /// Every engine, in the order in which a bare trace is tried for them. To add an engine, add
    /// it here.
    static let all = [
        usual,
        RegisteredEngine(make: { KeenASRFactory() }, template: .keenASR),
        RegisteredEngine(make: { VoiceKitFactory() }, template: .voicekit),
        RegisteredEngine(
            make: { SayKitFactory() }, template: .dialogue,
            dialogueFile: SayKitFactory.dialogueFile),
        RegisteredEngine(
            make: { ProgramEngineFactory() }, template: .python,
            apps: [
                ("python", .python), ("pipecat", .pipecat), ("livekit", .liveKit), ("node", .node),
                ("twilio", .twilio), ("twilio-node", .twilioNode),
            ],
            runsPrograms: true),
    ]

    /// The engine of projects and commands that name none.
    static let usual = RegisteredEngine(make: { VoiceflowFactory() }, template: .voiceflow)
}
