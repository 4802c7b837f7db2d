internal import VoiceTrace

/// What makes a flight recorder seal what it kept.
public enum RecordingTrigger: Sendable, Equatable {
    /// The end of the recording, whatever ended it.
    case end
    /// A failed expectation, or a caller line that was never reached, known at the end.
    case failure
    /// An intent, whose name is this if one is given: recording ends there.
    case intent(String?)
    /// Somebody's sign from outside, such as a signal to the process: recording ends there.
    case sign

    /// Whether `event` ends the recording and has it sealed.
    func isPulled(by event: TraceEvent) -> Bool {
        guard case .intent(let name) = self, event.kind == "intent",
            let intent = event.fields["intent"]?.string
        else { return false }
        return name == nil || name == intent
    }

    /// Whether a recording that came out as `outcome` is kept; `isPulled` says whether an event or
    /// somebody's sign ended it.
    func keeps(_ outcome: RecordingOutcome, isPulled: Bool) -> Bool {
        switch self {
        case .end: true
        case .failure: !(outcome.unreachedLines + outcome.failedExpectations).isEmpty
        case .intent, .sign: isPulled
        }
    }

    /// Why a session ended whose flight recorder was told to keep it.
    static let endReason = "trigger"
}
