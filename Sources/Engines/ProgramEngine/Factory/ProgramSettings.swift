internal import VoiceEngine
internal import VoiceTime

/// Settings of voicetest's side of a program.
struct ProgramSettings: EngineSettings {
    /// Voiced time before sound counts as speech, while the program listens.
    var minSpeechFrames: Frame = 0
    /// Silence that ends a listening of the program that names no limit.
    var endSilenceFrames: Frame = 0
    /// Interval at which words under way are told; 0 never.
    var partialFrames: Frame = 0
    /// Length of a block of the microphone.
    var blockFrames: Frame = 0

    static let table: [EngineSetting<Self>] = [
        EngineSetting(
            \.minSpeechFrames, "program.minSpeechMs", standard: 80, range: 10...1_000),
        EngineSetting(
            \.endSilenceFrames, "program.endSilenceMs", standard: 600, range: 100...5_000),
        EngineSetting(\.partialFrames, "program.partialMs", standard: 300, range: 0...5_000),
        EngineSetting(
            \.blockFrames, "program.blockMs", standard: 20, range: 10...200, atLeast: 1),
    ]
}
