import Dispatch
import VoiceAudio

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What happens at Ctrl-C: unfinished outputs are removed, then the program ends as it would have.
enum Interruption {
    /// Begins to watch; signals that whoever started the program had switched off stay off.
    static func install() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            if unsafeBitCast(signal(number, SIG_IGN), to: Int.self) == 1 { continue }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // The handler holds its source, which so lives as long as the program.
            source.setEventHandler {
                _ = source
                UnfinishedFiles.removeAll()
                signal(number, SIG_DFL)
                kill(getpid(), number)
            }
            source.resume()
        }
    }
}
