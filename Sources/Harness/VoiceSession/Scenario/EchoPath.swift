internal import VoiceAudio
internal import VoiceEngine
internal import VoiceTime

/// The way from the loudspeaker into the microphone: what plays comes back later and quieter.
///
/// A pure machine: orders about jobs go in, frames of echo come out.
struct EchoPath {
    /// A job that plays.
    private struct Voice {
        let prompt: PlayedPrompt
        let sound: [Int16]
        /// Number of its frames that have played.
        var played: Frame = 0
        var isHeld = false
        var gain = 1_000

        mutating func next() -> Int32 {
            guard !isHeld else { return 0 }
            defer { played += 1 }
            guard played >= prompt.leadFrames else { return 0 }
            let place = Int(prompt.place(after: played))
            guard sound.indices.contains(place) else { return 0 }
            return Int32(SoftGain.apply(gain, to: SoftGain.apply(prompt.volume, to: sound[place])))
        }
    }

    private let rate: SampleRate
    private let gainDB: Float
    private var voices: [Int: Voice] = [:]
    /// Sound that has played and is still on its way.
    private var line: [Int16]

    init(_ echo: Scenario.Echo, rate: SampleRate) {
        self.rate = rate
        gainDB = Float(echo.levelMilliDB) / 1_000
        line = [Int16](repeating: 0, count: Int(rate.frames(milliseconds: echo.delayMilliseconds)))
    }

    mutating func play(
        _ sound: MonoSound, _ request: PromptRequest, _ prompt: RealizedPrompt, job: Int
    ) {
        voices[job] = Voice(
            prompt: PlayedPrompt(request, prompt, rate: rate),
            sound: Mixer.applying(gainDB: gainDB, to: sound).samples)
    }

    mutating func stop(job: Int) { voices[job] = nil }

    mutating func hold(_ isHeld: Bool, job: Int) { voices[job]?.isHeld = isHeld }

    mutating func setGain(_ permille: Int, job: Int) { voices[job]?.gain = permille }

    /// Adds the next frames of echo to those of the microphone.
    mutating func add(to samples: inout [Int16]) {
        for _ in samples.indices {
            let sum = voices.keys.reduce(Int32(0)) { $0 + (voices[$1]?.next() ?? 0) }
            line.append(Int16(clamping: sum))
        }
        for place in samples.indices {
            samples[place] = Int16(clamping: Int32(samples[place]) + Int32(line[place]))
        }
        line.removeFirst(samples.count)
        voices = voices.filter { _, voice in
            voice.prompt.frames(rate: rate).map { voice.played < $0 } ?? true
        }
    }
}
