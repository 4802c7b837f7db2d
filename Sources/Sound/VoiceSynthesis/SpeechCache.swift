internal import Synchronization
internal import VoiceAudio
internal import VoiceFiles

/// Rendered speech on disk, one file a digest.
///
/// Shape: magic, rate and count as little-endian 64-bit numbers, SHA-256 of the samples, samples.
/// An entry that fails any check counts as absent; an entry that cannot be written is no error.
struct SpeechCache {
    private static let magic = Array("voicetest speech 1\n".utf8)
    private static let headerSize = 19 + 8 + 8 + 32

    let folder: String

    /// `$XDG_CACHE_HOME/voicetest/speech`, or `~/.cache/voicetest/speech`.
    static var usualFolder: String? {
        if let cache = SpeechProgram.variable("XDG_CACHE_HOME"), cache.hasPrefix("/") {
            return cache + "/voicetest/speech"
        }
        return SpeechProgram.variable("HOME").map { $0 + "/.cache/voicetest/speech" }
    }

    func load(_ digest: String) -> MonoSound? {
        let limit = Int64(SpeechSynthesizer.outputLimit)
        guard let bytes = try? DiskFile.read(path(digest), limit: limit),
            bytes.count >= Self.headerSize, bytes.starts(with: Self.magic)
        else { return nil }
        let rate = Self.number(bytes[19..<27])
        let count = Self.number(bytes[27..<35])
        let body = bytes[Self.headerSize...]
        var digest = Digest()
        body.withUnsafeBytes { digest.update($0) }
        guard (1...768_000).contains(rate), count == body.count / 2, body.count % 2 == 0,
            digest.bytes().elementsEqual(bytes[35..<67])
        else { return nil }
        return MonoSound(sampleRate: rate, samples: PCM.samples(body))
    }

    /// Writes beside the entry and renames, so that no reader sees half of it.
    func store(_ sound: MonoSound, _ digest: String) {
        // Each processor that Swift is made for has the least byte of a sample first.
        let body = sound.samples.withUnsafeBytes { Array($0) }
        var bytes = Self.magic
        for number in [UInt64(sound.sampleRate), UInt64(sound.samples.count)] {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        bytes += Digest.bytes(of: body)
        bytes.append(contentsOf: body)
        try? DiskFile.write(bytes, to: path(digest), mode: 0o600)
    }

    private func path(_ digest: String) -> String { "\(folder)/\(digest)" }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        Int(truncatingIfNeeded: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

/// Speech that was asked for lately, for every copy of one synthesizer.
final class RecentSpeech: Sendable {
    /// Samples that are kept at most: four minutes at 48,000 hertz, 24 MB.
    private static let sampleLimit = 12_000_000

    private struct Kept {
        var sounds: [String: MonoSound] = [:]
        var sampleCount = 0
    }

    private let kept = Mutex(Kept())

    func sound(of digest: String) -> MonoSound? { kept.withLock { $0.sounds[digest] } }

    /// Keeps `sound`; when there is no more room all others go.
    func keep(_ sound: MonoSound, of digest: String) {
        guard sound.samples.count <= Self.sampleLimit else { return }
        kept.withLock { kept in
            guard kept.sounds[digest] == nil else { return }
            if kept.sampleCount + sound.samples.count > Self.sampleLimit { kept = Kept() }
            kept.sounds[digest] = sound
            kept.sampleCount += sound.samples.count
        }
    }
}

/// Little-endian 16-bit samples in bytes, alone or in the WAV file that `voicetest-speak` writes.
enum PCM {
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
