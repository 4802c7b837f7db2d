import ArgumentParser
import VoiceReports
import VoiceSystem

struct ReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Walks through pending changes in the terminal, one key each.",
        discussion: """
            Shows the difference, its first cause and the microphone around it, and waits for a \
            key: a accepts (and asks why), c accepts with it all that follow with the same first \
            cause, r removes the pending trace, s leaves it, n shows the next difference of the \
            session, m shows every row, q ends. Ctrl-C ends too, at any \
            question, and accepts nothing more. The command needs a terminal and does not run with \
            CI set. Exits 0 when everything pending was accepted, else 1.

            A change whose session a program of yours heard is run again with the program that \
            --recognizer-command names, or with the "recognizerCommand" of the project that tests \
            the session, which starts in the project's folder without asking: review only \
            projects that you trust.

            Example:
              voicetest review Corpora
            """)

    @Argument(help: "Sessions, or folders of sessions.", completion: .directory)
    var paths: [String]

    @Option(help: "Why the changes are right, instead of being asked each time.")
    var reason: String?

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var command: RecognizerCommandOption
    @OptionGroup var program: ProgramCommandOption
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if let reason, reason.allSatisfy(\.isWhitespace) {
            throw ValidationError("--reason needs words: the ledger keeps them for its readers.")
        }
    }

    func run() async throws {
        try await reporting {
            try LedgerOptions.refuseCI("review")
            var (tally, status) = try review()
            // As Ctrl-C ends every verb, now that the terminal has its echo back.
            if tally.isInterrupted { Interruption.end(by: SIGINT) }
            if tally.rejected + tally.left > 0 { status = status.graver(.differs) }
            if status != .agrees { throw ExitCode(status.rawValue) }
        }
    }

    /// Takes the terminal, and gives it back.
    private func review() throws -> (tally: ReviewSession.Tally, status: ExitStatus) {
        guard var keys = TerminalKeys.open() else {
            throw CommandError(
                .usage,
                "review needs a terminal for its keys. Use voicetest accept in scripts.")
        }
        var (folders, status) = PendingChange.search(paths)
        let review = ReviewSession(
            acceptor: ledger.acceptor,
            programs: RecognizerPrograms(
                try command.command(), app: try program.command(), for: folders), reason: reason,
            report: TerminalReport(
                isColored: display.isColored, rowLimit: 12, columns: Console.columns),
            show: { try Console.print(unescaped: $0) })
        let tally = try review.run(folders, keys: &keys, status: &status)
        if !folders.isEmpty {
            try Console.print(
                "\(tally.accepted) accepted, \(tally.rejected) rejected, \(tally.left) left")
        }
        return (tally, status)
    }
}
