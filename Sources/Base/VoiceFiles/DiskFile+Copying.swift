internal import VoiceSystem

extension DiskFile {
    /// Replaces what the file at `target` holds by the bytes of `source`; memory does not grow with
    /// the length.
    ///
    /// - Throws: what ``OpenFile/init(path:)`` throws; ``DiskError/writeFailed(path:reason:)``.
    package static func copy(_ source: String, into target: String) throws(DiskError) {
        let input = try OpenFile(path: source)
        let output = open(target, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard output >= 0 else { throw .writeFailed(path: target, reason: lastReason()) }
        defer { close(output) }
        while true {
            let bytes = try input.piece(size: 1 << 18)
            if bytes.isEmpty { break }
            guard bytes.withUnsafeBytes({ writeAll(output, $0) }) else {
                throw .writeFailed(path: target, reason: lastReason())
            }
        }
    }
}
