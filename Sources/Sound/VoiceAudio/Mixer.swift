/// Changes and adds mono sounds. Sums beyond full scale are clamped and never wrap.
package enum Mixer {
    /// The sound at another level.
    package static func applying(gainDB: Float, to sound: MonoSound) -> MonoSound {
        let factor = Level.factor(decibels: gainDB)
        return MonoSound(
            sampleRate: sound.sampleRate,
            samples: sound.samples.map { PCM16.sample(PCM16.float($0) * factor) })
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
}
