/// The lifecycle of one voice request: prompting, recognition, interpretation, response. A pure
/// machine.
///
/// | state | event → next |
/// |---|---|
/// | created | present → prompting |
/// | prompting | prompt over, microphone tapped → listening; silent answer → responding |
/// | listening | the service stops, microphone tapped → processing; failure → responding |
/// | processing | words → interpreting; failure, response timeout → responding |
/// | interpreting | interpretation → responding |
/// | responding | terminal → ended; asked again, follow-up → prompting |
///
/// Cancelling ends it in every state. A silent answer is taken in every state before responding.
/// What follows the end of recognition waits until the tone of the microphone is over.
struct RequestLifecycle: Sendable {
    enum State: String, Sendable, CaseIterable {
        case created, prompting, listening, processing, interpreting, responding, ended
    }

    /// State of the recognition session.
    enum Session: String, Sendable, CaseIterable {
        case none, initializing, listening, processing
    }

    /// A way that the machine leaves a state by.
    enum Way: String, Sendable, CaseIterable {
        case present, promptOver, microphoneTapped, silentAnswer, typedAnswer, serviceStopped
        case words, failure, responseTimeout, interpretation, retry, followUp, terminal, cancel
    }

    /// Sounds of the microphone and of commands that are not understood.
    enum Tone: String, Sendable, CaseIterable {
        case microphoneStart, microphoneStop, unrecognizedCommand
    }

    /// Event that reaches the request.
    enum Event: Sendable, Equatable {
        case present
        case cancel
        case microphoneTapped
        /// A prompt or a feedback was spoken to its end.
        case speechOver
        case toneOver(Tone)
        /// The app answers instead of the user.
        case answer(RequestReading)
        /// The user typed an answer or tapped one.
        case typed(String)
        /// The service stopped listening.
        case stopped(heardSpeech: Bool)
        case heard(String)
        case failed(RequestFailure, message: String?)
        case timeout
        case interpreted(RequestReading)
        case responded(RequestResponse)
    }

    /// Effect that the request wants done, in order.
    enum Effect: Sendable, Equatable {
        case moved(from: State, to: State, by: Way)
        case session(Session)
        case say(SAYSpeechUtterance)
        /// Show the text that is asked again.
        case show(String)
        case play(Tone)
        /// Stop every sound of the request.
        case hush
        case listen
        case finishListening
        case stopListening
        case startTimeout
        case cancelTimeout
        case interpret(String)
        /// The app's responder decides about a reading or a failure.
        case askResponder(RequestReading, RequestFailure?)
        case showFailure(RequestFailure, message: String?)
        /// The action of a request that is followed by another one.
        case act(RequestResult)
        case close(RequestResult)
    }

    /// Result of recognition, where it waits for the tone.
    enum Recognition: Sendable, Equatable {
        case words(String)
        case failure(RequestFailure, String?)
    }

    /// Step that follows when a feedback is over.
    enum Next: Sendable, Equatable {
        case close(RequestResult)
        /// Ask `form`, after the action of a request that ends with it.
        case follow(RequestForm, RequestResult?)
    }

    var form: RequestForm
    var state = State.created
    private(set) var session = Session.none
    /// Number of times that it was asked.
    var attempts = 0
    /// Number of the last attempts that brought no speech: silence, or a service that failed.
    var silentAttempts = 0
    /// Whether the attempt under way brought speech.
    var hasHeardSpeech = false
    var transcript: String?
    var soundsStopTone = false
    var recognition: Recognition?
    var next: Next?
    /// Whether microphone and recognition are allowed.
    var mayListen = true
    /// Reading or failure that the app's responder decides about.
    var question: (reading: RequestReading, failure: RequestFailure?)?
    var effects: [Effect] = []

    /// Language of apologies and failures.
    let language: SpokenLanguage

    /// Takes one event, and says what to do about it.
    mutating func step(_ event: Event) -> [Effect] {
        effects = []
        guard state != .ended else { return [] }
        switch event {
        case .present: if state == .created { prompt(form.prompt, by: .present) }
        case .cancel: close(RequestResult(outcome: .cancelled, attempts: attempts), by: .cancel)
        case .microphoneTapped: tap()
        case .speechOver: speechOver()
        case .toneOver(let tone): toneOver(tone)
        case .answer(let reading):
            guard interruptForAnswer() else { break }
            answer(reading, by: .silentAnswer)
        case .typed(let text):
            guard interruptForAnswer() else { break }
            interpret(text, by: .typedAnswer)
        case .stopped(let heardSpeech): stopped(heardSpeech: heardSpeech)
        case .heard(let text): recognized(.words(text))
        case .failed(let failure, let message): failed(failure, message)
        case .timeout: if session == .processing { recognized(.failure(.responseTimeout, nil)) }
        case .interpreted(let reading):
            if state == .interpreting { answer(reading, by: .interpretation) }
        case .responded(let response): if question != nil { follow(response) }
        }
        return effects
    }

    mutating func move(to next: State, by way: Way) {
        effects.append(.moved(from: state, to: next, by: way))
        state = next
    }

    private mutating func set(_ session: Session) {
        guard self.session != session else { return }
        self.session = session
        effects.append(.session(session))
    }

    // MARK: Prompting and recognition

    mutating func prompt(_ speech: SAYSpeechUtterance?, showing text: String? = nil, by way: Way) {
        attempts += 1
        hasHeardSpeech = false
        transcript = nil
        move(to: .prompting, by: way)
        if way == .retry { effects.append(.show(text ?? form.display)) }
        if let speech, speech.hasWords {
            effects.append(.say(speech))
        } else {
            startSession(by: .promptOver)
        }
    }

    private mutating func startSession(by way: Way) {
        move(to: .listening, by: way)
        guard mayListen else { return answer(.unauthorized, nil, by: .failure) }
        set(.initializing)
        effects.append(.play(.microphoneStart))
    }

    private mutating func speechOver() {
        if state == .prompting {
            startSession(by: .promptOver)
        } else if state == .responding, let next {
            self.next = nil
            switch next {
            case .close(let result): close(result, by: .terminal)
            case .follow(let form, let result): ask(form, after: result)
            }
        }
    }

    private mutating func toneOver(_ tone: Tone) {
        switch tone {
        case .microphoneStart:
            guard session == .initializing else { return }
            set(.listening)
            effects.append(.listen)
        case .microphoneStop:
            soundsStopTone = false
            useRecognition()
        case .unrecognizedCommand: break
        }
    }

    private mutating func tap() {
        switch (state, session) {
        case (.prompting, _):
            effects.append(.hush)
            startSession(by: .microphoneTapped)
        case (.listening, .listening):
            effects.append(.finishListening)
            endSession(by: .microphoneTapped)
        default: break
        }
    }

    private mutating func stopped(heardSpeech: Bool) {
        hasHeardSpeech = heardSpeech
        if session == .listening { endSession(by: .serviceStopped) }
        if !heardSpeech { recognized(.failure(.noContent, nil)) }
    }

    private mutating func endSession(by way: Way) {
        move(to: .processing, by: way)
        set(.processing)
        soundsStopTone = true
        effects += [.startTimeout, .play(.microphoneStop)]
    }

    private mutating func recognized(_ recognition: Recognition) {
        guard session == .processing else { return }
        self.recognition = recognition
        set(.none)
        // A late answer of the service is not taken any more.
        effects += [.cancelTimeout, .stopListening]
        useRecognition()
    }

    private mutating func useRecognition() {
        guard !soundsStopTone, state == .processing, let recognition else { return }
        self.recognition = nil
        switch recognition {
        case .words(let text): interpret(text, by: .words)
        case .failure(let failure, let message):
            answer(failure, message, by: failure == .responseTimeout ? .responseTimeout : .failure)
        }
    }

    /// The service cannot listen, or cannot answer.
    private mutating func failed(_ failure: RequestFailure, _ message: String?) {
        switch session {
        case .processing: recognized(.failure(failure, message))
        case .initializing, .listening:
            set(.none)
            effects.append(.stopListening)
            answer(failure, message, by: .failure)
        case .none: break
        }
    }

    /// Interrupts recognition for an answer that needs none; false for an answer that comes too
    /// late.
    private mutating func interruptForAnswer() -> Bool {
        guard [.prompting, .listening, .processing].contains(state) else { return false }
        stopEverything()
        return true
    }

    mutating func stopEverything() {
        effects += [.hush, .stopListening, .cancelTimeout]
        set(.none)
        recognition = nil
        soundsStopTone = false
        next = nil
        question = nil
    }
}
