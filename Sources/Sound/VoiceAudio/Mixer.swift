/// Changes and adds mono sounds. Sums beyond full scale are clamped and never wrap.
package enum Mixer {
    /// The sound at another level.
    package static func applying(gainDB: Float, to sound: MonoSound) -> MonoSound {
        let factor = Level.factor(decibels: gainDB)
        return MonoSound(
            sampleRate: sound.sampleRate,
            samples: sound.samples.map { PCM16.sample(PCM16.float($0) * factor) })
    }

    /// Adds a clip to a bed from a frame on.
    ///
    /// Shape: as long as the longer of the bed and the end of the clip.
    /// - Throws: ``AudioError/rateMismatch(clip:bed:)``.
    package static func adding(
        _ clip: MonoSound, to bed: MonoSound, at frame: Int, gainDB: Float = 0
    ) throws(AudioError) -> MonoSound {
        precondition(frame >= 0, "a clip starts at frame 0 or later")
        try checkRates(clip, bed)
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

    /// Adds to `bed` as much of `clip` as it holds, from the clip's sample `place` on; a clip that
    /// is too short repeats. Its samples are multiplied by `gain` thousandths.
    package static func add(
        _ clip: MonoSound, from place: Int, gain: Int,
        to bed: UnsafeMutableBufferPointer<Int16>
    ) {
        precondition(clip.frames > 0, "a clip has samples")
        clip.samples.withUnsafeBufferPointer { samples in
            var next = place % samples.count
            for index in bed.indices {
                let sum = Int(bed[index]) + Int(samples[next]) * gain / 1_000
                bed[index] = Int16(clamping: sum)
                next += 1
                if next == samples.count { next = 0 }
            }
        }
    }

    /// Lays a clip over a bed at a signal-to-noise ratio by changing the bed's level.
    ///
    /// Shape: the clip's length; a shorter bed is looped, a longer one cut. Units: decibels, the
    /// clip's power over its active part against the bed's power over its whole length.
    /// - Throws: ``AudioError/rateMismatch(clip:bed:)`` or ``AudioError/silent(role:)``.
    package static func mixing(
        _ clip: MonoSound, over bed: MonoSound, signalToNoiseDB: Float
    ) throws(AudioError) -> MonoSound {
        try checkRates(clip, bed)
        let clipPower = Level.activePower(clip)
        let bedPower = Level.power(bed.samples)
        guard clipPower > 0 else { throw .silent(role: "clip") }
        guard bedPower > 0 else { throw .silent(role: "bed") }
        let balance = Float((clipPower / bedPower).squareRoot())
        let factor = balance * Level.factor(decibels: -signalToNoiseDB)
        var samples = clip.samples
        for index in samples.indices {
            let noise = PCM16.float(bed.samples[index % bed.frames]) * factor
            samples[index] = PCM16.sample(PCM16.float(samples[index]) + noise)
        }
        return MonoSound(sampleRate: clip.sampleRate, samples: samples)
    }

    private static func checkRates(_ clip: MonoSound, _ bed: MonoSound) throws(AudioError) {
        guard clip.sampleRate == bed.sampleRate else {
            throw .rateMismatch(clip: clip.sampleRate, bed: bed.sampleRate)
        }
    }
}
