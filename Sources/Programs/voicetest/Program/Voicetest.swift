import ArgumentParser
import VoiceFiles
import VoiceJSON
import VoiceReports
import VoiceSystem

/// The command line. Every verb is one command in a file of its own.
@main
struct Voicetest: AsyncParsableCommand {
    static let version = "0.1.0"
    /// The program as sessions and reports name it.
    static let program = "voicetest \(version)"

    /// The wall clock, in seconds since 1970.
    static var now: Int64 { Int64(time(nil)) }

    static let configuration = CommandConfiguration(
        commandName: "voicetest",
        abstract: "Records voice sessions, replays them bit for bit, and says what changed.",
        discussion: """
            A session is a conversation with a voice app: what the microphone heard, what the app \
            called, and everything the engine did about it. Replaying it feeds the same inputs to \
            the same code and compares the new events with the recorded events.

            Exit codes: 0 agrees or done, 1 a difference or a failed expectation, 64 wrong usage, \
            65 bad data, 66 input missing, 69 a needed part is not installed, 70 a bug of \
            voicetest, 73 cannot create output, 74 input/output error.

            Examples:
              voicetest record --flow flow.json --prompts prompts.json \\
                --scenario scenario.json --recognizer scripted --output demo.vsession
              voicetest replay demo.vsession
            """,
        version: version,
        groupedSubcommands: [sessions, flows, sound, machine])

    private static let sessions = CommandGroup(
        name: "Sessions",
        subcommands: [
            InitCommand.self, TestCommand.self, RecordCommand.self, ReplayCommand.self,
            ImportCommand.self, DiffCommand.self, ReportCommand.self,
            AcceptCommand.self, ReviewCommand.self, LatencyCommand.self, DumpCommand.self,
            RecoverCommand.self, RedactCommand.self, ScenarioCommand.self,
        ])
    private static let flows = CommandGroup(
        name: "Flows", subcommands: [ValidateCommand.self, FlowCommand.self])
    private static let sound = CommandGroup(
        name: "Sound",
        subcommands: [
            InfoCommand.self, GainCommand.self, ResampleCommand.self, ConvertCommand.self,
            CutCommand.self, SplitCommand.self, VadCommand.self, TrimCommand.self,
            SpeakCommand.self, ListenCommand.self, EvaluateCommand.self,
        ])
    private static let machine = CommandGroup(
        name: "This machine",
        subcommands: [DevicesCommand.self, DoctorCommand.self, BundleCommand.self])
}

/// Forms in which facts are printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}

/// Options every verb has that prints for people.
struct DisplayOptions: ParsableArguments {
    /// Choices of when colours are used.
    enum Color: String, ExpressibleByArgument, CaseIterable {
        case never, auto, always
    }

    @Option(help: "When to use colours; auto means on a terminal, unless NO_COLOR is set.")
    var color = Color.auto

    @OptionGroup var notes: NoteOptions

    var isColored: Bool {
        switch color {
        case .never: false
        case .always: true
        case .auto: Console.isTerminal && Console.environment("NO_COLOR") == nil
        }
    }
}

extension Voicetest {
    /// Runs the command that the arguments name. What is wrong with them is told with the names of
    /// files made safe: a shell's pattern may have put any file's name among the arguments.
    static func main() async {
        // Before anything else: without a file dispatch ends the program by a signal.
        if let refusal = OpenFileRoom.refusal() {
            Console.report(refusal)
            end(ExitCode(ExitStatus.inputOutput.rawValue))
        }
        guard !CommandLine.arguments.isEmpty else {
            Console.report(
                "the arguments cannot be read: the system shows none of this process. On Linux"
                    + " mount /proc.")
            end(ExitCode(ExitStatus.inputOutput.rawValue))
        }
        TrapLibrary.enter(for: Array(CommandLine.arguments.dropFirst()))
        Interruption.install()
        if let refusal = StandardStreams.refusal(of: Array(CommandLine.arguments.dropFirst())) {
            Console.report(refusal)
            end(ExitCode(ExitStatus.usage.rawValue))
        }
        if let unknown = unknownCommand(Array(CommandLine.arguments.dropFirst())) {
            Console.report(unknown)
            end(ExitCode(ExitStatus.usage.rawValue))
        }
        do {
            var command = try parseAsRoot()
            Console.isQuiet = (command as? any NotingCommand)?.notes.isQuiet ?? false
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            let code = exitCode(for: error)
            guard code == .validationFailure else { exit(withError: error) }
            let message = fullMessage(for: error)
            // The message of a command that ends with a code of its own stands there already.
            if !message.isEmpty {
                Console.write(unnamed: PrintableText.lines(named(message)) + "\n")
            }
            Self.end(code)
        }
    }

    /// A message of the parser that begins as every other message of the program does.
    private static func named(_ message: String) -> String {
        let start = "Error: "
        return message.hasPrefix(start) ? "voicetest: " + message.dropFirst(start.count) : message
    }

    /// Returns a message for an unknown word in the place of a command, also behind `help`; nil
    /// where all such words are commands.
    static func unknownCommand(_ arguments: [String]) -> String? {
        var words = arguments[...]
        var commands = configuration.subcommands
        var program = "voicetest"
        let isHelp = words.first == "help"
        if isHelp { words = words.dropFirst() }
        while let word = words.popFirst(), !word.hasPrefix("-"), !commands.isEmpty {
            let names = commands.compactMap { $0.configuration.commandName }
            guard let place = names.firstIndex(of: word) else {
                let known = program == "voicetest" && !isHelp ? names + ["help"] : names
                return NearMiss.unknown(
                    "command", word, among: known,
                    otherwise: "`\(program) --help` lists the commands.")
            }
            commands = commands[place].configuration.subcommands
            program += " " + word
        }
        return nil
    }

    private static func end(_ code: ExitCode) -> Never {
        VoiceSystem.exit(code.rawValue)
    }
}
