import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The wish of somebody outside, by SIGUSR1, that a flight recorder seals what it has.
final class SealRequest: Sendable {
    private let isAsked = Atomic<Bool>(false)

    /// Begins to watch.
    init() {
        SignalWatch.begin([SIGUSR1]) { [self] _ in isAsked.store(true, ordering: .releasing) }
    }

    /// Whether it came.
    var isPending: Bool { isAsked.load(ordering: .acquiring) }
}
