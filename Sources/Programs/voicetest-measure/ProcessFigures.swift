import VoiceFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What this process has used so far.
enum ProcessFigures {
    /// Processor time in nanoseconds: other work on the machine counts less than in wall time.
    static var processorNanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Resident memory in kilobytes.
    static var residentKilobytes: Int64 {
        guard let bytes = try? DiskFile.read("/proc/self/statm", limit: 4_096) else { return 0 }
        let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return (pages.count > 1 ? Int64(pages[1]) ?? 0 : 0) * Int64(getpagesize()) / 1_024
    }
}
