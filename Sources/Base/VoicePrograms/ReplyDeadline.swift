internal import VoiceSystem

/// Deadline of a program's answer: the only real time here. When it is over the program is ended;
/// it decides nothing else.
struct ReplyDeadline {
    private let end: Int64

    /// Creates a deadline so many milliseconds from now.
    init(milliseconds: Int) { end = Self.now() + Int64(max(0, milliseconds)) * 1_000_000 }

    /// Milliseconds left, as far as one wait may be long; 0 when the time is over.
    var millisecondsLeft: Int32 { Self.wait(until: end) }

    /// Milliseconds from now to `time`, rounded up, as far as one wait may be long; 0 when it is
    /// over.
    static func wait(until time: Int64) -> Int32 {
        Int32(max(0, min((time - now() + 999_999) / 1_000_000, 1_000_000)))
    }

    /// Nanoseconds of a clock that never goes back.
    @inline(never)
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
