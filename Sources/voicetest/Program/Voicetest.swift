import ArgumentParser
import VoiceActivity
import VoiceReports

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The command line. Every verb is one command in a file of its own.
@main
struct Voicetest: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "voicetest",
        abstract: "Records voice sessions, replays them bit for bit, and says what changed.",
        discussion: """
            A session is a conversation with a voice app: what the microphone heard, what the app \
            called, and everything the engine did about it. Replaying it feeds the same inputs to \
            the same code and compares what happens with what happened.

            Exit codes: 0 agrees or done, 1 a difference or a failed expectation, 64 wrong usage, \
            65 bad data, 66 input missing, 69 a needed part is not installed, 70 a bug of \
            voicetest, 73 cannot create output, 74 input/output error.

            Example:
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
            DiffCommand.self, ReportCommand.self,
            AcceptCommand.self, ReviewCommand.self, LatencyCommand.self, DumpCommand.self,
            RecoverCommand.self, RedactCommand.self,
        ])
    private static let flows = CommandGroup(
        name: "Flows", subcommands: [ValidateCommand.self, FlowCommand.self])
    private static let sound = CommandGroup(
        name: "Sound",
        subcommands: [
            InfoCommand.self, GainCommand.self, ResampleCommand.self, ConvertCommand.self,
            VadCommand.self, TrimCommand.self, SpeakCommand.self, ListenCommand.self,
            EvaluateCommand.self,
        ])
    private static let machine = CommandGroup(
        name: "This machine",
        subcommands: [DevicesCommand.self, DoctorCommand.self, BundleCommand.self])
}

/// How facts are printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}

/// Options every verb has that prints for people.
struct DisplayOptions: ParsableArguments {
    /// When colours are used.
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
        if let refusal = StandardStreams.refusal(of: Array(CommandLine.arguments.dropFirst())) {
            Console.note(refusal)
            end(ExitCode(ExitStatus.usage.rawValue))
        }
        if let unknown = unknownCommand(CommandLine.arguments.dropFirst().first) {
            Console.note(unknown)
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
            if !message.isEmpty { Console.write(unnamed: PrintableText.lines(message) + "\n") }
            Self.end(code)
        }
    }

    /// A message for a first argument that is no command; nil where it is one, or an option.
    static func unknownCommand(_ argument: String?) -> String? {
        guard let argument, !argument.hasPrefix("-") else { return nil }
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard !names.contains(argument) else { return nil }
        // Two letters that changed places are the likeliest mistake.
        let turned = names.filter { $0.sorted() == argument.sorted() }
        let near = turned.isEmpty ? NearMiss.names(like: argument, in: names) : turned
        let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
        return "unknown command '\(argument)'.\(hint) `voicetest --help` lists the commands."
    }

    private static func end(_ code: ExitCode) -> Never {
        #if canImport(Glibc)
            Glibc.exit(code.rawValue)
        #else
            Darwin.exit(code.rawValue)
        #endif
    }
}
