public import VoiceAudio
package import VoiceDiff
internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON
public import VoiceMedia
internal import VoiceRecognition
internal import VoiceTime
public import VoiceTrace

/// A session in memory, as a recording yields it and a folder will hold it.
public struct RecordedSession: Sendable {
    /// The manifest; its list of files is filled in when the session is written.
    package var manifest: SessionManifest
    /// Inputs of the session.
    public var inputs: [InputEvent]
    /// Events of the session.
    package var events: [TraceEvent]
    /// Sound of the microphone; without a sample where there was none.
    public var microphone: MonoSound
    /// Sound that each prompt request became.
    public var prompts: PromptIndex
    /// The realised prompts by digest.
    package var promptSounds: [String: MonoSound]
    /// The files of the `flow` folder by name.
    public var files: [String: [UInt8]]

    /// Reasons why caller lines of the scenario never played: one sentence or two for each.
    package var unreachedLines: [String] = []
    /// Expected events that never happened, as messages name them.
    package var failedExpectations: [String] = []
    /// Places where its turn-taking is not what its scenario or its project expects.
    package var turnFaults: [TurnFault] = []
    /// Forbidden acts of the engine, in sentences.
    package var engineFaults: [String] = []
    /// Faults on the way that were got round.
    public var warnings: [String] = []
    /// Reasons why it proves nothing, as its engine says: such a session agrees with none and is
    /// not kept.
    package var objections: [RunObjection] = []

    /// A session of these parts, with nothing to say against it.
    package init(
        manifest: SessionManifest, inputs: [InputEvent], events: [TraceEvent],
        microphone: MonoSound, prompts: PromptIndex, promptSounds: [String: MonoSound],
        files: [String: [UInt8]]
    ) {
        self.manifest = manifest
        self.inputs = inputs
        self.events = events
        self.microphone = microphone
        self.prompts = prompts
        self.promptSounds = promptSounds
        self.files = files
    }

    /// Demands of the scenario that were not met, and faults of the engine, in sentences.
    public var unmet: [String] {
        unmetBesideTurns + turnFaults.map(\.sentence)
    }

    /// The same without its turn-taking.
    package var unmetBesideTurns: [String] {
        RecordingOutcome.unmet(unreachedLines, failedExpectations) + engineFaults
    }

    /// Returns the sentences on what an acceptance took with a reason.
    package func notes(on accepted: AcceptedFaults) -> [String] {
        let taken =
            unmetBesideTurns.filter(accepted.contains)
            + turnFaults.filter(accepted.contains).map(\.sentence)
        return taken.map { "accepted with a reason: \($0)" } + [accepted.advice].compactMap { $0 }
    }

    /// Adds faults of its turn-taking to what it did not get.
    package mutating func add(_ faults: [TurnFault]) {
        turnFaults = faults
        manifest.unmet += faults.map(\.sentence).filter { !manifest.unmet.contains($0) }
    }

    /// Judges its turn-taking by what its files expect; `vocabulary` says what its events mean.
    mutating func judge(_ vocabulary: EventVocabulary) {
        turnFaults = JudgedRun(self, vocabulary: vocabulary).ownFaults()
        manifest.unmet = unmet
    }
}

extension RecordedSession {
    /// The session that a run of an engine's own runner was; its name is not yet given.
    ///
    /// - Throws: ``SessionError/setting(reason:)`` when the run went by settings that no session
    ///   may have.
    package init(_ run: RunRecord, createdBy: String) throws(SessionError) {
        var settings = SessionSettings(engine: run.declaration)
        for (name, value) in run.media.named { try settings.set(name, to: value) }
        for (name, value) in run.setup.settings.sorted(by: { $0.key < $1.key }) {
            try settings.set(name, to: value)
        }
        var object = settings.object
        object[SessionManifest.languageKey] = .string(run.setup.language)
        let end = InputEvent(
            sequence: run.inputs.count, frame: run.frames, after: run.events.count, during: nil,
            input: .end(reason: run.isOver ? run.declaration.vocabulary.endReason : "record"))
        let inputs = run.inputs + [end]
        var events = run.events
        var files = run.setup.files
        if let kind = RecognizerSetup.Kind(rawValue: run.recognizer.kind) {
            var setup = RecognizerSetup(kind: kind, task: run.task)
            if kind == .pocketsphinx {
                // Guessed in the run, and the same again; a replay that lacks it guesses itself. No
                // other machine can know what only the run's own lexicon has.
                let tasks = [run.task] + run.tasks
                let own = try? RecognitionTask.lexiconWays(for: tasks, model: run.model)
                setup.pronunciations = [].guessing(for: tasks, known: own ?? [])
            }
            files.merge(setup.files) { $1 }
        }
        if !events.isEmpty { events[0].why[TraceEvent.settingsKey] = .object(settings.inForce) }
        self.init(
            manifest: SessionManifest(
                name: "",
                engine: .init(kind: run.declaration.kind, version: run.declaration.version),
                sampleRate: run.setup.sampleRate, seed: run.setup.seed, frames: run.frames,
                recognizer: .init(
                    kind: run.recognizer.kind, model: run.recognizer.model,
                    digest: run.recognizer.digest),
                synthesizer: .init(kind: "espeak-ng", version: "unknown"), settings: object,
                counts: [
                    "events": .integer(Int64(run.events.count)),
                    "inputs": .integer(Int64(inputs.count)),
                ], createdBy: createdBy),
            inputs: inputs, events: events,
            microphone: run.microphone
                ?? MonoSound(sampleRate: run.setup.sampleRate.hertz, samples: []),
            prompts: run.prompts, promptSounds: run.promptSounds, files: files)
        manifest.vocabulary = run.declaration.vocabulary
    }
}

extension RunRecord {
    /// Seals the run as a session folder at `path`, in the place of one there if `isReplacing`.
    ///
    /// It replays like any other session; one whose run had no microphone replays from the words.
    ///
    /// - Throws: ``SessionError`` when the folder exists or cannot be written.
    public func write(
        to path: String, isReplacing: Bool = false
    ) throws(SessionError) {
        let writer = try SessionWriter(path: path, isReplacing: isReplacing)
        var session = try RecordedSession(self, createdBy: declaration.runner)
        let name = DiskFile.name(of: SessionFolder(path: path).path)
        session.manifest.name =
            name.hasSuffix(".vsession") ? String(name.dropLast(9)) : name
        try writer.write(session, timing: [:])
    }
}
