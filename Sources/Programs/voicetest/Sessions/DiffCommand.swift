import ArgumentParser
import VoiceAudio
import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceReports
import VoiceSession
import VoiceTime
import VoiceTrace

struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compares two traces: what happened, when, and why they differ.",
        discussion: """
            GOLDEN and ACTUAL are sessions or trace files. Exits 1 when they differ. For two \
            sessions the command also lists inputs, settings, files, engine and recognizer that \
            they do not share; these alone are not a difference. With a tolerance the command \
            plants regressions into copies of both traces, and exits 1 when the comparison misses \
            one.

            Example:
              voicetest diff demo.vsession demo.vsession/trace.new.jsonl --report diff.html
            """)

    @Argument(help: "The session or trace that is correct.", completion: .file())
    var golden: String

    @Argument(help: "The session or trace to judge.", completion: .file())
    var actual: String

    @Option(
        help: "What may differ; the article voicetest.docc/Tolerance.md has the form.",
        completion: .file(extensions: ["json"]))
    var tolerance: String?

    @Option(help: "How the verdict is printed.")
    var format = ComparisonFormat.verdict(.text)

    @Option(
        help: "Writes an HTML page with the sound into this file.",
        completion: .file(extensions: ["html"]))
    var report: String?

    @Flag(help: "Replaces a page that exists.")
    var force = false

    @OptionGroup var display: DisplayOptions

    @Flag(
        name: .customLong("no-self-test"),
        help: "Skips the self-test, which plants regressions that a tolerance must notice.")
    var skipsSelfTest = false

    func run() async throws {
        try await reporting {
            if let report {
                if !force, DiskFile.exists(report) { throw DiskError.exists(path: report) }
                for path in [golden, actual] where DiskFile.lies(report, inside: path) {
                    throw CommandError(
                        .usage,
                        "--report \(report): is or lies inside of \(path), which is compared."
                            + " Choose another file.")
                }
            }
            let progress = ProgressLine(doing: "comparing")
            defer { progress.clear() }
            async let goldenSide = DiffSide(path: golden)
            async let actualSide = DiffSide(path: actual)
            let (left, right) = (try await goldenSide, try await actualSide)
            let rate = try Self.rate(of: left, right)
            let vocabulary = left.vocabulary.adding(right.vocabulary)
            let kinds = EventVocabulary.names(of: [vocabulary] + Engines.vocabularies)
            let tolerance =
                try self.tolerance.map { try Tolerance(file: $0, kinds: kinds) } ?? .exact
            let diff = try TraceDiff(
                golden: left.trace, actual: right.trace, sampleRate: rate, vocabulary: vocabulary,
                tolerance: tolerance, standards: Self.standards(of: left, right))
            try noteUnusedRules(of: tolerance, left.trace, right.trace)
            let contrast = SessionContrast(left, right)
            let faults = [
                try left.editFault(isGolden: true), try right.editFault(isGolden: false),
            ].compactMap { $0 }
            let verdict = Verdict(
                name: DiskFile.name(of: golden), path: golden, diff: diff,
                causes: contrast.causes, flags: faults + (try left.unmetFaults()),
                input: contrast.input, others: contrast.others)
            let gate = GateSummary(try selfTest(diff, tolerance, left, right))
            if let report {
                let page = DiffPage(
                    verdict: verdict, golden: try left.trace.events(),
                    actual: try right.trace.events(), selfTest: gate.outcome)
                try page.write(to: report, sessions: [golden, actual], replacing: force)
            }
            progress.clear()
            try show(
                verdict, of: diff, gate, faults, golden: left.trace, actual: right.trace)
            gate.report()
            let status: ExitStatus = verdict.outcome == .agrees ? gate.status : .differs
            if status != .agrees { throw ExitCode(status.rawValue) }
        }
    }

    /// Returns the values that the settings of both sessions have unless said otherwise; nothing of
    /// a bare trace, which may be another program's.
    private static func standards(of golden: DiffSide, _ actual: DiffSide) -> JSONObject {
        guard golden.manifest != nil, actual.manifest != nil else { return [:] }
        return golden.standards.adding(actual.standards)
    }

    private static func rate(of golden: DiffSide, _ actual: DiffSide) throws -> SampleRate {
        if let left = golden.rate, let right = actual.rate, left != right {
            throw CommandError(
                .badData,
                "\(golden.path) runs at \(left.hertz) Hz and \(actual.path) at \(right.hertz) Hz."
                    + " Compare sessions of one clock rate; a call is imported again from a"
                    + " recording that `voicetest resample` brought to it.")
        }
        return golden.rate ?? actual.rate ?? .standard
    }

    private func noteUnusedRules(
        of tolerance: Tolerance, _ golden: TraceLines, _ actual: TraceLines
    ) throws {
        guard let file = self.tolerance, !tolerance.rules.isEmpty else { return }
        var use = RuleUse(tolerance)
        try use.record(golden)
        try use.record(actual)
        for sentence in use.unused { Console.report("warning: \(file): \(sentence)") }
    }

    /// Plants regressions into samples of both traces and says whether they are found; nil where
    /// nothing may differ.
    private func selfTest(
        _ diff: TraceDiff, _ tolerance: Tolerance, _ golden: DiffSide, _ actual: DiffSide
    ) throws -> GateSelfTest.Outcome? {
        guard tolerance != .exact, !skipsSelfTest else { return nil }
        return try GateSelfTest(
            sampleRate: diff.sampleRate, vocabulary: diff.vocabulary, tolerance: tolerance
        ).run(golden: golden.trace, actual: actual.trace, named: actual.path)
    }

    private func show(
        _ verdict: Verdict, of diff: TraceDiff, _ gate: GateSummary, _ faults: [String],
        golden: TraceLines, actual: TraceLines
    ) throws {
        let remarks =
            (golden.isEdited ? ["the golden trace was edited by hand"] : []) + faults
            + verdict.notShared.map { "not shared: \($0)" }
            + (gate.outcome?.warning.map { [$0] } ?? [])
        switch format {
        case .pair(.perfetto):
            try Console.print(
                bytes: PerfettoReport(diff, remarks: remarks).bytes(
                    golden: try golden.events(), actual: try actual.events()))
        case .pair(.audacity):
            try Console.print(unescaped: AudacityReport.text(diff, remarks: remarks))
        case .verdict(let format):
            if let form = format.form {
                var run = RunSummary([verdict])
                run.selfTest = gate.outcome
                return try Console.print(bytes: form.bytes(of: run))
            }
            let report = TerminalReport(
                isColored: display.isColored, columns: Console.columns)
            try Console.print(unescaped: report.text(verdict))
            if let line = gate.line { try Console.print(line: line) }
        }
    }
}

/// The page about one comparison of two traces.
struct DiffPage {
    let verdict: Verdict
    let golden: [TraceEvent]
    let actual: [TraceEvent]
    /// Result of the self-test; nil where there was none.
    let selfTest: GateSelfTest.Outcome?

    /// Largest number of things that the sessions do not share and the headline tells of.
    private static let toldLimit = 5

    /// Writes it, with the sound of the first of `paths` that is a session.
    func write(to path: String, sessions paths: [String], replacing: Bool) throws {
        let session = paths.first(where: DiskFile.isFolder).map(SessionFolder.init(path:))
        let manifest = try session?.open()
        var record = SessionRecord(verdict, place: 0, frames: manifest?.frames)
        record.golden = RecordedTrace.digest(of: golden)
        record.actual = RecordedTrace.digest(of: actual)
        record.selfTest = selfTest
        let sounds = session.flatMap { session in
            manifest.map { SessionSounds(of: session, $0) }
        }
        let detail = SessionDetail(
            verdict, golden: golden, actual: actual, frames: manifest?.frames ?? 0,
            sounds: sounds ?? SessionSounds())
        let result = RunResult(
            createdBy: Voicetest.program,
            settings: ["golden": .string(paths[0]), "actual": .string(paths[1])], shard: .whole,
            all: [.init(path: verdict.path, digest: "", milliseconds: 0)], sessions: [record])
        let differs = verdict.outcome == .agrees ? "agree" : "differ"
        let told = verdict.notShared.prefix(Self.toldLimit).joined(separator: "; ")
        let more = verdict.notShared.count - Self.toldLimit
        // A call and an app share nothing but what happened.
        let unshared =
            told.isEmpty || manifest?.isCall == true
            ? "" : "; not shared: \(told)\(more > 0 ? "; and \(more) more" : "")"
        let page = ReportPage(result: result, headline: "The two traces \(differs)\(unshared)")
        try DiskFile.write(
            try page.bytes(with: [0: detail]), to: path, replacing: replacing)
    }
}
