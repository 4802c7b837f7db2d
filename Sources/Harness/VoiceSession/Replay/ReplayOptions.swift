package import VoiceActivity
public import VoiceMedia
public import VoiceRecognition

/// How a session is replayed.
public struct ReplayOptions: Sendable, Equatable {
    /// Which stages run.
    public var tap = StartingTap.audio
    /// In blocks of how many frames the microphone is fed, up to 2^20; nil feeds the longest.
    package var blockFrames: Int? = 160
    /// Settings that differ from the manifest's, in the order they were given.
    public var changes: [(name: String, value: Int)] = []
    /// Files that take the place of the session's own; nil replays those it was recorded from.
    public var sources: ChangedSources?
    /// The program that hears sessions which were recorded with one; others go without it.
    public var recognizerCommand: RecognizerCommand?
    /// What to do where such a session is replayed without ``recognizerCommand``, in a sentence.
    package var stepWithoutCommand =
        "Name it with --recognizer-command, or replay with --from words."
    /// A detector built with other constants, to see what they do; nil is the real one.
    package var constants: SpeechConstants?
    /// Whether a session that had no microphone is replayed from its words, whatever ``tap`` says.
    package var takesWordsForMissingAudio = false

    /// The usual way.
    public init() {}

    /// Equal when a replay would be done alike.
    public static func == (left: Self, right: Self) -> Bool {
        left.tap == right.tap && left.blockFrames == right.blockFrames
            && left.takesWordsForMissingAudio == right.takesWordsForMissingAudio
            && left.changes.count == right.changes.count
            && left.sources?.files == right.sources?.files
            && left.constants == right.constants
            && left.recognizerCommand == right.recognizerCommand
            && zip(left.changes, right.changes).allSatisfy { $0 == $1 }
    }
}
