internal import VoiceJSON
internal import VoiceRun

/// Asks requests, one at a time.
@MainActor
public final class SAYVoiceRequestPresenter {
    /// The presenter of ``SAYConversationManager/systemManager``.
    public static var defaultPresenter: SAYVoiceRequestPresenter {
        SAYConversationManager.systemManager.presenter
    }

    /// Display of requests that bring none of their own.
    public var display: any SAYVoiceRequestDisplay = SAYNullVoiceRequestDisplay()
    /// The conversation whose requests it asks.
    public private(set) weak var conversation: SAYConversationManager?
    /// Controls recognition.
    public let recognitionManager: SAYSpeechRecognitionManager
    /// The request that is presented; nil for none.
    public internal(set) var presentedRequest: SAYVoiceRequest?
    /// The number of the request in callbacks; nil until the engine has told it.
    var number: JSONValue?
    /// Response of the app's responder, which is carried out when the request is dismissed.
    var response: SAYVoiceRequestResponse?
    var listener: ServiceListener?
    var microphone: SAYMicrophoneState?
    /// The text that was shown last.
    var shownPrompt: String?
    /// The dialogue that runs; nil for none.
    var dialogue: DialogueUnderWay?
    private var dismissals: [@MainActor () -> Void] = []

    init(_ conversation: SAYConversationManager) {
        self.conversation = conversation
        recognitionManager = SAYSpeechRecognitionManager(conversation)
    }

    /// Language that answers are interpreted with.
    public var language: SpokenLanguage { conversation?.language.spoken ?? .english }

    /// Asks `request`. It ends exactly once; false where another request is presented or a dialogue
    /// runs, which it is told as ``SAYVoiceRequestError/Code/busy``, and where it is presented
    /// itself.
    @discardableResult
    public func presentRequest(_ request: SAYVoiceRequest) -> Bool {
        guard let facade = begin(request) else { return false }
        facade.ask("present", ["request": .object(form(of: request))]) { [self] in end($0) }
        return true
    }

    /// Asks `request`, and waits for its end; completions of the request are called first.
    ///
    /// Where its responder asked another request after it, this returns when that is over.
    ///
    /// - Returns: the value; nil where an interpreter found no value and no fault.
    /// - Throws: the failure; ``SAYVoiceRequestError/Code/cancelled`` where the request or the
    ///   task was cancelled.
    public func answer<Value: Sendable>(
        of request: SAYStandardVoiceRequest<Value>
    ) async throws(SAYVoiceRequestError) -> Value? {
        guard request.presenter == nil, let facade = begin(request) else {
            throw dialogue == nil ? .busy : .busyWithDialogue
        }
        do throws(RunError) {
            end(.success(try await facade.ask("present", ["request": .object(form(of: request))])))
        } catch {
            if case .callCancelled = error { facade.send("cancelRequest") }
            end(.failure(error))
        }
        switch request.outcome {
        case .answered(let value, _): return value
        case .failed(let error, _): throw error
        case .cancelled, nil: throw .cancelled
        }
    }

    /// Cancels the presented request; `completion` is called when it is dismissed, at once without
    /// a request.
    public func dismissPresentedRequest(completion: (@MainActor () -> Void)? = nil) {
        guard let presentedRequest else {
            completion?()
            return
        }
        if let completion { dismissals.append(completion) }
        cancel(presentedRequest)
    }

    func cancel(_ request: SAYVoiceRequest) { send("cancelRequest", [:], for: request) }

    func send(_ name: String, _ arguments: JSONObject, for request: SAYVoiceRequest) {
        guard presentedRequest === request else { return }
        conversation?.facade?.send(name, arguments)
    }

    // MARK: Beginning and end

    private func begin(_ request: SAYVoiceRequest) -> SayFacade? {
        guard request.presenter == nil else { return nil }
        guard presentedRequest == nil, dialogue == nil, let conversation else {
            let why: SAYVoiceRequestError = dialogue == nil ? .busy : .busyWithDialogue
            request.finish(.failed(why, transcript: nil), isAnsweredFor: false)
            return nil
        }
        presentedRequest = request
        request.presenter = self
        let facade = conversation.current()
        prepare(request)
        return facade
    }

    /// Tells the engine what it has to know before it asks `request`.
    func prepare(_ request: SAYVoiceRequest) {
        conversation?.configureTones(of: request.soundBoard)
        let interval = min(max(display(of: request).levelMilliseconds, 0), 10_000)
        conversation?.configure("levelMs", .integer(Int64(interval)))
    }

    private func end(_ result: Result<JSONValue, RunError>) {
        guard let request = presentedRequest else { return }
        let ending: SAYVoiceRequestOutcome<JSONValue>
        switch result {
        case .success(let value): ending = SAYVoiceRequestOutcome(value.object ?? [:])
        case .failure(.callCancelled): ending = .cancelled
        case .failure(let error):
            // Without a run nothing is called back any more, also not that the request goes.
            let why = SAYVoiceRequestError(.runOver, Self.reason(of: error))
            ending = .failed(why, transcript: nil)
        }
        // Where the engine did not say so any more.
        if number != nil { deactivate(request) }
        let response = self.response
        let dismissals = self.dismissals
        presentedRequest = nil
        number = nil
        self.response = nil
        self.dismissals = []
        recognitionManager.sessionState = .none
        var isAnsweredFor = response != nil
        if case .cancelled = ending { isAnsweredFor = false }
        request.finish(ending, isAnsweredFor: isAnsweredFor)
        request.presenter = nil
        if isAnsweredFor { response?.action?() }
        for dismissal in dismissals { dismissal() }
    }

    static func reason(of error: RunError) -> String {
        switch error {
        case .callFailed(_, let reason), .runOver(_, let reason): reason
        default: error.description
        }
    }

    /// The request of a dialogue is gone.
    func dismissed() {
        presentedRequest?.presenter = nil
        presentedRequest = nil
        let dismissals = self.dismissals
        self.dismissals = []
        for dismissal in dismissals { dismissal() }
    }

    /// The request is about to go; once.
    func deactivate(_ request: SAYVoiceRequest) {
        number = nil
        closeService(of: request)
        request.willDeactivate()
        show(.disabled)
        display(of: request).requestDidDisappear(request)
    }

    func display(of request: SAYVoiceRequest) -> any SAYVoiceRequestDisplay {
        request.display ?? display
    }

    // MARK: What the engine asks

    /// The request as the call `present` takes it.
    func form(of request: SAYVoiceRequest) -> JSONObject {
        var form = Self.kind(of: request.expectedSpeech)
        var prompt: JSONObject = ["display": .string(request.promptText ?? "")]
        if let own = request.prompt, let spoken = spoken(own, of: request) {
            prompt["spoken"] = .object(spoken)
        }
        form["prompt"] = .object(prompt)
        if let text = request.repromptText { form["followupPrompt"] = .string(text) }
        if let retries = request.retries {
            form["retries"] = .integer(Int64(min(max(retries, -1), RequestForm.attemptLimit)))
        }
        if request.interpretsItself { form["interpreter"] = "app" }
        if request.respondsItself { form["responder"] = "app" }
        if request.recognitionService != nil { form["recognizer"] = "app" }
        return form
    }

    /// Returns the utterance of `prompt` by the sound board of `request` and the settings; nil for
    /// nothing.
    func spoken(_ prompt: SAYVoicePrompt, of request: SAYVoiceRequest) -> JSONObject? {
        guard let message = prompt.spokenMessage else { return nil }
        let utterance = request.soundBoard.utterance(forPrompt: message)
        return (conversation?.voiceSettings ?? SAYVoiceSettings()).applied(to: utterance).object
    }

    private static func kind(of speech: SAYExpectedSpeech) -> JSONObject {
        switch speech {
        case .anything: ["kind": "string"]
        case .confirmation: ["kind": "confirmation"]
        case .numbers: ["kind": "numerical"]
        case .commands: ["kind": "command"]
        case .templates(let templates):
            ["kind": "pattern", "templates": .array(templates.map { .string($0) })]
        case .options(let options):
            [
                "kind": "select",
                "options": .array(
                    options.map { option in
                        .object([
                            "label": .string(option.label),
                            "aliases": .array(option.aliases.map { .string($0) }),
                        ])
                    }),
            ]
        }
    }
}
