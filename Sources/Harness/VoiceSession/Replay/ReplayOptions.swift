package import VoiceActivity
package import VoiceEngine
public import VoiceMedia
public import VoiceRecognition
package import VoiceTime

/// Choices for a replay: the stages that run, changed settings, files and programs.
public struct ReplayOptions: Sendable, Equatable {
    /// First stage that runs.
    public var tap = StartingTap.audio
    /// Number of frames of the blocks in which the microphone is fed, up to 2^20; nil feeds the
    /// longest.
    package var blockFrames: Int? = 160
    /// Settings that differ from the manifest's, in the order they were given.
    public var changes: [(name: String, value: Int)] = []
    /// Files that take the place of the session's own; nil replays those it was recorded from.
    package var sources: ChangedSources?
    /// The program that hears sessions which were recorded with one; others go without it.
    public var recognizerCommand: RecognizerCommand?
    /// Advice where such a session is replayed without ``recognizerCommand``, in a sentence.
    package var stepWithoutCommand =
        "Name it with --recognizer-command, or replay with --from words."
    /// The program that is the app under test, for sessions of one; others go without it.
    package var programCommand: ProgramCommand?
    /// Maker of the sounds of such a program that its session does not hold.
    package var programStudio: (@Sendable (SampleRate) -> PromptStudio)?
    /// Number of frames of the steps in which such a program runs besides; nil for none.
    package var stepFrames: Frame?
    /// Whether the session keeps what such a program does.
    package var keepsActs = false
    /// Stands in for a prompt that the session does not hold, and counts texts of calls as the
    /// same, while a session is redacted; nil otherwise.
    package var redacted: HiddenTexts?
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
            && left.programCommand == right.programCommand && left.stepFrames == right.stepFrames
            && zip(left.changes, right.changes).allSatisfy { $0 == $1 }
    }
}
