public import VoiceEngine
public import VoiceSynthesis
public import VoiceTrace

/// What a recording needs.
public struct RecordingPlan: Sendable {
    /// The session's name.
    public var name: String
    /// The engine's set-up: files, language, seed and rate.
    public var setup: EngineSetup
    /// Every setting.
    public var settings: SessionSettings
    /// Fields set before the run, in order.
    public var fields: [(name: String, value: JSONValue)] = []
    /// The scenario.
    public var scenario = Scenario()
    /// The scenario's file, kept in the session; nil when there is none.
    public var scenarioFile: [UInt8]?
    /// A recording that is the microphone, instead of the scenario's caller.
    public var inputPath: String?
    /// With a recording: what came late in the live session that it is from.
    public var delays: LiveDelays?
    /// Folders where a scenario's clips are looked for.
    public var clipFolders: [String] = []
    /// Where the flow's media stand.
    public var folders: MediaFolders
    /// Where the flow's recordings are written; nil writes none.
    public var recordings: MediaFolders?
    /// The recognizer.
    public var recognizer: RecognizerSetup
    /// Words that prompts say otherwise than they are written.
    public var lexicon: [SpokenForm] = []
    /// Words of prompts and their pronunciations in IPA.
    public var phonemes: [SpokenForm] = []
    /// Ends the session after so many milliseconds, if the flow has not.
    public var durationMilliseconds: Int64?
    /// The program, as the manifest names it.
    public var createdBy: String
    /// Whether the session waits beside a golden one until somebody accepts it.
    public var isTake = false

    /// A plan of the parts without which there is none.
    public init(
        name: String, setup: EngineSetup, settings: SessionSettings, folders: MediaFolders,
        recognizer: RecognizerSetup, createdBy: String
    ) {
        self.name = name
        self.setup = setup
        self.settings = settings
        self.folders = folders
        self.recognizer = recognizer
        self.createdBy = createdBy
    }
}
