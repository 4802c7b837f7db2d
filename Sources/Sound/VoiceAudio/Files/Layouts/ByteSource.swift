internal import VoiceFiles
internal import VoiceSystem

/// The bytes of a file that is read: an open descriptor, or memory.
///
/// A class, because it owns the descriptor and closes it once.
final class ByteSource {
    private enum Storage {
        case file(Int32)
        case memory([UInt8])
    }

    private let storage: Storage
    /// Number of bytes; 0 where the system does not say.
    let count: Int64

    /// The file that is open as `descriptor`, which belongs to the source from now on.
    init(descriptor: Int32) {
        storage = .file(descriptor)
        var status = stat()
        count = fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// The file at `path`; nil where it cannot be opened.
    convenience init?(path: String) {
        guard let file = try? OpenFile(path: path), let copy = try? file.duplicateDescriptor()
        else { return nil }
        self.init(descriptor: copy)
    }

    /// Bytes in memory.
    init(bytes: [UInt8]) {
        storage = .memory(bytes)
        count = Int64(bytes.count)
    }

    deinit { if case .file(let descriptor) = storage { close(descriptor) } }

    /// The descriptor; nil for memory.
    var descriptor: Int32? {
        if case .file(let descriptor) = storage { descriptor } else { nil }
    }

    /// Fills `target` with the bytes from `position` on and returns their number.
    func read(at position: Int64, into target: UnsafeMutableRawBufferPointer) -> Int {
        guard position >= 0, position < count, let base = target.baseAddress else { return 0 }
        let room = Int(min(Int64(target.count), count - position))
        switch storage {
        case .memory(let bytes):
            bytes.withUnsafeBytes { all in
                target.copyMemory(
                    from: UnsafeRawBufferPointer(
                        rebasing: all[Int(position)..<Int(position) + room])
                )
            }
            return room
        case .file(let descriptor):
            var filled = 0
            while filled < room {
                let got = pread(
                    descriptor, base + filled, room - filled, off_t(position) + off_t(filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                filled += got
            }
            return filled
        }
    }

    /// Returns at most `length` bytes from `position` on.
    func bytes(at position: Int64, _ length: Int) -> [UInt8] {
        let room = max(0, min(Int64(length), count - max(0, position)))
        return [UInt8](unsafeUninitializedCapacity: Int(room)) { target, filled in
            filled = read(at: position, into: UnsafeMutableRawBufferPointer(target))
        }
    }

    /// A number of `length` bytes, at most 8; nil where the file ends before.
    func number(at position: Int64, _ length: Int, isBig: Bool) -> UInt64? {
        let bytes = bytes(at: position, length)
        guard bytes.count == length else { return nil }
        let ordered = isBig ? bytes : bytes.reversed()
        return ordered.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Whether these bytes stand at `position`.
    func has(_ text: StaticString, at position: Int64) -> Bool {
        let found = bytes(at: position, text.utf8CodeUnitCount)
        return text.withUTF8Buffer { found.elementsEqual($0) }
    }

    /// Reads the name of a chunk at `position`: four printable characters; nil for others.
    func chunkName(at position: Int64) -> String? {
        let bytes = bytes(at: position, 4)
        guard bytes.count == 4, bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the start of the sound behind the ID3 tags that some programs put before any format.
    ///
    /// Source: ID3 tag version 2.4.0, section 3.1.
    func endOfTags(from start: Int64 = 0) -> Int64 {
        var position = start
        for _ in 0..<16 {
            let head = bytes(at: position, 10)
            guard head.count == 10, head.starts(with: Array("ID3".utf8)),
                head[6...].allSatisfy({ $0 < 0x80 })
            else { break }
            let size = head[6...].reduce(Int64(0)) { $0 << 7 | Int64($1) }
            position += 10 + size + (head[5] & 0x10 != 0 ? 10 : 0)
        }
        return position
    }

    /// Returns the end of a tag whose length an old program wrote as a plain number, not seven bits
    /// a byte; 0 without a tag.
    func plainEndOfTag() -> Int64 {
        guard has("ID3", at: 0), let size = number(at: 6, 4, isBig: true) else { return 0 }
        return 10 + Int64(size)
    }
}
