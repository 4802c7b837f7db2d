import ArgumentParser
import VoiceFiles
import VoiceReports

struct ReportCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Puts the results of shards together, or prints one result in another form.",
        discussion: """
            RESULT is a folder that --report of `replay`, `test` or `latency` wrote. Every \
            session must have run exactly once, by the same build of voicetest with the same \
            options. The command names sessions that are missing, duplicated or run differently \
            (65). The page, and what --format prints, are byte for byte those of a run without \
            --shard. Shards only collect coverage and latencies; this command judges them. A \
            result that was changed by hand is refused (65).

            The exit code is the one of the run without --shard: 1 when a session differs, a \
            self-test failed, the coverage is too low or a budget is missed, 65 when a session \
            cannot be used or was skipped, 66 when there is no session.

            Examples:
              voicetest replay Corpora --shard 1/2 --report part-1
              voicetest replay Corpora --shard 2/2 --report part-2
              voicetest report part-1 part-2 --output report
              voicetest report report --output summary --format markdown
            """)

    @Argument(help: "Folders that --report wrote.", completion: .directory)
    var results: [String]

    @Option(help: "Where the page and the one result go.", completion: .directory)
    var output: String

    @Option(help: "How the verdicts are printed.")
    var format = VerdictFormat.text

    @Flag(
        name: .customLong("verbose"),
        help: "Prints every session that does not agree with all of its differences.")
    var isVerbose = false

    @Flag(help: "Replaces a report that exists.")
    var force = false

    @OptionGroup var notes: NoteOptions

    func run() async throws {
        try await reporting {
            let folders = results.map(ResultFolder.init(path:))
            for folder in folders { try ReportDraft.complete(in: folder) }
            for path in results where !DiskFile.exists("\(path)/result.json") {
                throw CommandError(
                    .missing,
                    "\(path) is not a folder that --report wrote. Write one with `voicetest replay"
                        + " --report \(path)`.")
            }
            let target = ResultFolder(path: output)
            try refuse(target, among: folders)
            let progress = ProgressLine(doing: "putting the results together")
            let (merged, sources) = try ResultMerge.merge(folders)
            let draft = try ReportDraft(in: target, replacing: force)
            let result = try ResultMerge.write(merged, from: sources, to: draft.folder)
            try draft.publish()
            progress.clear()
            try show(result)
            if result.shard == .whole { result.toleranceRules?.warnings.forEach(Console.report) }
            if let warning = result.selfTest?.warning { Console.report(warning) }
            let ending = result.ending
            for fault in ending.faults { Console.report(fault.text) }
            if ending.exit != .agrees { throw ExitCode(ending.exit.rawValue) }
        }
    }

    /// Refuses a report that would be written over a result it is made of, however both are named.
    private func refuse(_ target: ResultFolder, among folders: [ResultFolder]) throws {
        for folder in folders
        where DiskFile.lies(target.path, inside: folder.path)
            || DiskFile.lies(folder.path, inside: target.path)
        {
            throw CommandError(
                .usage,
                "--output \(output): overlaps the folder of the result \(folder.path). Choose"
                    + " another folder.")
        }
    }

    private func show(_ result: RunResult) throws {
        let folder = ResultFolder(path: output)
        let told = result.sessions.filter { format != .text || $0.isRed }
        let verdicts = try told.map(folder.session)
        if let form = format.form {
            var run = RunSummary(verdicts, version: Voicetest.version)
            run.milliseconds = told.map(\.milliseconds)
            run.coverages = result.coverages
            run.selfTest = result.selfTest
            run.ending = result.ending
            run.paths = result.origin.map { RepositoryPaths(folder: $0.folder) } ?? .current
            return try Console.print(bytes: form.bytes(of: run))
        }
        let report = TerminalReport(columns: Console.columns)
        try Console.print(
            unescaped: CauseText(report: report, isVerbose: isVerbose).text(verdicts))
        let count = result.sessions.count
        try Console.print(
            line: "\(count) sessions: \(count - told.count) agree, \(told.count) do not:"
                + " \(output)/index.html")
        if result.shard == .whole, result.demands.contains(where: { $0.project == nil }) {
            try Console.print(CoverageReport(result.coverages).text)
        }
        if let warning = result.ending.warning { try Console.print(line: warning) }
    }
}
