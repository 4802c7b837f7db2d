internal import VoiceEngine
internal import VoiceTime

/// Settings of the machine that a session may choose, in frames of its clock.
struct VoiceKitSettings: Sendable, Equatable {
    /// How often a partial transcript comes at most.
    var partialFrames: Frame
    /// Silence that parts speech from speech.
    var pauseFrames: Frame
    /// Length of the input buffers of which each brings a level.
    var levelFrames: Frame
    /// Other readings in an answer.
    var alternatives: Int

    /// Every setting, with its unit at the end of its name.
    static let declared = [
        EngineDeclaration.Setting("voicekit.partialMs", standard: 100, range: 20...2_000),
        EngineDeclaration.Setting("voicekit.pauseMs", standard: 300, range: 50...2_000),
        EngineDeclaration.Setting("voicekit.levelFrames", standard: 1_024, range: 160...16_000),
        EngineDeclaration.Setting("voicekit.alternatives", standard: 0, range: 0...20),
    ]

    /// Those of a set-up, in frames at `rate`.
    init(_ named: [String: Int], rate: SampleRate) {
        let settings = EngineSettings(named, declared: Self.declared, rate: rate)
        partialFrames = max(1, settings.frames("voicekit.partialMs"))
        pauseFrames = max(1, settings.frames("voicekit.pauseMs"))
        levelFrames = Frame(max(1, settings["voicekit.levelFrames"]))
        alternatives = settings["voicekit.alternatives"]
    }
}

/// What the machine goes by that no session chooses.
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
