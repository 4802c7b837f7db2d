import VoiceActivity
import VoiceAudio
import VoiceDevices

/// One prompt from a loudspeaker beside the microphone, and perhaps a caller over it: what the
/// detector makes of it, through the same callbacks, rings and canceller as a recording's.
struct EchoTrial {
    /// The session's rate, and the device's.
    static let rate = 16_000
    /// How long the device runs before the prompt, in frames.
    private static let calmFrames = 16_000
    /// Frames that the device brings at once.
    private static let blockFrames = 160

    /// The prompts, one after the other.
    var prompts: [MonoSound]
    /// What a caller says, and so many frames after the first prompt's start; nil without a caller.
    var caller: (sound: MonoSound, at: Int)?
    var cancelsEcho = true
    /// Share of the prompt's amplitude that reaches the microphone, and how many frames late.
    var path = SimulatedDevice.Echo(gain: 0.316_228, delayFrames: 800)

    /// How much later prompts sound than the device says, in seconds.
    var statedErrorSeconds = 0.0

    /// Where the detector heard speech begin: frames since the first prompt's start, decided and
    /// spoken.
    func starts() throws -> [(decided: Int, spoken: Int)] {
        var device = SimulatedDevice(rate: Self.rate)
        device.echo = SimulatedDevice.Echo(
            gain: path.gain,
            delayFrames: path.delayFrames + Int(device.latencySeconds * Double(Self.rate)))
        device.latencySeconds -= statedErrorSeconds
        var port = DuplexPort(rate: Self.rate, inputChannels: 1, outputChannels: 1)
        var pipe = try LivePipe(
            deviceRate: Self.rate, sessionRate: Self.rate, cancelsEcho: cancelsEcho)
        var analyzer = try SpeechAnalyzer(sampleRate: Self.rate, settings: SpeechSettings())
        var segmenter = SpeechSegmenter(settings: SpeechSettings(), sampleRate: Self.rate)
        let room = RoomTone(seed: 5)
        var next = Self.calmFrames
        var due: [(frame: Int, sound: MonoSound)] = []
        for prompt in prompts {
            due.append((next, prompt))
            next += prompt.frames + Self.rate
        }
        var found: [(decided: Int, spoken: Int)] = []
        var heard: [Int16] = []
        var frame: Int64 = 0
        for start in stride(from: 0, to: next, by: Self.blockFrames) {
            if start == Self.calmFrames / 2 {
                _ = pipe.take(port.take())
                port.align()
            }
            if let first = due.first, first.frame <= start {
                due.removeFirst()
                _ = port.play(
                    PreparedSound(samples: first.sound.samples.map(PCM16.float)), job: start)
            }
            device.call(microphone(from: start, room), port)
            for case .sound(let samples) in pipe.take(port.take()) { heard += samples }
            while heard.count >= analyzer.hopFrames {
                let hop = Array(heard.prefix(analyzer.hopFrames))
                heard.removeFirst(hop.count)
                frame += Int64(hop.count)
                let evidence = hop.withUnsafeBufferPointer { analyzer.analyze($0) }
                guard let evidence else { continue }
                if case .start(let crossing)? = segmenter.step(evidence, at: frame) {
                    found.append(
                        (
                            Int(crossing.frame) - Self.calmFrames,
                            Int(crossing.spoken) - Self.calmFrames
                        ))
                }
            }
        }
        return found
    }

    private func microphone(from start: Int, _ room: RoomTone) -> [Float] {
        (start..<(start + Self.blockFrames)).map { frame in
            var sample = PCM16.float(room.sample(at: Int64(frame)))
            if let caller {
                let place = frame - Self.calmFrames - caller.at
                if caller.sound.samples.indices.contains(place) {
                    sample += PCM16.float(caller.sound.samples[place])
                }
            }
            return sample
        }
    }
}
