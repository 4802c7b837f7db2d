#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension DiskFile {
    /// Replaces the contents of the file at `target` by `head`, the bytes of `source` from `place`
    /// on, and `tail`; memory does not grow with the length.
    ///
    /// - Throws: what ``OpenFile/init(path:)`` throws; ``DiskError/writeFailed(path:reason:)``.
    package static func copy(
        _ source: String, from place: Int64 = 0, into target: String, behind head: [UInt8] = [],
        before tail: [UInt8] = []
    ) throws(DiskError) {
        let input = try OpenFile(path: source)
        let output = open(target, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard output >= 0 else { throw .writeFailed(path: target, reason: lastReason()) }
        defer { close(output) }
        func put(_ bytes: [UInt8]) throws(DiskError) {
            guard bytes.withUnsafeBytes({ writeAll(output, $0) }) else {
                throw .writeFailed(path: target, reason: lastReason())
            }
        }
        try put(head)
        input.skip(place)
        while true {
            let bytes = try input.piece(size: 1 << 18)
            if bytes.isEmpty { break }
            try put(bytes)
        }
        try put(tail)
    }
}
