internal import VoiceAudio
package import VoiceEngine
internal import VoiceJSON
internal import VoiceMedia
package import VoiceRecognition
internal import VoiceSynthesis
internal import VoiceTime
internal import VoiceTrace

extension RecordingPlan {
    /// Frame at which a session ends whose flow does not, and the reason.
    var limit: (frame: Frame, reason: String) {
        let rate = setup.sampleRate
        let limit = rate.frames(milliseconds: scenario.limitSeconds * 1_000)
        guard let durationMilliseconds else { return (limit, "limits") }
        let frame = rate.frames(milliseconds: durationMilliseconds)
        return frame < limit ? (frame, "duration") : (limit, "limits")
    }

    /// The engine of the plan, which takes first values where the plan has some.
    ///
    /// - Throws: the engine's error for unusable files, ``SessionError/setting(reason:)``.
    func engine(from factory: any EngineFactory) throws -> any EngineUnderTest {
        var setup = setup
        setup.settings = settings.engine
        let engine = try factory.make(setup)
        for (name, value) in fields where factory.firstValue(name, value) == nil {
            throw SessionError.setting(
                reason: "cannot set \(name) before the run: the engine"
                    + " \(factory.declaration.kind) takes no first values. Remove --field.")
        }
        return engine
    }

    /// Guesses how words are said that the model's dictionary lacks, in all that is known to be
    /// listened for: the recognizer's task, and what the engine's files name.
    ///
    /// What is guessed becomes part of the session, so that its replay guesses nothing. Changes
    /// nothing where it was done before.
    /// - Throws: `RecognitionError`, or what the engine throws for files it cannot read.
    package mutating func guessPronunciations(
        factory: any EngineFactory, recognizers: RecognizerCache? = nil
    ) throws {
        var setup = setup
        setup.settings = settings.engine
        guard recognizer.kind == .pocketsphinx, recognizer.pronunciations.isEmpty,
            try factory.recognizes(setup)
        else { return }
        let tasks = try factory.tasks(of: setup)
        // A recognizer that is kept knows what was guessed for it.
        let own = try recognizers?.recognizer(for: recognizer.task).guessed
        if tasks.isEmpty, let own {
            recognizer.pronunciations = own
        } else {
            recognizer.pronunciations = try RecognitionTask.guesses(
                for: [recognizer.task] + tasks, known: own ?? [])
        }
    }

    /// The file of what was guessed before the run and for `tasks`, which its listening jobs asked
    /// for; empty where nothing was guessed for these.
    func guessedFiles(for tasks: [RecognitionTask]) -> [String: [UInt8]] {
        guard recognizer.kind == .pocketsphinx else { return [:] }
        var recognizer = recognizer
        recognizer.pronunciations = recognizer.pronunciations.guessing(for: tasks)
        guard recognizer.pronunciations != self.recognizer.pronunciations else { return [:] }
        return recognizer.files.filter { $0.key == RecognizerSetup.FileName.pronunciations }
    }

    /// Realises the prompts of the run.
    func studio(_ synthesizer: SpeechSynthesizer) -> PromptStudio {
        var studio = PromptStudio(
            folders: folders, synthesizer: synthesizer, rate: setup.sampleRate)
        studio.lexicon = lexicon
        studio.phonemes = phonemes
        return studio
    }

    /// The manifest as far as it is known before the first frame, and the files it goes with.
    func draft(
        engine: EngineDeclaration, identity: RecognizerIdentity, synthesizer: SpeechSynthesizer
    ) -> (manifest: SessionManifest, files: [String: [UInt8]]) {
        var settings = self.settings.object
        settings[SessionManifest.languageKey] = .string(setup.language)
        var files = setup.files
        if identity.kind == recognizer.kind.rawValue {
            files.merge(recognizer.files) { $1 }
        }
        files["scenario.json"] = scenarioFile
        files[Self.rulesName] = rulesFile
        files[Self.expectationsName] = FileExpectations.file(expectations)
        let version = (try? synthesizer.engineVersion()) ?? "unknown"
        var manifest = SessionManifest(
            name: name, engine: .init(kind: engine.kind, version: engine.version),
            sampleRate: setup.sampleRate, seed: setup.seed, frames: 0,
            recognizer: identity.part,
            synthesizer: .init(kind: "espeak-ng", version: version), settings: settings,
            counts: [:], createdBy: createdBy)
        manifest.isTake = isTake
        manifest.vocabulary = engine.vocabulary
        return (manifest, files)
    }
}

extension FrameLoop {
    /// Schedules the beginning of a plan: fields, the run, and the app's rules that go by time.
    mutating func begin(_ plan: RecordingPlan, factory: any EngineFactory) {
        for (name, value) in plan.fields {
            if let call = factory.firstValue(name, value) { schedule(.call(call), at: 0) }
        }
        schedule(.run, at: 0)
        var numbers = CallNumbers(factory.declaration)
        let rate = plan.setup.sampleRate
        for rule in plan.scenario.rules {
            guard case .at(let time) = rule.trigger else { continue }
            for call in rule.calls {
                schedule(
                    .call(numbers.numbered(call)), at: rate.frames(milliseconds: time))
            }
            for news in rule.news { schedule(news, at: rate.frames(milliseconds: time)) }
        }
    }
}

extension RecordedSession {
    /// The session that a run of `plan` came to.
    init(
        _ plan: RecordingPlan, engine: EngineDeclaration, identity: RecognizerIdentity,
        synthesizer: SpeechSynthesizer, studio: PromptStudio, microphone: [Int16],
        events: [TraceEvent], inputs: [InputEvent], tasks: [RecognitionTask],
        outcome: RecordingOutcome
    ) {
        let draft = plan.draft(engine: engine, identity: identity, synthesizer: synthesizer)
        var manifest = draft.manifest
        manifest.frames = Frame(microphone.count)
        manifest.counts = [
            "events": .integer(Int64(events.count)), "inputs": .integer(Int64(inputs.count)),
        ]
        self.init(
            manifest: manifest, inputs: inputs, events: events,
            microphone: MonoSound(
                sampleRate: plan.setup.sampleRate.hertz, samples: microphone),
            prompts: studio.index, promptSounds: studio.sounds,
            files: draft.files.merging(plan.guessedFiles(for: tasks)) { $1 })
        unreachedLines = outcome.unreachedLines
        failedExpectations = outcome.failedExpectations
        engineFaults = outcome.engineFaults
        warnings = outcome.warnings
        judge(engine.vocabulary)
    }
}
