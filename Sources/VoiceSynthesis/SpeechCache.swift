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
        let body = PCM.bytes(sound.samples)
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
