internal import Synchronization

/// A ring of frames between one writer and one reader on different threads, without a lock.
///
/// Shape: a power of two of frames; positions count up for ever and are never reset. The writer
/// alone calls ``put(_:at:)`` and ``commit(_:)``, the reader alone ``read(_:into:)``. Nothing here
/// allocates after `init`, locks, or calls the system.
/// Source: Lamport 1977, "Proving the correctness of multiprocess programs".
struct SampleRing: ~Copyable {
    /// Frames it holds.
    let capacity: Int
    private let mask: Int
    private let storage: UnsafeMutablePointer<Float>
    private let written = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)

    /// A ring for at least `frames` frames; zeroed, so that its memory is there before it is used.
    init(frames: Int) {
        var capacity = 1
        while capacity < frames { capacity *= 2 }
        self.capacity = capacity
        mask = capacity - 1
        storage = .allocate(capacity: capacity)
        storage.initialize(repeating: 0, count: capacity)
    }

    deinit { storage.deallocate() }

    /// Number of frames that were written since the beginning.
    var writtenCount: Int { written.load(ordering: .acquiring) }

    /// Number of frames that the writer may put.
    var room: Int {
        capacity
            - (written.load(ordering: .relaxed) - taken.load(ordering: .acquiring))
    }

    /// Puts a frame `offset` frames behind the last committed one; there must be room.
    func put(_ sample: Float, at offset: Int) {
        storage[(written.load(ordering: .relaxed) &+ offset) & mask] = sample
    }

    /// Shows the reader the next `count` frames that were put.
    func commit(_ count: Int) {
        written.store(written.load(ordering: .relaxed) &+ count, ordering: .releasing)
    }

    /// Takes at most `limit` frames, appended to `frames`; returns their number.
    func read(_ limit: Int, into frames: inout [Float]) -> Int {
        let start = taken.load(ordering: .relaxed)
        let count = min(limit, written.load(ordering: .acquiring) &- start)
        guard count > 0 else { return 0 }
        let first = min(count, capacity - (start & mask))
        frames.append(
            contentsOf: UnsafeBufferPointer(start: storage + (start & mask), count: first))
        frames.append(contentsOf: UnsafeBufferPointer(start: storage, count: count - first))
        taken.store(start &+ count, ordering: .releasing)
        return count
    }
}
