import ArgumentParser
import VoiceCalls
import VoiceFiles
import VoiceRedaction
import VoiceReports
import VoiceSession
import VoiceTime
import VoiceTrace

struct RedactCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "redact",
        abstract:
            "Copies a session without the words of its caller; the copy replays alike.",
        discussion: """
            Spans of the microphone become noise. The noise is as loud, on average, as what it \
            replaces, has the same average spectrum, and has a pitch where the span is speech. \
            The changes of loudness and sound within an utterance are not kept.

            Words said in the spans become other words of the same length in inputs, calls, trace \
            and prompts. Related words are replaced too: other forms, compounds, words that \
            contain them, and numbers in words or digits and in every grouping. Prompts that say \
            such words, or play a recording of the caller, become silence. flow/scenario.json and \
            files that the session format does not know are left out.

            Words that the app decides by stay: those of its files, and those that it or its \
            engine expects where the engine would otherwise do something else. The command prints \
            those that were said. Numbers that an engine reads become other numbers first.

            Then both sessions are replayed. The same events must come at the same frames. \
            Otherwise the command writes nothing and names the first event that would differ.

            --spans FILE: [{"startMs": 1200, "endMs": 2450}, ...]
            --rules FILE: [{"match": "[0-9]{4,}", "replace": "number"}, ...], applied first

            The redacted session replays from its words, and a note says so, where a recognizer \
            would make other words of noise (pocketsphinx, a program), where no noise is found \
            that the detector hears as it heard the caller, and where the session does so itself.

            Where the app is a program, --program-command names it. What it asked of the world \
            outside is hidden by the same words, and so are the answers. Where the program hears \
            sound itself, or decides by what was said, a replay of the copy runs it up to the \
            first of what is hidden, and goes on from there with what it did when the session was \
            redacted. The copy then holds no word that was said, and silence for its own sound. \
            Where the program says such a word before, none of it runs.

            Of a call that was imported nothing can be replayed. Its copy keeps when both sides \
            speak and the sound of the app, and no text at all; the detector listens to the noise, \
            and the command prints what it finds there and what is kept.

            Exits 0 when the redacted session was sealed, 1 when its events would differ, 65 for a \
            damaged session or file, 66 for a missing one, 69 when the app is a program and none \
            is named, 73 when the output exists, 74 for an error of the disk.

            Example:
              voicetest redact call.vsession --output shared.vsession --all-speech
            """)

    @Argument(help: "The session.", completion: .directory)
    var session: String

    @Option(help: "The folder of the redacted session, NAME.vsession.")
    var output: String

    @Option(help: "A JSON file of the spans to hide.", completion: .file(extensions: ["json"]))
    var spans: String?

    @Flag(
        help: """
            Hides all that may be speech, even faint, and 200 to 500 ms around it. This is the \
            default without --spans.
            """)
    var allSpeech = false

    @Option(help: "A JSON file of rules for text.", completion: .file(extensions: ["json"]))
    var rules: String?

    @Flag(
        name: .customLong("app"),
        help: "Of a call that was imported: keeps no sound of the app either.")
    var app = false

    private static let fileLimit: Int64 = 16 << 20

    @OptionGroup var program: ProgramCommandOption
    @OptionGroup var notes: NoteOptions

    func validate() throws {
        guard spans == nil || !allSpeech else {
            throw ValidationError("--spans and --all-speech exclude each other. Give one.")
        }
        guard output.hasSuffix(SessionFolder.suffix) else {
            throw ValidationError("--output must end in \(SessionFolder.suffix): \(output)")
        }
    }

    func run() async throws {
        try await reporting {
            let place = try writer()
            let folder = SessionFolder(path: session)
            let manifest = try folder.open()
            var hiding = HiddenSpans.allSpeech
            if let spans {
                hiding = try HiddenSpans(
                    bytes: DiskFile.read(spans, limit: Self.fileLimit), path: spans,
                    rate: manifest.sampleRate, frames: manifest.frames)
            }
            if manifest.isCall { return try redact(folder, manifest, hiding, to: place) }
            let rules = try rules.map {
                try TextRule.list(bytes: DiskFile.read($0, limit: Self.fileLimit), path: $0)
            }
            let progress = ProgressLine(doing: "hiding words and replaying both sessions")
            defer { progress.clear() }
            var replayer = ReplayRunner.replayer()
            let redaction = try SessionRedaction(
                folder, hiding: hiding, rules: rules ?? [], options: try options(manifest),
                replayer: &replayer, to: place)
            progress.clear()
            try notify(redaction)
        }
    }

    /// The writer of the copy.
    private func writer() throws -> SessionWriter {
        do {
            return try SessionWriter(path: output, isReplacing: false)
        } catch SessionError.disk(.exists(let path)) {
            throw CommandError(
                .cannotCreate, "\(path): already exists and is left as it is. Choose another name.")
        }
    }

    /// Returns the options that the replays need beside the session.
    private func options(_ manifest: SessionManifest) throws -> ReplayOptions {
        var options = ReplayOptions()
        options.programCommand = try program.command()
        guard manifest.engine.kind == Engines.programKind else { return options }
        guard options.programCommand != nil else {
            throw CommandError(
                .notInstalled,
                "\(session): its app is a program, which has to do the same in the copy. Name it"
                    + " with --program-command.")
        }
        return options
    }

    /// Redacts the session of a call, which cannot be replayed.
    private func redact(
        _ folder: SessionFolder, _ manifest: SessionManifest, _ hiding: HiddenSpans,
        to place: SessionWriter
    ) throws {
        if rules != nil {
            throw CommandError(
                .usage,
                "\(session): is a call, of which no text is kept. --rules has no effect: leave it"
                    + " out.")
        }
        let redacted = try RedactedCall(folder, hiding: hiding, silencesApp: app, to: place)
        for line in RedactedText.lines(
            redacted, at: output, rate: manifest.sampleRate, isRecognized: false)
        {
            try Console.print(line: line)
        }
    }

    private func notify(_ redaction: SessionRedaction) throws {
        let rate = redaction.manifest.sampleRate
        if case .refused(let reason) = redaction.outcome {
            Console.report("\(session): \(reason)")
            Console.report("nothing was written.")
            throw ExitCode(ExitStatus.differs.rawValue)
        }
        let hidden = redaction.spans.reduce(Frame(0)) { $0 + Frame($1.count) }
        var facts = [
            "\(redaction.spans.count) spans hidden, \(rate.text(hidden)) in all",
            "\(redaction.hiddenWords) words replaced",
        ]
        if redaction.silencedPrompts > 0 {
            facts.append("\(redaction.silencedPrompts) prompts silenced")
        }
        try Console.print(line: "\(output): \(facts.joined(separator: "; ")); the same events")
        if let frames = redaction.programFrames {
            let reason = redaction.hearsSound ? "hears sound itself" : "decides by what was said"
            let way =
                frames == 0
                ? "does what its program did"
                : "runs its program up to \(rate.text(frames)) and goes on with what it did then"
            Console.report("\(output): a replay \(way), because the program \(reason)")
        }
        if let reason = redaction.wordsOnly {
            Console.report(
                "\(output): replays from \(redaction.hearsSound ? "speech" : "its words"), because"
                    + " \(reason.text)")
        }
        if !redaction.keptWords.isEmpty {
            try Console.print(
                line: "kept, because the app decides by them:"
                    + " \(redaction.keptWords.joined(separator: ", "))")
        }
    }
}

extension SessionRedaction.WordsOnly {
    fileprivate var text: String {
        switch self {
        case .before: "the session does so, too"
        case .recognizer: "its recognizer hears no words in noise"
        case .detector: "no noise was found that the detector treats like the speech"
        }
    }
}
