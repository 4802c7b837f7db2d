import ArgumentParser
import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceReports
import VoiceTrace

extension TestCommand {
    func run() async throws {
        try await reporting {
            try SettingOption.check(values.settings)
            if watch {
                var watch = TestWatch(self)
                try await watch.run()
                return
            }
            let set = try ProjectSet(paths)
            for call in set.members.flatMap(\.cases.calls) {
                Console.inform(CallSessions.notice(call))
            }
            let failures = LastFailures()
            let all = try work(of: set)
            let chosen = try choose(all, failures)
            let shard = try report.share()
            let work = TestRunner.share(shard, of: chosen)
            let folders = chosen.map(\.item.golden)
            let draft = try report.begin(folders)
            let written = draft.map { report.run($0, folders, paths: paths) }
            let budgets = filter == nil && !lastFailed ? budgets.demands(set) : budgets.demands()
            let failed = failures.begin()
            let outcomes = await outcomes(of: work, written, measures: !budgets.isEmpty)
            let demands = demands(set)
            var faults = set.faults + orphans(in: set) + ReplayOutcome.faults(outcomes, of: folders)
            faults += report.coverageFaults(demands, outcomes, in: shard)
            faults += BudgetOptions.faults(budgets, outcomes, in: shard)
            if let fault = nothingChosen(chosen, of: all, in: set) {
                if judging.format == .text { Console.report(fault.text) }
                faults.append(fault)
            }
            if let draft, let written {
                faults += written.publish(draft, outcomes) {
                    try RunResult(
                        settings: told(), shard: shard, all: folders, faults: faults,
                        demands: demands, budgets: budgets)
                }
            }
            let gate = GateSummary(outcomes)
            let ending = RunEnding(
                sessions: outcomes.map(\.status), of: lastFailed ? all.count : chosen.count,
                faults: faults, selfTest: gate.outcome)
            try show(outcomes, ending, isWhole: shard == .whole)
            gate.report()
            try showNextStep(outcomes, isFirst: failures.isNew ? set.members.first?.project : nil)
            failures.record(outcomes, since: failed, of: paths.isEmpty ? all.count : nil)
            if ending.exit != .agrees { throw ExitCode(ending.exit.rawValue) }
        }
    }

    private func show(
        _ outcomes: [ReplayOutcome], _ ending: RunEnding, isWhole: Bool
    ) throws {
        tellLaterRules(outcomes)
        var printer = OutcomePrinter(
            outcomes: outcomes, ending: ending, judging: judging, isColored: display.isColored)
        printer.unit = "scenario"
        printer.isWhole = isWhole
        printer.pendingPaths = pendingPaths
        try printer.show()
    }

    /// Says how many sessions break rules that their goldens are not held to.
    private func tellLaterRules(_ outcomes: [ReplayOutcome]) {
        let breaking = outcomes.filter { !$0.laterRules.isEmpty }
        guard !breaking.isEmpty else { return }
        let rules = breaking.reduce(into: Set()) { $0.formUnion($1.laterRules) }.sorted()
        let sessions = breaking.count == 1 ? "session breaks" : "sessions break"
        Console.report(
            "note: \(breaking.count) \(sessions) rules of telephone calls that came after the"
                + " goldens: \(rules.joined(separator: ", ")). A golden is held to them once it is"
                + " accepted anew.")
    }

    /// Paths that `accept` is given to take what this run leaves; nil where it leaves nothing.
    private var pendingPaths: [String]? {
        guard sources.isEmpty, tolerance == nil else { return nil }
        return paths.isEmpty ? ["."] : paths
    }

    /// Runs `work`; in text the notes on a case are written as soon as it is its turn.
    private func outcomes(
        of work: [TestWork], _ written: RunReport?, measures: Bool
    ) async -> [ReplayOutcome] {
        var runner = TestRunner(writesPending: pendingPaths != nil)
        runner.testsItself = !judging.skipsSelfTest
        runner.report = written
        runner.expectations = expected.expectations
        runner.asksAnew = calls == .live
        runner.beginsNow = now
        runner.proof = proving.options
        if measures { runner.measuring = TestRunner.Measuring() }
        return await runner.run(work, jobs: jobs.count) { $0.tellNotes() }
    }

    /// Names whose cases are listed where none was chosen.
    private static let listedCases = 10

    /// Returns the reason why there is no case to test, where the project can be read.
    private func nothingChosen(
        _ chosen: [TestWork], of all: [TestWork], in set: ProjectSet
    ) -> RunFault? {
        guard chosen.isEmpty, !lastFailed, set.faults.isEmpty else { return nil }
        let calls = set.members.flatMap(\.cases.calls)
        if all.isEmpty, !calls.isEmpty {
            return RunFault(.usage, CallSessions.refusal(calls).description)
        }
        let text: String
        if let filter, !all.isEmpty {
            let names = all.map(\.item.name).listed(upTo: Self.listedCases)
            text = "no scenario has \"\(filter)\" in its name. The scenarios are: \(names)."
        } else {
            let place = paths.isEmpty ? "the project" : paths.joined(separator: ", ")
            text =
                "\(place): no scenario and no session here. Write NAME\(Project.scenarioSuffix),"
                + " draft scenarios with `voicetest init --from FLOW`, or name the"
                + " folder of the project."
        }
        return RunFault(.missing, text)
    }

    /// Says why `--last-failed` has nothing to test, which is not a fault.
    private func showNothingFailed() throws {
        guard judging.format == .text else { return }
        try Console.print(
            line: "Nothing to test: no scenario here failed in its last run. Run `voicetest test`"
                + " to test all.")
    }

    /// Goldens that were recorded from a scenario which is gone, or has another name.
    private func orphans(in set: ProjectSet) -> [RunFault] {
        set.members.map(\.cases).flatMap { cases in
            cases.orphans.map { orphan in
                let text = Self.next(of: orphan, cases.renamed[orphan.path])
                Console.report(text)
                return RunFault(.differs, text)
            }
        }
    }

    /// Returns a sentence on what became of the scenario of a golden, and what to do about it.
    private static func next(of orphan: SessionFolder, _ renamed: ProjectCase?) -> String {
        let name = orphan.path.dropLast(SessionFolder.suffix.count)
        guard let renamed, case .scenario(let path) = renamed.caller else {
            return "\(orphan.path): its scenario is gone. Restore \(name)\(Project.scenarioSuffix),"
                + " or remove the session."
        }
        return "\(orphan.path): its scenario is renamed \(path). Rename the session as well:"
            + " \(RunOrigin.line(["mv", orphan.path, renamed.golden.path]))"
    }

    /// Returns the share of the flows that has to be taken: what the option says, else what each
    /// project says that is tested as a whole.
    private func demands(_ set: ProjectSet) -> [CoverageDemand] {
        if let percent = judging.coverage { return [CoverageDemand(percent: percent)] }
        guard filter == nil, !lastFailed else { return [] }
        let demands = set.members.map { member in
            CoverageDemand(
                percent: member.isWhole ? member.project.coverage ?? 0 : 0,
                project: member.project.folder)
        }
        return demands.allSatisfy { $0.percent == 0 } ? [] : demands
    }

    /// Prints what to do about differences and, when `project` is tested for the first time from
    /// the working folder and agrees, what comes next.
    private func showNextStep(_ outcomes: [ReplayOutcome], isFirst project: Project?) throws {
        guard judging.format == .text, !Console.isCI else { return }
        guard outcomes.contains(where: { $0.verdict.outcome == .differs }) else {
            guard let files = project?.configuration, !outcomes.isEmpty,
                outcomes.allSatisfy({ $0.status == .agrees })
            else { return }
            let tested = files.testedFiles.joined(separator: " or ")
            guard !tested.isEmpty else { return }
            try Console.print(
                line: "Change \(tested) and run `voicetest test` again: it says what the change"
                    + " does to each caller.")
            return
        }
        // What --expect alone asks for leaves nothing to accept, and neither does a run that proves
        // nothing: its cause says the next step.
        guard
            outcomes.contains(where: {
                $0.verdict.outcome == .differs && !$0.provesNothing
                    && (!$0.verdict.differsByFaultsAlone || $0.isUnmet)
            })
        else { return }
        if calls == .live {
            try Console.print(
                line: "Calls were made for real: answers take other times than in the goldens, so"
                    + " a session may differ though the app did not change.")
        }
        let target = paths.isEmpty ? "." : paths.joined(separator: " ")
        try Console.print(
            line: "Look at the differences with `voicetest review \(target)`, or accept them all"
                + " with `voicetest accept \(target) --reason \"…\"`."
                + (outcomes.contains(where: \.isUnmet)
                    ? " A session whose scenario did not get what it asks for needs --unmet." : ""))
    }

    /// The cases of all projects, with their sources.
    func work(of set: ProjectSet, tellsWarnings: Bool = true) throws -> [TestWork] {
        try set.work(
            tolerance: tolerance, tellsWarnings: tellsWarnings
        ) { try values.applied(to: try sources.applied(to: $0)) }
    }

    /// The cases that are asked for.
    func choose(_ work: [TestWork], _ failures: LastFailures) throws -> [TestWork] {
        var chosen = work
        if let filter { chosen = TestRunner.keep(chosen) { $0.name.contains(filter) } }
        if lastFailed {
            guard let failed = try failures.paths() else {
                Console.report("it is not known what failed last, so all is tested.")
                return chosen
            }
            if failed.contains(where: { LastFailures.isGone($0.text) }) {
                Console.report("some of what failed last is renamed or gone, so all is tested.")
                return chosen
            }
            chosen = TestRunner.keep(chosen) { failed.contains(NameBytes($0.golden.path)) }
            if chosen.isEmpty { try showNothingFailed() }
        }
        return chosen
    }

    /// Returns the arguments of this run, as far as they may change a verdict.
    private func told() throws -> JSONObject {
        var told: JSONObject = ["verb": "test"]
        if calls == .live { told["calls"] = "live" }
        if now { told["now"] = true }
        if let tolerance {
            let bytes = try DiskFile.read(tolerance, limit: FileLimit.text)
            told["tolerance"] = .string(Digest.hex(of: bytes))
        }
        told["expect"] = expected.told
        if lastFailed { told[RunResult.lastFailedKey] = true }
        if judging.skipsSelfTest { told["selfTest"] = false }
        let named = try sources.applied(to: RunConfiguration(of: Engines.usual()))
        for path in FlowSources.paths(of: named) {
            if let path { told["file \(path)"] = true }
        }
        for member in values.told.members { told[member.key] = member.value }
        return told
    }
}
