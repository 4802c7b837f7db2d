import ArgumentParser
import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceReports
import VoiceTrace

/// Runs the cases for `test --watch`, then again all that a saved file can affect, and prints what
/// is red. Ctrl-C ends it.
struct TestWatch {
    let command: TestCommand
    private let failures = LastFailures()
    private var machine = WatchMachine()
    private var work: [String: TestWork] = [:]
    /// Goldens whose scenario is gone.
    private var orphans: [String] = []

    /// Pause between two looks at the files.
    private static let pause = Duration.milliseconds(200)
    /// Files that a message names.
    private static let toldLimit = 3

    init(_ command: TestCommand) { self.command = command }

    /// Watches until the user ends the program.
    ///
    /// - Throws: what reading the projects for the first time throws, and what is missing where
    ///   nothing can be watched, or where all that was watched is gone.
    mutating func run() async throws {
        Interruption.endWithSuccess()
        if let fault = try read().first, work.isEmpty { throw ExitCode(fault.status.rawValue) }
        let roots = (command.paths.isEmpty ? ["."] : command.paths).map(DiskFile.realPath)
        while true {
            guard roots.contains(where: DiskFile.exists) else {
                throw CommandError(
                    .missing,
                    "\(roots.joined(separator: ", ")): is gone, so nothing is left to watch.")
            }
            switch machine.step(FileStamp.of(machine.paths)) {
            case .wait: try await Task.sleep(for: Self.pause)
            case .read:
                do {
                    let before = orphans
                    try read()
                    if orphans != before { try show([]) }
                } catch let code as ExitCode {
                    throw code
                } catch {
                    Console.report("\(error)")
                    machine.noteBroken([])
                }
            case .run(let names, let changed): try await run(names, changed)
            }
        }
    }

    /// Reads the projects, and what each case is run from; gives what could not be found or read.
    @discardableResult
    private mutating func read() throws -> [RunFault] {
        RegisteredEngine.forgetPrograms()
        let set = try ProjectSet(command.paths)
        let all = try command.choose(command.work(of: set, tellsWarnings: false), failures)
        work = Dictionary(all.map { ($0.item.golden.path, $0) }) { first, _ in first }
        orphans = set.members.flatMap(\.cases.orphans).map(\.path)
        let files = WatchedFiles(
            all, in: set.members.map(\.project.folder),
            more: [command.tolerance].compactMap { $0 })
        machine.update(files.cases, layout: files.layout)
        return set.faults
    }

    private mutating func run(_ names: [String], _ changed: [String]) async throws {
        if !changed.isEmpty {
            Console.inform(
                "\(changed.listed(upTo: Self.toldLimit)) changed: \(Self.counted(names.count))")
            do {
                // What the files say now.
                try read()
            } catch {
                Console.report("\(error)")
                machine.noteBroken(names)
                return
            }
        }
        var runner = TestRunner(
            writesPending: command.sources.isEmpty && command.tolerance == nil)
        runner.testsItself = false
        runner.expectations = command.expected.expectations
        let outcomes = await runner.run(
            names.compactMap { work[$0] }, jobs: command.jobs.count)
        failures.record(outcomes, since: try? failures.paths(), of: nil)
        for outcome in outcomes {
            machine.update(outcome.verdict.path, isRed: outcome.status != .agrees)
        }
        try show(outcomes)
    }

    private static func counted(_ number: Int) -> String {
        number == 1 ? "1 scenario" : "\(number) scenarios"
    }

    private func show(_ outcomes: [ReplayOutcome]) throws {
        let terminal = TerminalReport(
            isColored: command.display.isColored, columns: Console.columns)
        let text = CauseText(
            unit: "scenario", report: terminal, isVerbose: command.judging.isVerbose)
        try Console.print(unescaped: text.text(outcomes.map(\.verdict)))
        let all = Self.counted(machine.caseCount)
        for orphan in orphans { try Console.print(line: "\(orphan): its scenario is gone.") }
        let red = machine.red.count + orphans.count
        try Console.print(
            red == 0
                ? "\(all): all agree. Waiting for changes; Ctrl-C ends."
                : "\(all): \(red) \(red == 1 ? "does" : "do") not agree."
                    + " Waiting for changes; Ctrl-C ends.")
    }
}
