internal import VoiceTrace

/// SHA-256 over rate and samples of a sound, which no container or encoder changes.
public struct SoundDigest {
    private var digest = Digest()

    /// The digest of a sound of `hertz` of which no sample came yet.
    public init(hertz: Int) { digest.update(Array("\(hertz)\n".utf8)) }

    /// Takes the next samples in.
    public mutating func update(_ samples: UnsafeBufferPointer<Int16>) {
        #if _endian(little)
            digest.update(UnsafeRawBufferPointer(samples))
        #else
            var bytes: [UInt8] = []
            for sample in samples {
                bytes.append(UInt8(truncatingIfNeeded: sample))
                bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
            }
            digest.update(bytes)
        #endif
    }

    /// The digest of all samples taken in so far.
    public func hex() -> String { digest.hex() }
}
