import ArgumentParser
import VoiceAudio

struct GainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gain",
        abstract: "Makes sound louder or quieter: by decibels, to a peak, or to a loudness.",
        discussion: """
            Samples beyond full scale are clipped, counted and reported. --limit keeps the true \
            peak below --ceiling instead: it looks 5 ms ahead, turns all channels down alike and \
            releases over 50 ms. --loudness with --limit reads the sound again until it is as \
            loud as asked, or says how loud it became. --remove-offset takes the mean of each \
            channel off it, with or without a gain. Encoding, channels and metadata stay.

            Examples:
              voicetest gain in.wav out.wav --db -3
              voicetest gain in.flac out.flac --peak -1
              voicetest gain recordings/ levelled/ --loudness -23 --limit
              sox in.wav -t wav - | voicetest gain - - --db -3 > out.wav
            """)

    @OptionGroup var batch: BatchOptions

    @Option(parsing: .unconditional, help: "The gain in decibels.")
    var db: Double?

    @Option(parsing: .unconditional, help: "Brings the greatest sample to so many dBFS.")
    var peak: Double?

    @Option(
        parsing: .unconditional, help: "Brings the integrated loudness (BS.1770) to so many LUFS.")
    var loudness: Double?

    @Flag(help: "Takes off the DC offset that `info` measures: the mean of each channel.")
    var removeOffset = false

    @Flag(help: "Turns peaks down before they are cut off.")
    var limit = false

    @Option(parsing: .unconditional, help: "The true peak that --limit keeps, in dBTP.")
    var ceiling = -1.0

    @Flag(help: "Does not dither integers that lose bits.")
    var noDither = false

    func validate() throws {
        let count = [db, peak, loudness].compactMap({ $0 }).count
        if count > 1 || count == 0 && !removeOffset {
            throw ValidationError("Give one of --db, --peak and --loudness.")
        }
        for value in [db, peak, loudness].compactMap({ $0 })
        where !(-200...200).contains(value) {
            throw ValidationError("Levels and gains go from -200 to 200.")
        }
        if !(-60...0).contains(ceiling) { throw ValidationError("--ceiling takes -60 to 0 dBTP.") }
    }

    func run() async throws {
        try await reporting {
            var options = RewriteOptions()
            options.ceilingDB = limit ? ceiling : nil
            options.dithers = !noDither
            var work = SoundBatch(options: batch, rewrite: options)
            work.removesOffset = removeOffset
            if let db { work.goal = .gain(db) }
            if let peak { work.goal = .peak(peak) }
            if let loudness { work.goal = .loudness(loudness) }
            try await work.run()
        }
    }
}
