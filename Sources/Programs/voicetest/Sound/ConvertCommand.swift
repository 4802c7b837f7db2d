import ArgumentParser
import VoiceAudio

struct ConvertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Writes sound in another container, encoding or rate, metadata kept.",
        discussion: """
            The container follows the ending of OUT, or --container when OUT is a folder. The \
            encoding stays, or becomes the nearest that the container has; a note then says so. \
            Integers that lose bits are dithered (TPDF, the same every time). What nothing changes \
            is copied byte for byte.

            --pick writes one channel alone; --pick each writes every channel to a file of its \
            own, OUT-1.wav and so on.

            Containers: \(SoundContainer.allCases.map(\.rawValue).joined(separator: " ")).
            Encodings: \(SoundEncoding.allCases.map(\.rawValue).joined(separator: " ")).

            Examples:
              voicetest convert in.wav out.flac
              voicetest convert in.wav phone.wav --rate 8000 --encoding ulaw --channels 1
              voicetest convert in.wav out.mp3 --bitrate 64
              voicetest convert call.wav sides.wav --pick each
              voicetest convert recordings/ packed/ --container flac
            """)

    @OptionGroup var batch: BatchOptions

    @Option(help: "The container; without it the ending of OUT says.")
    var container: SoundContainer?

    @Option(
        help: "The encoding; without it the input's is kept.",
        completion: .list(SoundEncoding.allCases.map(\.rawValue)),
        transform: SoundEncoding.named)
    var encoding: SoundEncoding?

    @Option(help: "The sample rate in hertz; without it the input's is kept.")
    var rate: Int?

    @Option(
        help: """
            1 makes one of all channels: their mean, or the loudest where they cancel each other \
            out or the others are silent. One channel may become several alike.
            """)
    var channels: Int?

    @OptionGroup var picked: ChannelOptions

    @Option(help: "0 for the smallest file of vorbis, opus or mp3, through 1 for the best sound.")
    var quality: Double?

    @Flag(help: "Does not dither integers that lose bits.")
    var noDither = false

    func validate() throws {
        if let channels, !(1...SoundFileReader.channelLimit).contains(channels) {
            throw ValidationError("--channels takes 1 to \(SoundFileReader.channelLimit).")
        }
        if let rate { try ResampleCommand.check(rate) }
        if let quality, !(0...1).contains(quality) {
            throw ValidationError("--quality takes 0 to 1.")
        }
        if batch.bitrate != nil, quality != nil {
            throw ValidationError("Give --bitrate or --quality, not both.")
        }
    }

    func run() async throws {
        try await reporting {
            var options = RewriteOptions()
            options.container = container
            options.encoding = encoding
            options.channels = channels
            options.pick = picked.choice
            options.dithers = !noDither
            options.sampleRate = rate
            if let quality { options.coder = .quality(quality) }
            try await SoundBatch(
                options: batch, rewrite: options, splitsChannels: picked.pick == .each
            ).run()
        }
    }
}
