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
    static let peak: Int32 = 16_384
    /// The most that a quiet recording is raised: 36 dB.
    static let largestGain: Int32 = 64
    /// Reach of the added noise in steps of a sample, about −65 dBFS in all.
    ///
    /// A telephone band leaves the model's upper bands empty and digital silence leaves all of
    /// them empty: their logarithms then swing wildly. A little noise makes them steady: measured
    /// on 80 telephone digits, 60 instead of 50 come out right.
    static let noise: Int32 = 32

    /// The samples for the decoder.
    let samples: [Int16]
    /// Whether each frame is within 25 dB of the loudest frames.
    let isLoud: [Bool]

    init(_ sound: MonoSound) {
        var leveler = Leveler(sound.samples[...], peak: Self.peak)
        samples = leveler.leveled(sound.samples)
        isLoud = Self.loudFrames(samples)
    }

    /// The first seconds of the noise, which is the same for every utterance.
    fileprivate struct NoiseTape {
        /// Values of the noise, from its first frame on.
        let samples: [Int8]
        /// The state of the generator behind them.
        let rest: UInt32

        /// Four seconds: longer than most utterances.
        static let first: NoiseTape = {
            var state = UInt32(0x2545_F491)
            let samples = (0..<4 * sampleRate).map { _ in next(&state) }
            return NoiseTape(samples: samples, rest: state)
        }()

        static func next(_ state: inout UInt32) -> Int8 {
            // xorshift32 by Marsaglia (2003).
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return Int8(Int32(state >> 8) % (2 * noise + 1) - noise)
        }
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

/// Brings sound to a level and adds the noise, piece by piece.
struct Leveler {
    private let gain: Gain
    /// Number of samples that were leveled.
    private var place = 0
    private var rest = DecoderInput.NoiseTape.first.rest

    /// Brings the loudest sample of `sound` to `peak`, or as near to it as the largest gain does.
    init(_ sound: ArraySlice<Int16>, peak: Int32) {
        var loudest: Int32 = 0
        for sample in sound { loudest = max(loudest, abs(Int32(sample))) }
        let isQuiet = loudest * DecoderInput.largestGain < peak
        gain = Gain(
            factor: isQuiet ? DecoderInput.largestGain : peak,
            divisor: isQuiet ? 1 : max(1, loudest))
    }

    /// The next samples, leveled.
    mutating func leveled(_ samples: [Int16]) -> [Int16] {
        let noise = DecoderInput.NoiseTape.first.samples
        let result = [Int16](unsafeUninitializedCapacity: samples.count) { target, count in
            count = samples.count
            let taped = max(0, min(count, noise.count - place))
            for index in 0..<taped {
                let gained = gain.applied(to: samples[index])
                target[index] = Int16(clamping: gained &+ Int32(noise[place + index]))
            }
            for index in taped..<count {
                let gained = gain.applied(to: samples[index])
                target[index] = Int16(clamping: gained &+ Int32(DecoderInput.NoiseTape.next(&rest)))
            }
        }
        place += samples.count
        return result
    }
}

/// Factor for samples as a ratio of whole numbers, rounded towards zero.
///
/// Exact without dividing. Source: Granlund and Montgomery 1994, theorem 4.2: products here have at
/// most 29 bits and divisors at most 16.
struct Gain {
    private let multiplier: Int64
    private let shift: Int64

    init(factor: Int32, divisor: Int32) {
        // 29 bits of product, and as many as the divisor has.
        shift = 29 + Int64(Int32.bitWidth - divisor.leadingZeroBitCount)
        let power = Int64(1) << shift
        multiplier = (power / Int64(divisor) + 1) * Int64(factor)
    }

    func applied(to sample: Int16) -> Int32 {
        let size = (Int64(sample.magnitude) &* multiplier) &>> shift
        return Int32(truncatingIfNeeded: sample < 0 ? -size : size)
    }
}
