import ArgumentParser
import KeenASR
import SayKit
import VoiceFlow
import VoiceKit
import VoiceMedia
import VoiceSession
import VoiceTrace

/// Replays sessions again and again for `scripts/measures/measure-speed`, which times the process.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replays sessions many times in one process, for scripts/measures/measure-speed.")

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

    func validate() throws {
        if !(1...1_000_000).contains(`repeat`) {
            throw ValidationError("--repeat takes 1 to 1000000.")
        }
    }

    func run() throws {
        let folders = try paths.flatMap { path in try SessionFolder.find(at: path) }
        var options = ReplayOptions()
        options.tap = from
        var replayer = SessionReplayer(factories: [
            VoiceflowFactory(), KeenASRFactory(), VoiceKitFactory(), SayKitFactory(),
        ])
        for _ in 0..<`repeat` {
            for folder in folders {
                let result = try replayer.replay(folder, options: options)
                guard result.events == result.golden.events else {
                    throw ValidationError("\(folder.path) differs: nothing was measured.")
                }
            }
        }
    }
}
