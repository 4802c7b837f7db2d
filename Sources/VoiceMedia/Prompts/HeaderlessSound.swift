internal import VoiceAudio
internal import VoiceTrace

/// Files of bare samples: 16-bit, little-endian, one channel.
enum HeaderlessSound {
    /// Largest file that is read: 46 minutes of 48 kHz sound.
    private static let sizeLimit: Int64 = 256 << 20

    /// The sound of the file at `path`, recorded at `hertz`, as sound at `sampleRate`.
    static func read(
        _ path: String, at hertz: Int, sampleRate: Int
    ) throws(MediaError) -> MonoSound {
        let bytes: [UInt8]
        do {
            bytes = try DiskFile.read(path, limit: sizeLimit)
        } catch { throw .disk(error) }
        let samples = (0..<(bytes.count / 2)).map { index in
            Int16(bitPattern: UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8)
        }
        do throws(AudioError) {
            // No samples are a sound of no length, as a file with a header may hold.
            guard !samples.isEmpty else { return MonoSound(sampleRate: sampleRate, samples: []) }
            return try RateConverter.convert(
                MonoSound(sampleRate: hertz, samples: samples), to: sampleRate)
        } catch { throw .audio(error) }
    }
}
