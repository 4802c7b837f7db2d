internal import VoiceTime

/// Puts noise in the place of stretches of sound: where the events say that somebody speaks, noise
/// as loud as that speech and with a pitch, elsewhere noise like the room's.
struct NoiseMasker {
    /// A pitch in the middle of what the detector takes for a voice.
    private static let pitchHertz = 125
    private let samples: [Int16]
    private let spans: [Range<Int>]
    private let rate: SampleRate
    private let seed: UInt64
    private let room: VoiceShape
    private let voices: [VoiceShape]

    /// A masker of `spans` of `samples`; `speech` is what tells nothing of the room.
    init(
        _ samples: [Int16], over spans: [Range<Int>], utterances: [MaskedUtterance],
        speech: [Range<Int>], rate: SampleRate, seed: UInt64
    ) {
        self.samples = samples
        self.spans = spans
        self.rate = rate
        self.seed = seed
        let room = VoiceShape(of: samples, in: HiddenSpans.gaps(in: speech, count: samples.count))
        self.room = room
        voices = utterances.map { utterance in
            var voice = VoiceShape(of: samples, in: [utterance.spoken])
            voice.level = max(voice.level, 8 * room.level)
            return voice
        }
    }

    /// The sound with its spans masked, where `utterances` are those it was made for; every `draw`
    /// has other noise.
    func mask(_ utterances: [MaskedUtterance], draw: Int) -> [Int16] {
        let chance = SeededChance(seed: seed &+ UInt64(draw))
        var covered = samples
        for span in spans {
            let stream = chance.stream("redact.room.\(span.lowerBound)")
            covered.replaceSubrange(
                span, with: room.noise(frames: span, pulseFrames: nil, chance: stream))
            for (voice, utterance) in zip(voices, utterances) {
                let middle = max(utterance.start, utterance.pitchedFrom)
                let parts = [
                    (utterance.start..<max(utterance.start, min(middle, utterance.end)), nil),
                    (middle..<max(middle, utterance.end), rate.hertz / Self.pitchHertz),
                ]
                for (part, pulse) in parts {
                    let frames = part.clamped(to: span)
                    guard !frames.isEmpty else { continue }
                    let stream = chance.stream("redact.voice.\(frames.lowerBound)")
                    let noise = voice.noise(frames: frames, pulseFrames: pulse, chance: stream)
                    covered.replaceSubrange(frames, with: noise)
                }
            }
        }
        return covered
    }
}
