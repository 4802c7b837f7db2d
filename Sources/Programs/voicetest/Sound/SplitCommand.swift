import ArgumentParser
import VoiceActivity
import VoiceReports

struct SplitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "split",
        abstract: "Splits sound at its pauses into files, one for each stretch of speech.",
        discussion: """
            Writes OUT/NAME-001.wav, OUT/NAME-002.wav and so on; OUT is a folder, and is made if \
            it does not exist. Pieces are in order, do not overlap, and hold all of the speech. \
            Channels, rate, encoding and metadata stay, and marks move with the cut. A file \
            without speech gives no piece, and the command says so. When a piece's name is taken, \
            nothing of that file is written, without --force. --labels also writes OUT/NAME.txt, \
            a label track for Audacity that says where each piece stands in the input.

            Examples:
              voicetest split call.wav pieces
              voicetest split recordings pieces --pause 0.8 --least 1 --longest 15 --labels
            """)

    @OptionGroup var batch: BatchOptions

    @Option(parsing: .unconditional, help: "The shortest pause that divides, in seconds.")
    var pause = 0.5

    @Option(
        parsing: .unconditional,
        help: "Speech shorter than so many seconds stays with its nearer neighbour.")
    var least = 0.0

    @Option(
        parsing: .unconditional,
        help: .init(
            "A piece longer than so many seconds is divided at its longest pause, or where it is"
                + " quietest."))
    var longest: Double?

    @Option(parsing: .unconditional, help: "Silence kept before the speech, in seconds.")
    var prePad = 0.05

    @Option(parsing: .unconditional, help: "Silence kept after the speech, in seconds.")
    var postPad = 0.20

    @OptionGroup var readiness: SensitivityOption

    @Flag(help: "Also writes a label track for each input.")
    var labels = false

    @OptionGroup var edges: EdgeOptions

    func validate() throws {
        for (name, value) in [
            ("--pause", pause), ("--least", least), ("--pre-pad", prePad), ("--post-pad", postPad),
        ] where !(0...3_600).contains(value) {
            throw ValidationError("\(name) takes 0 to 3600 seconds.")
        }
        if let longest, !(prePad + postPad + 0.1...86_400).contains(longest) {
            throw ValidationError("--longest takes more than both pads and up to 86400 seconds.")
        }
    }

    private func refuseSharedLabels(_ steps: [SoundPlan.Step]) throws {
        var inputs: [String: String] = [:]
        for step in steps {
            let name = Self.labels(step)
            if let other = inputs.updateValue(step.input, forKey: name) {
                throw CommandError(
                    .cannotCreate,
                    "The labels of \(other) and \(step.input) would both become \(name)."
                        + " Split them into different folders.")
            }
        }
    }

    func run() async throws {
        try await reporting {
            let output = batch.paths.last ?? ""
            let plan = try SoundPlan(
                inputs: Array(batch.paths.dropLast()), folder: output, ending: nil)
            let steps = plan.steps
            if labels { try refuseSharedLabels(steps) }
            let scan = ActivityScan(
                jobs: batch.pace.share(of: steps.count), settings: readiness.settings)
            try await FileBatch.run(
                count: steps.count, jobs: batch.pace.jobs.count, status: plan.status
            ) { index, progress in
                try await split(steps[index], scan, progress: progress)
            } show: { _, result in
                for note in result.notes { Console.report(note) }
                try Console.print(unescaped: result.text(as: batch.format))
            }
        }
    }
}
