import ArgumentParser
import VoiceFlow
import VoiceMedia
import VoiceRecognition
import VoiceSession
import VoiceSynthesis
import VoiceTime
import VoiceTrace

struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Runs a flow against a person, a script or a recording and keeps the session.",
        discussion: """
            Exits 0 when a session was sealed, whatever its flow came to; 1 when a caller line was \
            never reached or an expectation failed. With --device the sound card moves the \
            clock: prompts are heard, Ctrl-C seals the session (a second one ends at once), and a \
            scenario may bring its app, but its caller is left out.

            Example:
              voicetest record --flow flow.json --prompts prompts.json \\
                --scenario caller.json --phrases digits.txt --output digits.vsession
              voicetest record --flow flow.json --prompts prompts.json --device default \\
                --phrases digits.txt --duration 60 --output live.vsession
            """)

    @Option(help: "The voiceflow file.", completion: .file(extensions: ["json"]))
    var flow: String

    @Option(help: "The audio prompt module list.", completion: .file(extensions: ["json"]))
    var prompts: String

    @Option(help: "The audio-to-text map.", completion: .file(extensions: ["json"]))
    var audioTextMap: String?

    @Option(help: "The folder of prompt recordings and caller clips.", completion: .directory)
    var media: String?

    @Option(help: "The folder the flow's recordings go to, and never leave; none keeps none.")
    var recordings: String?

    @Option(help: "The language folder, looked into first.")
    var language = "en-US"

    @Option(
        name: .customLong("field"), parsing: .unconditionalSingleValue,
        help: .init("Sets a runtime field before the run.", valueName: FieldOption.valueHint))
    var fields: [FieldOption] = []

    @Option(help: "The seed of all chance.")
    var seed: UInt64 = 1

    @Option(help: "The scripted caller and app.", completion: .file(extensions: ["json"]))
    var scenario: String?

    @Option(help: "A recording that is the microphone.", completion: .file())
    var input: String?

    @OptionGroup var live: LiveOptions

    @Option(help: "Ends the session after so many seconds.")
    var duration: Double?

    @Option(help: "Who recognises: pocketsphinx, or scripted (the caller lines' own words).")
    var recognizer = RecognizerOption.pocketsphinx

    @OptionGroup var task: TaskOptions

    @Option(help: "The session clock in hertz: 8000 to 48000, a multiple of 100.")
    var sampleRate = 16_000

    @Option(
        name: .customLong("set"), parsing: .unconditionalSingleValue,
        help: .init("Changes a setting; session.json lists them.", valueName: "name=value"))
    var settings: [SettingOption] = []

    @OptionGroup var keeping: KeepingOptions

    @Flag(help: "Replaces a session that is already there.")
    var force = false

    @Option(help: "The session folder to write, NAME.vsession.")
    var output: String

    func validate() throws {
        if live.device == nil ? (scenario == nil) == (input == nil) : input != nil {
            throw ValidationError(
                "Give one of --scenario, --input and --device; --device may have a --scenario.")
        }
        if input == nil, live.delaysOf != nil {
            throw ValidationError("--delays-of needs the session's microphone as --input.")
        }
        if live.device != nil, recognizer == .scripted {
            throw ValidationError(
                "--device has no caller lines for a scripted recognizer. Use pocketsphinx.")
        }
        if let duration, !(duration >= 0.01 && duration <= Double(SessionManifest.secondsLimit)) {
            throw ValidationError("--duration takes 0.01 to 172800 seconds.")
        }
        if !output.hasSuffix(SessionFolder.suffix) {
            throw ValidationError("--output must end in \(SessionFolder.suffix).")
        }
        if SampleRate(hertz: sampleRate) == nil {
            throw ValidationError("--sample-rate takes 8000 to 48000, a multiple of 100.")
        }
        if input != nil, recognizer == .scripted {
            throw ValidationError(
                "--input has no caller lines for a scripted recognizer. Use pocketsphinx.")
        }
    }

    func run() async throws {
        try await reporting {
            let writer = try SessionWriter(path: output, isReplacing: force)
            let factory = VoiceflowFactory()
            let plan = try plan(factory)
            let synthesizer = SpeechSynthesizer(cacheFolder: SpeechSynthesizer.usualCacheFolder)
            var recorder = SessionRecorder(factory: factory, synthesizer: synthesizer)
            do {
                if let device = live.device {
                    var recorder = LiveRecorder(
                        options: live, device: device, synthesizer: synthesizer,
                        sign: keeping.sign())
                    try report(
                        await recorder.record(
                            plan, factory: factory, to: writer, keeping: keeping.options()))
                    return
                }
                let stop = StopRequest()
                let outcome: RecordingOutcome
                do {
                    outcome = try recorder.record(
                        plan, to: writer, keeping: keeping.options(),
                        watch: BlockTimes(keeping.sign(), stop: stop))
                } catch SessionError.stopped {
                    Interruption.end(by: stop.signal)
                    throw SessionError.stopped
                }
                try report(outcome)
            } catch {
                if leavesRecording(error, writer), DiskFile.exists(writer.partialPath) {
                    Console.note(
                        "what was recorded so far stands in \(writer.partialPath):"
                            + " `voicetest recover \(writer.partialPath)` seals it")
                }
                throw error
            }
        }
    }

    /// Whether what stands in the partial folder after `error` is this recording's.
    private func leavesRecording(_ error: any Error, _ writer: SessionWriter) -> Bool {
        switch error {
        case SessionError.stillRecording, SessionError.interrupted: false
        // Another program took the session's name after this recording had begun.
        case SessionError.disk(.exists(let path)): path == writer.path
        default: true
        }
    }

    private func report(_ session: RecordingOutcome) throws {
        for warning in session.warnings { Console.note("warning: \(warning)") }
        if let manifest = session.manifest {
            try Console.print(
                line: "\(output): \(session.events) events, \(session.inputs) inputs,"
                    + " \(manifest.sampleRate.text(manifest.frames)),"
                    + " \(session.flowEnd.map { "flow ended: \($0)" } ?? "the flow did not end")")
        } else {
            Console.note("\(output): nothing was kept, for --keep-when did not come about")
        }
        for line in session.unreachedLines {
            Console.note("caller \(line) was never reached: check its \"after\"")
        }
        for expectation in session.failedExpectations {
            Console.note("expected \(expectation), which never happened")
        }
        guard session.unreachedLines.isEmpty, session.failedExpectations.isEmpty else {
            throw ExitCode(ExitStatus.differs.rawValue)
        }
    }

    private func plan(_ factory: VoiceflowFactory) throws -> RecordingPlan {
        var files: [String: [UInt8]] = [:]
        var names: [String: String] = [:]
        let given = [
            (VoiceflowFactory.FileName.flow, flow), (VoiceflowFactory.FileName.prompts, prompts),
            (VoiceflowFactory.FileName.map, audioTextMap),
        ]
        for (name, path) in given {
            guard let path else { continue }
            files[name] = try DiskFile.read(path, limit: FileLimit.text)
            names[name] = path
        }
        try check(VoiceflowFactory.findings(in: files) { names[$0] ?? $0 })
        var settings = SessionSettings(engine: factory.declaration)
        for setting in self.settings { try settings.set(setting.name, to: setting.value) }
        var folders = try MediaFolders(language: language)
        if let media { folders.setAll(to: media) }
        let setup = EngineSetup(
            files: files, settings: settings.engine, language: language, seed: seed,
            sampleRate: SampleRate(hertz: sampleRate) ?? .standard)
        var plan = RecordingPlan(
            name: String(DiskFile.name(of: output).dropLast(SessionFolder.suffix.count)),
            setup: setup, settings: settings, folders: folders,
            recognizer: try recognizer.setup(task), createdBy: "voicetest \(Voicetest.version)")
        if let recordings {
            var shelf = try MediaFolders(language: language)
            shelf.set(.recordAudio, to: recordings)
            plan.recordings = shelf
        }
        plan.fields = fields.map { ($0.name, $0.value) }
        plan.durationMilliseconds = duration.map { Int64(($0 * 1_000).rounded()) }
        plan.inputPath = input
        plan.delays = try live.delaysOf.map { try LiveDelays(of: SessionFolder(path: $0)) }
        // A person takes the time it takes, unless a scenario says otherwise.
        if live.device != nil { plan.scenario.limitSeconds = SessionManifest.secondsLimit }
        if let scenario {
            let bytes = try DiskFile.read(scenario, limit: FileLimit.text)
            plan.scenario = try Self.scenario(bytes, scenario, factory.declaration)
            plan.scenarioFile = bytes
            let beside = DiskFile.parent(of: scenario)
            plan.clipFolders = [beside.isEmpty ? "." : beside] + (media.map { [$0] } ?? [])
        }
        return plan
    }

    private static func scenario(
        _ bytes: [UInt8], _ file: String, _ engine: EngineDeclaration
    ) throws -> Scenario {
        let reader: ScenarioReader
        do {
            reader = try ScenarioReader(bytes: bytes, file: file, engine: engine)
        } catch {
            throw CommandError(
                .badData,
                "\(file):\(error.line):\(error.column): not JSON: found \(error.found)"
                    + " (\(error.path)). Mend the text there.")
        }
        let errors = reader.findings.filter { $0.severity == .error }
        guard errors.isEmpty else {
            throw CommandError(
                .badData,
                errors.map(\.description).joined(separator: "\n")
                    + "\nThe scenario is refused. Mend these.")
        }
        warn(reader.findings)
        return reader.scenario
    }

    /// Refuses what a flow cannot be recorded with, and warns about what it can.
    private func check(_ findings: [Finding]) throws {
        let errors = findings.filter { $0.severity == .error }
        guard errors.isEmpty else { throw FlowError.refused(findings: errors) }
        Self.warn(findings.filter { $0.severity == .fault })
    }

    private static func warn(_ findings: [Finding]) {
        for finding in findings {
            var finding = finding
            finding.severity = .warning
            Console.note(finding.description)
        }
    }
}

/// Recognizers a user can choose.
enum RecognizerOption: String, ExpressibleByArgument, CaseIterable {
    case pocketsphinx, scripted

    func setup(_ options: TaskOptions) throws -> RecognizerSetup {
        RecognizerSetup(
            kind: self == .scripted ? .scripted : .pocketsphinx, task: try options.task())
    }
}

extension TaskOptions {
    /// The task of the options; the general model without any.
    func task() throws -> RecognitionTask {
        if let grammar {
            let bytes = try DiskFile.read(grammar, limit: FileLimit.text)
            return .grammar(jsgf: String(decoding: bytes, as: UTF8.self))
        }
        if let phrases {
            let bytes = try DiskFile.read(phrases, limit: FileLimit.text)
            return .phrases(RecognizerSetup.phrases(in: bytes))
        }
        return .general
    }
}
