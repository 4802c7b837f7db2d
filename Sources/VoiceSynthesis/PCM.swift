internal import VoiceAudio

/// Little-endian 16-bit samples as bytes, alone or in the WAV file that `voicetest-speak` writes.
enum PCM {
    static func bytes(_ samples: [Int16]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 2)
        for sample in samples {
            let pattern = UInt16(bitPattern: sample)
            bytes.append(UInt8(truncatingIfNeeded: pattern))
            bytes.append(UInt8(truncatingIfNeeded: pattern >> 8))
        }
        return bytes
    }

    static func samples(_ bytes: ArraySlice<UInt8>) -> [Int16] {
        bytes.withUnsafeBytes { raw in
            (0..<raw.count / 2).map { index in
                Int16(littleEndian: raw.loadUnaligned(fromByteOffset: index * 2, as: Int16.self))
            }
        }
    }

    /// Reads the 44-byte header that the program writes, and nothing else.
    static func sound(wave bytes: [UInt8]) -> MonoSound? {
        guard bytes.count >= 44, bytes.starts(with: "RIFF".utf8),
            bytes[8..<16].elementsEqual("WAVEfmt ".utf8), bytes[36..<40].elementsEqual("data".utf8),
            bytes[20..<24].elementsEqual([1, 0, 1, 0]), bytes[34] == 16
        else { return nil }
        func number(_ at: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
        }
        let rate = number(24)
        guard number(40) == bytes.count - 44, rate > 0 else { return nil }
        return MonoSound(sampleRate: rate, samples: samples(bytes[44...]))
    }
}
