/// Reason why an answer is not a valid value.
public struct SAYValidationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of fault.
    public enum ErrorType: String, Sendable, Equatable {
        /// The words are understood and do not fit the request.
        case invalidInput
        /// Nothing was said.
        case noInput
    }

    /// The kind of fault.
    public var type: ErrorType
    /// The sentence for the user; nil without one.
    public var reason: String?

    /// A fault.
    public init(type: ErrorType, reason: String? = nil) {
        self.type = type
        self.reason = reason
    }

    /// The reason, or the kind.
    public var description: String { reason ?? type.rawValue }
}

/// The kind of ``SAYValidationError`` of words that do not fit the request.
public let SAYValidationErrorTypeInvalidInput = SAYValidationError.ErrorType.invalidInput
/// The kind of ``SAYValidationError`` where nothing was said.
public let SAYValidationErrorTypeNoInput = SAYValidationError.ErrorType.noInput

/// Reason why an interpretation came out as it did: a rule by its name, and the facts that it
/// compared.
public struct InterpretationEvidence: Sendable, Equatable {
    /// The rule that decided.
    public var rule: String
    /// Facts that the rule compared, by names.
    public var facts: [String: String]

    /// Evidence.
    public init(rule: String, facts: [String: String] = [:]) {
        self.rule = rule
        self.facts = facts
    }
}

/// Meaning of an answer to a request.
public struct SAYInterpretation<Value: Sendable>: Sendable {
    /// The value; nil may be valid.
    public var value: Value?
    /// Errors that make the answer invalid; empty where it is valid.
    public var validationErrors: [SAYValidationError]
    /// Evidence of why it came out so.
    public var evidence: InterpretationEvidence?

    /// Whether there are no errors.
    public var isValid: Bool { validationErrors.isEmpty }

    /// A value, and what speaks against it.
    public init(
        value: Value?, validationErrors: [SAYValidationError] = [],
        evidence: InterpretationEvidence? = nil
    ) {
        self.value = value
        self.validationErrors = validationErrors
        self.evidence = evidence
    }
}

extension SAYInterpretation: Equatable where Value: Equatable {}

/// Text that a recognizer heard, with its confidence.
public struct SAYSpeechTranscript: Sendable, Equatable {
    /// The words.
    public var text: String
    /// Confidence of the recognizer, 0 through 1.
    public var confidence: Double

    /// A transcript.
    public init(text: String, confidence: Double) {
        self.text = text
        self.confidence = confidence
    }
}

/// Transcripts that a recognizer heard.
public struct SAYSpeechRecognitionResult: Sendable, Equatable {
    /// The surest transcript.
    public var transcript: SAYSpeechTranscript
    /// Other transcripts, the surest first. The built-in recognizer has some for requests that it
    /// listens to by more than free speech; it orders them, and their confidence is 0.
    public var alternatives: [SAYSpeechTranscript]

    /// A result.
    public init(transcript: SAYSpeechTranscript, alternatives: [SAYSpeechTranscript] = []) {
        self.transcript = transcript
        self.alternatives = alternatives
    }
}
