package import VoiceAudio

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Sounds with the rhythm of speech, made by arithmetic.
package enum SpeechLikeSound {
    /// Syllables of 160 ms every 220 ms: partials of a gliding pitch, shaped by two formants.
    package static func syllables(
        frames: Int, sampleRate: Int = 16_000, amplitude: Double = 0.2
    ) -> [Int16] {
        var phase = 0.0
        return (0..<frames).map { frame in
            let time = Double(frame) / Double(sampleRate)
            let syllable = Int(time / 0.22)
            let place = (time - Double(syllable) * 0.22) / 0.16
            let pitch = 120 + 25 * sin(2 * Double.pi * 0.7 * time)
            phase += 2 * Double.pi * pitch / Double(sampleRate)
            guard place < 1 else { return 0 }
            let formants = [(500.0, 1_500.0), (700, 1_100), (300, 2_300)][syllable % 3]
            var sum = 0.0
            for partial in 1...24 {
                let hertz = Double(partial) * pitch
                let first = (hertz - formants.0) / 120
                let second = (hertz - formants.1) / 180
                sum +=
                    (exp(-first * first) + 0.5 * exp(-second * second) + 0.05)
                    * sin(Double(partial) * phase)
            }
            let shape = sin(Double.pi * place)
            return PCM16.sample(Float(amplitude * shape * sum / 3))
        }
    }

    /// White noise at a level relative to full scale.
    package static func noise(frames: Int, decibels: Float, seed: UInt64 = 7) -> MonoSound {
        let tone = RoomTone(seed: seed).sound(frames: frames, sampleRate: 16_000)
        return Mixer.applying(gainDB: decibels + 60, to: tone)
    }

    /// Seconds of sound as frames at 16 kHz.
    package static func seconds(_ seconds: Double) -> Int { Int(seconds * 16_000) }
}
