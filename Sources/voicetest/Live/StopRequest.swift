import Dispatch
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
        for number in [SIGINT, SIGTERM, SIGHUP] {
            if unsafeBitCast(signal(number, SIG_IGN), to: Int.self) == 1 { continue }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // The handler holds its source, which so lives as long as the program.
            source.setEventHandler { [self] in
                _ = source
                isAsked.store(true, ordering: .releasing)
                for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
            }
            source.resume()
        }
    }

    /// Whether the user wants an end.
    var isPending: Bool { isAsked.load(ordering: .acquiring) }
}
