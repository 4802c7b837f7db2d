import ArgumentParser
import VoiceAudio
import VoiceReports
import VoiceTrace

struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Says what sound files are, how long, how loud, how clean.",
        discussion: """
            Loudness is measured by ITU-R BS.1770-4 and EBU R 128, true peak by annex 2 of \
            BS.1770. The noise floor is the level that a tenth of all 100 ms stretches stay below. \
            A folder stands for every sound file in it and below it; - is standard input. JSON is \
            one object a line; null means silence, or a sound too short for the measure. What \
            phones record (M4A, AMR, WebM and others) is read through an installed ffmpeg.

            Examples:
              voicetest info caller.wav
              voicetest info recordings/ --format json
            """)

    @Argument(help: "Sound files, or folders of sound files.", completion: .file())
    var files: [String]

    @OptionGroup var pace: PaceOptions

    @Option(help: "How the facts are printed.")
    var format = OutputFormat.text

    func run() async throws {
        try await reporting {
            var status = ExitStatus.agrees
            let paths = SoundSearch.files(files, &status)
            let inner = pace.share(of: paths.count)
            let streams = try StandardStreams(inputs: paths)
            defer { streams.remove() }
            try await FileBatch.run(
                count: paths.count, jobs: pace.jobs.count, status: status
            ) { index, progress in
                try await streams.reading(paths[index]) { input in
                    input.named(
                        try await SoundMeter.measure(
                            path: input.path, jobs: inner, progress: progress))
                }
            } show: { index, facts in
                try show(facts, paths[index])
            }
        }
    }

    private func show(_ facts: SoundFacts, _ path: String) throws {
        switch format {
        case .text: try Console.print(FactsText.text(facts, path), terminator: "")
        case .json:
            try Console.print(unescaped: PrintableText.jsonLine(FactsText.value(facts, path)))
        }
        if let shortfall = facts.shortfall {
            Console.note("\(path): \(shortfall.description); what there is was measured")
        }
    }
}
