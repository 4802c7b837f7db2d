package import VoiceAudio

/// Sounds made of others, for tests.
extension Mixer {
    /// Adds a clip to a bed from a frame on.
    ///
    /// Shape: as long as the longer of the bed and the end of the clip.
    package static func adding(
        _ clip: MonoSound, to bed: MonoSound, at frame: Int, gainDB: Float = 0
    ) -> MonoSound {
        precondition(frame >= 0, "a clip starts at frame 0 or later")
        precondition(clip.sampleRate == bed.sampleRate, "both have one rate")
        let factor = Level.factor(decibels: gainDB)
        var samples = bed.samples
        let end = frame + clip.frames
        if samples.count < end {
            samples.append(contentsOf: repeatElement(0, count: end - samples.count))
        }
        for index in 0..<clip.frames {
            let sum =
                PCM16.float(samples[frame + index]) + PCM16.float(clip.samples[index]) * factor
            samples[frame + index] = PCM16.sample(sum)
        }
        return MonoSound(sampleRate: bed.sampleRate, samples: samples)
    }

    /// Lays a clip over a bed at a signal-to-noise ratio by changing the bed's level.
    ///
    /// Shape: the clip's length; a shorter bed is looped, a longer one cut. Units: decibels, the
    /// clip's power over its active part against the bed's power over its whole length.
    package static func mixing(
        _ clip: MonoSound, over bed: MonoSound, signalToNoiseDB: Float
    ) -> MonoSound {
        precondition(clip.sampleRate == bed.sampleRate, "both have one rate")
        let clipPower = Level.activePower(clip)
        let bedPower = Level.power(bed.samples)
        precondition(clipPower > 0 && bedPower > 0, "neither is silent")
        let balance = Float((clipPower / bedPower).squareRoot())
        let factor = balance * Level.factor(decibels: -signalToNoiseDB)
        var samples = clip.samples
        for index in samples.indices {
            let noise = PCM16.float(bed.samples[index % bed.frames]) * factor
            samples[index] = PCM16.sample(PCM16.float(samples[index]) + noise)
        }
        return MonoSound(sampleRate: clip.sampleRate, samples: samples)
    }
}
