import ArgumentParser
import VoiceAudio
import VoiceDevices

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Plays prompts beside a microphone and counts what the detector takes for a caller, for
/// `scripts/measures/measure-echo`.
struct EchoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "echo",
        abstract: "Counts barge-ins on prompts alone and over them, for measure-echo.")

    @Option(name: .customLong("prompt"), help: "A sound file that is a prompt.")
    var prompts: [String] = []

    @Option(name: .customLong("caller"), help: "A sound file that is a caller.")
    var callers: [String] = []

    @Option(
        parsing: .unconditional, help: "From the loudspeaker to the microphone, in decibels.")
    var pathDB = -10.0

    @Option(help: "How long that takes, in milliseconds.")
    var pathMs = 50

    @Option(
        parsing: .unconditional,
        help: "How much later than the device says prompts sound, in milliseconds.")
    var lateMs = 0

    @Option(parsing: .unconditional, help: "The callers' active level, in dBFS.")
    var callerDB = -26.0

    /// When callers speak, in milliseconds of the prompt, and how long prompts and callers are at
    /// most, in seconds.
    private static let callerMs = 2_000
    private static let promptSeconds = 8
    private static let callerSeconds = 3

    func validate() throws {
        for (name, level) in [("--path-db", pathDB), ("--caller-db", callerDB)]
        where !(-200...200).contains(level) {
            throw ValidationError("\(name) takes -200 to 200 dB.")
        }
        if !(0...10_000).contains(pathMs) || !(-10_000...10_000).contains(lateMs) {
            throw ValidationError(
                "--path-ms takes 0 to 10000 ms, --late-ms takes -10000 to 10000 ms.")
        }
    }

    func run() throws {
        let sounds = try prompts.map { try Self.sound($0, seconds: Self.promptSeconds) }
        guard !sounds.isEmpty else {
            throw ValidationError("no --prompt. Give one or more.")
        }
        for cancels in [false, true] {
            var heard = 0
            for sound in sounds {
                heard += try trial(sound, nil, cancels: cancels).starts().isEmpty ? 0 : 1
            }
            print(
                "\(cancels ? "with" : "without") echo cancelling:"
                    + " \(heard) of \(sounds.count) prompts alone were taken for a caller")
        }
        try measureCallers(over: sounds)
    }

    /// Every caller over some prompt: heard, if speech begins from the caller's beginning until a
    /// second after it would have without the prompt.
    private func measureCallers(over sounds: [MonoSound]) throws {
        var (heard, alone) = (0, 0)
        var delays: [Int] = []
        let at = Self.callerMs * EchoTrial.rate / 1_000
        for (index, path) in callers.enumerated() {
            let sound = try Self.sound(path, seconds: Self.callerSeconds)
            let gain = Float(callerDB) - Level.decibels(power: Level.activePower(sound))
            let caller = Mixer.applying(gainDB: gain, to: sound)
            let prompt = sounds[index * 7 % sounds.count]
            guard prompt.frames >= at else { continue }
            let silence = MonoSound(
                sampleRate: EchoTrial.rate, samples: [Int16](repeating: 0, count: prompt.frames))
            let expected = try trial(silence, (caller, at), cancels: true).starts().first
            guard let expected else { continue }
            alone += 1
            let found = try trial(prompt, (caller, at), cancels: true).starts().first {
                (at...(expected.decided + EchoTrial.rate)).contains($0.decided)
            }
            guard let found else { continue }
            heard += 1
            delays.append((found.decided - expected.decided) * 1_000 / EchoTrial.rate)
        }
        guard !delays.isEmpty else { return }
        delays.sort()
        print(
            "callers of \(callerDB) dBFS over a prompt: \(heard) of \(alone) heard, the prompt "
                + "delays them by \(delays[delays.count / 2]) ms at the median and "
                + "\(delays[delays.count * 9 / 10]) ms at p90")
    }

    private func trial(
        _ prompt: MonoSound, _ caller: (sound: MonoSound, at: Int)?, cancels: Bool
    ) -> EchoTrial {
        var trial = EchoTrial(prompts: [prompt], caller: caller, cancelsEcho: cancels)
        trial.path.gain = Float(pow(10, pathDB / 20))
        trial.statedErrorSeconds = Double(lateMs) / 1_000
        trial.path.delayFrames = pathMs * EchoTrial.rate / 1_000
        return trial
    }

    private static func sound(_ path: String, seconds: Int) throws -> MonoSound {
        let sound = try SoundFile.readMono(path: path, sampleRate: EchoTrial.rate)
        return MonoSound(
            sampleRate: EchoTrial.rate,
            samples: Array(sound.samples.prefix(seconds * EchoTrial.rate)))
    }
}
