package import VoiceAudio

extension PreparedSound {
    /// Converts a sound to a device's rate and gives it its volume.
    ///
    /// Times are in milliseconds of the sound; `volume` is a gain in thousandths (`SoftGain`).
    /// - Throws: the library's error for a rate it does not convert.
    package init(
        _ sound: MonoSound, deviceRate: Int, volume: Int, startMilliseconds: Int64,
        leadMilliseconds: Int64, plays: Int?
    ) throws {
        let samples = sound.samples.map { PCM16.float(SoftGain.apply(volume, to: $0)) }
        self.init(
            samples: try RateConverter.convert(
                samples, from: sound.sampleRate, to: deviceRate))
        // An hour is more than any prompt waits.
        func frames(_ milliseconds: Int64) -> Int {
            Int(min(max(0, milliseconds), 3_600_000)) * deviceRate / 1_000
        }
        leadFrames = frames(leadMilliseconds)
        startFrame = min(frames(startMilliseconds), self.samples.count)
        self.plays = plays
    }
}
