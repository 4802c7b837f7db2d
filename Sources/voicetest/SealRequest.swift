import Dispatch
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
        signal(SIGUSR1, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .global())
        // The handler holds its source, which so lives as long as the program.
        source.setEventHandler { [self] in
            _ = source
            isAsked.store(true, ordering: .releasing)
        }
        source.resume()
    }

    /// Whether it came.
    var isPending: Bool { isAsked.load(ordering: .acquiring) }
}
