import ArgumentParser

/// Runs parts of voicetest for `measure-recording`, `prove-recovery` and `prove-async`. No user
/// needs it: it is not installed.
@main
struct VoicetestMeasure: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voicetest-measure",
        abstract: "Runs parts of voicetest, for scripts.",
        subcommands: [RecordingCommand.self, AppCommand.self, VoiceAppCommand.self])
}
