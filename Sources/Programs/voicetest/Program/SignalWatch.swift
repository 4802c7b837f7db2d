import Dispatch
import Synchronization
import VoiceFiles
import VoiceSystem

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
    /// Signals that the parent process ignores stay ignored.
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

    /// Passes a signal on: a handler may interrupt anything, so it only writes.
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
        // A serial queue has a thread of its own where all threads of the global queues are busy,
        // as they are during a replay.
        let queue = DispatchQueue(label: "voicetest.signals", qos: .userInteractive)
        let source = DispatchSource.makeReadSource(fileDescriptor: exit, queue: queue)
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

/// Answer to Ctrl-C and other signals that ask for an end, and to a reader of standard output that
/// goes away: unfinished outputs are removed, then the program ends as it would have.
enum Interruption {
    private static let watchesPipe = Mutex(false)

    /// Begins to watch; signals that the parent process ignores stay ignored.
    ///
    /// Swift's own handler takes SIGQUIT for a crash, says so and goes on.
    static func install() {
        watchesPipe.withLock { $0 = !SignalWatch.isOff(SIGPIPE) }
        SignalWatch.begin([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE]) { end(by: $0) }
    }

    /// Ends the program as the signal for a closed pipe does, if it is watched for.
    static func endAtClosedPipe() {
        if watchesPipe.withLock({ $0 }) { end(by: SIGPIPE) }
    }

    /// Makes the signals that ask for an end mean success from now on: for a verb that nothing else
    /// ends.
    static func endWithSuccess() {
        SignalWatch.begin([SIGINT, SIGTERM, SIGHUP]) { _ in
            DiskFile.betweenWrites { UnfinishedFiles.removeAll { _exit(0) } }
        }
    }

    /// Ends the program as the signal does.
    static func end(by number: Int32) {
        DiskFile.betweenWrites {
            UnfinishedFiles.removeAll {
                signal(number, SIG_DFL)
                var set = sigset_t()
                sigemptyset(&set)
                sigaddset(&set, number)
                // The thread that raises a signal must not be one that holds it back.
                pthread_sigmask(SIG_UNBLOCK, &set, nil)
                raise(number)
            }
        }
    }
}

/// The user's wish to end a recording: the first Ctrl-C asks, so that a session on a device is
/// sealed and a simulated one removed; the second ends the program at once, as it would have
/// without us.
final class StopRequest: Sendable {
    /// The signal that asked; 0 before.
    private let asked = Atomic<Int32>(0)

    /// Begins to watch; signals that the parent process ignores stay ignored.
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

/// Request by SIGUSR1 that a flight recorder seals what it has.
final class SealRequest: Sendable {
    private let isAsked = Atomic<Bool>(false)

    /// Begins to watch.
    init() {
        SignalWatch.begin([SIGUSR1]) { [self] _ in isAsked.store(true, ordering: .releasing) }
    }

    /// Whether it came.
    var isPending: Bool { isAsked.load(ordering: .acquiring) }
}
