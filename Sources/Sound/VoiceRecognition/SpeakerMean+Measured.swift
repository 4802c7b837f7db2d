internal import VoiceAcoustics
package import VoiceAudio
package import VoiceHypothesis

extension SpeakerMean {
    /// Sound of this rate, in hertz, or less ends at a telephone's band.
    static let narrowRate = 11_025

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
