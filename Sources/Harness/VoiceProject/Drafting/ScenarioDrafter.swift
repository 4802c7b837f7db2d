package import VoiceEngine
package import VoiceJSON
package import VoiceSession
package import VoiceSynthesis
internal import VoiceTime
internal import VoiceTrace

/// Drafts scenarios for the files of an engine, and simulates each with the scripted recognizer.
package struct ScenarioDrafter {
    /// Request that the scenarios are drafted for.
    package var request: DraftRequest
    /// Values that are set before every scenario.
    package var fields: [(name: String, value: JSONValue)] = []
    /// Words that prompts say otherwise than they are written.
    package var lexicon: [SpokenForm] = []
    /// Words of prompts and their pronunciations in IPA.
    package var phonemes: [SpokenForm] = []
    /// Every setting of the sessions.
    package var settings: SessionSettings
    /// The tag of the language that callers speak.
    package var language = "en-US"
    /// The seed of all chance.
    package var seed: UInt64 = 1

    private let synthesizer: SpeechSynthesizer
    private let factory: any EngineFactory

    /// A drafter for `request`, whose files are those of an engine of `factory`.
    package init(
        for request: DraftRequest, of factory: any EngineFactory,
        synthesizer: SpeechSynthesizer = SpeechSynthesizer(
            cacheFolder: SpeechSynthesizer.usualCacheFolder)
    ) {
        self.request = request
        self.factory = factory
        self.synthesizer = synthesizer
        settings = SessionSettings(engine: factory.declaration)
    }

    /// The drafts.
    ///
    /// - Throws: ``DraftError/notDrafted(engine:)`` for an engine that drafts none, and what the
    ///   engine's drafting and a recorder throw.
    package func draft() throws -> DraftedScenarios {
        guard let drafter = factory.drafter else {
            throw DraftError.notDrafted(engine: factory.declaration.kind)
        }
        var recorder = SessionRecorder(factory: factory, synthesizer: synthesizer)
        return try drafter.draft(request) { scenario in
            var plan = plan
            plan.scenario = try ScenarioReader(
                bytes: scenario, file: "scenario.json", engine: factory.declaration
            ).scenario
            plan.scenarioFile = scenario
            return SimulatedScenario(try recorder.record(plan))
        }
    }

    /// Plan of every simulation.
    package var plan: RecordingPlan {
        let setup = EngineSetup(
            files: request.files, settings: settings.engine, language: language, seed: seed,
            sampleRate: .standard)
        var plan = RecordingPlan(
            name: request.name, setup: setup, settings: settings, folders: request.folders,
            recognizer: RecognizerSetup(kind: .scripted), createdBy: "voicetest")
        plan.fields = fields
        plan.lexicon = lexicon
        plan.phonemes = phonemes
        return plan
    }
}

extension SimulatedScenario {
    fileprivate init(_ session: RecordedSession) {
        self.init(
            events: session.events, inputs: session.inputs, frames: session.manifest.frames,
            isWhole: session.unreachedLines.isEmpty,
            isAsExpected: session.failedExpectations.isEmpty)
    }
}
