internal import Dispatch

/// The only real time of a run: the time that an app may wait for something that is not its run.
/// The run fails at its end; it decides nothing else.
enum RealTimeLimit {
    /// Does `work` on the main queue when so many milliseconds have passed.
    static func after(milliseconds: Int, _ work: @escaping @Sendable () -> Void) {
        DispatchQueue.main.asyncAfter(deadline: end(milliseconds: milliseconds), execute: work)
    }

    /// Returns the time at which so many milliseconds have passed.
    static func end(milliseconds: Int) -> DispatchTime {
        DispatchTime.now() + .milliseconds(milliseconds)
    }
}
