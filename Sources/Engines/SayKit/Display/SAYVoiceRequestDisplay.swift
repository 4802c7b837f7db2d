/// State of the microphone, as a display shows it.
public enum SAYMicrophoneState: String, Sendable, CaseIterable {
    /// The microphone is closed, and a tap does nothing.
    case disabled
    /// The microphone is closed, and a tap opens it.
    case enabled
    /// The microphone is open, and a tap ends listening.
    case active
}

/// Shows a request while it is presented: the work of SayKit's `SAYVoiceRequestViewController`.
///
/// A display may answer instead of speech, through the request that it is given: with
/// ``SAYVoiceRequest/typeAnswer(_:)``, ``SAYVoiceRequest/choose(at:)``,
/// ``SAYVoiceRequest/tapMicrophone()`` and ``SAYVoiceRequest/cancel()``.
@MainActor
public protocol SAYVoiceRequestDisplay: AnyObject {
    /// Interval in milliseconds at which the level of the microphone is wanted; 0 for never.
    var levelMilliseconds: Int { get }

    /// A request is presented; its prompt and choices follow.
    func requestDidAppear(_ request: SAYVoiceRequest)

    /// Shows the prompt; a follow-up request brings another one.
    func displayPromptText(_ text: String)

    /// Shows what can be picked; empty for free answers.
    func displayChoices(_ choices: [String])

    /// Shows the state of the microphone.
    func displayMicrophone(_ state: SAYMicrophoneState)

    /// Shows the level of the microphone in decibels of full scale, -160 through 0.
    func displayMicrophoneLevel(_ decibels: Double)

    /// Shows the words that are understood so far.
    func displayPartialTranscript(_ text: String)

    /// Shows the reason why there is no answer.
    func displayErrorMessage(_ text: String)

    /// The request is dismissed.
    func requestDidDisappear(_ request: SAYVoiceRequest)
}

extension SAYVoiceRequestDisplay {
    /// Never.
    public var levelMilliseconds: Int { 0 }

    /// Does nothing.
    public func requestDidAppear(_ request: SAYVoiceRequest) {}

    /// Does nothing.
    public func displayPromptText(_ text: String) {}

    /// Does nothing.
    public func displayChoices(_ choices: [String]) {}

    /// Does nothing.
    public func displayMicrophone(_ state: SAYMicrophoneState) {}

    /// Does nothing.
    public func displayMicrophoneLevel(_ decibels: Double) {}

    /// Does nothing.
    public func displayPartialTranscript(_ text: String) {}

    /// Does nothing.
    public func displayErrorMessage(_ text: String) {}

    /// Does nothing.
    public func requestDidDisappear(_ request: SAYVoiceRequest) {}
}

/// Shows nothing.
@MainActor
public final class SAYNullVoiceRequestDisplay: SAYVoiceRequestDisplay {
    /// A display that shows nothing.
    public init() {}
}
