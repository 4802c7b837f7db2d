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
    /// Name of the first project that `init` writes for it.
    let template: String
    /// Whether its apps are programs, which the option `--program-command` names.
    var runsPrograms = false
    /// Its file that the option `--dialogue` names; nil for an engine without one.
    var dialogueFile: String?

    /// Every engine, in the order in which a bare trace is tried for them. To add an engine, add
    /// it here.
    static let all = [
        usual,
        RegisteredEngine(make: { KeenASRFactory() }, template: "keenasr"),
        RegisteredEngine(make: { VoiceKitFactory() }, template: "voicekit"),
        RegisteredEngine(
            make: { SayKitFactory() }, template: "saykit",
            dialogueFile: SayKitFactory.dialogueFile),
        RegisteredEngine(
            make: { ProgramEngineFactory(known: programs) }, template: "python",
            runsPrograms: true),
    ]

    /// Programs that said what they are, each once in a run of a command.
    private static let programs = KnownPrograms()

    /// Asks programs anew what they are, once their files changed.
    static func forgetPrograms() { programs.forget() }

    /// The engine of projects and commands that name none.
    static let usual = RegisteredEngine(make: { VoiceflowFactory() }, template: "voiceflow")
}
