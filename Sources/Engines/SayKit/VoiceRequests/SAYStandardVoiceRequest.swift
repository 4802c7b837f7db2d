internal import VoiceJSON

/// Reader and writer of values of answers: read from the engine and written for it.
struct ValueCodec<Value: Sendable>: Sendable {
    /// The value of an answer, from the engine's value and the words.
    var read: @Sendable (JSONValue, _ transcript: String?, SpokenLanguage) -> Value?
    /// The engine's value.
    var write: @Sendable (Value) -> JSONValue

    /// Values that the app interprets: the engine keeps their description.
    static var described: Self {
        Self(read: { _, _, _ in nil }, write: { .string(String(describing: $0)) })
    }
}

/// A request whose answers are values of one type.
///
/// Subclass it, or swap its ``interpreter``, ``responder``, ``SAYVoiceRequest/display`` and
/// ``SAYVoiceRequest/soundBoard``, for requests of your own.
@MainActor
open class SAYStandardVoiceRequest<Value: Sendable>: SAYVoiceRequest {
    /// Interpreter of answers; nil for the engine's own rules, which the requests of this module
    /// have.
    public var interpreter: (any SAYVoiceRequestInterpreter<Value>)?
    /// Decides what follows an answer.
    public var responder: any SAYVoiceRequestResponder<Value>
    /// Outcome of the last end of the request; nil before its first end.
    public private(set) var outcome: SAYVoiceRequestOutcome<Value>?
    private let codec: ValueCodec<Value>
    /// Outcome that the responder decided about last.
    private var answer: SAYVoiceRequestOutcome<Value>?
    /// Value that the app gave, and the form in which the engine knows it.
    private var given: (json: JSONValue, value: Value?)?

    /// A request that `interpreter` and `responder` decide about.
    public init(
        prompt: SAYVoicePrompt?, expecting speech: SAYExpectedSpeech = .anything,
        interpreter: any SAYVoiceRequestInterpreter<Value>,
        responder: any SAYVoiceRequestResponder<Value>
    ) {
        self.interpreter = interpreter
        self.responder = responder
        codec = .described
        super.init(prompt: prompt, expecting: speech)
    }

    init(
        prompt: SAYVoicePrompt?, expecting speech: SAYExpectedSpeech, codec: ValueCodec<Value>,
        responder: any SAYVoiceRequestResponder<Value>
    ) {
        self.responder = responder
        self.codec = codec
        super.init(prompt: prompt, expecting: speech)
    }

    /// A request that calls `action` with the value, nil without one, once.
    public convenience init(
        prompt: SAYVoicePrompt?, expecting speech: SAYExpectedSpeech = .anything,
        interpreter: any SAYVoiceRequestInterpreter<Value>,
        action: @escaping @MainActor (Value?) -> Void
    ) {
        self.init(
            prompt: prompt, expecting: speech, interpreter: interpreter,
            responder: SAYStandardRequestResponder(userAction: action))
    }

    /// Returns a request of the same parts that is not presented: it shares interpreter, responder,
    /// sound board, display and service with this one.
    open func clone() -> SAYStandardVoiceRequest<Value> {
        copyingParts(
            to: SAYStandardVoiceRequest(
                prompt: prompt, expecting: expectedSpeech, codec: codec, responder: responder))
    }

    /// Returns a copy with another prompt.
    public func cloneReplacingPrompt(_ prompt: SAYVoicePrompt?) -> SAYStandardVoiceRequest<Value> {
        let copy = clone()
        copy.prompt = prompt
        return copy
    }

    /// Gives `copy` the parts of this request that its initialiser does not take.
    func copyingParts<Copy: SAYStandardVoiceRequest<Value>>(to copy: Copy) -> Copy {
        copy.interpreter = interpreter
        copy.followupPromptText = followupPromptText
        copy.supportedRetryCount = supportedRetryCount
        copy.soundBoard = soundBoard
        copy.display = display
        copy.recognitionService = recognitionService
        return copy
    }

    /// Answers instead of the user, in any state up to the interpretation.
    ///
    /// An answer that comes later, or that the request cannot have, is refused and changes nothing.
    public func respondImmediately(to interpretation: SAYInterpretation<Value>) {
        guard let presenter, presenter.presentedRequest === self else { return }
        let arguments = arguments(of: interpretation)
        presenter.send(
            "respondImmediately", ["value": arguments.value, "errors": arguments.errors],
            for: self)
    }

    private func arguments(
        of interpretation: SAYInterpretation<Value>
    ) -> (value: JSONValue, errors: JSONValue) {
        let json = interpretation.value.map { codec.write($0) } ?? .null
        given = (json, interpretation.value)
        let errors = interpretation.validationErrors.map { error -> JSONValue in
            var object: JSONObject = ["type": .string(error.type.rawValue)]
            if let reason = error.reason { object["reason"] = .string(reason) }
            return .object(object)
        }
        return (interpretation.isValid ? json : .null, .array(errors))
    }

    private func value(of json: JSONValue, _ transcript: String?) -> Value? {
        if let given, given.json == json { return given.value }
        let language = presenter?.language ?? .english
        return codec.read(json, transcript, language)
    }

    // MARK: For the presenter

    override var interpretsItself: Bool { interpreter != nil }

    private var plain: SAYStandardRequestResponder<Value>? {
        (responder as? SAYStandardRequestResponder<Value>).flatMap { $0.isPlain ? $0 : nil }
    }

    override var respondsItself: Bool { plain == nil }

    override var retries: Int? {
        supportedRetryCount
            ?? (responder as? SAYStandardRequestResponder<Value>)?.supportedRetryCount
    }

    override var repromptText: String? {
        followupPromptText
            ?? (responder as? SAYStandardRequestResponder<Value>)?.repromptMessageText
    }

    override func interpret(
        _ result: SAYSpeechRecognitionResult,
        completion: @escaping @MainActor (_ value: JSONValue, _ errors: JSONValue) -> Void
    ) {
        var isOpen = true
        interpreter?.voiceRequest(self, interpret: result) { interpretation in
            guard isOpen else { return }
            isOpen = false
            let arguments = self.arguments(of: interpretation)
            completion(arguments.value, arguments.errors)
        }
    }

    override func response(to arguments: JSONObject) -> SAYVoiceRequestResponse {
        if let code = arguments["failure"]?.string {
            let message = RequestFailure(rawValue: code)?.message(in: language) ?? code
            let known = SAYVoiceRequestError.Code(rawValue: code) ?? .serverFailure
            let error = SAYVoiceRequestError(known, message)
            answer = .failed(error, transcript: nil)
            return responder.respond(toRecognitionError: error)
        }
        let reading = SayMachine.reading(arguments)
        let value = reading.isValid ? value(of: reading.value, nil) : nil
        answer =
            reading.isValid
            ? .answered(value, transcript: nil)
            : .failed(
                SAYVoiceRequestError(
                    .invalidInput, RequestFailure.invalidInput.message(in: language)),
                transcript: nil)
        return responder.respond(
            to: SAYInterpretation(value: value, validationErrors: reading.faults))
    }

    override func noteFollowed() {
        given = nil
        outcome = answer
    }

    override func finish(_ ending: SAYVoiceRequestOutcome<JSONValue>, isAnsweredFor: Bool) {
        let outcome = ending.map { value(of: $0, $1) }
        given = nil
        self.outcome = outcome
        if let plain { return plain.finish(outcome) }
        guard !isAnsweredFor else { return }
        switch outcome {
        case .failed(let error, _): responder.respond(toRecognitionError: error).action?()
        case .answered, .cancelled: responder.respondToCancellation(of: self)?()
        }
    }
}
