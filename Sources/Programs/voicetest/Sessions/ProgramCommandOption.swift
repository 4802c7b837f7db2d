import ArgumentParser
import VoiceEngine
import VoiceProject

/// A program of the user's that is the app under test.
struct ProgramCommandOption: ParsableArguments {
    @Option(
        name: .customLong("program-command"),
        help: .init(
            """
            The program that is the app under test, for sessions and projects of one; the article \
            voicetest.docc/ProgramProtocol.md has its protocol. The program starts without a shell.
            """, valueName: "program args"))
    var app: String?

    func validate() throws {
        do { _ = try command() } catch { throw ValidationError("--program-command: \(error)") }
    }

    /// The command; nil where none is given.
    ///
    /// - Throws: ``ProgramCommandError/malformed(what:)``.
    func command() throws(ProgramCommandError) -> ProgramCommand? {
        guard let app else { return nil }
        return try ProgramCommand(app).told()
    }
}

extension ProgramCommand {
    /// Returns the command with its program's standard error on that of this program, each line
    /// made safe.
    func told() -> ProgramCommand {
        var command = self
        command.note = { Console.inform("program: \($0)") }
        return command
    }
}

extension RunConfiguration {
    /// Makes `command` the app under test where one is named; what the project's program says is
    /// told.
    mutating func test(_ command: ProgramCommand?) {
        programCommand = command ?? programCommand?.told()
        guard command != nil, let kind = Engines.programKind, engine != kind else { return }
        setEngine(kind, files: [:])
    }
}
