internal import Synchronization

/// A ring of notes from the callback to the core, without a lock, as ``SampleRing`` is.
struct NoteRing: ~Copyable {
    static let capacity = 1_024
    private let storage: UnsafeMutablePointer<DeviceNote>
    private let written = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)

    init() {
        storage = .allocate(capacity: Self.capacity)
        storage.initialize(
            repeating: DeviceNote(kind: .times, position: 0), count: Self.capacity)
    }

    deinit { storage.deallocate() }

    /// Number of notes that fit.
    var room: Int {
        Self.capacity - (written.load(ordering: .relaxed) - taken.load(ordering: .acquiring))
    }

    /// Writes a note; false when there is no room.
    func put(_ note: DeviceNote) -> Bool {
        guard room > 0 else { return false }
        let end = written.load(ordering: .relaxed)
        storage[end & (Self.capacity - 1)] = note
        written.store(end &+ 1, ordering: .releasing)
        return true
    }

    /// Takes the oldest note; nil where there is none.
    func next() -> DeviceNote? {
        let start = taken.load(ordering: .relaxed)
        guard start != written.load(ordering: .acquiring) else { return nil }
        let note = storage[start & (Self.capacity - 1)]
        taken.store(start &+ 1, ordering: .releasing)
        return note
    }
}

/// Note of a callback to the core, besides sound.
struct DeviceNote {
    enum Kind {
        /// Frames were lost before `position`.
        case lost
        /// The frame at `position` was captured, or will sound, at `moment`.
        case times
    }

    var kind: Kind
    /// Frames in the ring before it, since the beginning.
    var position: Int
    var frames = 0
    /// Number of them that the host lost; the ring had no room for the others.
    var hostFrames = 0
    /// Time at which the frame passes the microphone or the loudspeaker, in seconds of the host's
    /// clock.
    var moment = 0.0
    /// Time from that to the callback, in seconds: a captured block's end before it, the beginning
    /// of a played one after it.
    var distance = 0.0
}
