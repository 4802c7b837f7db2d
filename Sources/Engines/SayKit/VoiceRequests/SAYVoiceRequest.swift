internal import VoiceJSON

/// A request is asked again until it is answered.
public let SAYVoiceRequestRetryForever = -1

/// Question to the user: a prompt, the expected speech, a sound board, a display, and the response.
///
/// Every request is a ``SAYStandardVoiceRequest`` of the type of its answers. A presenter asks it.
@MainActor
open class SAYVoiceRequest {
    /// Prompt that is shown and said; nil opens the microphone at once.
    public var prompt: SAYVoicePrompt?
    /// Text that is spoken before asking again; nil for the standard sentence and the prompt.
    public var followupPromptText: String?
    /// Number of times that a failed answer is asked for again, ``SAYVoiceRequestRetryForever``
    /// without end; nil for the usual: once. A pattern is asked for until speech matches it, and
    /// once more where nothing is said.
    public var supportedRetryCount: Int?
    /// The sounds of the request.
    public var soundBoard = SAYVoiceRequestSoundBoard()
    /// Display that shows the request; nil for the display of its presenter.
    public var display: (any SAYVoiceRequestDisplay)?
    /// Service that recognises speech; nil for the built-in recognizer.
    public var recognitionService: (any SAYSpeechRecognitionService)?
    /// Speech that is listened for.
    public let expectedSpeech: SAYExpectedSpeech
    /// The presenter that asks the request; nil while none does.
    public internal(set) weak var presenter: SAYVoiceRequestPresenter?

    init(prompt: SAYVoicePrompt?, expecting speech: SAYExpectedSpeech) {
        self.prompt = prompt
        expectedSpeech = speech
    }

    /// The text that is shown, or else spoken; setting it sets both.
    public var promptText: String? {
        get { prompt?.displayMessage ?? prompt?.spokenMessage?.text }
        set { prompt = newValue.map { SAYVoicePrompt(message: $0) } }
    }

    /// Controls the recognition of the request; nil while it is not presented.
    public var recognitionManager: SAYSpeechRecognitionManager? { presenter?.recognitionManager }

    /// Called when the request has been presented, before its prompt. Does nothing here.
    open func didActivate() {}

    /// Called before the request is dismissed. Does nothing here.
    open func willDeactivate() {}

    /// Texts that can be picked instead of saying them, in order.
    open var choices: [String] {
        guard case .options(let options) = expectedSpeech else { return [] }
        return options.map(\.label)
    }

    /// Answers with a choice; does nothing for an unknown index.
    open func choose(at index: Int) {
        let choices = choices
        if choices.indices.contains(index) { typeAnswer(choices[index]) }
    }

    /// Cancels the request; it ends without an answer. Does nothing while it is not presented.
    public func cancel() { presenter?.cancel(self) }

    /// Answers in words that the user did not say: typed, or picked.
    public func typeAnswer(_ text: String) {
        presenter?.send("typeAnswer", ["text": .string(text)], for: self)
    }

    /// Opens the microphone during the prompt; ends listening while it is open.
    public func tapMicrophone() { presenter?.send("tapMicrophone", [:], for: self) }

    // MARK: For the presenter

    /// The language of the conversation; English where the request is not presented.
    var language: SpokenLanguage { presenter?.language ?? .english }
    var interpretsItself: Bool { false }
    var respondsItself: Bool { false }
    var retries: Int? { supportedRetryCount }
    var repromptText: String? { followupPromptText }

    /// Interprets words that were heard, and gives the arguments of the call `interpretation`.
    func interpret(
        _ result: SAYSpeechRecognitionResult,
        completion: @escaping @MainActor (_ value: JSONValue, _ errors: JSONValue) -> Void
    ) {}

    /// Returns the response to an answer that the engine asks about.
    func response(to arguments: JSONObject) -> SAYVoiceRequestResponse { .terminalResponse() }

    /// The request is over, and another one is asked in its place.
    func noteFollowed() {}

    /// The request is over. Where the app's responder has decided, the presenter does the rest.
    func finish(_ ending: SAYVoiceRequestOutcome<JSONValue>, isAnsweredFor: Bool) {}
}

/// Outcome of a request, read from what the engine says.
extension SAYVoiceRequestOutcome where Value == JSONValue {
    /// Reads the answer of the call `present`.
    init(_ object: JSONObject) {
        let transcript = object["transcript"]?.string
        switch object["outcome"]?.string {
        case RequestResult.Outcome.answered.rawValue:
            self = .answered(object["value"] ?? .null, transcript: transcript)
        case RequestResult.Outcome.cancelled.rawValue: self = .cancelled
        default:
            let error = object["error"]?.object
            let code = error?["code"]?.string.flatMap { SAYVoiceRequestError.Code(rawValue: $0) }
            self = .failed(
                SAYVoiceRequestError(code ?? .serverFailure, error?["message"]?.string ?? ""),
                transcript: transcript)
        }
    }
}
