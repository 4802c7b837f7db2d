internal import VoiceDiff
public import VoiceEngine
internal import VoiceFlow
internal import VoiceRecognition
public import VoiceSession
public import VoiceSynthesis
internal import VoiceTime
public import VoiceTrace

/// Drafts scenarios for a flow: together they take every edge that can be taken by words, silence,
/// interruptions, fields, the app's answers, permissions and failures.
///
/// The engine itself says what each scenario comes to; the drafts go with the scripted recognizer.
/// The same files give the same drafts, byte by byte.
public struct ScenarioDrafter {
    /// The files of the flow, by the names of `VoiceflowFactory.FileName`.
    public var files: [String: [UInt8]]
    /// The flow's name in the graph.
    public var name = "flow"
    /// What a caller can say; nil where anything can be said.
    public var phrases: [String]?
    /// Where the flow's media stand.
    public var folders: MediaFolders
    /// Fields that are set before every scenario.
    public var fields: [(name: String, value: JSONValue)] = []
    /// Words that prompts say otherwise than they are written.
    public var lexicon: [SpokenForm] = []
    /// Words of prompts and their pronunciations in IPA.
    public var phonemes: [SpokenForm] = []
    /// Every setting of the sessions.
    public var settings: SessionSettings
    /// The tag of the language that callers speak.
    public var language = "en-US"
    /// The seed of all chance.
    public var seed: UInt64 = 1
    /// How much may be simulated.
    public var limits = DraftLimits()

    private let synthesizer: SpeechSynthesizer
    private let factory = VoiceflowFactory()

    /// A drafter for the flow of `files`, whose media stand in `folders`.
    public init(
        files: [String: [UInt8]], folders: MediaFolders,
        synthesizer: SpeechSynthesizer = SpeechSynthesizer(
            cacheFolder: SpeechSynthesizer.usualCacheFolder)
    ) {
        self.files = files
        self.folders = folders
        self.synthesizer = synthesizer
        settings = SessionSettings(engine: factory.declaration)
    }

    /// The drafts.
    ///
    /// - Throws: `FlowError` for a flow that cannot run, `RecognitionError` for a phrase that is
    ///   not made of words, and what a recorder throws.
    public func draft() throws -> DraftedScenarios {
        let facts = try FlowFacts(
            files: files, name: name, media: MediaSearch(folders: folders))
        // Callers say what a recognizer returns: the drafts' own recognizer takes their words.
        let said = try phrases.map { try SpeakableTexts(of: .phrases($0))?.texts ?? $0 }
        let vocabulary = Vocabulary(phrases: said)
        let reasons = UnreachedReasons(facts: facts, vocabulary: vocabulary)
        let stage = DraftStage(
            facts: facts, plan: plan, factory: factory, synthesizer: synthesizer, limits: limits)
        let hopeless = reasons.certain
        var search = DraftSearch(stage: stage, vocabulary: vocabulary, hopeless: hopeless)
        try search.run()
        var selection = DraftSelection(stage: search.stage)
        let drafts = try selection.drafts()
        let unreached = reasons.unreached(
            taken: search.taken, entered: search.entered, certain: hopeless, tried: search.tried,
            isCut: search.stage.isExhausted)
        return DraftedScenarios(
            graph: facts.graph, drafts: drafts, unreached: unreached,
            simulations: limits.simulations - selection.stage.simulationsLeft)
    }

    /// What every simulation goes by.
    var plan: RecordingPlan {
        let setup = EngineSetup(
            files: files, settings: settings.engine, language: language, seed: seed,
            sampleRate: .standard)
        var plan = RecordingPlan(
            name: name, setup: setup, settings: settings, folders: folders,
            recognizer: RecognizerSetup(kind: .scripted), createdBy: "voicetest")
        plan.fields = fields
        plan.lexicon = lexicon
        plan.phonemes = phonemes
        return plan
    }
}

/// How much drafting may simulate.
public struct DraftLimits: Sendable, Equatable {
    /// Scenarios that are tried at most.
    public var simulations = 800
    /// Session time of them all, in seconds.
    public var sessionSeconds: Int64 = 40_000
    /// Scenarios in a row that may bring nothing new.
    public var fruitless = 100
    /// Longest time a scenario goes on after the last thing that is done in it, in seconds.
    public var tailSeconds: Int64 = 300

    /// The usual limits.
    public init() {}
}
