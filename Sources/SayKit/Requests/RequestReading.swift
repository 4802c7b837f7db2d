internal import VoiceTrace

/// What an answer means to a request.
struct RequestReading: Sendable, Hashable {
    /// Why an answer is of no use.
    struct Fault: Sendable, Hashable {
        enum Kind: String, Sendable, CaseIterable {
            /// It is understandable, and does not fit the request.
            case invalidInput
            /// Nothing was said.
            case noInput
        }

        var kind: Kind
        /// What is wrong with it, for people; nil where nothing is known.
        var reason: String?
    }

    /// The value; null may be a valid value.
    var value: JSONValue = .null
    /// Empty where the answer is valid.
    var faults: [Fault] = []
    /// How it was decided.
    var evidence: JSONObject = [:]

    var isValid: Bool { faults.isEmpty }

    /// A valid answer.
    static func valid(_ value: JSONValue, evidence: JSONObject = [:]) -> Self {
        Self(value: value, evidence: evidence)
    }

    /// An answer of no use.
    static func invalid(
        _ kind: Fault.Kind = .invalidInput, _ reason: String? = nil, evidence: JSONObject = [:]
    ) -> Self {
        Self(faults: [Fault(kind: kind, reason: reason)], evidence: evidence)
    }

    /// The faults as a value of the trace and of callbacks.
    var faultValues: JSONValue {
        .array(
            faults.map { fault in
                var object: JSONObject = ["type": .string(fault.kind.rawValue)]
                if let reason = fault.reason { object["reason"] = .string(reason) }
                return .object(object)
            })
    }
}

/// Why a request has no value.
enum RequestFailure: String, Error, Sendable, CaseIterable {
    /// Nothing was said, or nothing that the recognizer knows.
    case noContent
    /// The recognizer took longer than the response timeout.
    case responseTimeout
    /// Microphone or recognition are not allowed.
    case unauthorized
    /// The recognizer failed.
    case serverFailure
    /// Every answer was understood and did not fit.
    case invalidInput
    /// The request itself is of no use, as a select request without options.
    case invalidRequest

    /// Whether asking again may help.
    var isTransient: Bool { self == .serverFailure || self == .responseTimeout }

    /// For people, on a display or spoken.
    var message: String {
        switch self {
        case .noContent: "I didn't hear anything."
        case .responseTimeout: "That took too long."
        case .unauthorized: "I am not allowed to listen."
        case .serverFailure: "I had trouble understanding."
        case .invalidInput: "That is not an answer that I can use."
        case .invalidRequest: "There is nothing to answer."
        }
    }
}

/// How a request came to its end.
struct RequestResult: Sendable, Hashable {
    enum Outcome: String, Sendable, CaseIterable {
        case answered, failed, cancelled
    }

    var outcome: Outcome
    var value: JSONValue = .null
    /// The words of the answer; nil where it was given without words.
    var transcript: String?
    var failure: RequestFailure?
    /// Why it failed, for people; nil for the failure's own message.
    var message: String?
    /// How often it was asked.
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
                "message": .string(message ?? failure.message),
            ])
        }
        return object
    }
}

/// What an app's responder wants done about an answer.
struct RequestResponse: Sendable, Hashable {
    /// What is spoken first.
    var feedback: String?
    /// What is asked next; nil ends the request.
    var followup: RequestForm?
    /// Whether the same request is asked again.
    var asksAgain = false

    init(feedback: String? = nil, followup: RequestForm? = nil) {
        self.feedback = feedback
        self.followup = followup
    }

    /// Reads an object with the keys `feedbackPrompt`, `followupRequest` and `again`.
    init(_ value: JSONValue?, at place: String) throws(SayFormError) {
        let reader = try FormReader(value, at: place)
        feedback = try reader.text("feedbackPrompt")
        if let followup = reader.value("followupRequest") {
            self.followup = try RequestForm(followup, at: "\(place).followupRequest")
        }
        asksAgain = try reader.flag("again") ?? false
    }
}
