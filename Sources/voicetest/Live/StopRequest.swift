import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The user's wish to end a recording: the first Ctrl-C asks, so that the session is sealed; the
/// second ends the program at once, as it would have without us.
final class StopRequest: Sendable {
    private let isAsked = Atomic<Bool>(false)

    /// Begins to watch; signals that whoever started the program had switched off stay off.
    init() {
        let numbers = [SIGINT, SIGTERM, SIGHUP]
        SignalWatch.begin(numbers) { [self] _ in
            SignalWatch.release(numbers)
            isAsked.store(true, ordering: .releasing)
        }
    }

    /// Whether the user wants an end.
    var isPending: Bool { isAsked.load(ordering: .acquiring) }
}
