internal import Crypto
internal import VoiceAudio

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
        guard let bytes = read(path(digest)), bytes.count >= Self.headerSize,
            bytes.starts(with: Self.magic)
        else { return nil }
        let rate = Self.number(bytes[19..<27])
        let count = Self.number(bytes[27..<35])
        let body = bytes[Self.headerSize...]
        guard (1...768_000).contains(rate), count == body.count / 2, body.count % 2 == 0,
            SHA256.hash(data: body).elementsEqual(bytes[35..<67])
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
        bytes.append(contentsOf: SHA256.hash(data: body))
        bytes.append(contentsOf: body)
        makeFolder()
        var template = Array("\(folder)/.\(digest).XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { return }
        let isWritten = write(bytes, to: file)
        let isClosed = close(file) == 0
        guard isWritten && isClosed && rename(template, path(digest)) == 0 else {
            unlink(template)
            return
        }
    }

    private func path(_ digest: String) -> String { "\(folder)/\(digest)" }

    private func makeFolder() {
        var built = ""
        for part in folder.split(separator: "/") {
            built += (built.isEmpty && !folder.hasPrefix("/") ? "" : "/") + part
            mkdir(built, 0o755)
        }
    }

    private func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= SpeechSynthesizer.outputLimit {
            let count = fread(&block, 1, block.count, file)
            if count == 0 { return ferror(file) == 0 ? bytes : nil }
            bytes.append(contentsOf: block[..<count])
        }
        return nil
    }

    private func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
                #if canImport(Glibc)
                    return Glibc.write(file, rest.baseAddress, rest.count)
                #else
                    return Darwin.write(file, rest.baseAddress, rest.count)
                #endif
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        Int(truncatingIfNeeded: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
