import Synchronization
import VoiceFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What happens at Ctrl-C, or when the reader of standard output goes away: unfinished outputs are
/// removed, then the program ends as it would have.
enum Interruption {
    private static let watchesPipe = Mutex(false)

    /// Begins to watch; signals that whoever started the program had switched off stay off.
    static func install() {
        SignalWatch.begin([SIGINT, SIGTERM, SIGHUP]) { end(by: $0) }
        guard !SignalWatch.isOff(SIGPIPE) else { return }
        signal(SIGPIPE, SIG_IGN)
        watchesPipe.withLock { $0 = true }
    }

    /// Ends the program as the signal for a closed pipe does, if it is watched for.
    static func endAtClosedPipe() {
        if watchesPipe.withLock({ $0 }) { end(by: SIGPIPE) }
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
