import ArgumentParser
import VoiceDiff
import VoiceReports
import VoiceTime
import VoiceTrace

struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compares two traces: what happened, when, and why it came out differently.",
        discussion: """
            GOLDEN and ACTUAL are sessions or bare trace files. Exits 1 when they differ.

            Example:
              voicetest diff demo.vsession demo.vsession/trace.new.jsonl --report diff.html
            """)

    @Argument(help: "The session or trace that is right.", completion: .file())
    var golden: String

    @Argument(help: "The session or trace to judge.", completion: .file())
    var actual: String

    @Option(help: "What may differ; see the README.", completion: .file(extensions: ["json"]))
    var tolerance: String?

    @Option(help: "How the verdict is printed.")
    var format = ComparisonFormat.text

    @Option(
        help: "Writes a page to look at and listen to into this file.",
        completion: .file(extensions: ["html"]))
    var report: String?

    @Flag(help: "Replaces a page that stands there.")
    var force = false

    @OptionGroup var display: DisplayOptions

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
            let tolerance = try self.tolerance.map(Tolerance.init(file:)) ?? .exact
            async let goldenSide = Side(path: golden, isGolden: true)
            async let actualSide = Side(path: actual, isGolden: false)
            let (left, right) = (try await goldenSide, try await actualSide)
            if let leftRate = left.rate, let rightRate = right.rate, leftRate != rightRate {
                throw CommandError(
                    .badData,
                    "\(golden) runs at \(leftRate.hertz) Hz and \(actual) at"
                        + " \(rightRate.hertz) Hz. Compare sessions of one clock rate.")
            }
            let diff = try TraceDiff(
                golden: left.trace, actual: right.trace,
                sampleRate: left.rate ?? right.rate ?? .standard, tolerance: tolerance)
            if let file = self.tolerance, !tolerance.rules.isEmpty {
                var use = RuleUse(tolerance)
                try use.note(left.trace)
                try use.note(right.trace)
                for sentence in use.unused { Console.note("warning: \(file): \(sentence)") }
            }
            let verdict = Verdict(
                name: DiskFile.name(of: golden), path: golden, diff: diff,
                settings: Self.changes(left.settings, right.settings),
                input: left.inputs.flatMap { golden in
                    right.inputs.flatMap { InputChange(golden: golden, actual: $0) }
                },
                surroundings: Self.surroundings(left, right))
            if let report {
                let page = DiffPage(
                    verdict: verdict, golden: try left.trace.events(),
                    actual: try right.trace.events())
                try page.write(to: report, sessions: [golden, actual], replacing: force)
            }
            try show(verdict, golden: left.trace, actual: right.trace)
            if verdict.outcome != .agrees { throw ExitCode(ExitStatus.differs.rawValue) }
        }
    }

    private func show(_ verdict: Verdict, golden: TraceLines, actual: TraceLines) throws {
        let bytes: [UInt8]?
        switch (format, verdict.diff) {
        case (.perfetto, let diff?):
            bytes = PerfettoReport(diff).bytes(
                golden: try golden.events(), actual: try actual.events())
        case (.audacity, let diff?): bytes = Array(AudacityReport.text(diff).utf8)
        default:
            let format = VerdictFormat(rawValue: format.rawValue) ?? .text
            bytes = VerdictPrinter(verdicts: [VerdictSummary(verdict)]).bytes(format)
        }
        let report = TerminalReport(isColored: display.isColored)
        try Console.print(bytes: bytes ?? Array(report.text(verdict).utf8))
    }

    /// What the sessions were made with that is not the same: engine, recognizer, flow files.
    private static func surroundings(
        _ golden: Side, _ actual: Side
    ) -> [String] {
        guard let left = golden.manifest, let right = actual.manifest else { return [] }
        var found: [String] = []
        if left.engine != right.engine {
            found.append(
                "engine \(left.engine.kind) \(left.engine.version) ->"
                    + " \(right.engine.kind) \(right.engine.version)")
        }
        if left.recognizer != right.recognizer {
            found.append(
                "recognizer \(left.recognizer.kind) -> \(right.recognizer.kind)"
                    + " with another model or grammar")
        }
        if left.seed != right.seed { found.append("seed \(left.seed) -> \(right.seed)") }
        let prefix = SessionFolder.Part.flow + "/"
        for (path, entry) in left.files where path.hasPrefix(prefix) {
            let other = right.files.first { $0.path == path }
            if other == nil {
                found.append("\(path) is missing")
            } else if other?.entry != entry {
                found.append(changes(in: path, golden, actual) ?? "\(path) is another file")
            }
        }
        return found
    }

    /// What is not the same in a file of both sessions; nil where that cannot be told.
    private static func changes(in path: String, _ golden: Side, _ actual: Side) -> String? {
        func document(_ side: Side) -> JSONValue? {
            guard let bytes = try? DiskFile.read("\(side.path)/\(path)", limit: FileLimit.text)
            else { return nil }
            return try? JSONReader.value(of: bytes, dialect: .voiceflow)
        }
        guard let before = document(golden), let after = document(actual) else { return nil }
        let changes = DocumentDiff.changes(from: before, to: after)
        guard !changes.isEmpty else { return "\(path) is written otherwise and says the same" }
        let told = changes.prefix(Self.changeLimit).map(\.description)
        let more = changes.count - told.count
        return "\(path): " + told.joined(separator: ", ")
            + (more > 0 ? " and \(more) more changes" : "")
    }

    private static let changeLimit = 3

    /// Settings that both sessions have and do not share; none when one is a bare trace.
    private static func changes(_ left: JSONObject?, _ right: JSONObject?) -> [SettingChange] {
        guard let left, let right else { return [] }
        return left.members.compactMap { member in
            guard let other = right[member.key], other != member.value else { return nil }
            return SettingChange(name: member.key, expected: member.value, found: other)
        }
    }

    /// One side of the comparison.
    private struct Side: Sendable {
        let path: String
        let trace: TraceLines
        let rate: SampleRate?
        let settings: JSONObject?
        let manifest: SessionManifest?
        let inputs: [InputEvent]?

        init(path: String, isGolden: Bool) async throws {
            self.path = path
            if DiskFile.isFolder(path) {
                let folder = SessionFolder(path: path)
                let manifest = try folder.open()
                trace = try folder.goldenLines(checksDigest: isGolden)
                rate = manifest.sampleRate
                settings = manifest.settings
                self.manifest = manifest
                inputs = try RecordedInputs(path: folder.inputsPath).inputs
            } else {
                trace = try TraceLines(path: path, checksDigest: isGolden)
                rate = nil
                settings = nil
                manifest = nil
                inputs = nil
            }
        }
    }
}
