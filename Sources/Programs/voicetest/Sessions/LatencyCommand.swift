import ArgumentParser
import VoiceDiff

struct LatencyCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "latency",
        abstract: "Says how long callers waited, and what they waited for.",
        discussion: """
            PATH is a project or a folder of projects, of which the command measures what \
            `voicetest test` runs: the scenarios against the files as they are now. A session that \
            is named alone, or that no project tests, is replayed, from its audio or from the \
            earliest input that it has. A note on standard error names a run that does not agree \
            with its golden. Times are counted from what the caller really said: from labels, or \
            from an offline pass over the caller's track; never from decisions of the engine. \
            Every turn has one outcome: measured; at least so long (the response had not come \
            yet); talked over; or excluded, with the reason.

            PATH may also be a recording of a call that happened, with its two sides in two \
            channels, or a folder of such recordings. The app's channel is told by who speaks \
            first and longer, an echo, the noise between words, names and texts of files and \
            --outbound; where these do not agree, prompts that recur in the folder tell it, else \
            --app-channel has to say it (64). A call that is unfit to be measured (noise, \
            voices, bursts of echo, a noise gate, clipping, drift) is named and in no figure; it \
            keeps no budget and no expectation (1) unless --ignore-unmeasured leaves it out. A \
            side that is silent is refused (65).

            Exit 1: figures that contradict each other, a figure that became worse than the \
            baseline by more than its tolerance, a session that is missing or that the baseline \
            does not hold (unless --allow-new), or a budget that the run does not keep. What \
            became better, counted work and a run that differs from its golden are told only. \
            Wall time is not compared.

            --from is about replays: with it the sessions of projects are replayed too, as they \
            were recorded. A session that a program of yours heard is heard again by the program \
            that --recognizer-command names, or by the "recognizerCommand" of the project, which \
            starts in the project's folder without asking: measure only projects that you trust.

            --history adds the run to the file, unless --format html is asked for: a page only \
            reads it, changes no file, and marks every percentile that moved since the run before. \
            Without PATH the page is about the history alone.

            Examples:
              voicetest latency app --max response.p90=1200
              voicetest latency app --report report
              voicetest latency call.wav --app-channel 2
              voicetest latency Corpora --write-baseline latency.json
              voicetest latency Corpora --baseline latency.json --history ci.db --label "$COMMIT"
              voicetest latency --history ci.db --format html > history.html
            """)

    /// Forms in which latencies are printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, html, junit
    }

    @Argument(
        help: "Projects, sessions, recordings of calls in two channels, or folders of these.",
        completion: .file())
    var paths: [String] = []

    @Option(
        help: "Compares with this file and fails where a figure became worse.",
        completion: .file())
    var baseline: String?

    @Flag(help: "Lets sessions pass that the baseline does not hold.")
    var allowNew = false

    @Option(
        name: .customLong("allow-worse"), parsing: .unconditionalSingleValue,
        help: .init(
            """
            By how many milliseconds a figure may be worse than the baseline: 20, or response=20; \
            --write-baseline keeps it in the file. Repeatable; 10 without it.
            """, valueName: "ms"))
    var allowWorse: [String] = []

    @Option(help: "Writes a baseline here.", completion: .file())
    var writeBaseline: String?

    @Flag(help: "Replaces a baseline or a report that exists.")
    var force = false

    @Flag(
        inversion: .prefixedNo,
        help: .init("Whether to count the work of each run; yes with a baseline unless given."))
    var work: Bool?

    @Option(
        help: """
            The first stage of replays that runs: audio (the detector), speech (the recognizer) or \
            words (the engine). Default: the earliest stage that the session has input for.
            """)
    var from: TapOption?

    @OptionGroup var sides: CallSideOptions

    @OptionGroup var expected: ExpectOptions

    @OptionGroup var budgets: BudgetOptions

    @OptionGroup var command: RecognizerCommandOption

    @OptionGroup var program: ProgramCommandOption

    @OptionGroup var jobs: JobOptions

    @Option(
        help: """
            Keeps this run in an SQLite database and shows what came before; with --format html it \
            is only read.
            """)
    var history: String?

    @Option(help: "What the run is called in the history and in its report: a commit.")
    var label: String?

    @Option(
        name: .customLong("report"),
        help: .init(
            "Writes a result and an HTML page into this folder: the worst turns first, with their"
                + " sound.", valueName: "folder"),
        completion: .directory)
    var reportFolder: String?

    @Option(help: "How the figures are printed.")
    var format = Format.text

    @Flag(help: "Lists every turn in the text.")
    var turns = false

    @OptionGroup var notes: NoteOptions

    /// Whether an option is about what runs now.
    private var isAboutRun: Bool {
        baseline != nil || writeBaseline != nil || reportFolder != nil
            || !budgets.budgets.isEmpty
    }

    /// Whether the history is read and nothing is added to it.
    var onlyReadsHistory: Bool { history != nil && format == .html }

    func validate() throws {
        if paths.isEmpty, !onlyReadsHistory {
            throw ValidationError(
                "Missing expected argument '<paths> ...'. Only --history FILE --format html needs"
                    + " none.")
        }
        if paths.isEmpty, isAboutRun {
            throw ValidationError(
                "Name what is measured: without PATH nothing runs, and --baseline,"
                    + " --write-baseline, --report and --max are about a run.")
        }
        if label != nil, reportFolder == nil, history == nil || onlyReadsHistory {
            throw ValidationError(
                "--label names a run of a --history that it is added to, or of a --report: give"
                    + " one of them.")
        }
        try budgets.refuseIdle(expects: !expected.expectations.isEmpty)
        if allowNew, baseline == nil {
            throw ValidationError("--allow-new is about a --baseline: give both.")
        }
        if !allowWorse.isEmpty, baseline == nil, writeBaseline == nil {
            throw ValidationError(
                "--allow-worse is about a --baseline or a --write-baseline: give one of them.")
        }
        do {
            _ = try LatencyTolerance(texts: allowWorse)
        } catch { throw ValidationError("--allow-worse: \(error)") }
        if force, writeBaseline == nil, reportFolder == nil {
            throw ValidationError(
                "--force replaces what --write-baseline or --report names: give one of them.")
        }
    }
}
