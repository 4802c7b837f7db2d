import ArgumentParser
import VoiceAudio
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceRecognition
import VoiceReports
import VoiceSession
import VoiceSynthesis
import VoiceTrace

extension RecordCommand {
    /// Folder that the take is written to: --output, or the pending session beside it.
    var place: SessionFolder {
        let folder = SessionFolder(path: target)
        return pending ? folder.pending : folder
    }

    /// The writer of the take.
    ///
    /// - Throws: what keeps it from being written, with the way round it.
    func writer() throws -> SessionWriter {
        if force, !pending, DiskFile.exists(SessionFolder(path: target).ledgerPath) {
            throw CommandError(
                .cannotCreate,
                "\(target): its golden was accepted with reasons, and --force would lose them."
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

    /// Whether options name all the files of the engine: then no project says anything.
    private var namesFiles: Bool {
        sources.engine.isGeneral || sources.flow != nil && sources.prompts != nil
    }

    /// The folder of the project whose files and settings the recording takes; nil for none.
    private var projectFolder: String? { namesFiles ? nil : Project.folder(above: ".") }

    /// Dates and places the session of a program: as its golden session, or from today where it
    /// asks the world for something.
    func place(
        _ plan: inout RecordingPlan, _ factory: any EngineFactory, _ synthesizer: SpeechSynthesizer
    ) throws {
        guard factory.declaration.givesWorld else { return }
        let golden = SessionFolder(path: target)
        if DiskFile.exists(golden.path) {
            let bytes = try GoldenSession(golden).files[SessionWorld.fileName]
            plan.place(like: bytes.flatMap { SessionWorld(bytes: $0) })
            return
        }
        var world = SessionWorld()
        plan.place(like: world)
        if live.device == nil {
            var first = plan
            for name in factory.filesToAnswerFrom { first.setup.files[name] = [] }
            first.setup.keepsNetwork = true
            var recorder = SessionRecorder(factory: factory, synthesizer: synthesizer)
            guard factory.lacksAnswer(to: try recorder.record(first).events) else { return }
        }
        world.startsAt = Voicetest.now
        plan.place(like: world)
    }

    /// Refuses a recording if neither options nor a project name what is needed.
    func checkFiles() throws {
        guard projectFolder == nil else { return }
        var needed = [("output", output, "The session folder to write, NAME.vsession.")]
        if !sources.engine.isGeneral, values.program.app == nil {
            needed.append(("flow", sources.flow, "The \(Engines.usualKind) file."))
            needed.append(("prompts", sources.prompts, "The audio prompt module list."))
        }
        for (name, value, help) in needed where value == nil {
            throw ValidationError(
                """
                Missing expected argument '--\(name) <\(name)>'
                Help:  --\(name) <\(name)>  \(help) A project (a folder with a \
                \(Project.fileName)) makes it unnecessary.
                """)
        }
    }

    /// Returns the reason why a scripted recognizer would hear nothing; nil where it has the lines
    /// of a caller.
    func scriptFault() -> String? {
        guard live.device != nil || input != nil else { return nil }
        return "\(input == nil ? "--device" : "--input") has no caller lines for a scripted"
            + " recognizer. Use --recognizer pocketsphinx."
    }

    /// The session to write: --output; without it, the scenario's golden, or one that is called as
    /// the sound file.
    var target: String {
        if let output { return output }
        guard var name = scenario ?? input.map({ DiskFile.name(of: $0) }) else {
            return "live" + SessionFolder.suffix
        }
        if name.hasSuffix(Project.scenarioSuffix) {
            name.removeLast(Project.scenarioSuffix.count)
        } else if let dot = name.lastIndex(of: "."), !name[dot...].contains("/") {
            name = String(name[..<dot])
        }
        return name + SessionFolder.suffix
    }

    /// Returns the configuration to record: the project's files and settings, and the options in
    /// place of them.
    func configuration() throws -> RunConfiguration {
        var result = RunConfiguration(of: Engines.usual())
        if let projectFolder {
            let reader = try ProjectReader.checked(
                folder: projectFolder, usual: Engines.usual())
            for finding in reader.findings { Console.report(finding.description) }
            result = reader.project.configuration(of: caseName(in: reader.project))
        }
        result = try values.applied(to: try sources.applied(to: result))
        if let sampleRate { result.sampleRate = sampleRate }
        let file = result.projectFile ?? Project.fileName
        if result.recognizer == .scripted, values.recognizer == nil, let fault = scriptFault() {
            throw CommandError(.usage, "\(file) says \"recognizer\": \"scripted\", but \(fault)")
        }
        if result.programCommand != nil, values.program.app == nil {
            throw CommandError(
                .usage,
                "\(file) names a program as the app, and record starts a program only where an"
                    + " option names it. Add --program-command with the command.")
        }
        guard values.command.text == nil else { return result }
        if result.recognizer == .process, let command = result.recognizerCommand {
            throw CommandError(
                .usage,
                "\(file) names a program as its recognizer, and record starts a program only where"
                    + " an option names it. Type: \(line(naming: command))")
        }
        result.recognizerCommand = nil
        return result
    }

    /// The name of the case that is recorded, which overrides of the project may be for.
    private func caseName(in project: Project) -> String {
        let path = scenario ?? target
        let suffix = scenario == nil ? SessionFolder.suffix : Project.scenarioSuffix
        let parent = DiskFile.parent(of: path)
        let place = DiskFile.realPath(parent.isEmpty ? "." : parent) + "/"
        let root = DiskFile.realPath(project.folder) + "/"
        let below = place.hasPrefix(root) ? String(place.dropFirst(root.count)) : ""
        let name = below + DiskFile.name(of: path)
        return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
    }

    /// The line of this command with `command`, as it is typed in the working folder.
    private func line(naming command: RecognizerCommand) -> String {
        var words = command.words
        if let folder = command.folder, !DiskFile.areSame(folder, ".") {
            let place = RunOrigin.line([folder])
            words = ["sh", "-c", "cd \(place) && exec \(RunOrigin.line(words))"]
        }
        return RunOrigin.line(
            ["voicetest"] + CommandLine.arguments.dropFirst()
                + ["--recognizer-command", RunOrigin.line(words)])
    }

    /// Returns the plan that the options ask for.
    func plan(
        _ configuration: RunConfiguration, _ factory: any EngineFactory
    ) throws -> RecordingPlan {
        var plan = try configuration.plan(
            named: String(DiskFile.name(of: target).dropLast(SessionFolder.suffix.count)),
            try FlowSources.noted(configuration), engine: factory.declaration,
            createdBy: Voicetest.program)
        plan.folders.offer(factory.sounds)
        plan.isTake = pending
        if let recordings {
            var folders = try MediaFolders(language: configuration.language)
            folders.set(.recordAudio, to: recordings)
            plan.recordings = folders
        }
        plan.durationMilliseconds = duration.map { Int64(($0 * 1_000).rounded()) }
        if let input {
            let fold = try channels.choice.fold(of: input)
            if let note = fold.notice(on: input) { Console.report(note) }
            plan.inputPath = input
            plan.inputChannels = fold.choice
        }
        plan.delays = try live.delaysOf.map { try LiveDelays(of: SessionFolder(path: $0)) }
        // A person takes the time it takes, unless a scenario says otherwise.
        if live.device != nil { plan.scenario.limitSeconds = SessionManifest.secondsLimit }
        if input != nil || scenario == nil {
            try rule(&plan, configuration, factory)
            return plan
        }
        for finding in try read(scenario, into: &plan, configuration, factory) {
            Console.report(finding.description)
        }
        return plan
    }

    /// Reads the scenario at `path`, or the project's rules of the app alone, into `plan`; returns
    /// the warnings.
    private func read(
        _ path: String?, into plan: inout RecordingPlan, _ configuration: RunConfiguration,
        _ factory: any EngineFactory
    ) throws -> [Finding] {
        let bytes = try path.map { try DiskFile.read($0, limit: FileLimit.text) }
        return try plan.read(
            scenario: bytes ?? AppRules.noScenario, path: path ?? Project.fileName,
            rules: configuration.app, media: configuration.media, engine: factory.declaration
        ).map { finding in
            var finding = finding
            finding.severity = .warning
            return finding
        }
    }

    /// Gives the rules of the app and the expectations to a plan whose caller is a sound file or a
    /// person. The session keeps no scenario, which would be its caller.
    private func rule(
        _ plan: inout RecordingPlan, _ configuration: RunConfiguration,
        _ factory: any EngineFactory
    ) throws {
        guard scenario != nil || configuration.app != nil else { return }
        var ruled = plan
        for finding in try read(scenario, into: &ruled, configuration, factory) {
            Console.report(finding.description)
        }
        plan.scenario.rules = ruled.scenario.rules
        plan.rulesFile = ruled.rulesFile
        plan.scenario.expectations = ruled.scenario.expectations
        if let scenario, let file = ruled.scenarioFile {
            var survey = try DocumentSurvey(bytes: file, file: scenario)
            let own = ExpectationReader.expectations(
                in: survey.document.root.object ?? [:], takesEvents: true, &survey)
            plan.expectations = own + plan.expectations.filter { !$0.isReplaced(by: own) }
        }
        let lines = ruled.scenario.lines.count
        if lines > 0, let input {
            Console.report(
                "warning: the scenario's \(lines) caller lines were left out: the caller is"
                    + " \(input).")
        }
    }
}
