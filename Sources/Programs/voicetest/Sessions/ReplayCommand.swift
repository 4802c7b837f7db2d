import ArgumentParser
import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceMedia
import VoiceReports
import VoiceSession
import VoiceTrace

struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Feeds sessions to their engine again and compares what happens.",
        discussion: """
            PATH is a session, or a folder that is searched for sessions. On a difference replay \
            writes the new trace beside the golden as trace.new.jsonl, for `voicetest accept`. It \
            does not do so with CI set, with --set, or when it does not start from the audio. A \
            replay that agrees removes an old trace.new.jsonl. A session also differs when its \
            golden is not the one that its ledger accepted last.

            The self-test plants regressions into copies of the traces and fails the run when the \
            comparison misses one. A tolerance may ignore partials, evidence and confidences. It \
            may allow numbers to differ by a given amount, and times by less than 500 ms. A \
            tolerance that allows more fails the self-test.

            With --flow, --prompts, --audio-text-map, --media, --phrases or --grammar the recorded \
            microphone runs through your changed files. Files that you do not name are the \
            session's own. The verdict names the changed file, line and key, and each place where \
            the recorded caller speaks at a time that no longer fits. Such a replay leaves no \
            pending trace. `voicetest test` leaves pending sessions for a project.

            A session that was recorded with --recognizer-command does not name its program. Name \
            the program again, or replay with --from words. Sessions of other recognizers ignore \
            the option. So it is with --program-command, the app under test: without the option a \
            folder is replayed without the sessions of programs, which are named.

            Examples:
              voicetest replay Corpora
              voicetest replay demo.vsession --set endpoint.offsetMs=200
              voicetest replay calls --flow flow.json --prompts prompts.json --media media
            """)

    @Argument(help: "Sessions, or folders of sessions.", completion: .directory)
    var paths: [String]

    @Option(
        help: """
            The first stage that runs: audio (the detector), speech (the recognizer) or words \
            (the engine). Default: the earliest stage that the session has input for.
            """)
    var from: TapOption?

    @OptionGroup var jobs: JobOptions

    @Option(
        help: "What may differ; the article voicetest.docc/Tolerance.md has the form.",
        completion: .file(extensions: ["json"]))
    var tolerance: String?

    @Option(
        help: """
            Replays each session this many times in different ways, fails when the hashes differ, \
            and names functions that read a clock or an unseeded random source.
            """)
    var certify: Int?

    @Option(help: .init("Has the engine read what none may.", visibility: .hidden))
    var plant: PlantedRead?

    @OptionGroup var command: RecognizerCommandOption

    @OptionGroup var program: ProgramCommandOption

    @Option(help: "Feeds the microphone in blocks of so many frames; 0 feeds all at once.")
    var block = 160

    @Option(
        name: .customLong("set"), parsing: .unconditionalSingleValue,
        help: .init("A what-if: replays with one setting changed.", valueName: "name=value"),
        transform: SettingOption.read)
    var settings: [SettingOption] = []

    @OptionGroup var expected: ExpectOptions

    @OptionGroup var judging: JudgingOptions

    @OptionGroup(title: "Changed files in place of the session's") var sources: SourceOptions

    @OptionGroup var budgets: BudgetOptions

    @OptionGroup var report: ReportOptions

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try validateSources()
        if certify != nil, report.folder != nil {
            throw ValidationError("--certify gives a certificate and writes no --report.")
        }
        if certify != nil, !expected.expectations.isEmpty {
            throw ValidationError("--certify judges no expectation: leave --expect out.")
        }
        if certify != nil, judging.format.plain == nil {
            throw ValidationError("--certify prints --format text or json.")
        }
        try budgets.refuseIdle()
        if !(0...1_000_000).contains(block) {
            throw ValidationError("--block takes 0 to 1000000 frames.")
        }
        if let certify, !(2...100_000).contains(certify) {
            throw ValidationError("--certify takes 2 to 100000 replays.")
        }
    }

    func run() async throws {
        try await reporting {
            try SettingOption.check(settings)
            let changes = try changedFiles()
            let options = try replayOptions()
            let tolerance = try self.tolerance.map { try Tolerance(file: $0) } ?? .exact
            let shard = try report.share()
            var search = SessionSearch(paths, isStrict: report.isStrict)
            try search.leaveOutCalls()
            leaveOutPrograms(of: &search)
            let folders = Self.share(shard, of: search.folders)
            if let certify {
                let status = try await certificate(certify, options, folders)
                let gravest = search.status.graver(status)
                if gravest != .agrees { throw ExitCode(gravest.rawValue) }
                return
            }
            let draft = try report.begin(search.folders)
            let written = draft.map { report.run($0, search.folders, paths: paths) }
            let unreached = UnreachedFiles(search.folders)
            let outcomes = try await outcomes(
                of: folders, options, changes, tolerance, written, unreached)
            let demands = judging.coverage.map { [CoverageDemand(percent: $0)] } ?? []
            let allowed = budgets.demands()
            var faults =
                search.faults + unreached.faults
                + ReplayOutcome.faults(outcomes, of: search.folders)
            faults += report.coverageFaults(demands, outcomes, in: shard)
            faults += BudgetOptions.faults(allowed, outcomes, in: shard)
            let rules = toleranceRules(outcomes)
            if let draft, let written {
                faults += written.publish(draft, outcomes) {
                    try RunResult(
                        settings: told(), shard: shard, all: search.folders, faults: faults,
                        demands: demands, budgets: allowed, toleranceRules: rules)
                }
            }
            let gate = GateSummary(outcomes)
            let ending = RunEnding(
                sessions: outcomes.map(\.status), of: search.folders.count, faults: faults,
                selfTest: gate.outcome)
            try show(outcomes, ending, isWhole: shard == .whole, leavesPending: changes == nil)
            if shard == .whole { rules?.warnings.forEach(Console.report) }
            gate.report()
            if ending.exit != .agrees { throw ExitCode(ending.exit.rawValue) }
        }
    }

    private func show(
        _ outcomes: [ReplayOutcome], _ ending: RunEnding, isWhole: Bool, leavesPending: Bool
    ) throws {
        for outcome in outcomes { outcome.tellNotes() }
        var printer = OutcomePrinter(
            outcomes: outcomes, ending: ending, judging: judging, isColored: display.isColored)
        printer.isWhole = isWhole
        if leavesPending, from == nil || from == .audio { printer.pendingPaths = paths }
        try printer.show()
    }

    /// Returns the outcomes of the sessions in `folders`: through changed files, or through their
    /// own.
    private func outcomes(
        of folders: [SessionFolder], _ options: ReplayOptions, _ changes: ChangedFiles?,
        _ tolerance: Tolerance, _ written: RunReport?, _ unreached: UnreachedFiles
    ) async throws -> [ReplayOutcome] {
        let isFromAudio = from == nil || from == .audio
        if let from, !isFromAudio, settings.contains(where: { !$0.name.hasPrefix("flow.") }) {
            Console.report("only flow settings have an effect with --from \(from.rawValue)")
        }
        let testsItself = settings.isEmpty && !judging.skipsSelfTest
        if let changes {
            return try await changes.outcomes(
                of: folders, options, tolerance: tolerance, jobs: jobs.count,
                testsItself: testsItself, report: written, expectations: expected.expectations,
                measures: !budgets.budgets.isEmpty)
        }
        var runner = ReplayRunner(
            tolerance: tolerance, writesPending: settings.isEmpty && isFromAudio, report: written)
        runner.testsItself = testsItself
        runner.unreached = unreached
        runner.expectations = expected.expectations
        runner.measuresLatency = !budgets.budgets.isEmpty
        return await runner.run(folders, options: options, jobs: jobs.count)
    }

    private func replayOptions() throws -> ReplayOptions {
        var options = ReplayOptions()
        options.tap = (from ?? .audio).tap
        options.takesWordsForMissingAudio = from == nil
        options.blockFrames = block == 0 ? nil : block
        options.changes = settings.map { ($0.name, $0.value) }
        options.recognizerCommand = try command.command()
        try takeProgram(&options)
        return options
    }

    /// Returns the sessions of `all` that this shard replays.
    private static func share(_ shard: Shard, of all: [SessionFolder]) -> [SessionFolder] {
        let folders = ShardPlan(
            durations: shard == .whole ? all.map { _ in 1 } : all.map(RunReport.milliseconds),
            count: shard.count
        ).places(of: shard).map { all[$0] }
        if folders.isEmpty, !all.isEmpty {
            Console.inform("shard \(shard) of \(all.count) sessions is empty")
        }
        return folders
    }

    private func certificate(
        _ runs: Int, _ options: ReplayOptions, _ folders: [SessionFolder]
    ) async throws -> ExitStatus {
        let certificate = Certificate(
            runs: runs, jobs: jobs.count, options: options, planted: plant)
        return try await certificate.issue(for: folders, format: judging.format.plain ?? .text)
    }

    /// Returns the arguments of this run, as far as they may change a verdict.
    private func told() throws -> JSONObject {
        var told: JSONObject = [:]
        if let from { told["from"] = .string(from.rawValue) }
        if let tolerance {
            let bytes = try DiskFile.read(tolerance, limit: FileLimit.text)
            told["tolerance"] = .string(Digest.hex(of: bytes))
        }
        if judging.skipsSelfTest { told["selfTest"] = false }
        told["expect"] = expected.told
        for setting in settings { told[setting.name] = .integer(Int64(setting.value)) }
        for member in try sources.told().members { told[member.key] = member.value }
        return told
    }

    /// Returns the rules of the tolerance, each with whether it was about something in any session.
    private func toleranceRules(_ outcomes: [ReplayOutcome]) -> ToleranceRules? {
        guard let tolerance, var use = outcomes.lazy.compactMap(\.ruleUse).first else { return nil }
        for other in outcomes.compactMap(\.ruleUse) { use.add(other) }
        return ToleranceRules(file: tolerance, use: use)
    }
}

/// Taps a user can start from.
enum TapOption: String, ExpressibleByArgument, CaseIterable {
    case audio, speech, words

    var tap: StartingTap {
        switch self {
        case .audio: .audio
        case .speech: .speech
        case .words: .words
        }
    }
}

extension Tolerance {
    /// The tolerance that a file describes, whose rules are about events of `kinds`.
    init(file: String, kinds: [String] = Engines.kinds) throws {
        let bytes = try DiskFile.read(file, limit: FileLimit.text)
        try self.init(json: bytes, kinds: kinds, file: file)
    }
}
