import ArgumentParser
import VoiceRecognition

/// A program of the user's that recognises.
struct RecognizerCommandOption: ParsableArguments {
    @Option(
        name: .customLong("recognizer-command"),
        help: .init(
            """
            A program that recognises in place of the built-in recognizer; FORMATS.md has its \
            protocol. The program starts without a shell.
            """, valueName: "program args"))
    var text: String?

    func validate() throws {
        do { _ = try command() } catch { throw ValidationError("--recognizer-command: \(error)") }
    }

    /// The command; nil where none is given.
    ///
    /// - Throws: ``RecognitionError/commandMalformed(what:)``.
    func command() throws(RecognitionError) -> RecognizerCommand? {
        guard let text else { return nil }
        return try RecognizerCommand(text).told()
    }
}

extension RecognizerCommand {
    /// Returns the command with its program's standard error on that of this program, each line
    /// made safe.
    func told() -> RecognizerCommand {
        var command = self
        command.note = { Console.inform("recognizer: \($0)") }
        return command
    }
}
