internal import VoiceFiles
internal import VoiceSystem

/// Sets the lengths of an AIFF file's header.
///
/// libsndfile 1.2 counts the byte that pads sound of an odd length as sound, so that 8-bit files
/// of an odd number of samples come back one sample longer. Source: Audio Interchange File Format
/// 1.3, where a chunk's size leaves its pad byte out.
enum AIFFHeader {
    /// Number of chunks that are read before the sound is given up on.
    private static let chunkLimit = 10_000

    /// Writes into the complete file at `path` that COMM has `frames`, and SSND `bytes` bytes of
    /// sound.
    ///
    /// - Throws: ``AudioError/writeFailed(path:reason:)``: the file is no AIFF, or on a full disk.
    static func setFrames(_ frames: Int64, bytes: Int64, of path: String) throws(AudioError) {
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else {
            throw .writeFailed(path: path, reason: DiskFile.lastReason())
        }
        defer { close(file) }
        var position: Int64 = 12
        var hasLength = false
        for _ in 0..<chunkLimit {
            guard let head = bigEndian(file, position, count: 2) else { break }
            switch head[0] {
            case code("COMM"):
                try put(UInt32(clamping: frames), at: position + 10, of: file, path)
                hasLength = true
            case code("SSND"):
                guard let data = bigEndian(file, position + 8, count: 1) else { break }
                let size = bytes + 8 + Int64(data[0])
                try put(UInt32(clamping: size), at: position + 4, of: file, path)
                if hasLength { return }
            default: break
            }
            position += 8 + (Int64(head[1]) + 1) / 2 * 2
        }
        throw .writeFailed(path: path, reason: "its header states no length")
    }

    private static func code(_ name: StaticString) -> UInt32 {
        name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// `count` big-endian numbers of four bytes each; nil where the file ends before.
    private static func bigEndian(_ file: Int32, _ position: Int64, count: Int) -> [UInt32]? {
        var bytes = [UInt8](repeating: 0, count: count * 4)
        guard pread(file, &bytes, bytes.count, off_t(position)) == bytes.count else { return nil }
        return (0..<count).map { index in
            bytes[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    private static func put(
        _ number: UInt32, at position: Int64, of file: Int32, _ path: String
    ) throws(AudioError) {
        var bytes = number.bigEndian
        guard pwrite(file, &bytes, 4, off_t(position)) == 4 else {
            throw .writeFailed(path: path, reason: DiskFile.lastReason())
        }
    }
}
