import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Signals that the program answers itself, on a thread where everything may be done.
///
/// A handler passes the number on through a pipe: from the moment ``begin(_:then:)`` returns no
/// signal is lost. (Dispatch's own signal sources begin to listen a while later, and a signal in
/// between is gone.)
/// Source: D. J. Bernstein, "The self-pipe trick".
enum SignalWatch {
    /// The pipe's end that handlers write to.
    private static let entrance = Atomic<Int32>(-1)
    private static let acts = Mutex<[Int32: @Sendable (Int32) -> Void]>([:])

    /// Begins to watch; `act` is called with the number of each signal that comes.
    ///
    /// Signals that whoever started the program had switched off stay off.
    static func begin(_ numbers: [Int32], then act: @escaping @Sendable (Int32) -> Void) {
        acts.withLock { acts in
            guard openPipe() else { return }
            for number in numbers where !isOff(number) {
                acts[number] = act
                var action = sigaction()
                #if canImport(Glibc)
                    action.__sigaction_handler.sa_handler = { SignalWatch.pass($0) }
                #else
                    action.__sigaction_u.__sa_handler = { SignalWatch.pass($0) }
                #endif
                action.sa_flags = SA_RESTART
                _ = sigaction(number, &action, nil)
            }
        }
    }

    /// Whether a signal is switched off.
    static func isOff(_ number: Int32) -> Bool {
        var action = sigaction()
        _ = sigaction(number, nil, &action)
        #if canImport(Glibc)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sigaction_u.__sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == 1
    }

    /// Lets signals do again what they do to every program.
    static func release(_ numbers: [Int32]) {
        acts.withLock { acts in
            for number in numbers where acts.removeValue(forKey: number) != nil {
                signal(number, SIG_DFL)
            }
        }
    }

    /// What a handler does: it may interrupt anything, so it only writes.
    private static func pass(_ number: Int32) {
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(entrance.load(ordering: .acquiring), &byte, 1)
        errno = before
    }

    private static func openPipe() -> Bool {
        guard entrance.load(ordering: .relaxed) < 0 else { return true }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let exit = ends[0]
        let source = DispatchSource.makeReadSource(fileDescriptor: exit, queue: .global())
        // The handler holds its source, which so lives as long as the program.
        source.setEventHandler {
            _ = source
            var byte: UInt8 = 0
            guard read(exit, &byte, 1) == 1 else { return }
            let number = Int32(byte)
            let act = acts.withLock { $0[number] }
            act?(number)
        }
        entrance.store(ends[1], ordering: .releasing)
        source.resume()
        return true
    }
}
