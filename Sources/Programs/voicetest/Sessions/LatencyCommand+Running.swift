import ArgumentParser
import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceHistory
import VoiceJSON
import VoiceRecognition
import VoiceReports
import VoiceTrace

extension LatencyCommand {
    func run() async throws {
        try await reporting {
            guard !paths.isEmpty else {
                try show(LatencyReport([]), nil, try readHistory(), [])
                return
            }
            let held = try baseline.map(readBaseline)
            try refuseExisting()
            let (named, app) = (try command.command(), try program.command())
            let sources = try LatencySources(
                paths, from: from?.tap, heardBy: named, running: app)
            try refuseInside(sources.folders)
            let draft = try reportFolder.map {
                try ReportOptions.begin($0, outside: sources.folders, replacing: force)
            }
            let written = draft.map { begun($0, sources) }
            let demands = budgets.demands(sources.projects)
            let outcomes = await measure(
                sources, named, app, written, hasBudgets: !demands.isEmpty)
            let judged = BudgetOptions.judged(demands, outcomes)
            var status = status(of: outcomes, sources.faults)
            let sessions = outcomes.compactMap(\.latency)
            if let draft, let written {
                status = status.graver(publish(written, draft, outcomes, sources, demands))
            }
            let unfit = unfitCalls(outcomes, demands)
            status = status.graver(tell(unfit))
            guard !sessions.isEmpty else { throw ExitCode(status.rawValue) }
            let report = LatencyReport(sessions)
            let comparison = try held.map {
                LatencyComparison(
                    report, with: $0.baseline, path: $0.path, allowsNew: allowNew,
                    tolerance: try tolerance)
            }
            let runs = try keep(report, isWhole: status == .agrees)
            format == .junit
                ? try showJUnit(outcomes, sources.faults, judged, unfit)
                : try show(report, comparison, runs, judged)
            for text in judged.compactMap(\.fault?.text) + outcomes.flatMap(unexpected) {
                Console.report(text)
                status = status.graver(.differs)
            }
            let isMeasured = status == .agrees || held != nil && status == .differs
            if comparison?.worse.isEmpty == false || !report.faults.isEmpty {
                status = status.graver(.differs)
            }
            if let writeBaseline, isMeasured { try write(report, to: writeBaseline) }
            if status != .agrees { throw ExitCode(status.rawValue) }
        }
    }

    /// Says what unfit calls mean for the run; gives their exit code.
    private func tell(_ unfit: UnfitCalls) -> ExitStatus {
        unfit.warning.map(Console.report)
        for fault in unfit.faults { Console.report(fault.text) }
        return unfit.faults.reduce(.agrees) { $0.graver($1.status) }
    }

    /// The calls of the run that are unfit to be measured.
    private func unfitCalls(
        _ outcomes: [ReplayOutcome], _ demands: [LatencyDemand]
    ) -> UnfitCalls {
        UnfitCalls(
            outcomes.compactMap { outcome in
                outcome.latency.map { (outcome.verdict.path, $0) }
            }, isJudged: !demands.isEmpty || !expected.expectations.isEmpty,
            isIgnored: budgets.ignoresUnmeasured)
    }

    /// Begins the report on `sources`: the worst turns get their sound, whatever became of their
    /// sessions.
    private func begun(_ draft: ReportDraft, _ sources: LatencySources) -> RunReport {
        RunReport(
            folder: draft.folder, all: sources.all, origin: .current(label: label, paths: paths),
            keepsTurns: true)
    }

    /// Writes the report, and says what went wrong.
    private func publish(
        _ written: RunReport, _ draft: ReportDraft, _ outcomes: [ReplayOutcome],
        _ sources: LatencySources, _ demands: [LatencyDemand]
    ) -> ExitStatus {
        let faults = written.publish(draft, outcomes) {
            try RunResult(
                settings: told, shard: .whole, all: sources.all,
                faults: sources.faults
                    + outcomes.enumerated().flatMap { place, outcome in
                        unexpected(outcome).map { RunFault(.differs, $0, place: place) }
                    },
                budgets: demands)
        }
        return faults.reduce(.agrees) { $0.graver($1.status) }
    }

    private func measure(
        _ sources: LatencySources, _ named: RecognizerCommand?, _ app: ProgramCommand?,
        _ written: RunReport?, hasBudgets: Bool
    ) async -> [ReplayOutcome] {
        var runner = LatencyRunner(
            countsWork: work ?? (baseline != nil || writeBaseline != nil), jobs: jobs.count,
            programs: RecognizerPrograms(named, app: app, for: sources.sessions))
        runner.tap = from?.tap
        runner.reading = sides.reading
        runner.expectations = expected.expectations
        runner.report = written
        runner.hasBudgets = hasBudgets
        return await runner.run(sources)
    }

    /// Notes what keeps the run from being whole, and returns its status. A run that differs from
    /// its golden is whole.
    private func status(of outcomes: [ReplayOutcome], _ faults: [RunFault]) -> ExitStatus {
        var status = faults.map(\.status).reduce(ExitStatus.agrees) { $0.graver($1) }
        for outcome in outcomes {
            outcome.tellNotes()
            status = outcome.faults.reduce(status) { $0.graver($1.status) }
            if let error = outcome.unmeasured {
                Console.report("\(error)")
                status = status.graver(ExitStatus(error))
            } else if case .damaged(let reason) = outcome.verdict.outcome {
                Console.report(reason)
                status = status.graver(outcome.status)
            }
        }
        return status
    }

    /// Tolerance that the options ask for; nil where the baseline says it.
    private var tolerance: LatencyTolerance? {
        get throws { allowWorse.isEmpty ? nil : try LatencyTolerance(texts: allowWorse) }
    }

    /// Arguments of this run, as far as they may change a figure.
    private var told: JSONObject {
        var told: JSONObject = [RunResult.verbKey: .string(RunResult.latencyVerb)]
        if let from { told["from"] = .string(from.rawValue) }
        told["expect"] = expected.told
        if budgets.ignoresUnmeasured { told[RunResult.ignoresUnmeasuredKey] = true }
        return told
    }

    private func refuseExisting() throws {
        guard let writeBaseline, !force, DiskFile.exists(writeBaseline) else { return }
        throw CommandError(
            .cannotCreate, "\(writeBaseline): exists. Give --force to replace it.")
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

    private func write(_ report: LatencyReport, to path: String) throws {
        guard report.faults.isEmpty else { return }
        let baseline = LatencyBaseline(report, tolerance: try tolerance ?? .standard)
        try DiskFile.write(baseline.fileBytes(), to: path, replacing: force)
        Console.inform("\(path): baseline of \(report.sessions.count) sessions written")
    }

    /// The runs of the history, oldest first, which is only read.
    private func readHistory() throws -> [LatencyRun] {
        guard let history else { return [] }
        guard DiskFile.exists(history) else { throw DiskError.missing(path: history) }
        return try Self.opened(history, isReadOnly: true).runs()
    }

    /// Opens the history at `path`. Anything but a file is refused: a pipe would be waited for.
    private static func opened(_ path: String, isReadOnly: Bool = false) throws -> LatencyHistory {
        if let kind = FileKind(following: path), kind != .file {
            throw DiskError.notAFile(path: path, kind: kind)
        }
        return try LatencyHistory(path: path, isReadOnly: isReadOnly)
    }

    /// Keeps the run in the history where there is one; gives all its runs, oldest first. A page
    /// shows the run behind the history and adds nothing.
    ///
    /// A run that is not whole, or contradicts itself, would show as a change that was none.
    private func keep(_ report: LatencyReport, isWhole: Bool) throws -> [LatencyRun] {
        guard let history else { return [] }
        let names = report.sessions.map { "\($0.name)\n" }.joined()
        let run = LatencyRun(
            report, label: label ?? (onlyReadsHistory ? "now" : "unnamed"), time: Voicetest.now,
            scope: String(Digest.hex(of: Array(names.utf8)).prefix(16)))
        if onlyReadsHistory {
            return try readHistory() + (isWhole && report.faults.isEmpty ? [run] : [])
        }
        try DiskFile.makeFolder(DiskFile.parent(of: history))
        let store = try Self.opened(history)
        if isWhole, report.faults.isEmpty {
            try store.add(run)
        } else {
            Console.report("\(history): this run is not whole and was not kept")
        }
        return try store.runs()
    }

    private func show(
        _ report: LatencyReport, _ comparison: LatencyComparison?, _ runs: [LatencyRun],
        _ budgets: [JudgedBudget]
    ) throws {
        switch format {
        case .text:
            let text = LatencyText(listsTurns: turns, columns: Console.columns).text(
                report, comparison: comparison, runs: runs, budgets: budgets)
            try Console.print(text, terminator: "")
        case .json:
            try Console.print(
                json: LatencyJSON.value(
                    report, comparison: comparison, runs: runs, budgets: budgets))
        // One test case a session, which these figures alone do not make.
        case .junit: break
        case .html:
            try Console.print(
                unescaped: LatencyPage.text(
                    report, comparison: comparison, runs: runs, budgets: budgets))
        }
    }
}
