internal import VoiceAudio

/// An utterance as the decoder takes it: the model's rate, one level, no dead bands.
///
/// Pure and in integers, so that one utterance gives one input on every machine.
struct DecoderInput {
    /// Samples a second of the model, in hertz.
    static let sampleRate = 16_000
    /// Samples from one of the model's frames to the next: 10 ms.
    static let samplesPerFrame = 160
    /// The level that the loudest sample is brought to: −6 dBFS.
    private static let peak: Int32 = 16_384
    /// The most that a quiet recording is raised: 36 dB.
    private static let largestGain: Int32 = 64
    /// Reach of the added noise in steps of a sample, about −65 dBFS in all.
    ///
    /// A telephone band leaves the model's upper bands empty and digital silence leaves all of
    /// them empty: their logarithms then swing wildly. A little noise makes them steady: measured
    /// on 80 telephone digits, 60 instead of 50 come out right.
    private static let noise: Int32 = 32

    /// The samples for the decoder.
    let samples: [Int16]
    /// For every frame, whether it is within 25 dB of the loudest frames.
    let isLoud: [Bool]

    init(_ sound: MonoSound) {
        let loudest = sound.samples.reduce(0) { max($0, abs(Int32($1))) }
        let isQuiet = loudest * Self.largestGain < Self.peak
        let factor = Double(isQuiet ? Self.largestGain : Self.peak)
        let divisor = Double(isQuiet ? 1 : max(1, loudest))
        var chance = UInt32(0x2545_F491)
        samples = sound.samples.map { sample in
            // xorshift32 by Marsaglia (2003): the same noise for every utterance.
            chance ^= chance << 13
            chance ^= chance >> 17
            chance ^= chance << 5
            // Exact: whole numbers this small divide in floating point as integers do, only sooner.
            let gained = Int32(Double(sample) * factor / divisor)
            let added = Int32(chance >> 8) % (2 * Self.noise + 1) - Self.noise
            return Int16(clamping: gained + added)
        }
        isLoud = Self.loudFrames(samples)
    }

    private static func loudFrames(_ samples: [Int16]) -> [Bool] {
        let energies = (0..<samples.count / samplesPerFrame).map { frame in
            samples[frame * samplesPerFrame..<(frame + 1) * samplesPerFrame]
                .reduce(0) { $0 + Int($1) * Int($1) }
        }
        guard !energies.isEmpty else { return [] }
        // The frame that one in twenty exceeds stands for the loudest, so that a click does not.
        let reference = energies.sorted()[energies.count - 1 - energies.count / 20]
        return energies.map { $0 * 316 > reference }
    }
}
