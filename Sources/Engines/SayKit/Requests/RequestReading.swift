internal import VoiceJSON

/// Meaning of an answer to a request.
struct RequestReading: Sendable, Hashable {
    /// The value; null may be a valid value.
    var value: JSONValue = .null
    /// Faults of the answer; empty where it is valid.
    var faults: [SAYValidationError] = []
    /// Evidence of how it was decided.
    var evidence: JSONObject = [:]

    var isValid: Bool { faults.isEmpty }

    /// A valid answer.
    static func valid(_ value: JSONValue, evidence: JSONObject = [:]) -> Self {
        Self(value: value, evidence: evidence)
    }

    /// An answer of no use.
    static func invalid(
        _ type: SAYValidationError.ErrorType = .invalidInput, _ reason: String? = nil,
        evidence: JSONObject = [:]
    ) -> Self {
        Self(faults: [SAYValidationError(type: type, reason: reason)], evidence: evidence)
    }

    /// The faults as a value of the trace and of callbacks.
    var faultValues: JSONValue {
        .array(
            faults.map { fault in
                var object: JSONObject = ["type": .string(fault.type.rawValue)]
                if let reason = fault.reason { object["reason"] = .string(reason) }
                return .object(object)
            })
    }
}

/// Reason why a request has no value: the codes that apps see, of which the engine has those with a
/// sentence.
typealias RequestFailure = SAYVoiceRequestError.Code

extension RequestFailure {
    /// Whether asking again may help.
    var isTransient: Bool { self == .serverFailure || self == .responseTimeout }

    /// Returns the message for people, on a display or spoken: a sentence of the language's file,
    /// else in English.
    func message(in language: SpokenLanguage) -> String {
        language.words.sentences[rawValue] ?? SpokenLanguage.english.sentence(rawValue)
    }
}

/// Result of a request that came to its end.
struct RequestResult: Sendable, Hashable {
    enum Outcome: String, Sendable, CaseIterable {
        case answered, failed, cancelled
    }

    var outcome: Outcome
    var value: JSONValue = .null
    /// The words of the answer; nil where it was given without words.
    var transcript: String?
    var failure: RequestFailure?
    /// Reason why it failed, for people.
    var message: String?
    /// Number of times that it was asked.
    var attempts = 0

    /// The answer of the call `present`.
    var object: JSONObject {
        var object: JSONObject = [
            "outcome": .string(outcome.rawValue), "value": value,
            "attempts": .integer(Int64(attempts)),
        ]
        if let transcript { object["transcript"] = .string(transcript) }
        if let failure {
            object["error"] = .object([
                "code": .string(failure.rawValue),
                "message": .string(message ?? failure.message(in: .english)),
            ])
        }
        return object
    }
}

/// Response that an app's responder wants to an answer.
struct RequestResponse: Sendable, Hashable {
    /// Utterance that is spoken first.
    var feedback: SAYSpeechUtterance?
    /// Request that is asked next; nil ends the request.
    var followup: RequestForm?
    /// Whether the same request is asked again.
    var asksAgain = false

    /// Reads an object with the keys `feedbackPrompt`, an utterance, `followupRequest` and `again`.
    init(_ value: JSONValue?, at place: String) throws(SayFormError) {
        let reader = try FormReader(value, at: place)
        if let feedback = reader.value("feedbackPrompt") {
            self.feedback = try SAYSpeechUtterance(feedback, at: "\(place).feedbackPrompt")
        }
        if let followup = reader.value("followupRequest") {
            self.followup = try RequestForm(followup, at: "\(place).followupRequest")
        }
        asksAgain = try reader.flag("again") ?? false
    }
}
