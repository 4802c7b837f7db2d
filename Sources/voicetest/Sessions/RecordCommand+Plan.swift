import ArgumentParser
import VoiceEngine
import VoiceProject
import VoiceSession
import VoiceTrace

extension RecordCommand {
    /// Where the take is written: --output, or the pending session beside it.
    var place: SessionFolder {
        let folder = SessionFolder(path: output)
        return pending ? folder.pending : folder
    }

    /// The writer of the take.
    ///
    /// - Throws: what keeps it from being written, with the way round it.
    func writer() throws -> SessionWriter {
        if force, !pending, DiskFile.exists(SessionFolder(path: output).ledgerPath) {
            throw CommandError(
                .cannotCreate,
                "\(output): its golden was accepted with reasons, and --force would lose them."
                    + " Record with --pending and accept the take with a reason, or choose another"
                    + " name.")
        }
        do {
            return try SessionWriter(path: place.path, isReplacing: force)
        } catch SessionError.disk(.exists(let path)) {
            throw CommandError(
                .cannotCreate,
                pending
                    ? "\(path): another take is pending there. Decide on it with `voicetest review"
                        + " \(path)` first, or pass --force to replace it."
                    : "\(path): already exists and is left as it is. Pass --pending to leave the"
                        + " new take beside it for `voicetest review` and `voicetest accept"
                        + " --reason`, choose another name, or pass --force to replace it without"
                        + " a reason.")
        }
    }

    /// Refuses a recording without the files of its engine.
    func checkFiles() throws {
        try engine.refuse([
            ("--flow", flow), ("--prompts", prompts), ("--audio-text-map", audioTextMap),
        ])
        guard !engine.isGeneral else { return }
        let needed = [
            ("flow", flow, "The voiceflow file."),
            ("prompts", prompts, "The audio prompt module list."),
        ]
        for (name, value, help) in needed where value == nil {
            throw ValidationError(
                """
                Missing expected argument '--\(name) <\(name)>'
                Help:  --\(name) <\(name)>  \(help)
                """)
        }
    }

    private func configuration() throws -> RunConfiguration {
        var result = RunConfiguration(flow: flow ?? "", prompts: prompts ?? "")
        try engine.apply(to: &result)
        result.audioTextMap = audioTextMap
        result.media = media
        result.language = language
        result.grammar = task.grammar
        result.phrases = task.phrases
        result.aliases = aliases
        result.phonemes = phonemes
        if let recognizer { result.recognizer = recognizer.choice }
        if let command = try command.command() {
            result.recognizer = .process
            result.recognizerCommand = command
        }
        result.sampleRate = sampleRate
        result.seed = seed
        result.fields = fields.map { .init(name: $0.name, value: $0.value) }
        result.settings = settings.map { .init(name: $0.name, value: $0.value) }
        return result
    }

    /// What the options ask for.
    func plan(_ factory: any EngineFactory) throws -> RecordingPlan {
        let configuration = try configuration()
        var plan = try configuration.plan(
            named: String(DiskFile.name(of: output).dropLast(SessionFolder.suffix.count)),
            try FlowSources.noted(configuration), engine: factory.declaration,
            createdBy: "voicetest \(Voicetest.version)")
        plan.folders.offer(factory.sounds)
        plan.isTake = pending
        if let recordings {
            var folders = try MediaFolders(language: language)
            folders.set(.recordAudio, to: recordings)
            plan.recordings = folders
        }
        plan.durationMilliseconds = duration.map { Int64(($0 * 1_000).rounded()) }
        plan.inputPath = input
        plan.delays = try live.delaysOf.map { try LiveDelays(of: SessionFolder(path: $0)) }
        // A person takes the time it takes, unless a scenario says otherwise.
        if live.device != nil { plan.scenario.limitSeconds = SessionManifest.secondsLimit }
        guard let scenario else { return plan }
        let bytes = try DiskFile.read(scenario, limit: FileLimit.text)
        let findings = try plan.take(
            scenario: bytes, path: scenario, rules: configuration.app, media: media,
            engine: factory.declaration)
        for var finding in findings {
            finding.severity = .warning
            Console.note(finding.description)
        }
        return plan
    }
}
