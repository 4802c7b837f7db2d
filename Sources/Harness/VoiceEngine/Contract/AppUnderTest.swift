internal import VoiceJSON
public import VoiceTime
public import VoiceTrace

/// An app object that a recorded session is replayed against: its calls are compared, not repeated.
///
/// The replay works on the thread it was called on and calls the app from there.
public protocol AppUnderTest {
    /// Inputs that it hands to its engine beside its calls; nil where they are not compared. Asked
    /// before ``begin(at:)``.
    var inputs: AppInputs? { get }

    /// The calls it made before its engine ran, on a clock of `rate`.
    mutating func begin(at rate: SampleRate) -> [EngineCall]

    /// Delivers a callback; returns the calls it made meanwhile, in order.
    mutating func receive(_ callback: EngineCallback) -> [EngineCall]

    /// Hears how a call of its own was answered; the calls it made because of it, in order, or nil
    /// where it waits for no answers and the recorded calls count.
    mutating func receive(_ answer: CallAnswer) -> [EngineCall]?

    /// Sees every event, before the callback about it.
    mutating func observe(_ event: TraceEvent)

    /// Sees the outcome of a prompt, before the events about it.
    mutating func observe(_ request: PromptRequest, _ outcome: PromptOutcome)

    /// The engine has ended; nil when the session ended first.
    mutating func end(reason: String?)

    /// Reason why the app could not be run to its end, as one sentence; nil where it was. Asked
    /// after ``end(reason:)``.
    var failure: String? { get }
}

extension AppUnderTest {
    /// Nil: the app hands over nothing but calls.
    public var inputs: AppInputs? { nil }

    /// Waits for no answers.
    public mutating func receive(_ answer: CallAnswer) -> [EngineCall]? { nil }

    /// Does nothing: the outcomes of prompts stand in the events.
    public mutating func observe(_ request: PromptRequest, _ outcome: PromptOutcome) {}

    /// None: an app without tasks is run to its end.
    public var failure: String? { nil }
}

/// A callback that the app answered otherwise than when the session was recorded, something else
/// that it handed to its engine, or why the app could not be replayed to its end.
public struct AnswerDifference: Sendable, Equatable, CustomStringConvertible {
    /// The event the callback was about; nil for the calls before the run.
    public var event: TraceEvent?
    /// Mark by which the event is the same one in two traces; nil for the calls before the run.
    public var identity: String?
    /// The callback; `run` for the calls before it, `load` for what was handed over beside calls.
    public var callback: String
    /// Calls of the app when the session was recorded.
    public var recorded: [EngineCall]
    /// Calls of the app now.
    public var actual: [EngineCall]
    /// Reason why the app could not be replayed to its end; nil for a difference between calls.
    public var failure: String?
    /// The value that the app handed over otherwise, with its file and line where they are known;
    /// nil for a difference between calls.
    package var handed: String?
    /// Advice beside it, such as how to record the session; nil for none.
    package var hint: String?

    /// A difference between two answers.
    package init(
        event: TraceEvent?, identity: String?, callback: String, recorded: [EngineCall],
        actual: [EngineCall]
    ) {
        self.event = event
        self.identity = identity
        self.callback = callback
        self.recorded = recorded
        self.actual = actual
    }

    /// The app's failure, of which no calls are known.
    package init(failure: String) {
        self.init(event: nil, identity: nil, callback: "app", recorded: [], actual: [])
        self.failure = failure
    }

    /// A value that the app handed over otherwise, in words.
    package init(handed: String) {
        self.init(event: nil, identity: nil, callback: "load", recorded: [], actual: [])
        self.handed = handed
    }

    /// Says what the app called, and what it had called when the session was recorded.
    public var description: String {
        if let told = failure ?? handed { return told }
        func text(_ calls: [EngineCall]) -> String {
            let all = calls.map { "\($0.name)\(JSONWriter.text(.object($0.arguments)))" }
            return all.isEmpty ? "nothing" : all.joined(separator: ", ")
        }
        let place = event.map { " about \(identity ?? $0.kind) at frame \($0.frame)" } ?? ""
        return "\(callback)\(place): the app called \(text(actual)); recorded: \(text(recorded))"
            + (hint.map { ". \($0)" } ?? "")
    }
}
