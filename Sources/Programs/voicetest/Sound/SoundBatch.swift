import ArgumentParser
import VoiceAudio
import VoiceJSON
import VoiceReports

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

    @Option(
        help: "Kilobits a second of mp3 or opus, over all channels; without it the input's stay.")
    var bitrate: Int?

    @OptionGroup var pace: PaceOptions

    @Option(help: "How what was done is printed.")
    var format = OutputFormat.text

    func validate() throws {
        if paths.count < 2 { throw ValidationError("Name the input and then the output.") }
        if let bitrate, !(6...16_384).contains(bitrate) {
            throw ValidationError("--bitrate takes 6 to 16384 kilobits a second.")
        }
    }

    /// Bit rate of a lossy output; nil where the command line does not say.
    var coder: CoderSetting? { bitrate.map { .kilobits($0) } }
}

/// Option that says how many files are worked on at once.
struct PaceOptions: ParsableArguments {
    @OptionGroup var jobs: JobOptions

    @OptionGroup var notes: NoteOptions

    /// Returns the number of jobs that each of so many files gets for itself.
    func share(of files: Int) -> Int { max(1, jobs.count / max(1, files)) }
}

/// Inputs with their outputs, worked on side by side, reported in the order of the inputs.
struct SoundBatch {
    let options: BatchOptions
    /// Options of every rewrite; the goal is added file by file.
    let rewrite: RewriteOptions
    var goal = LevelGoal.gain(0)
    /// Whether the mean of each channel is taken off it.
    var removesOffset = false
    /// The parts of each sound that are written, each to a file of its own; none takes the whole.
    var pieces: [SoundPiece] = []
    /// Whether every channel becomes a file of its own.
    var splitsChannels = false

    /// Does all of the work; exits with the gravest status.
    func run() async throws {
        var plan = try SoundPlan(options.paths, container: rewrite.container)
            .numbered(pieces.count)
        if splitsChannels { try plan.splitChannels() }
        let steps = plan.steps
        var rewrite = rewrite
        rewrite.overwrite = options.force
        rewrite.coder = rewrite.coder ?? options.coder
        let streams = try StandardStreams(for: steps, format: options.format)
        defer { streams.remove() }
        let work = BatchWork(
            options: rewrite, goal: goal, removesOffset: removesOffset, streams: streams)
        let inner = options.pace.share(of: steps.count)
        try await FileBatch.run(
            count: steps.count, jobs: options.pace.jobs.count, status: plan.status
        ) { index, progress in
            let piece = pieces.isEmpty ? nil : pieces[index % pieces.count]
            return try await work.done(
                steps[index], piece: piece, jobs: inner, progress: progress)
        } show: { index, outcome in
            try show(outcome, steps[index])
            if steps[index].output == StandardStreams.sign { try streams.send() }
        }
    }

    private func show(_ outcome: BatchWork.Outcome, _ step: SoundPlan.Step) throws {
        let report = outcome.report
        for note in report.notes { Console.report(note) }
        switch options.format {
        case .text where step.output == StandardStreams.sign:
            Console.inform(RewriteText.line(step, outcome))
        case .text: try Console.print(line: RewriteText.line(step, outcome))
        case .json:
            try Console.print(
                unescaped: PrintableText.jsonLine(
                    RewriteText.value(step, outcome)))
        }
    }
}

/// Text on a rewrite, for people and for programs.
enum RewriteText {
    static func line(_ step: SoundPlan.Step, _ outcome: BatchWork.Outcome) -> String {
        let report = outcome.report
        let seconds = Double(report.framesOut) / Double(report.sampleRate)
        var parts = [
            "\(Decimal.text(seconds, digits: 3)) s", "\(report.sampleRate) Hz",
            "\(report.channels) channel\(report.channels == 1 ? "" : "s")",
            "\(report.coding.container.rawValue) \(report.coding.encoding.rawValue)",
        ]
        if let kilobits = report.kilobits { parts.append("\(kilobits) kbit/s") }
        if outcome.gain != 0 { parts.append("\(Decimal.text(outcome.gain, digits: 3)) dB") }
        if let loudness = outcome.loudness {
            parts.append("\(Decimal.text(loudness, digits: 1)) LUFS")
        }
        if report.clippedSamples > 0 { parts.append("\(report.clippedSamples) clipped") }
        return "\(step.output): " + parts.joined(separator: ", ")
    }

    static func value(_ step: SoundPlan.Step, _ outcome: BatchWork.Outcome) -> JSONValue {
        let report = outcome.report
        var object: JSONObject = [
            "input": .string(step.input), "output": .string(step.output),
            "framesIn": .integer(report.framesIn), "frames": .integer(report.framesOut),
            "sampleRate": .integer(Int64(report.sampleRate)),
            "channels": .integer(Int64(report.channels)),
            "container": .string(report.coding.container.rawValue),
            "encoding": .string(report.coding.encoding.rawValue),
            "gainDB": Decimal.value(outcome.gain, digits: 3),
            "clippedSamples": .integer(report.clippedSamples),
            "notes": .array(report.notes.map { .string($0) }),
        ]
        if let kilobits = report.kilobits { object["kilobits"] = .integer(Int64(kilobits)) }
        if let loudness = outcome.loudness {
            object["loudnessLUFS"] = Decimal.value(loudness, digits: 3)
        }
        if let range = outcome.range {
            object["start"] = .integer(range.lowerBound)
            object["end"] = .integer(range.upperBound)
        }
        return .object(object)
    }
}
