/// The time of a program and of all that it started, as the system counts it, in nanoseconds.
struct TimeSample: Equatable {
    /// Processor time of the running processes, with that of the ended ones.
    var processor: Int64
    /// The time that their threads were ready to run and had no processor.
    var ready: Int64
    /// Whether a thread runs or is ready to run now.
    var isActive: Bool
}

/// Counts a program's own time until it is over a limit: a pure machine.
///
/// Two times have the same limit: that in which the program ran, and that in which it neither ran
/// nor was ready to run, so it waited for something. Time in which other programs had the processor
/// counts for neither. Threads that run at once count once, so neither time passes faster than real
/// time. Where the system says nothing of the program, real time counts.
struct TimeAccount {
    /// Factor of its own limit that a program may take of real time.
    static let realTimeFactor: Int64 = 10

    private let limit: Int64
    private let realLimit: Int64
    private let start: Int64
    private var last: Int64
    private var sample: TimeSample?
    private var highest: Int64 = 0
    private var processor: Int64 = 0
    private var blocked: Int64 = 0
    private var unknown: Int64 = 0

    /// An account that begins at `now`, in nanoseconds as all times here.
    init(milliseconds: Int, realMilliseconds: Int? = nil, at now: Int64) {
        limit = Self.nanoseconds(milliseconds)
        realLimit =
            realMilliseconds.map(Self.nanoseconds)
            ?? limit * Self.realTimeFactor
        start = now
        last = now
    }

    /// The least time that the program has until it is over a limit.
    var left: Int64 {
        max(0, min(limit - max(processor, blocked, unknown), realLimit - (last - start)))
    }

    /// Counts the time from the last step to `now`; `sample` is what the system knows, nil for
    /// nothing. Returns the limit that the program is over, if any.
    mutating func step(_ sample: TimeSample?, at now: Int64) -> ProgramLateness? {
        count(sample, max(0, now - last))
        last = now
        if processor >= limit { return .processor(milliseconds: Self.milliseconds(limit)) }
        if blocked >= limit { return .blocked(milliseconds: Self.milliseconds(limit)) }
        if unknown >= limit { return .clock(milliseconds: Self.milliseconds(limit)) }
        return now - start >= realLimit ? .clock(milliseconds: Self.milliseconds(realLimit)) : nil
    }

    private mutating func count(_ sample: TimeSample?, _ elapsed: Int64) {
        defer { self.sample = sample }
        guard let sample else {
            unknown += elapsed
            return
        }
        // The highest count: a sample may miss a program that another one has.
        let ran = min(elapsed, max(0, sample.processor - highest))
        highest = max(highest, sample.processor)
        guard let before = self.sample else { return }
        processor += ran
        guard !sample.isActive else { return }
        blocked += max(0, elapsed - ran - max(0, sample.ready - before.ready))
    }

    private static func nanoseconds(_ milliseconds: Int) -> Int64 {
        Int64(max(0, min(milliseconds, 1_000_000_000))) * 1_000_000
    }

    private static func milliseconds(_ nanoseconds: Int64) -> Int { Int(nanoseconds / 1_000_000) }
}
