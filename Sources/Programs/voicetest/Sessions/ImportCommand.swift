import ArgumentParser
import VoiceCalls
import VoiceFiles
import VoiceReports
import VoiceSession
import VoiceTrace

struct ImportCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Makes a session of a recorded call: caller and app, their turns, their words.",
        discussion: """
            CALL is a recording with caller and app on two channels; or two files of one channel, \
            which begin at the same moment; or a recording of one channel with labels that say who \
            speaks when; or a folder of recordings, which gives a folder of sessions.

            The app's channel is told as `latency` tells it, by sides.json of the folder, and by \
            --log. Where these do not agree, --app-channel has to say which it is (64). The \
            command prints what it took for the app's.

            Labels stand beside the recording, as NAME.rttm, NAME.TextGrid, NAME.labels.txt \
            (Audacity: start, end, speaker), NAME.vtt, NAME.srt, or NAME.labels.json \
            ({"segments": [{"speaker", "start", "end", "text"}]}, in seconds), or --labels names \
            them. What they say of words goes into the session. A recording of one channel without \
            labels is refused (65).

            No code can run such a session again: `replay` and `test` leave it out. `latency`, \
            `dump`, `validate`, `diff` and `redact` take it, and `scenario` makes a test of it.

            --log adds what the app's own log tells: events of Pipecat's logger or of its observer \
            of who speaks, a session report of LiveKit, spans of OTLP, or JSON lines that \
            --log-mapping explains. Its clock is laid on the sound by who begins and ends to \
            speak, and the error that is left is printed. A log that does not lie on the sound is \
            refused (65).

            Words are recognised where a recognizer is asked for: with --phrases, --grammar, \
            --graph or --recognizer-command.

            --redact hides what the caller says before anything is written: noise takes the place \
            of all that may be speech and of keys that are pressed, and words and events of a log \
            are left out. The detector, and the recognizer where one is asked for, listen to the \
            noise before the session has its name. What is kept is printed. Nothing leaves this \
            machine.

            Exits 0 when every session is sealed, 1 when a recognizer still hears what was said, \
            64 when a side has to be named, 65 for a recording that cannot be used, 66 for a \
            missing one, 73 when the output exists.

            Examples:
              voicetest import call.wav --output call.vsession
              voicetest import caller.wav app.wav --app-channel 2 --output call.vsession
              voicetest import mono.wav --labels mono.rttm --output call.vsession
              voicetest import calls --output sessions --redact
            """)

    @Argument(help: "The recording, its two files, or a folder of recordings.", completion: .file())
    var calls: [String]

    @Option(
        help: "The folder of the session, NAME.vsession; of several, the folder that holds them.")
    var output: String

    @Option(
        help: "Labels of a recording of one channel; of a folder, each has its own beside it.",
        completion: .file())
    var labels: String?

    @OptionGroup var sides: CallSideOptions

    @Option(
        help: """
            A log of the call: of Pipecat or LiveKit, OTLP spans in JSON, or JSON lines with \
            --log-mapping.
            """, completion: .file())
    var log: String?

    @Option(
        help: "What the JSON lines of --log mean.", completion: .file(extensions: ["json"]))
    var logMapping: String?

    @OptionGroup(title: "Words") var listening: ListeningOptions

    @Flag(help: "Hides what the caller says before anything is written.")
    var redact = false

    @Flag(help: "With --redact: keeps no sound of the app either.")
    var redactApp = false

    @Flag(help: "Replaces a session that exists.")
    var force = false

    @OptionGroup var jobs: JobOptions

    @OptionGroup var notes: NoteOptions

    func validate() throws {
        if calls.count > 2 {
            throw ValidationError(
                "Name one recording, the two files of one call, or a folder of recordings.")
        }
        if logMapping != nil, log == nil {
            throw ValidationError("--log-mapping says what --log means: give both.")
        }
        if redactApp, !redact {
            throw ValidationError("--redact-app is about --redact: give both.")
        }
        if labels != nil, calls.count == 2 {
            throw ValidationError("--labels is about one file of one channel. Name that file.")
        }
    }

    func run() async throws {
        try await reporting {
            let isFolder = calls.count == 1 && DiskFile.isFolder(calls[0])
            if isFolder {
                for (option, value) in [("--labels", labels), ("--log", log)] where value != nil {
                    throw CommandError(
                        .usage, "\(option) is about one file, and \(calls[0]) is a folder.")
                }
            } else if !output.hasSuffix(SessionFolder.suffix) {
                throw CommandError(
                    .usage, "--output must end in \(SessionFolder.suffix): \(output)")
            }
            var status = ExitStatus.agrees
            let work = try works(isFolder: isFolder, &status)
            let importer = CallImporter(
                reading: sides.reading, listening: listening.isAsked ? listening : nil,
                hides: redact, silencesApp: redactApp, replaces: force)
            var prompts = RecurringPrompts()
            var open: [(place: Int, fault: CallImporter.Outcome)] = []
            try await run(importer, work) { index, outcome in
                if let prints = outcome.prints { prompts.add(prints, of: work[index].call.path) }
                guard case .open = outcome.prints, work.count > 1 else {
                    return status = status.graver(try tell(outcome))
                }
                open.append((index, outcome))
            }
            let settled = prompts.settled(work.map(\.call))
            for (place, fault) in open where !settled.contains(where: { $0.place == place }) {
                status = status.graver(try tell(fault))
            }
            let again = settled.map { place, call in
                var work = work[place]
                work.call = call
                return work
            }
            try await run(importer, again) { _, outcome in
                status = status.graver(try tell(outcome))
            }
            if status != .agrees { throw ExitCode(status.rawValue) }
        }
    }

    /// Makes sessions of `work` side by side, and gives each outcome in order.
    private func run(
        _ importer: CallImporter, _ work: [CallImporter.Work],
        take: (Int, CallImporter.Outcome) throws -> Void
    ) async throws {
        let progress = ProgressLine(count: work.count, unit: "calls")
        defer { progress.clear() }
        try await OrderedWork.run(count: work.count, jobs: jobs.count) { index in
            importer.outcome(of: work[index])
        } take: { index, outcome in
            progress.update(1, of: index)
            progress.clear()
            try take(index, outcome)
        }
    }

    /// Prints what came of a call; gives its exit code.
    private func tell(_ outcome: CallImporter.Outcome) throws -> ExitStatus {
        for note in outcome.notes {
            note.hasPrefix("warning: ") ? Console.report(note) : Console.inform(note)
        }
        for line in outcome.lines { try Console.print(line: line) }
        for fault in outcome.faults { Console.report(fault) }
        return outcome.status
    }

    /// Lists which call becomes which session; faults of files are told and count for `status`.
    private func works(isFolder: Bool, _ status: inout ExitStatus) throws -> [CallImporter.Work] {
        let found: [SoundSearch.Found]
        if isFolder {
            found = try SoundSearch.calls(calls[0], sparing: output)
        } else {
            var call = SoundSearch.Found(path: calls[0], relative: DiskFile.name(of: calls[0]))
            call.second = calls.dropFirst().first
            found = [call]
        }
        let search = CallSearch(found)
        for fault in search.faults {
            Console.report(fault.text)
            status = status.graver(fault.status)
        }
        var known: [String: String] = [:]
        return try search.calls.map { call in
            guard isFolder else {
                var call = call
                // Labels that are named are about the one file.
                if labels != nil { call.second = nil }
                return CallImporter.Work(
                    call: call, labels: labels, output: output, log: log, logMapping: logMapping)
            }
            let name = SoundSearch.withoutEnding(call.relative)
            let path = "\(output)/\(name)\(SessionFolder.suffix)"
            if let other = known.updateValue(call.path, forKey: path) {
                throw CommandError(
                    .usage,
                    "\(other) and \(call.path) would both become \(path). Rename one of them.")
            }
            return CallImporter.Work(call: call, labels: nil, output: path)
        }
    }
}

extension ListeningOptions {
    /// Whether the options ask for words.
    fileprivate var isAsked: Bool { !isEmpty || command.text != nil }
}
