import ArgumentParser
import VoiceAudio
import VoiceReports

struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Says what sound files are, how long, how loud, how clean.",
        discussion: """
            Loudness is measured by ITU-R BS.1770-4 and EBU R 128, true peak by annex 2 of \
            BS.1770. The noise floor is the level that a tenth of all 100 ms stretches stay below. \
            A folder stands for every sound file in it and below it; - is standard input. What \
            phones record (M4A, AMR, WebM and others) is read through an installed ffmpeg.

            --format table prints one line a file, its name last: peak and noise floor in dBFS, \
            true peak in dBTP, loudness in LUFS, samples that are clipped, and whether the file \
            is cut short. --format csv is for spreadsheets and programs (RFC 4180), --format json \
            is one object a line. A level of -inf is silence, and - says that the sound is too \
            short for the measure; JSON has null for both, and CSV an empty field.

            All channels are measured together. --pick measures one of them, and --pick each \
            measures every channel by itself.

            Examples:
              voicetest info caller.wav
              voicetest info recordings/ --format table
              voicetest info recordings/ --format csv > recordings.csv
              voicetest info call.wav --pick each
            """)

    @Argument(help: "Sound files, or folders of sound files.", completion: .file())
    var files: [String]

    @Option(
        help: .init(
            """
            Which channel is measured: 1 or left, 2 or right, 3 and so on, mix for the mean of \
            all, or each by itself. Unless given all are measured together.
            """, valueName: "channel"))
    var pick: ChannelPick?

    @OptionGroup var pace: PaceOptions

    @Option(help: "How the facts are printed.")
    var format = InfoFormat.text

    func run() async throws {
        try await reporting {
            var status = ExitStatus.agrees
            let paths = SoundSearch.files(files, &status).map(\.path)
            let inner = pace.share(of: paths.count)
            let streams = try StandardStreams(inputs: paths)
            defer { streams.remove() }
            if let head = format.head { try show(head) }
            try await FileBatch.run(
                count: paths.count, jobs: pace.jobs.count, status: status
            ) { index, progress in
                try await streams.reading(paths[index]) { input in
                    try await facts(input, jobs: inner, progress)
                }
            } show: { index, measured in
                for (channel, facts) in measured {
                    try show(format.text(facts, paths[index], channel: channel))
                }
                if let shortfall = measured.first?.facts.shortfall {
                    Console.report(
                        "\(paths[index]): \(shortfall.description); what there is was measured")
                }
            }
        }
    }

    private func show(_ text: String) throws {
        if format.isForPeople {
            try Console.print(text, terminator: "")
        } else {
            try Console.print(unescaped: text)
        }
    }

    /// Measures a file, channel by channel; nil stands for all channels together.
    private func facts(
        _ input: SoundInput, jobs: Int, _ progress: (Double) -> Void
    ) async throws -> [(channel: PickedChannel?, facts: SoundFacts)] {
        let path = input.path
        guard let pick else {
            let facts = try await SoundMeter.measure(path: path, jobs: jobs, progress: progress)
            return [(nil, input.named(facts))]
        }
        let channels = try pick.channels(of: path)
        var measured: [(channel: PickedChannel?, facts: SoundFacts)] = []
        for channel in channels {
            let (done, share) = (Double(measured.count), 1 / Double(channels.count))
            let facts = try await SoundMeter.measure(path: path, pick: channel.choice, jobs: jobs) {
                progress((done + $0) * share)
            }
            measured.append((channel, input.named(facts)))
        }
        return measured
    }
}
