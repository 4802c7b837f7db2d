import ArgumentParser

/// Measures parts of voicetest for the scripts `measure-…`. It proves nothing by itself, and no
/// user needs it: it is not installed.
@main
struct VoicetestMeasure: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voicetest-measure",
        abstract: "Measures parts of voicetest, for the scripts measure-….",
        subcommands: [
            ReplayCommand.self, FlowCommand.self, RecordingCommand.self, EchoCommand.self,
            AppCommand.self, RecognizeCommand.self, SpeakersCommand.self,
            VoiceAppCommand.self,
        ])
}
