/// Reason why an app cannot be run or replayed, or one of its calls has no answer.
public enum RunError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The engine did what no engine may do.
    case engine(fault: String)
    /// It has started no run; `refusal` is what it was refused last.
    case notStarted(refusal: String?)
    /// The engine could not do what the call asks for.
    case callFailed(call: String, reason: String)
    /// The task that waited for the answer was cancelled.
    case callCancelled(call: String)
    /// The run ended before the answer came, or had ended before the call.
    case runOver(call: String, reason: String)
    /// The app waits for something that is not its run.
    case appWaits(for: String, milliseconds: Int)
    /// The app waited for something that is not its run, and time had moved when it came.
    case appWoken
    /// At the end of a replay the app still waits for something that is not its run, so what it
    /// calls after that was not compared.
    case appLeftWaiting
    /// The app does one thing after another and never waits for its run.
    case appNeverRests(jobs: Int)

    private static let advice =
        "Let it wait for calls and callbacks of its run only: replace sleeps, other threads and "
        + "network calls with values that the test sets."

    /// The fault and the next step.
    public var description: String {
        switch self {
        case .engine(let fault): fault
        case .notStarted(let refusal):
            "the app has started no run"
                + (refusal.map { ", or was refused: its last error is \($0)" } ?? "")
                + ". Start it as it starts live, before the session is replayed."
        case .callFailed(let call, let reason):
            "\(call) failed: \(reason)\(reason.hasSuffix(".") ? "" : ".") Handle the failure, or"
                + " change what the call asks for."
        case .callCancelled(let call):
            "\(call) was cancelled while it waited for its answer. Keep its task until the answer"
                + " comes."
        case .runOver(let call, let reason):
            "\(call) has no answer: the run is over (\(reason)). Start a run before the call."
        case .appWaits(let what, let milliseconds):
            "the app waits for something outside its run: \(what) took longer than"
                + " \(milliseconds) ms of real time. \(Self.advice)"
        case .appWoken:
            "the app continued because of something outside its run, after the time of the run "
                + "had moved on, so two runs would differ. \(Self.advice)"
        case .appLeftWaiting:
            "the app still waits for something outside its run when the session is over, so what it"
                + " calls after that was not compared. \(Self.advice)"
        case .appNeverRests(let jobs):
            "the app ran \(jobs) jobs without waiting for its run. Let it wait for a call or a"
                + " callback, or end."
        }
    }
}
