internal import VoiceSystem

/// Level of samples.
///
/// Units: dBFS, where 0 is a constant at full scale (a full-scale sine has an RMS of -3 dBFS).
/// Sums are integers and the logarithm is the Float one, so CPUs agree on every result.
package enum Level {
    /// The root mean square in dBFS; `-infinity` for silence and for no samples.
    package static func rms(_ samples: some Collection<Int16>) -> Float {
        decibels(power: power(samples))
    }

    /// The greatest absolute sample in dBFS; `-infinity` for silence and for no samples.
    package static func peak(_ samples: some Collection<Int16>) -> Float {
        var greatest: Int32 = 0
        for sample in samples { greatest = max(greatest, abs(Int32(sample))) }
        return 20 * log10f(Float(greatest) / PCM16.fullScale)
    }

    /// The mean square as a share of full scale squared; 0 for no samples.
    package static func power(_ samples: some Collection<Int16>) -> Double {
        // A loop over a buffer is compiled for Int16; one over any collection is not.
        samples.withContiguousStorageIfAvailable { power($0) } ?? power(ContiguousArray(samples))
    }

    private static func power(_ samples: UnsafeBufferPointer<Int16>) -> Double {
        var sum: Int64 = 0
        for sample in samples { sum += Int64(Int32(sample) * Int32(sample)) }
        return samples.isEmpty ? 0 : Double(sum) / Double(samples.count) / (32_768 * 32_768)
    }

    /// The mean square over the active part: the 10 ms pieces within 30 dB of the loudest one.
    ///
    /// `speech` are the stretches, in frames, that pieces have to touch; without them every piece
    /// counts, and with it the room around an utterance that is less than 30 dB below it. Pauses
    /// inside of an utterance have no say in its level.
    package static func activePower(
        _ sound: MonoSound, in speech: [Range<Int>]? = nil
    ) -> Double {
        let size = max(1, sound.sampleRate / 100)
        var pieces: [(power: Double, frames: Int)] = []
        for start in stride(from: 0, to: sound.frames, by: size) {
            let end = min(start + size, sound.frames)
            if let speech, !speech.contains(where: { $0.overlaps(start..<end) }) { continue }
            pieces.append((power(sound.samples[start..<end]), end - start))
        }
        let least = (pieces.map(\.power).max() ?? 0) / 1_000
        var sum = 0.0
        var frames = 0
        for piece in pieces where piece.power >= least {
            sum += piece.power * Double(piece.frames)
            frames += piece.frames
        }
        return frames == 0 ? 0 : sum / Double(frames)
    }

    /// The decibels of a power; `-infinity` for 0.
    package static func decibels(power: Double) -> Float {
        10 * log10f(Float(power))
    }

    /// Returns the factor on samples of a gain in decibels.
    package static func factor(decibels: Float) -> Float {
        // ln 10 / 20; the Float exponential gives the same bits on every CPU that was tried.
        expf(decibels * 0.115_129_255)
    }
}
