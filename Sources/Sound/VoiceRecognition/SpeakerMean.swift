internal import VoiceAcoustics
package import VoiceAudio

/// The mean of a speaker's cepstra: what voice, room and microphone leave in every frame.
///
/// What is understood of speech under way begins with it. Source: cepstral mean normalisation
/// (Atal 1974), live (Viikki and Laurila 1998).
package struct SpeakerMean: Sendable, Hashable {
    /// Numbers of a mean.
    package static let coefficients = AcousticModel.dimensions
    /// Sound of this rate, in hertz, or less ends at a telephone's band.
    static let narrowRate = 11_025
    /// No cepstrum of sound reaches so far from 0.
    private static let coefficientLimit: Float = 1_000

    /// ``coefficients`` numbers; the first says how far the mean energy lies above the loudest
    /// frame's.
    package let cepstra: [Float]

    /// A mean of these numbers; nil where they are not ``coefficients``, or no sound has them.
    package init?(_ cepstra: [Float]) {
        guard cepstra.count == Self.coefficients,
            cepstra.allSatisfy({ abs($0) < Self.coefficientLimit })
        else { return nil }
        self.cepstra = cepstra
    }

    /// Measures a sound; `frames` are of 10 ms. nil for a sound too short for a frame, or of a
    /// telephone's band, whose upper bands say nothing.
    ///
    /// - Throws: `AudioError` where the sound's rate is none.
    package static func measured(
        in sound: MonoSound
    ) throws(AudioError) -> (mean: SpeakerMean, frames: Int)? {
        guard sound.sampleRate > narrowRate else { return nil }
        let converted = try RateConverter.convert(sound, to: DecoderInput.sampleRate)
        var leveler = Leveler(converted.samples[...], peak: LiveFeatures.peak)
        var stream = CepstralStream()
        leveler.leveled(converted.samples).withUnsafeBufferPointer { stream.append($0) { _ in } }
        guard let mean = stream.mean.flatMap({ SpeakerMean($0) }) else { return nil }
        return (mean, stream.heard)
    }
}
