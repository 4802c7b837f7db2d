import ArgumentParser
import VoiceAudio
import VoiceFlow
import VoiceMedia
import VoiceRecognition
import VoiceSession
import VoiceTrace

/// Replays sessions again and again for `scripts/measure-speed`, which times the process.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replays sessions many times in one process, for scripts/measure-speed.")

    @Argument(help: "Sessions, or folders of sessions.")
    var paths: [String]

    @Option(
        help: "Which stages run: audio, speech or words.",
        transform: { word in
            guard let tap = StartingTap(rawValue: word) else {
                throw ValidationError("it takes audio, speech or words.")
            }
            return tap
        })
    var from = StartingTap.audio

    @Option(help: "How often every session is replayed.")
    var `repeat` = 1

    @Option(help: "Writes every utterance as 16-bit samples into this folder instead.")
    var utterances: String?

    func validate() throws {
        if !(1...1_000_000).contains(`repeat`) {
            throw ValidationError("--repeat takes 1 to 1000000.")
        }
    }

    func run() throws {
        let folders = try paths.flatMap { path in try SessionFolder.find(at: path) }
        if let utterances {
            for folder in folders { try write(folder, to: utterances) }
            return
        }
        var options = ReplayOptions()
        options.tap = from
        var replayer = SessionReplayer(factories: [VoiceflowFactory()])
        for _ in 0..<`repeat` {
            for folder in folders {
                let result = try replayer.replay(folder, options: options)
                guard result.events == result.golden.events else {
                    throw ValidationError("\(folder.path) differs: nothing was measured.")
                }
            }
        }
    }

    /// Writes what the decoder heard, as the words crossings say where it stood.
    private func write(_ folder: SessionFolder, to target: String) throws {
        let track = try SoundFile.readMono(
            path: "\(folder.path)/\(SessionFolder.Part.microphone)", sampleRate: nil)
        let words = try folder.golden().events.filter { $0.tap == .words }
        for (index, event) in words.enumerated() {
            guard let start = event.why["start"]?.integer, let end = event.why["end"]?.integer,
                start >= 0, start < end, end <= track.samples.count
            else { continue }
            let heard = MonoSound(
                sampleRate: track.sampleRate, samples: Array(track.samples[Int(start)..<Int(end)]))
            let bytes = PocketSphinxRecognizer.decoderSamples(of: heard).flatMap { sample in
                [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
            }
            let name = DiskFile.name(of: folder.path)
            try DiskFile.write(bytes, to: "\(target)/\(name).\(index).raw")
        }
    }
}
