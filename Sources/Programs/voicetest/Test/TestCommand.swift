import ArgumentParser
import VoiceJSON
import VoiceProject
import VoiceRecognition

struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Simulates your scenarios against your files as they are now.",
        discussion: """
            A project is a folder with a voicetest.json. Each scenario NAME.scenario.json runs \
            against the flow, the prompts and the phrases as they are now, and is compared with \
            its golden session NAME.vsession. A session without a scenario, for instance a \
            recorded caller, is replayed through the files as they are now.

            Without PATH the command tests the project that the working folder belongs to. On a \
            difference it leaves the new session beside the golden as NAME.vsession.new, for \
            `voicetest review` and `voicetest accept`; with CI set it writes only the report. A \
            scenario without a golden fails, and so does a golden without its scenario. The \
            command prints each cause once with the scenarios that it makes fail; those that agree \
            share one line.

            A "recognizerCommand" or a "programCommand" in voicetest.json names a program. test, \
            accept, review and latency start it in the project's folder without asking: use them \
            only on projects that you trust. "files": {"rules.json": PATH} says what of a \
            program's outside calls is not compared, which escapes it may have, and how long its \
            work takes.

            --watch tests all, then tests again what a saved file can affect, and prints only what \
            fails. A file that is broken in between is reported, and the watch continues. Ctrl-C \
            ends it with exit 0; a second Ctrl-C ends it at once.

            Examples:
              voicetest test
              voicetest test ordering --filter silent
              voicetest test --watch
            """)

    @Argument(help: "Projects, folders of projects, scenarios or sessions.", completion: .file())
    var paths: [String] = []

    @Option(help: "Tests only cases whose name contains this text.")
    var filter: String?

    @Flag(help: "Tests only the cases that failed in the last run.")
    var lastFailed = false

    @Flag(help: "Keeps running, and tests again what a saved file can affect.")
    var watch = false

    @Option(
        help: """
            Who answers an app's calls of the outside world, such as a model's: the golden session \
            (recorded), or the world itself (live), whose answers the new session keeps.
            """)
    var calls = CallsOption.recorded

    @Flag(
        help: """
            Begins the sessions of programs now. Otherwise one begins when its golden session did, \
            and a new one that makes calls begins today.
            """)
    var now = false

    @OptionGroup var proving: ProvingOptions

    @OptionGroup var jobs: JobOptions

    @Option(
        help: "What may differ, in place of the project's.",
        completion: .file(extensions: ["json"]))
    var tolerance: String?

    @OptionGroup(title: "Files in place of the project's") var sources: SourceOptions

    @OptionGroup(title: "Values in place of the project's") var values: RunOptions

    @OptionGroup var expected: ExpectOptions

    @OptionGroup var judging: JudgingOptions

    @OptionGroup var budgets: BudgetOptions

    @OptionGroup var report: ReportOptions

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        let others = [
            ("--last-failed", lastFailed), ("--format", judging.format != .text),
            ("--coverage", judging.coverage != nil), ("--report", report.folder != nil),
            ("--shard", report.shard != nil), ("--max", !budgets.budgets.isEmpty),
        ]
        try budgets.refuseIdle()
        if watch, let other = others.first(where: \.1)?.0 {
            throw ValidationError("--watch prints what is red, for a person: leave \(other) out.")
        }
    }
}

/// Options on how it is proven which edits make a session differ.
struct ProvingOptions: ParsableArguments {
    /// A number of replays.
    enum Budget: ExpressibleByArgument, Equatable {
        case replays(Int)

        init?(argument: String) {
            let count = argument == "off" ? 0 : Int(argument)
            guard let count, (0...10_000).contains(count) else { return nil }
            self = .replays(count)
        }
    }

    @Option(
        help: .init(
            """
            Proves with at most so many replays which edits are the cause, or not at all. Without \
            it: 64 of a flow or a dialogue, 24 of a program.
            """, valueName: "replays|off"))
    var proof: Budget?

    @Option(
        help: .init(
            """
            The commit with the program's files that the golden sessions were made from. Without \
            it: the one that last changed the session.
            """, valueName: "commit"))
    var since: String?

    /// The options of the runs.
    var options: ProofOptions {
        var options = ProofOptions()
        if case .replays(let count) = proof { options = ProofOptions(runs: count) }
        options.since = since
        return options
    }
}

/// Sources of the answers to an app's calls of the outside world.
enum CallsOption: String, ExpressibleByArgument, CaseIterable {
    case recorded, live
}

/// Options on how scenarios run, each in place of what the project says.
struct RunOptions: ParsableArguments {
    @Option(help: "The language folder, looked into first.")
    var language: String?

    @Option(
        help: "The recognizer: pocketsphinx, or scripted (takes the words of the caller lines).")
    var recognizer: RecognizerOption?

    @OptionGroup var command: RecognizerCommandOption

    @OptionGroup var program: ProgramCommandOption

    @Option(help: "The seed of all random numbers.")
    var seed: UInt64?

    @Option(
        name: .customLong("field"), parsing: .unconditionalSingleValue,
        help: FieldOption.help, transform: FieldOption.read)
    var fields: [FieldOption] = []

    @Option(
        name: .customLong("set"), parsing: .unconditionalSingleValue,
        help: .init("Changes a setting; session.json lists them.", valueName: "name=value"),
        transform: SettingOption.read)
    var settings: [SettingOption] = []

    func validate() throws {
        if recognizer != nil, command.text != nil {
            throw ValidationError("Give --recognizer or --recognizer-command, not both.")
        }
    }

    /// Returns `configuration` with the values of these options.
    ///
    /// - Throws: ``RecognitionError`` and `ProgramCommandError` for a command that cannot be used.
    func applied(to configuration: RunConfiguration) throws -> RunConfiguration {
        var result = configuration
        if let language { result.set("language", \.language, to: language) }
        if let recognizer { result.set("recognizer", \.recognizer, to: recognizer.choice) }
        result.hear(with: try command.command())
        result.test(try program.command())
        if let seed { result.set("seed", \.seed, to: seed) }
        result.set(fields.map { .init(name: $0.name, value: $0.value) })
        result.settings += settings.map { .init(name: $0.name, value: $0.value) }
        // What an option says has no place in the project's file.
        for key in fields.map({ "fields.\($0.name)" }) + settings.map({ "settings.\($0.name)" })
            + (command.text == nil ? [] : ["recognizer", "recognizerCommand"])
        {
            result.places[key] = nil
        }
        return result
    }

    /// The options as far as they may change a verdict, for the shards of a run to be alike.
    var told: JSONObject {
        var told: JSONObject = [:]
        for setting in settings { told[setting.name] = .integer(Int64(setting.value)) }
        for field in fields { told["field \(field.name)"] = field.value }
        if let seed { told["seed"] = .integer(Int64(clamping: seed)) }
        if let language { told["language"] = .string(language) }
        if let recognizer { told["recognizer"] = .string(recognizer.rawValue) }
        if let text = command.text { told["recognizerCommand"] = .string(text) }
        if let text = program.app { told["programCommand"] = .string(text) }
        return told
    }
}
