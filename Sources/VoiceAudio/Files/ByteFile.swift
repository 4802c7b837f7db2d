internal import VoiceFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The bytes of a file, read by their places: for headers and tags that libsndfile passes over.
struct ByteFile: ~Copyable {
    private let descriptor: Int32
    /// How many bytes it held when it was opened.
    let size: Int64

    /// Opens a file for reading; nil where that fails.
    init?(path: String) {
        guard let file = try? OpenFile(path: path), let copy = try? file.duplicateDescriptor()
        else { return nil }
        descriptor = copy
        size = file.size
    }

    /// The file that is open as `open`, which stays the caller's; nil where that fails.
    init?(duplicating open: Int32) {
        let copy = fcntl(open, F_DUPFD_CLOEXEC, 0)
        var status = stat()
        guard copy >= 0 else { return nil }
        guard fstat(copy, &status) == 0 else {
            close(copy)
            return nil
        }
        descriptor = copy
        size = Int64(status.st_size)
    }

    deinit { close(descriptor) }

    /// The bytes from a place on: fewer than `count` only at the end, none before the start.
    func bytes(at place: Int64, count: Int) -> [UInt8] {
        let count = Int(max(0, min(Int64(count), size - place)))
        guard count > 0, place >= 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            filled = 0
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(target)[filled..<count])
                let got = pread(descriptor, rest.baseAddress, rest.count, off_t(place) + filled)
                if got < 0, errno == EINTR { continue }
                if got <= 0 { return }
                filled += got
            }
        }
    }
}

extension [UInt8] {
    /// The number of `count` bytes at a place, the least first; nil beyond the end.
    func little(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place <= self.count - count else { return nil }
        return (0..<count).reduce(0) { $0 | Int(self[place + $1]) << (8 * $1) }
    }

    /// The number of `count` bytes at a place, the greatest first; nil beyond the end.
    func big(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place <= self.count - count else { return nil }
        return (0..<count).reduce(0) { $0 << 8 | Int(self[place + $1]) }
    }

    /// Whether an ASCII text stands at a place.
    func has(_ text: StaticString, at place: Int = 0) -> Bool {
        guard place >= 0, place <= count - text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { $0.elementsEqual(self[place..<place + $0.count]) }
    }
}
