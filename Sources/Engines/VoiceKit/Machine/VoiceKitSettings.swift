internal import VoiceEngine
internal import VoiceTime

/// Settings of the machine that a session may choose, in frames of its clock.
struct VoiceKitSettings: EngineSettings, Equatable {
    /// Shortest interval between partial transcripts.
    var partialFrames: Frame = 0
    /// Silence that parts speech from speech.
    var pauseFrames: Frame = 0
    /// Length of the input buffers, each of which brings a level.
    var levelFrames: Frame = 0
    /// Other readings in an answer.
    var alternatives = 0

    /// Every setting, with its unit at the end of its name.
    static let table: [EngineSetting<Self>] = [
        EngineSetting(
            \.partialFrames, "voicekit.partialMs", standard: 100, range: 20...2_000, atLeast: 1),
        EngineSetting(
            \.pauseFrames, "voicekit.pauseMs", standard: 300, range: 50...2_000, atLeast: 1),
        EngineSetting(
            \.levelFrames, "voicekit.levelFrames", standard: 1_024, range: 160...16_000,
            atLeast: 1),
        EngineSetting(\.alternatives, "voicekit.alternatives", standard: 0, range: 0...20),
    ]
}

/// Constants of the machine that no session chooses.
enum VoiceKitConstants {
    /// Voiced time before sound counts as speech, in milliseconds.
    static let minSpeechMilliseconds = 80
    /// Speaking rates that 0 and 1 of a profile stand for, in words a minute.
    static let wordsPerMinute = 80...450
    /// The speaking rate that 0.5 of a profile stands for: that of every other prompt.
    static let usualWordsPerMinute = 175
    /// Waiting calls of one kind at most: past it a call is refused.
    static let queueLimit = 1_000
    /// Longest text of one speech, in bytes.
    static let textLimit = 100_000
    /// Channels at most.
    static let channelLimit = 64
    /// Parts of one listening at most: past it, speech without words is recognised at the end.
    static let segmentLimit = 100
    /// Names of a context at most.
    static let nameLimit = 1_000

    static let named = [
        "voicekit.minSpeechMs": minSpeechMilliseconds,
        "voicekit.slowestWordsPerMinute": wordsPerMinute.lowerBound,
        "voicekit.usualWordsPerMinute": usualWordsPerMinute,
        "voicekit.fastestWordsPerMinute": wordsPerMinute.upperBound,
    ]
}
