import ArgumentParser
import VoiceAudio
import VoiceReports
import VoiceTrace

/// Arguments of the verbs that turn sound files into others.
struct BatchOptions: ParsableArguments {
    @Argument(
        help: .init(
            "A sound file and the file to write; - is standard input or output. Or files and"
                + " folders, then one folder for all outputs; a / at its end creates it.",
            valueName: "in... out"),
        completion: .file())
    var paths: [String]

    @Flag(help: "Replaces outputs that are already there.")
    var force = false

    @OptionGroup var pace: PaceOptions

    @Option(help: "How what was done is printed.")
    var format = OutputFormat.text

    func validate() throws {
        if paths.count < 2 { throw ValidationError("Name the input and then the output.") }
    }
}

/// How many files are worked on at once.
struct PaceOptions: ParsableArguments {
    @OptionGroup var jobs: JobOptions

    @OptionGroup var notes: NoteOptions

    /// How many jobs each of so many files gets for itself.
    func share(of files: Int) -> Int { max(1, jobs.count / max(1, files)) }
}

/// Inputs with their outputs, worked on side by side, reported in the order of the inputs.
struct SoundBatch {
    let options: BatchOptions
    /// What every rewrite does; the goal is added file by file.
    let rewrite: RewriteOptions
    var goal = LevelGoal.gain(0)
    /// Whether every channel becomes a file of its own.
    var splitsChannels = false

    /// Does all of it; exits with the gravest of what happened.
    func run() async throws {
        Interruption.install()
        var plan = try SoundPlan(options.paths, container: rewrite.container)
        if splitsChannels { try plan.splitChannels() }
        let steps = plan.steps
        var rewrite = rewrite
        rewrite.overwrite = options.force
        let streams = try StandardStreams(for: steps, format: options.format)
        defer { streams.remove() }
        let work = BatchWork(options: rewrite, goal: goal, streams: streams)
        let inner = options.pace.share(of: steps.count)
        try await FileBatch.run(
            count: steps.count, jobs: options.pace.jobs.count, status: plan.status
        ) { index, progress in
            try await work.done(steps[index], jobs: inner, progress: progress)
        } show: { index, outcome in
            try show(outcome, steps[index])
            if steps[index].output == StandardStreams.sign { try streams.send() }
        }
    }

    private func show(_ outcome: BatchWork.Outcome, _ step: SoundPlan.Step) throws {
        let report = outcome.report
        for note in report.notes { Console.note(note) }
        switch options.format {
        case .text where step.output == StandardStreams.sign:
            Console.inform(RewriteText.line(step, report, gain: outcome.gain))
        case .text: try Console.print(line: RewriteText.line(step, report, gain: outcome.gain))
        case .json:
            try Console.print(
                unescaped: PrintableText.jsonLine(
                    RewriteText.value(step, report, outcome.gain)))
        }
    }
}

/// What a rewrite did, for people and for programs.
enum RewriteText {
    static func line(_ step: SoundPlan.Step, _ report: RewriteReport, gain: Double) -> String {
        let seconds = Double(report.framesOut) / Double(report.sampleRate)
        var parts = [
            "\(Decimal.text(seconds, digits: 3)) s", "\(report.sampleRate) Hz",
            "\(report.channels) channel\(report.channels == 1 ? "" : "s")",
            "\(report.coding.container.rawValue) \(report.coding.encoding.rawValue)",
        ]
        if gain != 0 { parts.append("\(Decimal.text(gain, digits: 3)) dB") }
        if report.clippedSamples > 0 { parts.append("\(report.clippedSamples) clipped") }
        return "\(step.output): " + parts.joined(separator: ", ")
    }

    static func value(
        _ step: SoundPlan.Step, _ report: RewriteReport, _ gain: Double
    ) -> JSONValue {
        [
            "input": .string(step.input), "output": .string(step.output),
            "framesIn": .integer(report.framesIn), "frames": .integer(report.framesOut),
            "sampleRate": .integer(Int64(report.sampleRate)),
            "channels": .integer(Int64(report.channels)),
            "container": .string(report.coding.container.rawValue),
            "encoding": .string(report.coding.encoding.rawValue),
            "gainDB": Decimal.value(gain, digits: 3),
            "clippedSamples": .integer(report.clippedSamples),
            "notes": .array(report.notes.map { .string($0) }),
        ]
    }
}
