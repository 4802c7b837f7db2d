package import VoiceJSON
public import VoiceTime

/// Values that an engine is made from: the same values when a session is recorded and when it is
/// replayed.
public struct EngineSetup: Sendable {
    /// The engine's own files, by their names in the session's `flow` folder.
    public var files: [String: [UInt8]]
    /// Effective settings of the engine, by name.
    public var settings: [String: Int]
    /// The folder name of the language.
    public var language: String
    /// The seed of all chance.
    package var seed: UInt64
    /// The session's clock.
    public var sampleRate: SampleRate
    /// Number of frames of the steps in which a program runs besides; nil for none.
    package var stepFrames: Frame?
    /// Number of frames for which a program runs; behind them it does what its acts say. Nil is
    /// all.
    package var programFrames: Frame?
    /// Whether a program that is answered from a session has the network all the same.
    package var keepsNetwork = false
    /// Whether the acts of a program are kept.
    package var keepsActs = false
    /// Whether a recorded text and one of now count as the same; nil where only equal ones do.
    package var areAlike: (@Sendable (JSONValue, JSONValue) -> Bool)?

    /// A set-up of these parts.
    package init(
        files: [String: [UInt8]], settings: [String: Int], language: String, seed: UInt64,
        sampleRate: SampleRate
    ) {
        self.files = files
        self.settings = settings
        self.language = language
        self.seed = seed
        self.sampleRate = sampleRate
    }
}
