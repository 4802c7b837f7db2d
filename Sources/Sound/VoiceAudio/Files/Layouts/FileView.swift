import CSndFile

/// A file as libsndfile is to see it: pieces of another file and bytes between them, read only.
///
/// Source: libsndfile API reference, `sf_open_virtual`.
final class FileView {
    /// A piece of the view.
    enum Segment: Equatable {
        /// These bytes.
        case bytes([UInt8])
        /// The bytes of the source at these positions.
        case range(Range<Int64>)
        /// Segment of so many zeros.
        case zeros(Int64)

        var length: Int64 {
            switch self {
            case .bytes(let bytes): Int64(bytes.count)
            case .range(let range): range.upperBound - range.lowerBound
            case .zeros(let count): count
            }
        }
    }

    private let source: ByteSource
    private let segments: [Segment]
    /// Start of each segment, and the end.
    private let starts: [Int64]
    private var current = 0
    private(set) var position: Int64 = 0

    /// A view of these pieces of `source`.
    init(_ source: ByteSource, _ segments: [Segment]) {
        self.source = source
        self.segments = segments
        var starts: [Int64] = [0]
        for segment in segments { starts.append(starts[starts.count - 1] + segment.length) }
        self.starts = starts
    }

    /// Number of bytes of the view.
    var count: Int64 { starts[starts.count - 1] }

    /// The callbacks that lead libsndfile to a `FileView` given as its user data.
    static func callbacks() -> SF_VIRTUAL_IO {
        SF_VIRTUAL_IO(
            get_filelen: { FileView.of($0)?.count ?? -1 },
            seek: { offset, whence, user in FileView.of(user)?.seek(offset, whence) ?? -1 },
            read: { target, count, user in FileView.of(user)?.read(target, Int(count)) ?? 0 },
            write: { _, _, _ in 0 },
            tell: { FileView.of($0)?.position ?? -1 })
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> FileView? {
        user.map { Unmanaged<FileView>.fromOpaque($0).takeUnretainedValue() }
    }

    func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        let base =
            switch whence {
            case 1: position
            case 2: count
            default: Int64(0)
            }
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, target >= 0 else { return -1 }
        position = target
        return target
    }

    func read(_ target: UnsafeMutableRawPointer?, _ wanted: Int) -> Int64 {
        guard let target, wanted > 0 else { return 0 }
        let all = UnsafeMutableRawBufferPointer(start: target, count: wanted)
        var filled = 0
        while filled < wanted, position < count {
            find(position)
            let inside = position - starts[current]
            let room = Int(min(Int64(wanted - filled), starts[current + 1] - position))
            let part = UnsafeMutableRawBufferPointer(rebasing: all[filled..<filled + room])
            let got = copy(segments[current], from: inside, to: part)
            guard got > 0 else { break }
            filled += got
            position += Int64(got)
        }
        return Int64(filled)
    }

    private func copy(
        _ segment: Segment, from inside: Int64, to part: UnsafeMutableRawBufferPointer
    ) -> Int {
        switch segment {
        case .range(let range): return source.read(at: range.lowerBound + inside, into: part)
        case .zeros: part.initializeMemory(as: UInt8.self, repeating: 0)
        case .bytes(let bytes):
            bytes.withUnsafeBytes { all in
                part.copyMemory(
                    from: UnsafeRawBufferPointer(
                        rebasing: all[Int(inside)..<Int(inside) + part.count]))
            }
        }
        return part.count
    }

    /// Makes the segment that holds `position`, which lies before the end, the current one.
    private func find(_ position: Int64) {
        if starts[current] <= position, position < starts[current + 1] { return }
        if current + 1 < segments.count, starts[current + 1] <= position,
            position < starts[current + 2]
        {
            current += 1
            return
        }
        var (low, high) = (0, segments.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= position { low = middle } else { high = middle }
        }
        current = low
    }
}
