import ArgumentParser
import VoiceAudio

struct ResampleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resample",
        abstract: "Converts sound to another sample rate, keeping its length and everything else.",
        discussion: """
            n frames become n * new rate / old rate, rounded to the nearest. The filters are \
            libsamplerate's: best 144 dB, medium 121 dB, fast 97 dB of signal to noise.

            Examples:
              voicetest resample in.wav out.wav --rate 16000
              voicetest resample recordings/ narrow/ --rate 8000 --quality medium
            """)

    @OptionGroup var batch: BatchOptions

    @Option(
        help: "The new rate in hertz.",
        transform: { text in
            guard let rate = Int(text) else {
                throw ValidationError("--rate needs a whole number of hertz, for example 16000.")
            }
            return rate
        })
    var rate: Int

    @Option(help: "How steep the filter is: best, medium or fast.")
    var quality = RateQuality.best

    @Flag(help: "Does not dither integers that lose bits.")
    var noDither = false

    func validate() throws { try Self.check(rate) }

    /// - Throws: `ValidationError` for a rate that sound is not converted to.
    static func check(_ rate: Int) throws {
        if !RateConverter.rates.contains(rate) {
            throw ValidationError(
                "--rate takes \(RateConverter.rates.lowerBound)"
                    + " to \(RateConverter.rates.upperBound) Hz.")
        }
    }

    func run() async throws {
        try await reporting {
            var options = RewriteOptions()
            options.sampleRate = rate
            options.rateQuality = quality
            options.dithers = !noDither
            try await SoundBatch(options: batch, rewrite: options).run()
        }
    }
}
