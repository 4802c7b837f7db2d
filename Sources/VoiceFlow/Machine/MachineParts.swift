internal import VoiceMedia
internal import VoiceTime

/// The numbers of media jobs: which is next, and whose news still counts.
struct JobNumbers {
    private var next = 1
    /// News of jobs before this one comes too late: their turn is over.
    private var first = 1
    /// A job that is to end for a reason from outside, once earlier news is taken.
    private var ending: (job: Int, reason: StopReason)?

    /// The number of a new job.
    mutating func take() -> Int {
        defer { next += 1 }
        return next
    }

    /// Whether news of `job` counts.
    func counts(_ job: Int) -> Bool { job >= first }

    /// The turn of all jobs so far is over.
    mutating func endTurn() {
        first = next
        ending = nil
    }

    /// Notes that `job` is to end; false where that is noted already.
    mutating func end(_ job: Int, _ reason: StopReason) -> Bool {
        guard ending?.job != job else { return false }
        ending = (job, reason)
        return true
    }

    /// The job that is to end now.
    mutating func takeEnding() -> (job: Int, reason: StopReason)? {
        defer { ending = nil }
        return ending
    }
}

/// Counts what happens without time passing.
struct StepCounter {
    private var frame: Frame = 0
    private var count = 0

    /// Begins at `frame`: no transition leads to the first module.
    mutating func start(at frame: Frame) { (self.frame, count) = (frame, -1) }

    /// Counts a step; false when there are more than `limit` at one frame.
    mutating func count(at frame: Frame, limit: Int) -> Bool {
        (self.frame, count) = frame == self.frame ? (frame, count + 1) : (frame, 1)
        return count <= limit
    }
}

/// The change of course that was asked for last and is not made yet.
struct AskedCourse {
    private var next: VoiceflowMachine.Control?
    /// True once a stop was asked for: no other wish takes it back.
    private var isStopping = false

    /// The app asks for `control`.
    mutating func ask(_ control: VoiceflowMachine.Control) {
        guard !isStopping else { return }
        next = control
        isStopping = control == .stop
    }

    /// The world makes it impossible to go on; what the app asked for goes first.
    mutating func fail(_ error: String) { if next == nil { next = .fail(error) } }

    /// The change that is to be made now.
    mutating func take() -> VoiceflowMachine.Control? {
        defer { next = nil }
        return next
    }
}
