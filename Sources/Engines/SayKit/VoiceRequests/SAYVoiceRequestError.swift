/// Reason why a request has no answer.
public struct SAYVoiceRequestError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// Nothing was said, or nothing that the recognizer knows.
        case noContent
        /// The recognizer took longer than ``SAYSpeechRecognitionManager/responseTimeout``.
        case responseTimeout
        /// Microphone or recognition are not allowed.
        case unauthorized
        /// The recognizer failed.
        case serverFailure
        /// Every answer was understood and did not fit.
        case invalidInput
        /// The request itself is of no use, as a select request without options.
        case invalidRequest
        /// The user or the app cancelled the request.
        case cancelled
        /// Another request is presented, or this one is.
        case busy
        /// The run of the engine is over, or could not begin.
        case runOver
    }

    /// The kind of failure.
    public var code: Code
    /// Message on what happened, for people.
    public var message: String

    /// A failure.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }

    static let busy = SAYVoiceRequestError(
        .busy, "a request is presented. Wait for its end, or cancel it.")
    static let busyWithDialogue = SAYVoiceRequestError(
        .busy, "a dialogue runs. Wait for its end, or cancel it.")
    static let cancelled = SAYVoiceRequestError(.cancelled, "the request was cancelled.")
}

/// Outcome of a request: an answer, a failure or a cancellation.
public enum SAYVoiceRequestOutcome<Value: Sendable>: Sendable {
    /// The request was answered; `transcript` is nil where the answer was given without words.
    case answered(Value?, transcript: String?)
    /// The request has no answer; `transcript` is what was heard last.
    case failed(SAYVoiceRequestError, transcript: String?)
    /// The user or the app cancelled it.
    case cancelled

    /// Returns the outcome with the answer and its words made another value.
    func map<Other: Sendable>(
        _ other: (Value, _ transcript: String?) -> Other?
    ) -> SAYVoiceRequestOutcome<Other> {
        switch self {
        case .answered(let value, let transcript):
            .answered(value.flatMap { other($0, transcript) }, transcript: transcript)
        case .failed(let error, let transcript): .failed(error, transcript: transcript)
        case .cancelled: .cancelled
        }
    }

    /// The answer; nil without one.
    public var value: Value? {
        if case .answered(let value, _) = self { value } else { nil }
    }

    /// Words that were heard last; nil where nothing was.
    public var transcript: String? {
        switch self {
        case .answered(_, let transcript), .failed(_, let transcript): transcript
        case .cancelled: nil
        }
    }

    /// Reason why there is no answer; nil where there is one, and of a cancelled request.
    public var error: SAYVoiceRequestError? {
        if case .failed(let error, _) = self { error } else { nil }
    }
}
