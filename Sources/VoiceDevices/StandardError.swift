#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Standard error while a library writes to it what nobody asked for.
///
/// PortAudio and the sound server's plug-ins print about every device that they cannot open. Only
/// starting and opening are quiet, before there is anything else to say.
enum StandardError {
    static func silently<Result>(_ work: () -> Result) -> Result {
        let kept = dup(STDERR_FILENO)
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard kept >= 0, nowhere >= 0 else { return work() }
        dup2(nowhere, STDERR_FILENO)
        defer {
            dup2(kept, STDERR_FILENO)
            close(kept)
            close(nowhere)
        }
        return work()
    }
}
