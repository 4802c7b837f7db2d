internal import VoiceSystem

/// The time that a program may take for an answer, as ``TimeAccount`` counts it.
struct ReplyLimit {
    /// Interval between looks at the system: an answer that comes sooner costs no look at `/proc`.
    private static let slice: Int64 = 250_000_000
    /// The system counts in parts of this length.
    private static let shortestSlice: Int64 = 10_000_000

    private let guardProcess: pid_t
    private var account: TimeAccount
    private var nextLook: Int64

    /// A limit that begins now, for the program under the guard `guardProcess`.
    init(milliseconds: Int, realMilliseconds: Int? = nil, under guardProcess: pid_t) {
        let now = ReplyDeadline.now()
        self.guardProcess = guardProcess
        account = TimeAccount(
            milliseconds: milliseconds, realMilliseconds: realMilliseconds, at: now)
        nextLook = now + min(Self.slice, account.left)
    }

    /// The longest time to wait before the next ``excess()``.
    var millisecondsLeft: Int32 { ReplyDeadline.wait(until: nextLook) }

    /// Returns the limit that the program is over; nil where it has time left.
    mutating func excess() -> ProgramLateness? {
        let now = ReplyDeadline.now()
        guard now >= nextLook else { return nil }
        let lateness = account.step(FamilyTime.sample(under: guardProcess), at: now)
        nextLook = now + max(Self.shortestSlice, min(Self.slice, account.left))
        return lateness
    }
}
