internal import VoiceFiles
internal import VoiceSystem

/// Writes bytes into a file that is there.
struct FilePatch: ~Copyable {
    private let descriptor: Int32
    private let path: String

    init(path: String) throws(DiskError) {
        descriptor = open(path, O_WRONLY | O_CLOEXEC)
        self.path = path
        guard descriptor >= 0 else {
            throw .writeFailed(path: path, reason: DiskFile.lastReason())
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func write(_ bytes: [UInt8], at place: Int64) throws(DiskError) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(place) + off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw .writeFailed(path: path, reason: DiskFile.lastReason())
            }
            done += count
        }
    }
}
