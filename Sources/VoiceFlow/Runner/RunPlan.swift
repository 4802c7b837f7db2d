public import VoiceMedia
public import VoiceRecognition
public import VoiceSynthesis
public import VoiceTime
public import VoiceTrace

/// What a run goes by.
public struct RunConditions: Sendable {
    /// The clock.
    public var sampleRate = SampleRate.standard
    /// Detector and media core.
    public var media = MediaSettings()
    /// Settings of the engine by name; what is left out is as usual.
    public var engine: [String: Int] = [:]
    /// The seed of all chance.
    public var seed: UInt64 = 1
    /// Which stages run; with `words` speech and words are injected.
    public var tap = StartingTap.audio
    /// Whether events and inputs are kept; otherwise memory stays constant however long it runs.
    public var keepsTrace = false
    /// Who listens, as a record of the run names it.
    public var recognizer = RecognizerIdentity(kind: "none")
    /// What is listened for, as a record of the run keeps it.
    public var task = RecognitionTask.general
    /// Whether time stands still while an app on an actor of its own is called back. A host whose
    /// clock is a device sets it to false: frames go on, and a late return is an input.
    public var waitsForCallbacks = true

    /// The usual conditions.
    public init() {}
}

/// Where a runner's files stand, and how its words are spoken.
public struct RunnerResources: Sendable, Equatable {
    /// Folders by category, and the language folder.
    public internal(set) var folders: MediaFolders
    /// Aliases in the order in which they were loaded.
    public internal(set) var aliases = Lexicon(parsing: "")
    /// IPA phonemes by word, in the order in which they were loaded.
    public internal(set) var phonemes = Lexicon(parsing: "")

    init() {
        do {
            folders = try MediaFolders(language: "en-US")
        } catch { preconditionFailure("en-US is a folder name") }
    }
}

/// Everything a run is made of, fixed when the app asked for it; what the app calls until the run
/// begins counts from its beginning.
@MainActor
public struct RunPlan {
    let runner: STVoiceFlowRunner
    let flow: FlowSet
    let language: String
    /// The calls that give the engine the fields and the intent that the app had set.
    let calls: [EngineCall]
    /// The files that the flow was loaded from, as a session holds them.
    let files: [String: [UInt8]]

    /// Whether a module of the flow listens for words.
    public var recognizes: Bool { flow.recognizes }

    /// Makes the run and starts the flow at frame 0, where `inputs` come before all else.
    public func start(after inputs: [SessionInput] = []) -> VoiceflowRun? {
        runner.start(self, after: inputs)
    }

    /// The flow cannot begin: the app is told so, and why is the runner's last error.
    public func refuse(_ result: ST_RESULT, _ why: String) { runner.refuse(self, result, why) }
}
