import ArgumentParser
import VoiceDiff
import VoiceHistory
import VoiceReports
import VoiceTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct LatencyCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "latency",
        abstract: "Says how long callers waited, and what they waited for.",
        discussion: """
            PATH is a session, or a folder that is searched for sessions. The command replays \
            each session, from its audio or from the earliest input that it has, and measures the \
            replay. A note on standard error names a replay that does not agree with its golden. \
            Times are counted from what the caller really said: from the scenario's clips, or \
            from an offline pass over the microphone; never from decisions of the engine. Every \
            turn has one outcome: measured; at least so long (the response had not come yet); \
            talked over; or excluded, with the reason.

            Exit 1: figures that contradict each other or differ from the baseline, or a session \
            that the baseline does not hold (unless --allow-new). Times on the session's clock and \
            counted work are compared exactly. Wall time is not compared.

            A session that a program of yours heard is heard again by the program that \
            --recognizer-command names, or by the "recognizerCommand" of the project that tests \
            the session, which starts in the project's folder without asking: measure only \
            projects that you trust.

            Examples:
              voicetest latency Corpora
              voicetest latency Corpora --write-baseline latency.json
              voicetest latency Corpora --baseline latency.json --history ci.db --label "$COMMIT"
            """)

    /// How latencies are printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, html
    }

    @Argument(help: "Sessions, or folders of sessions.", completion: .directory)
    var paths: [String]

    @Option(help: "Compares with this file and fails on any change.", completion: .file())
    var baseline: String?

    @Flag(help: "Lets sessions pass that the baseline does not hold.")
    var allowNew = false

    @Option(help: "Writes a baseline here.", completion: .file())
    var writeBaseline: String?

    @Flag(help: "Replaces a baseline that exists.")
    var force = false

    @Flag(
        inversion: .prefixedNo,
        help: .init(
            "Whether to count the work of each replay; yes with a baseline unless given."))
    var work: Bool?

    @Option(
        help: """
            The first stage that runs: audio (the detector), speech (the recognizer) or words \
            (the engine). Default: the earliest stage that the session has input for.
            """)
    var from: TapOption?

    @OptionGroup var command: RecognizerCommandOption

    @OptionGroup var jobs: JobOptions

    @Option(help: "Keeps this run in an SQLite database and shows what came before.")
    var history: String?

    @Option(help: "What the run is kept as in the history: a commit.")
    var label: String?

    @Option(help: "How the figures are printed.")
    var format = Format.text

    @Flag(help: "Lists every turn in the text.")
    var turns = false

    @OptionGroup var notes: NoteOptions

    func validate() throws {
        if label != nil, history == nil {
            throw ValidationError("--label names a run of a --history: give both.")
        }
        if allowNew, baseline == nil {
            throw ValidationError("--allow-new is about a --baseline: give both.")
        }
        if force, writeBaseline == nil {
            throw ValidationError("--force replaces what --write-baseline names: give both.")
        }
    }

    func run() async throws {
        try await reporting {
            let held = try baseline.map(readBaseline)
            if let writeBaseline, !force, DiskFile.exists(writeBaseline) {
                throw CommandError(
                    .cannotCreate, "\(writeBaseline): exists. Give --force to replace it.")
            }
            let search = SessionSearch(paths)
            var status = search.status
            try refuseInside(search.folders)
            let counts = work ?? (baseline != nil || writeBaseline != nil)
            var sessions: [SessionLatency] = []
            var runner = LatencyRunner(
                countsWork: counts, jobs: jobs.count,
                programs: RecognizerPrograms(try command.command(), for: search.folders))
            runner.tap = from?.tap
            for outcome in await runner.run(search.folders) {
                for note in outcome.notes { Console.note(note) }
                switch outcome.result {
                case .success(let session): sessions.append(session)
                case .failure(let error):
                    Console.note("\(error)")
                    status = status.graver(ExitStatus(error))
                }
            }
            guard !sessions.isEmpty else { throw ExitCode(status.rawValue) }
            let report = LatencyReport(sessions)
            let comparison = held.map {
                LatencyComparison(
                    report, with: $0.baseline, path: $0.path, allowsNew: allowNew)
            }
            let runs = try keep(report, isWhole: status == .agrees)
            try show(report, comparison, runs)
            if let comparison, !comparison.changes.isEmpty { status = status.graver(.differs) }
            if !report.faults.isEmpty { status = status.graver(.differs) }
            if let writeBaseline, status == .agrees || held != nil && status == .differs {
                try write(LatencyBaseline(report), report, to: writeBaseline)
            }
            if status != .agrees { throw ExitCode(status.rawValue) }
        }
    }

    /// A baseline never takes the place of a session's own file.
    private func refuseInside(_ sessions: [SessionFolder]) throws {
        guard let path = writeBaseline,
            let session = sessions.first(where: { DiskFile.lies(path, inside: $0.path) })
        else { return }
        throw CommandError(
            .usage,
            "--write-baseline \(path): lies inside of the session \(session.path). Choose a file"
                + " outside of every session.")
    }

    private func readBaseline(_ path: String) throws -> (baseline: LatencyBaseline, path: String) {
        let bytes = try DiskFile.read(path, limit: FileLimit.baseline)
        return (try LatencyBaseline(bytes: bytes, path: path), path)
    }

    private func write(
        _ baseline: LatencyBaseline, _ report: LatencyReport, to path: String
    ) throws {
        guard report.faults.isEmpty else { return }
        try DiskFile.write(baseline.fileBytes(), to: path, replacing: force)
        Console.inform("\(path): baseline of \(report.sessions.count) sessions written")
    }

    /// Keeps the run in the history where there is one; gives all its runs, oldest first.
    ///
    /// A run that is not whole, or contradicts itself, would show as a change that was none.
    private func keep(_ report: LatencyReport, isWhole: Bool) throws -> [LatencyRun] {
        guard let history else { return [] }
        try DiskFile.makeFolder(DiskFile.parent(of: history))
        let store = try LatencyHistory(path: history)
        if isWhole, report.faults.isEmpty {
            let names = report.sessions.map { "\($0.name)\n" }.joined()
            try store.add(
                LatencyRun(
                    report, label: label ?? "unnamed", time: Int64(time(nil)),
                    scope: String(Digest.hex(of: Array(names.utf8)).prefix(16))))
        } else {
            Console.note("\(history): this run is not whole and was not kept")
        }
        return try store.runs()
    }

    private func show(
        _ report: LatencyReport, _ comparison: LatencyComparison?, _ runs: [LatencyRun]
    ) throws {
        switch format {
        case .text:
            let text = LatencyText(listsTurns: turns, columns: Console.columns)
            try Console.print(text.text(report, comparison: comparison, runs: runs), terminator: "")
        case .json:
            let value = LatencyJSON.value(report, comparison: comparison, runs: runs)
            try Console.print(json: value)
        case .html:
            let page = LatencyPage.text(report, comparison: comparison, runs: runs)
            try Console.print(unescaped: page)
        }
    }
}
