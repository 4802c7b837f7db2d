internal import VoiceJSON

/// Callbacks of the engine about the presented request.
extension SAYVoiceRequestPresenter {
    func notify(_ callback: SayCallback, _ arguments: JSONObject) {
        guard !tellDialogue(callback, arguments), let request = presentedRequest else { return }
        if callback == .requestActivated {
            guard number == nil else { return }
            number = arguments["request"]
            appear(request)
        } else if number != nil, arguments["request"] ?? number == number {
            notify(callback, arguments, request)
        }
    }

    private func appear(_ request: SAYVoiceRequest) {
        microphone = nil
        shownPrompt = nil
        display(of: request).requestDidAppear(request)
        show(prompt: request.promptText ?? "", request)
        display(of: request).displayChoices(request.choices)
        request.didActivate()
    }

    private func notify(
        _ callback: SayCallback, _ arguments: JSONObject, _ request: SAYVoiceRequest
    ) {
        let display = display(of: request)
        switch callback {
        case .requestWillDeactivate:
            deactivate(request)
            if dialogue != nil { dismissed() }
        case .requestStateChanged: stateChanged(arguments["state"]?.string, request)
        case .sessionStateChanged:
            let state = arguments["state"]?.string
            recognitionManager.sessionState =
                state.flatMap { .init(rawValue: $0) } ?? .none
            if state == RequestLifecycle.Session.listening.rawValue { show(.active) }
        case .displayPrompt: show(prompt: arguments["text"]?.string ?? "", request)
        case .displayPartialTranscript:
            display.displayPartialTranscript(arguments["text"]?.string ?? "")
        case .displayError: display.displayErrorMessage(arguments["message"]?.string ?? "")
        case .levelChanged:
            let level = arguments["milliDecibels"]?.integer ?? -160_000
            display.displayMicrophoneLevel(Double(level) / 1_000)
        case .interpret: interpret(arguments, request)
        case .respond: respond(arguments, request)
        case .act: follow(request)
        case .service: service(arguments, request)
        case .requestActivated, .dialogueStepped, .audioEventOver, .focusChanged: break
        }
    }

    private func stateChanged(_ state: String?, _ request: SAYVoiceRequest) {
        show(state == RequestLifecycle.State.prompting.rawValue ? .enabled : .disabled)
    }

    /// Shows a prompt, unless it was the last one shown.
    private func show(prompt: String, _ request: SAYVoiceRequest) {
        guard prompt != shownPrompt else { return }
        shownPrompt = prompt
        display(of: request).displayPromptText(prompt)
    }

    func show(_ state: SAYMicrophoneState) {
        guard let request = presentedRequest, state != microphone else { return }
        microphone = state
        display(of: request).displayMicrophone(state)
    }

    private func interpret(_ arguments: JSONObject, _ request: SAYVoiceRequest) {
        let alternatives = (arguments["alternatives"]?.array ?? []).compactMap(\.object)
        let result = SAYSpeechRecognitionResult(
            transcript: Self.transcript(arguments, text: "transcript"),
            alternatives: alternatives.map { Self.transcript($0, text: "text") })
        let number = number ?? .null
        request.interpret(result) { [weak self] value, errors in
            self?.send(
                "interpretation", ["request": number, "value": value, "errors": errors],
                for: request)
        }
    }

    private static func transcript(_ object: JSONObject, text key: String) -> SAYSpeechTranscript {
        SAYSpeechTranscript(
            text: object[key]?.string ?? "",
            confidence: Double(object["confidence"]?.integer ?? 0) / 1_000)
    }

    private func respond(_ arguments: JSONObject, _ request: SAYVoiceRequest) {
        let response = request.response(to: arguments)
        self.response = response
        var object: JSONObject = [:]
        if let feedback = response.feedbackPrompt {
            object["feedbackPrompt"] = spoken(feedback, of: request).map { .object($0) }
            show(prompt: feedback.displayMessage ?? feedback.spokenMessage?.text ?? "", request)
        }
        if let followup = response.followupRequest, let form = followupForm(followup) {
            object["followupRequest"] = .object(form)
        }
        if response.asksAgain { object["again"] = true }
        send("respond", ["request": number ?? .null, "response": .object(object)], for: request)
    }

    /// The form of a follow-up; nil where it cannot be asked, which it hears.
    private func followupForm(_ followup: SAYVoiceRequest) -> JSONObject? {
        let form = form(of: followup)
        let fault: String?
        do {
            let language = conversation?.language ?? .english
            fault = LanguageInterpreter.ofFolder(language.rawValue)
                .fault(of: try RequestForm(.object(form)))
        } catch {
            fault = error.description
        }
        if let fault {
            followup.finish(
                .failed(SAYVoiceRequestError(.invalidRequest, fault), transcript: nil),
                isAnsweredFor: false)
            return nil
        }
        prepare(followup)
        return form
    }

    /// The request is over, and its follow-up is asked in its place.
    private func follow(_ request: SAYVoiceRequest) {
        guard let response, let followup = response.followupRequest else { return }
        let next = number?.string.flatMap { Int64($0) }.map { JSONValue.string(String($0 + 1)) }
        deactivate(request)
        self.response = nil
        request.presenter = nil
        presentedRequest = followup
        followup.presenter = self
        number = next
        request.noteFollowed()
        response.action?()
        appear(followup)
    }

    // MARK: Services of the app

    private func service(_ arguments: JSONObject, _ request: SAYVoiceRequest) {
        guard let service = request.recognitionService else { return }
        switch arguments["event"]?.string {
        case "start":
            let listener = ServiceListener(self, request: number ?? .null)
            self.listener = listener
            service.delegate = listener
            service.start()
        case "stop": service.stop()
        default: closeService(of: request)
        }
    }

    func closeService(of request: SAYVoiceRequest) {
        guard let listener, let service = request.recognitionService else { return }
        self.listener = nil
        listener.close()
        service.delegate = nil
        if !listener.hasAnswered { service.cancel() }
    }
}
