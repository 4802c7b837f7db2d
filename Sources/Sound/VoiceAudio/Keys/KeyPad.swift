/// The sixteen keys of a telephone and their tones (DTMF).
///
/// Each key is the sum of a tone of the low group, its row, and one of the high group, its column.
/// Source: ITU-T Recommendation Q.23 (1988), clause 6.
package enum KeyPad {
    /// The keys, row by row.
    package static let keys: [Character] = Array("123A456B789C*0#D")
    /// Tones of the rows, then of the columns, in hertz.
    static let tones = SIMD8<Double>(697, 770, 852, 941, 1_209, 1_336, 1_477, 1_633)
    /// Keys in a row.
    static let columns = 4

    /// Duration of a key of a scripted caller, in milliseconds.
    package static let toneMilliseconds: Int64 = 100
    /// The pause behind it, in milliseconds.
    package static let pauseMilliseconds: Int64 = 100
    /// The longest pause between two keys of one row, in milliseconds: a person looks a number up
    /// in less, and an app that waits for the next key waits as long at least.
    package static let rowPauseMilliseconds: Int64 = 2_000
    /// The level of each of its two tones, in dBFS: -7 dBm0, as telephones send it.
    package static let toneLevel: Float = -13

    /// The sound of `keys`: each a tone of `toneFrames` with `pauseFrames` of silence between them.
    ///
    /// - Precondition: every key is one of ``keys``.
    package static func sound(
        of keys: String, sampleRate: Int, toneFrames: Int, pauseFrames: Int,
        level: Float = toneLevel
    ) -> MonoSound {
        var samples: [Int16] = []
        for key in keys {
            guard let place = Self.keys.firstIndex(of: key) else {
                preconditionFailure("no key of a telephone")
            }
            if !samples.isEmpty {
                samples += [Int16](repeating: 0, count: pauseFrames)
            }
            let low = tone(tones[place / columns], sampleRate, toneFrames, level)
            let high = tone(tones[columns + place % columns], sampleRate, toneFrames, level)
            samples += zip(low, high).map { PCM16.sample($0 + $1) }
        }
        return MonoSound(sampleRate: sampleRate, samples: samples)
    }

    /// A sine of `frequency` from phase 0, as shares of full scale; its root mean square is
    /// `level`.
    package static func tone(
        _ frequency: Double, _ sampleRate: Int, _ frames: Int, _ level: Float
    ) -> [Float] {
        let amplitude = Level.factor(decibels: level) * Float(2).squareRoot()
        return (0..<frames).map { frame in
            let turns = 2 * frequency * Double(frame) / Double(sampleRate)
            return amplitude * Float(ExactCosine.of(halfTurns: turns + 1.5))
        }
    }
}

/// A key in sound, with its place.
package struct HeardKey: Sendable, Equatable {
    /// One of ``KeyPad/keys``.
    package let key: Character
    /// Frames from the first to behind the last one, to within 5 ms.
    package let frames: Range<Int64>
}
