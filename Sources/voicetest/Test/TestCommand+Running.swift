import ArgumentParser
import VoiceDiff
import VoiceProject
import VoiceReports
import VoiceTrace

extension TestCommand {
    func run() async throws {
        try await reporting {
            var status = ExitStatus.agrees
            let set = try ProjectSet(paths)
            status = status.graver(set.status)
            let (all, prepared) = try prepare(set)
            status = status.graver(prepared)
            let failures = LastFailures()
            let chosen = try choose(all, failures)
            if chosen.isEmpty, status == .agrees {
                Console.note(
                    filter == nil && !lastFailed
                        ? "there is nothing to test. Write a NAME\(Project.scenarioSuffix)"
                        : "no case is left to test")
                status = .missing
            }
            let shard = try report.share()
            let work = ShardPlan(durations: chosen.map { _ in 1 }, count: shard.count)
                .places(of: shard).map { chosen[$0] }
            let folders = chosen.map(\.item.golden)
            let written = try report.prepare().map { RunReport(folder: $0, all: folders) }
            var runner = TestRunner(writesPending: sources.isEmpty && tolerance == nil)
            runner.testsItself = !skipsSelfTest
            runner.report = written
            let live = format == .text
            let terminal = TerminalReport(isColored: display.isColored)
            let outcomes = try await runner.run(work, jobs: jobs ?? Cores.count) { outcome in
                guard live else { return }
                for note in outcome.notes { Console.note(note) }
                try Console.print(terminal.text(outcome.verdict), terminator: "")
            }
            var printer = OutcomePrinter(
                outcomes: outcomes, format: format, isColored: display.isColored)
            printer.unit = "scenario"
            printer.listsCoverage = coverage != nil
            printer.isPrinted = live
            try printer.show()
            try written?.finish(outcomes, settings: told(), shard: shard, all: folders)
            for outcome in outcomes { status = status.graver(outcome.status) }
            status = status.graver(try conclude(outcomes, set))
            failures.note(outcomes)
            if status != .agrees { throw ExitCode(status.rawValue) }
        }
    }

    /// Reads the sources of every case, each set of files once, and names goldens without a
    /// scenario.
    private func prepare(_ set: ProjectSet) throws -> (work: [TestWork], status: ExitStatus) {
        var status = ExitStatus.agrees
        var read: [[String?]: Result<FlowSources, any Error>] = [:]
        var work: [TestWork] = []
        let own = try tolerance.map(Tolerance.init(file:))
        for member in set.members {
            for orphan in member.cases.orphans {
                Console.note(
                    "\(orphan.path): its scenario is gone. Restore"
                        + " \(orphan.path.dropLast(SessionFolder.suffix.count))"
                        + "\(Project.scenarioSuffix), or remove the session.")
                status = status.graver(.differs)
            }
            for var item in member.cases.cases {
                item.configuration = values.applied(
                    to: sources.applied(to: item.configuration))
                let key = FlowSources.paths(of: item.configuration)
                let files = read[key] ?? Result { try Self.sources(of: item.configuration) }
                read[key] = files
                work.append(
                    TestWork(item: item, sources: files, tolerance: own ?? member.tolerance))
            }
        }
        return (work, status)
    }

    private static func sources(of configuration: RunConfiguration) throws -> FlowSources {
        let (sources, warnings) = try FlowSources.checked(configuration)
        for var finding in warnings {
            finding.severity = .warning
            Console.note(finding.description)
        }
        for warning in sources.warnings { Console.note("warning: \(warning)") }
        return sources
    }

    /// The cases that are asked for.
    private func choose(_ work: [TestWork], _ failures: LastFailures) throws -> [TestWork] {
        var chosen = work
        if let filter { chosen.removeAll { !$0.item.name.contains(filter) } }
        if lastFailed {
            let failed = try failures.paths()
            chosen.removeAll { !failed.contains($0.item.golden.path) }
        }
        return chosen
    }

    /// What this run was told, as far as it may change a verdict.
    private func told() throws -> JSONObject {
        var told: JSONObject = ["verb": "test"]
        if let tolerance {
            let bytes = try DiskFile.read(tolerance, limit: FileLimit.text)
            told["tolerance"] = .string(Digest.hex(of: bytes))
        }
        if skipsSelfTest { told["selfTest"] = false }
        for path in FlowSources.paths(of: sources.applied(to: .init(flow: "", prompts: ""))) {
            if let path, !path.isEmpty { told["file \(path)"] = true }
        }
        for setting in values.settings { told[setting.name] = .integer(Int64(setting.value)) }
        for field in values.fields { told["field \(field.name)"] = field.value }
        if let seed = values.seed { told["seed"] = .integer(Int64(clamping: seed)) }
        return told
    }

    /// The self-test, the coverage and what to do next.
    private func conclude(_ outcomes: [ReplayOutcome], _ set: ProjectSet) throws -> ExitStatus {
        let gate = GateSummary(outcomes)
        gate.note()
        var status = gate.status
        let wanted = coverage ?? set.members.compactMap(\.project.coverage).min()
        let isWhole = filter == nil && !lastFailed && report.shard == nil
        if let wanted, isWhole {
            let share = FlowCoverage.thousandths(ReplayOutcome.coverages(outcomes))
            if share < wanted * 10 {
                Console.note(
                    "the scenarios take less than \(wanted) % of the flow."
                        + " List the rest with --coverage \(wanted).")
                status = status.graver(.differs)
            }
        }
        let hasPending = outcomes.contains { $0.verdict.outcome == .differs }
        if format == .text, hasPending, !Console.isCI {
            try Console.print(
                "Look at the differences with `voicetest review`, or accept them all with"
                    + " `voicetest accept\(paths.isEmpty ? " ." : "")"
                    + "\(paths.map { " \($0)" }.joined()) --reason \"…\"`.")
        }
        return status
    }
}
