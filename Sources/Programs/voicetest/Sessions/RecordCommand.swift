import ArgumentParser
import VoiceFiles
import VoiceLive
import VoiceProject
import VoiceRecognition
import VoiceReports
import VoiceSession
import VoiceSynthesis
import VoiceTime
import VoiceTrace

struct RecordCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records the session of a flow with a person, a script or a sound file.",
        discussion: """
            Exits 0 when a session was sealed, however its flow ended; 1 when a caller line was \
            never reached or an expectation failed. With --device the sound card is the clock: \
            prompts are played, and Ctrl-C seals the session (a second Ctrl-C ends at once). With \
            --device and --input the rules of the app apply, those of the project and of a \
            --scenario beside it, and its caller lines do not.

            In a project (a folder with a voicetest.json, or below one) the files and settings are \
            the project's, unless options name others; with --flow and --prompts, or with another \
            engine, the project is left aside. The project's own recognizer program starts only \
            where --recognizer-command names it.

            A session that exists is not replaced. With --pending the new take is written beside \
            it: `voicetest review` compares the two, and `voicetest accept --reason` makes the \
            take the golden session and keeps the reason in the ledger.

            Examples:
              voicetest record --flow flow.json --prompts prompts.json \\
                --scenario caller.json --phrases digits.txt --output digits.vsession
              voicetest record --flow flow.json --prompts prompts.json --device default \\
                --phrases digits.txt --duration 60 --output live.vsession
              voicetest record --device default             (in a project)

            Another engine is named with --engine, its files with --file NAME=PATH. A dialogue of \
            SayKit is named alone:
              voicetest record --dialogue order.dialogue.json --scenario caller.json \\
                --output order.vsession
            """)

    @OptionGroup var sources: SourceOptions

    @Option(
        help: "The folder for the recordings that the flow makes; without it they are not kept.")
    var recordings: String?

    @Option(help: "The scripted caller and app.", completion: .file(extensions: ["json"]))
    var scenario: String?

    @Option(help: "A sound file that takes the place of the microphone.", completion: .file())
    var input: String?

    @OptionGroup var channels: ChannelOptions

    @OptionGroup var live: LiveOptions

    @Option(help: "Ends the session after so many seconds.")
    var duration: Double?

    @OptionGroup var values: RunOptions

    @Option(
        help: """
            The session clock in hertz: 8000 to 48000, a multiple of 100; 16000, or the project's, \
            unless given.
            """)
    var sampleRate: Int?

    @OptionGroup var keeping: KeepingOptions

    @Flag(
        help: """
            Leaves the take beside --output as NAME.vsession.new: review shows it, accept makes it \
            the golden session.
            """)
    var pending = false

    @Flag(help: "Replaces a session that is already there, without a reason.")
    var force = false

    @Option(
        help: """
            The session folder to write, NAME.vsession. In a project it may be left out: then it \
            is called as the scenario or the sound file, or live.vsession.
            """)
    var output: String?

    @OptionGroup var notes: NoteOptions

    func validate() throws {
        try checkFiles()
        let callers = [live.device, input ?? (live.device == nil ? scenario : nil)]
        if callers.count(where: { $0 != nil }) != 1 {
            throw ValidationError(
                "Give one of --scenario, --input and --device; --input and --device may have a"
                    + " --scenario.")
        }
        if input == nil, channels.pick != nil {
            throw ValidationError("--pick chooses a channel of --input: give both.")
        }
        try channels.refuseEach("a session has one microphone. Pick a channel by its number.")
        if input == nil, live.delaysOf != nil {
            throw ValidationError("--delays-of needs the session's microphone as --input.")
        }
        if let duration, !(duration >= 0.01 && duration <= Double(SessionManifest.secondsLimit)) {
            throw ValidationError("--duration takes 0.01 to 172800 seconds.")
        }
        if let output, !output.hasSuffix(SessionFolder.suffix) {
            throw ValidationError("--output must end in \(SessionFolder.suffix).")
        }
        if let sampleRate, SampleRate(hertz: sampleRate) == nil {
            throw ValidationError("--sample-rate takes 8000 to 48000, a multiple of 100.")
        }
        if values.recognizer == .scripted, let fault = scriptFault() {
            throw ValidationError(fault)
        }
    }

    func run() async throws {
        try await reporting {
            let configuration = try configuration()
            let writer = try writer()
            let factory = try Engines.factory(of: configuration)
            var plan = try plan(configuration, factory)
            try plan.guessPronunciations(factory: factory)
            noteGuesses(plan.recognizer.pronunciations)
            let synthesizer = SpeechSynthesizer(cacheFolder: SpeechSynthesizer.usualCacheFolder)
            try place(&plan, factory, synthesizer)
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
                let (seal, stop) = (keeping.sign(), StopRequest())
                let progress = ProgressLine(doing: "recording")
                defer { progress.clear() }
                let outcome: RecordingOutcome
                do {
                    outcome = try recorder.record(
                        plan, to: writer, keeping: keeping.options(),
                        watch: BlockTimes(
                            isSealWanted: { seal?.isPending ?? false },
                            isStopWanted: { stop.isPending }))
                } catch SessionError.stopped {
                    Interruption.end(by: stop.signal)
                    throw SessionError.stopped
                }
                try report(outcome)
            } catch {
                if leavesRecording(error, writer), DiskFile.exists(writer.partialPath) {
                    Console.report(
                        "the recording so far is in \(writer.partialPath):"
                            + " `voicetest recover \(writer.partialPath)` seals it")
                }
                throw error
            }
        }
    }

    /// Notes the words that are recognised by a guess of their pronunciation.
    private func noteGuesses(_ guessed: [WordPronunciation]) {
        guard let note = guessed.note else { return }
        Console.inform("\(note) The session keeps it in flow/pronunciations.txt.")
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
        let what = session.manifest?.engine.kind == Engines.usualKind ? "flow" : "engine"
        let end = session.engineEnd.map { "\(what) ended: \($0)" } ?? "the \(what) did not end"
        for warning in session.warnings { Console.report("warning: \(warning)") }
        if let manifest = session.manifest {
            try Console.print(
                line: "\(place.path): \(session.events) events, \(session.inputs) inputs,"
                    + " \(manifest.sampleRate.text(manifest.frames)), \(end)")
        } else {
            Console.report(
                "\(target): no session was kept, because the trigger of --keep-when did not happen")
        }
        for sentence in session.unmet { Console.report(sentence) }
        if !session.unmet.isEmpty, session.manifest != nil {
            Console.report(
                "\(place.path): is not a golden yet: replay, test and diff fail until you record it"
                    + " again or accept it with `voicetest accept --unmet --reason`")
        }
        if pending, session.manifest != nil {
            Console.inform(
                "pending: look at it with `voicetest review \(place.path)`, or make it the golden"
                    + " session with `voicetest accept \(place.path) --reason \"…\"`")
        }
        guard session.unmet.isEmpty else {
            throw ExitCode(ExitStatus.differs.rawValue)
        }
    }
}

/// Recognizers a user can choose.
enum RecognizerOption: String, ExpressibleByArgument, CaseIterable {
    case pocketsphinx, scripted

    /// Recognizer as a configuration has it.
    var choice: RunConfiguration.Recognizer { self == .scripted ? .scripted : .pocketsphinx }
}
