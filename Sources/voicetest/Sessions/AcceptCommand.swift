import ArgumentParser
import VoiceProject
import VoiceTrace

struct AcceptCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Makes a pending trace or session the golden one, and keeps the reason.",
        discussion: """
            A replay leaves a pending trace, trace.new.jsonl in the session; a test leaves a \
            pending session, NAME.vsession.new beside the golden. The command runs the session \
            once more and refuses a stale pending result, which the run no longer gives. It \
            records in accepted.jsonl of the session what was accepted, when, why, and how large \
            the change is. The golden before the first acceptance stays beside it as the anchor. \
            A golden that has drifted from the anchor by more than the budget (500 ms unless \
            given) is refused. The command does not run with CI set.

            Example:
              voicetest accept demo.vsession --reason "prompts are 200 ms shorter now"
            """)

    @Argument(help: "Sessions, or folders of sessions.", completion: .directory)
    var paths: [String]

    @Option(help: "Why the new behaviour is right.")
    var reason: String

    @OptionGroup var ledger: LedgerOptions

    @OptionGroup var jobs: JobOptions

    @OptionGroup var notes: NoteOptions

    func validate() throws {
        if reason.allSatisfy(\.isWhitespace) {
            throw ValidationError("--reason needs words: the ledger keeps them for its readers.")
        }
    }

    func run() async throws {
        try await reporting {
            try LedgerOptions.refuseCI("accept")
            let (folders, found) = PendingChange.search(paths)
            var status = found
            var isTested = false
            var isReplayed = false
            let progress = ProgressLine(count: folders.count, unit: "sessions")
            defer { progress.clear() }
            let (acceptor, reason, all) = (ledger.acceptor, self.reason, folders)
            try await OrderedWork.run(
                count: all.count, jobs: jobs.count,
                work: { place in
                    Result {
                        let change = try PendingChange(all[place])
                        return (try acceptor.accept(change, reason: reason), change.isSession)
                    }
                },
                take: { place, result in
                    progress.note(1, of: place)
                    switch result {
                    case .success(let (line, isSession)):
                        try Console.print(line: line)
                        isTested = isTested || isSession
                        isReplayed = isReplayed || !isSession
                    case .failure(let error):
                        Console.note("\(error)")
                        status = status.graver(ExitStatus(error))
                    }
                })
            if status != .agrees { throw ExitCode(status.rawValue) }
            let verbs = [("test", isTested), ("replay", isReplayed)].filter(\.1)
                .map { "`voicetest \($0.0)`" }.joined(separator: " and ")
            if !verbs.isEmpty {
                try Console.print(
                    line: "Run \(verbs) again, and commit the sessions with your change.")
            }
        }
    }
}

/// How far a golden may drift; see ``AcceptanceLedger``.
struct LedgerOptions: ParsableArguments {
    @Option(help: .init("Allows this much drift from now on, in milliseconds.", valueName: "ms"))
    var budget: Int64?

    @Flag(help: "Measures drift against this trace from now on.")
    var reAnchor = false

    func validate() throws {
        if let budget, !(0...600_000).contains(budget) {
            throw ValidationError("--budget takes 0 to 600000 milliseconds.")
        }
    }

    var acceptor: Acceptor { Acceptor(budgetMs: budget, reanchors: reAnchor) }

    /// A golden is a person's decision.
    static func refuseCI(_ verb: String) throws {
        guard Console.isCI else { return }
        throw CommandError(
            .usage,
            "\(verb) does not run with CI set. Accept on your machine and commit.")
    }
}
