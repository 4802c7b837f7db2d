package import VoiceEngine
internal import VoiceFiles
package import VoiceJSON
public import VoiceSession
internal import VoiceTime
internal import VoiceTrace

extension RunConfiguration {
    /// A plan that runs `sources` as this configuration says, without a caller.
    ///
    /// - Parameters:
    ///   - name: the session's name.
    ///   - sources: the files that the configuration names, as read.
    ///   - engine: what the engine declares.
    ///   - createdBy: the program, as the manifest names it.
    /// - Returns: a plan without scenario and media.
    /// - Throws: `SessionError` for a setting that does not exist or is out of its range,
    ///   `FolderError/language(_:)`.
    package func plan(
        named name: String, _ sources: FlowSources, engine: EngineDeclaration, createdBy: String
    ) throws -> RecordingPlan {
        var settings = SessionSettings(engine: engine)
        for setting in self.settings { try settings.set(setting.name, to: setting.value) }
        var folders = try MediaFolders(language: language)
        if let media { folders.setAll(to: media) }
        for (name, path) in oldSounds { folders.set(file: name, at: path) }
        let setup = EngineSetup(
            files: sources.files, settings: settings.engine, language: language, seed: seed,
            sampleRate: SampleRate(hertz: sampleRate) ?? .standard)
        var plan = RecordingPlan(
            name: name, setup: setup, settings: settings, folders: folders,
            recognizer: RecognizerSetup(kind: recognizer.kind, task: sources.task),
            createdBy: createdBy)
        plan.recognizer.command = recognizerCommand
        plan.lexicon = sources.lexicon
        plan.phonemes = sources.phonemes
        plan.fields = fields.map { ($0.name, $0.value) }
        plan.expectations = expectations
        return plan
    }
}

extension RunConfiguration.Recognizer {
    /// The same for a session.
    public var kind: RecognizerSetup.Kind {
        switch self {
        case .pocketsphinx: .pocketsphinx
        case .scripted: .scripted
        case .process: .process
        }
    }
}

extension RecordingPlan {
    /// Reads the scenario in `bytes`, whose clips stand beside `path` or in the media folder, and
    /// the project's `rules` of the app, which follow its own.
    ///
    /// - Returns: what is worth a warning.
    /// - Throws: ``ProjectError`` for a scenario that is refused.
    package mutating func read(
        scenario bytes: [UInt8], path: String, rules: AppRules? = nil, media: String?,
        engine: EngineDeclaration
    ) throws(ProjectError) -> [Finding] {
        let reader: ScenarioReader
        do {
            reader = try ScenarioReader(
                bytes: bytes, file: path, engine: engine, common: rules.map { ($0.placed, $0.file) }
            )
        } catch { throw .notJSON(file: path, error: error) }
        let errors = reader.findings.filter { $0.severity == .error }
        guard errors.isEmpty else { throw .refused(findings: errors) }
        scenario = reader.scenario
        scenarioFile = bytes
        rulesFile = rules?.scenario
        let beside = DiskFile.parent(of: path)
        clipFolders = [beside.isEmpty ? "." : beside] + (media.map { [$0] } ?? [])
        return reader.findings
    }
}
