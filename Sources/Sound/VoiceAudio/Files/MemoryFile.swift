import CSndFile
internal import VoiceSystem

/// A file in memory, which libsndfile writes through its virtual input and output.
///
/// Source: libsndfile API reference, `sf_open_virtual`.
final class MemoryFile {
    private(set) var bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8] = []) { self.bytes = bytes }

    /// The callbacks that lead libsndfile to a `MemoryFile` given as its user data.
    static func callbacks() -> SF_VIRTUAL_IO {
        SF_VIRTUAL_IO(
            get_filelen: { MemoryFile.of($0).map { Int64($0.bytes.count) } ?? -1 },
            seek: { offset, whence, user in
                MemoryFile.of(user)?.seek(offset, whence) ?? -1
            },
            read: { target, count, user in
                MemoryFile.of(user)?.read(target, Int(count)) ?? 0
            },
            write: { source, count, user in
                MemoryFile.of(user)?.write(source, Int(count)) ?? 0
            },
            tell: { MemoryFile.of($0).map { Int64($0.position) } ?? -1 })
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> MemoryFile? {
        user.map { Unmanaged<MemoryFile>.fromOpaque($0).takeUnretainedValue() }
    }

    private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        let base =
            switch whence {
            case SEEK_CUR: position
            case SEEK_END: bytes.count
            default: 0
            }
        let (target, overflow) = base.addingReportingOverflow(Int(offset))
        guard !overflow, target >= 0 else { return -1 }
        position = target
        return Int64(target)
    }

    private func read(_ target: UnsafeMutableRawPointer?, _ count: Int) -> Int64 {
        let taken = max(0, min(count, bytes.count - position))
        guard let target, taken > 0 else { return 0 }
        bytes.withUnsafeBytes { all in
            UnsafeMutableRawBufferPointer(start: target, count: taken)
                .copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: all[position..<position + taken]))
        }
        position += taken
        return Int64(taken)
    }

    private func write(_ source: UnsafeRawPointer?, _ count: Int) -> Int64 {
        guard let source, count > 0 else { return 0 }
        let end = position + count
        if end > bytes.count {
            bytes.append(contentsOf: repeatElement(0, count: end - bytes.count))
        }
        bytes.withUnsafeMutableBytes { all in
            UnsafeMutableRawBufferPointer(rebasing: all[position..<end])
                .copyMemory(from: UnsafeRawBufferPointer(start: source, count: count))
        }
        position = end
        return Int64(count)
    }
}
