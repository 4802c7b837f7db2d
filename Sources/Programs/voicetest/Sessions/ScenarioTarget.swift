import VoiceEngine
import VoiceJSON
import VoiceProject
import VoiceReports
import VoiceSession
import VoiceSynthesis
import VoiceTime
import VoiceTrace

/// The app of a project, which a scripted caller is made for.
struct ScenarioTarget {
    private let plan: RecordingPlan
    private let configuration: RunConfiguration
    private let factory: any EngineFactory
    private var recorder: SessionRecorder

    /// Opens the app in `folder`; `name` is the scenario's name there.
    ///
    /// - Throws: what is wrong with the project, and ``CommandError`` for one whose recognizer is a
    ///   program.
    init(project folder: String, scenario name: String) throws {
        let reader = try ProjectReader.checked(folder: folder, usual: Engines.usual())
        for finding in reader.findings { Console.report(finding.description) }
        configuration = reader.project.configuration(of: name)
        guard configuration.recognizer != .process else {
            throw CommandError(
                .usage,
                "\(folder): the project's recognizer is a program, which --for does not start. Make"
                    + " the scenario without --for.")
        }
        factory = try Engines.factory(of: configuration)
        var plan = try configuration.plan(
            named: name, try FlowSources.noted(configuration), engine: factory.declaration,
            createdBy: Voicetest.program)
        plan.folders.offer(factory.sounds)
        try plan.guessPronunciations(factory: factory)
        self.plan = plan
        recorder = SessionRecorder(
            factory: factory,
            synthesizer: SpeechSynthesizer(cacheFolder: SpeechSynthesizer.usualCacheFolder))
    }

    /// Meaning of the app's events.
    var vocabulary: EventVocabulary { factory.declaration.vocabulary }

    /// The app's clock.
    var rate: SampleRate { plan.setup.sampleRate }

    /// Runs the app with the caller of a scenario whose clips are in `folder`.
    mutating func run(_ scenario: [UInt8], in folder: String) throws -> RecordedSession {
        var plan = plan
        _ = try plan.read(
            scenario: scenario, path: "\(folder)/caller\(Project.scenarioSuffix)",
            rules: configuration.app, media: configuration.media, engine: factory.declaration)
        return try recorder.record(plan)
    }
}
