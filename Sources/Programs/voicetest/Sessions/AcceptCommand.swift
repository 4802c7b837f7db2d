import ArgumentParser
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceReports
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
            the change is. Of several pending results it takes all or, where one is refused, none. \
            A read-only golden is refused with exit code 74. The command waits for another accept \
            in the same folders.

            The golden before the first acceptance stays beside it as the anchor. A golden that \
            has drifted from the anchor by more than the budget (500 ms unless given) is refused. \
            The length of a prompt whose text or recording changed is no drift. A session whose \
            scenario did not get what it asks for is refused without --unmet.

            After an upgrade of voicetest, --upgrade takes the sessions that only the new version \
            changed, and says in a table what moved. It refuses sessions for which a file, a \
            setting or the scenario changed too. The accepted traces become the anchors.

            A session that a program of yours heard is run again with the program that \
            --recognizer-command names, or with the "recognizerCommand" of the project that tests \
            the session, which starts in the project's folder without asking: accept only in \
            projects that you trust. The command does not run with CI set.

            Examples:
              voicetest accept demo.vsession --reason "prompts are 200 ms shorter now"
              voicetest accept . --upgrade
            """)

    @Argument(help: "Sessions, or folders of sessions.", completion: .directory)
    var paths: [String]

    @Option(help: "Why the new behaviour is right; --upgrade alone needs no words.")
    var reason: String?

    @Flag(help: "Takes what only another version of voicetest or of an engine explains.")
    var upgrade = false

    @OptionGroup var ledger: LedgerOptions

    @OptionGroup var command: RecognizerCommandOption
    @OptionGroup var program: ProgramCommandOption

    @OptionGroup var jobs: JobOptions

    @OptionGroup var notes: NoteOptions

    func validate() throws {
        guard let reason else {
            if upgrade { return }
            throw ValidationError(
                """
                Missing expected argument '--reason <reason>'
                Help:  --reason <reason>  Why the new behaviour is right.
                """)
        }
        if reason.allSatisfy(\.isWhitespace) {
            throw ValidationError("--reason needs words: the ledger keeps them for its readers.")
        }
    }

    func run() async throws {
        try await reporting {
            try LedgerOptions.refuseCI("accept")
            // Another acceptance is waited for, which may take what is pending: only then search.
            let locks = try FolderLocks(on: PendingChange.places(of: paths))
            defer { locks.keep() }
            let (folders, found) = PendingChange.search(paths)
            let (changes, refusals) = try await checked(folders)
            guard refusals.isEmpty else {
                for refusal in refusals { Console.report("\(refusal.error)") }
                try tellRefused(refusals.map(\.folder), of: folders)
                let status = refusals.reduce(found) { $0.graver(ExitStatus($1.error)) }
                throw ExitCode(status.rawValue)
            }
            var status = found
            for change in changes {
                do {
                    let line = try acceptor.accept(change, reason: reason(for: change))
                    do {
                        try Console.print(line: line)
                    } catch { status = status.graver(.inputOutput) }
                } catch {
                    Console.report("\(error)")
                    status = status.graver(ExitStatus(error))
                }
            }
            if upgrade, let table = UpgradeTable(changes) {
                try Console.print(table.text(columns: Console.columns))
            }
            if status != .agrees { throw ExitCode(status.rawValue) }
            try tellNextStep(changes)
        }
    }

    private var acceptor: Acceptor {
        var acceptor = ledger.acceptor
        acceptor.isForUpgrade = upgrade
        return acceptor
    }

    private func reason(for change: PendingChange) -> String {
        reason ?? change.version?.sentence ?? "upgrade"
    }

    /// Runs again the pending changes of `folders`, and checks all of them before anything is
    /// written.
    private func checked(
        _ folders: [SessionFolder]
    ) async throws -> (
        changes: [PendingChange], refusals: [(folder: SessionFolder, error: any Error)]
    ) {
        let programs = RecognizerPrograms(
            try command.command(), app: try program.command(), for: folders)
        let progress = ProgressLine(count: folders.count, unit: "sessions")
        defer { progress.clear() }
        let acceptor = acceptor
        var changes: [PendingChange] = []
        var refusals: [(folder: SessionFolder, error: any Error)] = []
        try await OrderedWork.run(
            count: folders.count, jobs: jobs.count,
            work: { place in
                Result {
                    let change = try PendingChange(folders[place], programs: programs)
                    try acceptor.check(change)
                    return change
                }
            },
            take: { place, result in
                progress.update(1, of: place)
                switch result {
                case .success(let change): changes.append(change)
                case .failure(let error): refusals.append((folders[place], error))
                }
            })
        return (changes, refusals)
    }

    /// Sessions that are named at most.
    private static let namedLimit = 20

    /// Says that nothing was accepted, and what would accept the rest.
    private func tellRefused(_ refused: [SessionFolder], of all: [SessionFolder]) throws {
        guard all.count > 1 else { return }
        let names = refused.map(\.path).listed(upTo: Self.namedLimit)
        Console.report(
            "nothing was accepted, because \(refused.count) of \(all.count) pending changes"
                + " \(refused.count == 1 ? "is" : "are") refused: \(names)")
        let others = all.filter { !refused.contains($0) }.map(\.path)
        guard !others.isEmpty, others.count <= Self.namedLimit else { return }
        let how = upgrade ? ["--upgrade"] : ["--reason", reason ?? ""]
        Console.report(
            "accept the others alone with: "
                + RunOrigin.line(["voicetest", "accept"] + others + how))
    }

    private func tellNextStep(_ changes: [PendingChange]) throws {
        let verbs = [
            ("test", changes.contains(where: \.isSession)),
            ("replay", changes.contains { !$0.isSession }),
        ].filter(\.1).map { "`voicetest \($0.0)`" }.joined(separator: " and ")
        guard !verbs.isEmpty else { return }
        try Console.print(line: "Run \(verbs) again, and commit the sessions with your change.")
    }
}
