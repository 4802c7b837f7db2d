import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The user's wish to end a recording: the first Ctrl-C asks, so that a session on a device is
/// sealed and a simulated one removed; the second ends the program at once, as it would have
/// without us.
final class StopRequest: Sendable {
    /// The signal that asked; 0 before.
    private let asked = Atomic<Int32>(0)

    /// Begins to watch; signals that whoever started the program had switched off stay off.
    init() {
        let numbers = [SIGINT, SIGTERM, SIGHUP]
        SignalWatch.begin(numbers) { [self] number in
            SignalWatch.release(numbers)
            asked.store(number, ordering: .releasing)
        }
    }

    /// Whether the user wants an end.
    var isPending: Bool { signal != 0 }

    /// The signal that asked for it; 0 where none has.
    var signal: Int32 { asked.load(ordering: .acquiring) }
}
