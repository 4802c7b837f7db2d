import ArgumentParser
import VoiceAudio

struct CutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cut",
        abstract: "Cuts pieces out of sound by hand, exact to the frame.",
        discussion: """
            One --piece becomes OUT. Several become files of their own, numbered in their order: \
            OUT-1.wav, OUT-2.wav. A time is in seconds, m:s or h:m:s, and means the nearest frame; \
            an f behind a number counts frames. The end is not part of the piece; without one the \
            piece goes on to the end of the sound. Channels, rate, encoding and metadata stay, and \
            marks move with the cut. Samples stay as they are where no fade is asked for and the \
            encoding is not lossy. A piece beyond the end of the sound is refused.

            Examples:
              voicetest cut call.wav answer.wav --piece 1.5-12
              voicetest cut call.wav take.wav --piece 0-4.2 --piece 1:02.5- --fade-out 0.01
              voicetest cut call.wav frames.wav --piece 8000f-16000f --pad-after 0.5
            """)

    @OptionGroup var batch: BatchOptions

    @Option(
        parsing: .unconditionalSingleValue,
        help: "What to cut out: START-END, or START- for all from there. May be repeated.",
        transform: { try SoundPiece($0) })
    var piece: [SoundPiece]

    @OptionGroup var edges: EdgeOptions

    func validate() throws {
        if piece.isEmpty {
            throw ValidationError("Say what to cut out, such as --piece 1.5-12.")
        }
    }

    func run() async throws {
        try await reporting {
            var options = RewriteOptions()
            options.edges = edges.edges
            var work = SoundBatch(options: batch, rewrite: options)
            work.pieces = piece
            try await work.run()
        }
    }
}
