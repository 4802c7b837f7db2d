package import VoiceEngine
internal import VoiceFiles
package import VoiceJSON
internal import VoiceMedia
package import VoiceRecognition
package import VoiceSynthesis

/// Records a session: runs an engine against a scenario as fast as it can.
package struct SessionRecorder {
    private let factory: any EngineFactory
    private let synthesizer: SpeechSynthesizer
    private let recognizers: RecognizerCache

    /// A recorder of engines that `factory` makes.
    package init(
        factory: any EngineFactory, synthesizer: SpeechSynthesizer,
        recognizers: RecognizerCache = RecognizerCache()
    ) {
        self.factory = factory
        self.synthesizer = synthesizer
        self.recognizers = recognizers
    }

    /// Runs the plan until the engine ends, or until a limit, and keeps everything in memory.
    ///
    /// - Throws: the engine's error for unusable files, ``SessionError`` for a clip that is not
    ///   there, `RecognitionError` for a recognizer that cannot be made.
    package mutating func record(_ plan: RecordingPlan) throws -> RecordedSession {
        var plan = plan
        try plan.guessPronunciations(factory: factory, recognizers: recognizers)
        let loop = try loop(for: plan)
        let identity = loop.host.listener.identity
        var run = SimulatedRun(
            loop: loop, caller: try caller(of: plan), plan: plan,
            vocabulary: factory.declaration.vocabulary, sink: MemorySink(), watch: NoWatch())
        run.prepare(plan, factory: factory)
        try run.play(limit: plan.limit)
        try run.refuseBreakdown()
        let outcome = run.outcome(plan)
        let memory = run.sink
        plan.setup.files.merge(run.loop.keptFiles) { $1 }
        var session = RecordedSession(
            plan, engine: factory.declaration, identity: identity, synthesizer: synthesizer,
            studio: run.loop.host.studio, microphone: memory.microphone, events: memory.events,
            inputs: memory.inputs, tasks: run.loop.tasks, outcome: outcome)
        session.objections = run.loop.objections
        return session
    }

    /// Runs the plan and writes it to `place` as it happens; memory does not grow with its length.
    ///
    /// - Throws: what ``record(_:)`` throws, and ``SessionError`` when something cannot be written.
    ///   After an error of the disk what was recorded stays, for ``SessionRecovery``; after any
    ///   other nothing does.
    package mutating func record(
        _ plan: RecordingPlan, to place: SessionWriter, keeping: JournalOptions,
        watch: some BlockWatch
    ) throws -> RecordingOutcome {
        var plan = plan
        try plan.guessPronunciations(factory: factory, recognizers: recognizers)
        let loop = try loop(for: plan)
        let caller = try caller(of: plan)
        let draft = plan.draft(
            engine: factory.declaration, identity: loop.host.listener.identity,
            synthesizer: synthesizer)
        let journal = try SessionJournal(
            at: place, draft: draft.manifest, files: draft.files, options: keeping)
        var run = SimulatedRun(
            loop: loop, caller: caller, plan: plan, vocabulary: factory.declaration.vocabulary,
            sink: JournalSink(journal), watch: watch)
        do {
            run.trigger = keeping.trigger
            run.prepare(plan, factory: factory)
            try run.play(limit: plan.limit)
            try run.refuseBreakdown()
            try run.refuseObjections()
            var outcome = run.outcome(plan)
            let choice = keeping.trigger.choice(outcome, isPulled: run.isTriggered)
            outcome.record(try run.seal(plan, unmet: outcome.unmet, choice))
            return outcome
        } catch {
            if case SessionError.disk = error { throw error }
            // The caller of this function can record the run again.
            try? DiskFile.remove(place.partialPath)
            throw error
        }
    }

    private mutating func loop(for plan: RecordingPlan) throws -> FrameLoop<ScenarioHost> {
        var setup = plan.setup
        setup.settings = plan.settings.engine
        let engine = try plan.engine(from: factory)
        let listener =
            try factory.recognizes(setup)
            ? try SessionRecognizer(
                plan.recognizer, command: plan.recognizer.command, from: recognizers,
                missing: .commandMissing(
                    recognizer: "", nextStep: "Name it with --recognizer-command."))
            : .absent
        var host = plan.host(listener, engine: factory.declaration, synthesizer: synthesizer)
        host.recordedDelays = plan.delays?.words[...] ?? []
        host.recordedDelaysSoFar = plan.delays?.soFar[...] ?? []
        return try FrameLoop(
            engine, of: factory.declaration, host: host, rate: setup.sampleRate,
            settings: plan.settings)
    }

    private func caller(of plan: RecordingPlan) throws -> ScenarioCaller {
        let clips = ScenarioStudio(
            folders: plan.clipFolders, synthesizer: synthesizer, rate: plan.setup.sampleRate)
        if let path = plan.inputPath {
            return try clips.caller(
                recording: path, choice: plan.inputChannels, seed: plan.setup.seed)
        }
        return try clips.caller(
            of: plan.scenario, seed: plan.setup.seed, tellsKeys: try factory.takesKeys(plan.setup))
    }
}

/// Measures how long blocks take, beside the session: a caller may pass one that
/// reads a clock, which nothing here may.
package protocol BlockWatch {
    /// A block of frames is about to be worked off.
    mutating func blockBegins()
    /// It was worked off, and given to the journal.
    mutating func blockEnds()
    /// Whether a signal from outside ends the recording here and keeps it.
    var isSealWanted: Bool { get }
    /// Whether a signal from outside ends the recording here and drops it.
    var isStopWanted: Bool { get }
    /// Returns the contents of `timing.json` for a recording of `frames` frames.
    func timing(frames: Int64) -> JSONObject
}

extension BlockWatch {
    /// False: no signal ends it.
    package var isSealWanted: Bool { false }

    /// False: no signal ends it.
    package var isStopWanted: Bool { false }
}

/// Looks at no clock.
struct NoWatch: BlockWatch {
    mutating func blockBegins() {}
    mutating func blockEnds() {}
    func timing(frames: Int64) -> JSONObject { [:] }
}
