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

    /// How many notes fit.
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

    /// Takes the next note; nil when there is none.
    func take() -> DeviceNote? {
        let start = taken.load(ordering: .relaxed)
        guard start != written.load(ordering: .acquiring) else { return nil }
        let note = storage[start & (Self.capacity - 1)]
        taken.store(start &+ 1, ordering: .releasing)
        return note
    }
}
