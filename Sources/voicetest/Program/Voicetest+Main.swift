import ArgumentParser
import VoiceReports

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Voicetest {
    /// Runs the command that the arguments name. What is wrong with them is told with the names of
    /// files made safe: a shell's pattern may have put any file's name among the arguments.
    static func main() async {
        if let refusal = StandardStreams.refusal(of: Array(CommandLine.arguments.dropFirst())) {
            Console.note(refusal)
            end(ExitCode(ExitStatus.usage.rawValue))
        }
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            let code = exitCode(for: error)
            guard code == .validationFailure else { exit(withError: error) }
            Console.write(unnamed: PrintableText.lines(fullMessage(for: error)) + "\n")
            Self.end(code)
        }
    }

    private static func end(_ code: ExitCode) -> Never {
        #if canImport(Glibc)
            Glibc.exit(code.rawValue)
        #else
            Darwin.exit(code.rawValue)
        #endif
    }
}
