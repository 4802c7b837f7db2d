/// Speech that a request expects to hear: the recognizer listens for that and nothing else.
public enum SAYExpectedSpeech: Sendable, Hashable {
    /// Anything: the general model.
    case anything
    /// Yes and no in many wordings.
    case confirmation
    /// These options and their aliases.
    case options([SAYSelectOption])
    /// Numbers, in words or digit by digit.
    case numbers
    /// Sentences of these templates.
    case templates([String])
    /// Commands, which are free speech.
    case commands
}

/// Makes values of a recognizer's results.
@MainActor
public protocol SAYVoiceRequestInterpreter<Value> {
    /// Type of the values that answers are made into.
    associatedtype Value: Sendable

    /// Interprets `result` and calls `completion` with its meaning, now or later. Calls of
    /// `completion` after the first have no effect; without one the request waits for ever.
    func voiceRequest(
        _ request: SAYVoiceRequest, interpret result: SAYSpeechRecognitionResult,
        completion: @escaping @MainActor (SAYInterpretation<Value>) -> Void)
}

/// Interprets with a pure function, such as the interpreters of numbers and choices.
public struct SAYStandardInterpreter<Value: Sendable>: SAYVoiceRequestInterpreter {
    private let read: @MainActor (SAYSpeechRecognitionResult) -> SAYInterpretation<Value>

    /// Interprets with `interpreter`.
    public init<Typed: SAYTypedInterpreter<Value>>(_ interpreter: Typed) {
        read = { interpreter.interpret($0) }
    }

    /// Interprets with `read`.
    public init(
        _ read: @escaping @MainActor (SAYSpeechRecognitionResult) -> SAYInterpretation<Value>
    ) { self.read = read }

    /// Calls `completion` at once.
    public func voiceRequest(
        _ request: SAYVoiceRequest, interpret result: SAYSpeechRecognitionResult,
        completion: @escaping @MainActor (SAYInterpretation<Value>) -> Void
    ) { completion(read(result)) }
}

/// Response to an answer: first the feedback is spoken, then the request ends or another follows.
public struct SAYVoiceRequestResponse {
    /// Prompt that is spoken first; nil for nothing.
    public var feedbackPrompt: SAYVoicePrompt?
    /// Request that is asked after the action; nil ends the request.
    public var followupRequest: SAYVoiceRequest?
    /// Action that is done once the request is dismissed, or before ``followupRequest``.
    public var action: (@MainActor () -> Void)?
    /// Whether the same request is asked again, as often as it may be; then ``action`` is done only
    /// where it may not.
    public var asksAgain = false

    /// A response of these parts.
    public init(
        feedbackPrompt: SAYVoicePrompt? = nil, followupRequest: SAYVoiceRequest? = nil,
        action: (@MainActor () -> Void)? = nil
    ) {
        self.feedbackPrompt = feedbackPrompt
        self.followupRequest = followupRequest
        self.action = action
    }

    /// A response that ends the request.
    public static func terminalResponse(
        action: (@MainActor () -> Void)? = nil
    ) -> SAYVoiceRequestResponse { SAYVoiceRequestResponse(action: action) }

    /// A response that asks `request` next.
    public static func response(
        followupRequest request: SAYVoiceRequest
    ) -> SAYVoiceRequestResponse { SAYVoiceRequestResponse(followupRequest: request) }

    /// A response that asks the same request again; `action` is done where it may not be asked any
    /// more.
    public static func reprompt(
        feedbackPrompt: SAYVoicePrompt? = nil, orElse action: (@MainActor () -> Void)? = nil
    ) -> SAYVoiceRequestResponse {
        var response = SAYVoiceRequestResponse(feedbackPrompt: feedbackPrompt, action: action)
        response.asksAgain = true
        return response
    }
}

/// Decides what follows an answer.
@MainActor
public protocol SAYVoiceRequestResponder<Value> {
    /// Type of the values that it decides about.
    associatedtype Value: Sendable

    /// Returns the response to an answer, valid or not.
    func respond(to interpretation: SAYInterpretation<Value>) -> SAYVoiceRequestResponse

    /// Returns the response to a failure of recognition.
    func respond(toRecognitionError error: SAYVoiceRequestError) -> SAYVoiceRequestResponse

    /// Returns the action after the request was cancelled; nil for nothing.
    func respondToCancellation(of request: SAYVoiceRequest) -> (@MainActor () -> Void)?
}

/// Standard responder: asks again for a useless answer, and does one thing in the end.
@MainActor
public final class SAYStandardRequestResponder<Value: Sendable>: SAYVoiceRequestResponder {
    /// Gets the value in the end; nil without one.
    public var userAction: (@MainActor (Value?) -> Void)?
    /// Decides about valid answers instead of ``userAction``.
    public var successResponder: (@MainActor (Value?) -> SAYVoiceRequestResponse)?
    /// Decides about answers that do not fit; the usual one says why and asks again.
    public var invalidResponder: (@MainActor ([SAYValidationError]) -> SAYVoiceRequestResponse)?
    /// Action without an answer, instead of ``userAction``: after the last retry, after a fatal
    /// error and after cancelling.
    public var failureAction: (@MainActor () -> Void)?
    /// Number of times that a failed answer is asked for again; nil for the usual of the request.
    public var supportedRetryCount: Int?
    /// Text that is spoken before asking again; nil for the standard sentence.
    public var repromptMessageText: String?
    /// Function that gets the request's outcome, for completion blocks of version 0.6.
    let outcomeAction: (@MainActor (SAYVoiceRequestOutcome<Value>) -> Void)?

    /// A responder that calls `userAction` once.
    public init(userAction: (@MainActor (Value?) -> Void)? = nil) {
        self.userAction = userAction
        outcomeAction = nil
    }

    init(outcomeAction: @escaping @MainActor (SAYVoiceRequestOutcome<Value>) -> Void) {
        self.outcomeAction = outcomeAction
    }

    /// Whether the engine's own rules are enough: ask again, then end.
    var isPlain: Bool { successResponder == nil && invalidResponder == nil }

    /// Returns the response to an answer.
    public func respond(to interpretation: SAYInterpretation<Value>) -> SAYVoiceRequestResponse {
        guard !interpretation.isValid else {
            let value = interpretation.value
            if let successResponder { return successResponder(value) }
            return .terminalResponse { [userAction] in userAction?(value) }
        }
        if let invalidResponder { return invalidResponder(interpretation.validationErrors) }
        let reason = interpretation.validationErrors.compactMap(\.reason).first
        let feedback = repromptMessageText ?? reason
        return .reprompt(feedbackPrompt: feedback.map { SAYVoicePrompt(message: $0) }) {
            [weak self] in self?.fail()
        }
    }

    /// Asks again, but for failures that asking again does not help.
    public func respond(
        toRecognitionError error: SAYVoiceRequestError
    ) -> SAYVoiceRequestResponse {
        let feedback = SAYVoicePrompt(message: error.message)
        guard error.code != .unauthorized else {
            return SAYVoiceRequestResponse(feedbackPrompt: feedback) { [weak self] in self?.fail() }
        }
        return .reprompt(feedbackPrompt: feedback) { [weak self] in self?.fail() }
    }

    /// Returns the action without an answer.
    public func respondToCancellation(
        of request: SAYVoiceRequest
    ) -> (@MainActor () -> Void)? {
        { self.fail() }
    }

    func fail() {
        if let failureAction { failureAction() } else { userAction?(nil) }
    }

    /// The request has ended by the engine's own rules.
    func finish(_ outcome: SAYVoiceRequestOutcome<Value>) {
        outcomeAction?(outcome)
        if case .answered(let value, _) = outcome { userAction?(value) } else { fail() }
    }
}
