import ArgumentParser
import VoiceReports

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Puts the results of shares together into one page.",
        discussion: """
            RESULT is a folder that `voicetest replay --report` wrote. Every session must have run \
            exactly once, by the same build of voicetest with the same options; what is missing, \
            doubled or different is named (65). The page, and what --format prints, is what an \
            unsharded replay writes, byte for byte. Exits 1 when any session does not agree or \
            cannot be used, or a share's self-test failed.

            Example:
              voicetest replay Corpora --shard 1/2 --report part-1
              voicetest replay Corpora --shard 2/2 --report part-2
              voicetest report part-1 part-2 --output report
            """)

    @Argument(help: "Folders that --report wrote.", completion: .directory)
    var results: [String]

    @Option(help: "Where the page and the one result go.", completion: .directory)
    var output: String

    @Option(help: "How the verdicts are printed.")
    var format = VerdictFormat.text

    @Flag(help: "Replaces a report that stands there.")
    var force = false

    func run() async throws {
        try await reporting {
            let folders = results.map(ResultFolder.init(path:))
            let target = ResultFolder(path: output)
            if folders.contains(target) {
                throw CommandError(
                    .usage, "\(output) is a result to be read. Choose another folder.")
            }
            let (result, sources) = try ResultMerge.merge(folders)
            try target.prepare(replacing: force)
            try ResultMerge.write(result, from: sources, to: target)
            try show(result)
            if let warning = result.selfTest?.warning { Console.note(warning) }
            if result.isRed { throw ExitCode(ExitStatus.differs.rawValue) }
        }
    }

    private func show(_ result: RunResult) throws {
        let folder = ResultFolder(path: output)
        let told = result.sessions.filter { format != .text || $0.isRed }
        let verdicts = try told.map(folder.verdict)
        let printer = VerdictPrinter(
            verdicts: verdicts, milliseconds: told.map(\.milliseconds),
            coverages: result.coverages, selfTest: result.selfTest)
        if let bytes = printer.bytes(format) {
            try Console.print(bytes: bytes)
            return
        }
        for verdict in verdicts { try Console.print(verdict.text, terminator: "") }
        let count = result.sessions.count
        try Console.print(
            line: "\(count) sessions: \(count - told.count) agree, \(told.count) do not:"
                + " \(output)/index.html")
        for line in CauseSummary(verdicts).lines { try Console.print(line: "  \(line)") }
    }
}
