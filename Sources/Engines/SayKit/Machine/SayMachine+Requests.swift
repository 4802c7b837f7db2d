internal import VoiceEngine
internal import VoiceHypothesis
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// The request that is presented, and what it wants done.
extension SayMachine {
    mutating func present(_ call: EngineCall) {
        guard dialogue == nil else { return refuse(call, dialogueRefusal) }
        guard presented == nil else {
            return refuse(call, "a request is presented. Wait for its end, or cancel it.")
        }
        let form: RequestForm
        do {
            form = try RequestForm(call.arguments["request"] ?? .null)
        } catch {
            return refuse(call, error.description)
        }
        requestCount += 1
        if let fault = interpreter.fault(of: form) {
            // A wrong request reaches its completion, as any other failure does.
            let result = RequestResult(
                outcome: .failed, failure: .invalidRequest, message: fault)
            tellResult(result, label: String(requestCount))
            return reply(to: call, .object(result.object))
        }
        open(form, call: call.id)
    }

    /// Presents a request.
    mutating func open(_ form: RequestForm, call: Int?) {
        var lifecycle = RequestLifecycle(form: form, language: interpreter.language)
        lifecycle.mayListen = mayRecord && mayRecognize
        presented = Presented(number: requestCount, call: call, lifecycle: lifecycle)
        describe(form)
        production.reserve(AudioProduction.requestTrack, true, at: now)
        callBack(.requestActivated, ["request": .string(String(requestCount))])
        notify(.present)
    }

    private mutating func describe(_ form: RequestForm) {
        guard let label = presented?.label else { return }
        emit("request", form.told.adding(["request": .string(label)]))
        callBack(.displayPrompt, ["request": .string(label), "text": .string(form.display)])
    }

    private mutating func tellResult(_ result: RequestResult, label: String) {
        var fields = result.object
        fields["request"] = .string(label)
        emit("result", fields)
    }

    mutating func perform(_ effect: RequestLifecycle.Effect) {
        guard let label = presented?.label else { return }
        switch effect {
        case .moved(let from, let to, let way): tellState(from, to, way, label)
        case .session(let session):
            emit("session", ["request": .string(label), "session": .string(session.rawValue)])
            callBack(.sessionStateChanged, ["state": .string(session.rawValue)])
        case .say(let utterance): play(.speech(utterance), for: .speech)
        case .show(let text):
            callBack(.displayPrompt, ["request": .string(label), "text": .string(text)])
        case .play(let tone): play(.tone(file: tones.file(of: tone)), for: .tone(tone))
        case .hush: _ = production.cancelAll(AudioProduction.requestTrack, at: now)
        case .listen:
            if presented?.lifecycle.form.recognizer == .app { startService() } else { listen() }
        case .finishListening:
            if let job = presented?.job { output.append(.finishListening(job: job)) }
            finishService()
        case .stopListening:
            stopListening(by: "stopped")
            stopService()
        case .startTimeout:
            output.append(
                .setTimer(id: Timer.response.rawValue, frames: max(1, responseTimeoutFrames)))
        case .cancelTimeout: output.append(.cancelTimer(id: Timer.response.rawValue))
        case .interpret(let text): interpret(text, label)
        case .askResponder(let reading, let failure): ask(reading, failure, label)
        case .showFailure(let failure, let message): show(failure, message, label)
        case .act(let result): act(result, label)
        case .close(let result): close(result, label)
        }
    }

    private mutating func tellState(
        _ from: RequestLifecycle.State, _ to: RequestLifecycle.State,
        _ way: RequestLifecycle.Way, _ label: String
    ) {
        if dialogue == nil {
            emit(
                "change",
                [
                    "request": .string(label), "from": .string(from.rawValue),
                    "to": .string(to.rawValue), "by": .string(way.rawValue),
                ])
            emit("state", ["request": .string(label), "state": .string(to.rawValue)])
        } else {
            // The scopes of a dialogue are its nodes.
            emit(
                "phase",
                [
                    "request": .string(label), "state": .string(to.rawValue),
                    "by": .string(way.rawValue),
                ])
        }
        callBack(
            .requestStateChanged, ["request": .string(label), "state": .string(to.rawValue)])
    }

    // MARK: Recognition

    private mutating func listen() {
        guard let presented else { return }
        let (task, name) = interpreter.task(of: presented.lifecycle.form)
        let job = production.takeJob()
        self.presented?.job = job
        self.presented?.isHearing = true
        self.presented?.toldText = ""
        self.presented?.forgetWords()
        var request = ListenRequest(
            recognizes: true,
            minSpeechFrames: rate.frames(milliseconds: Int64(SayConstants.minSpeechMilliseconds)),
            endSilenceFrames: settings.endSilenceFrames, preSpeechFrames: noSpeechFrames,
            maxSpeechFrames: 0, maxAudioFrames: settings.maxListenFrames,
            awaitsSpeechAtOnce: true)
        request.partialFrames = settings.partialFrames
        request.task = task
        request.wantsWords = true
        // Other readings by the general model differ in words that no request goes by.
        if task != .general, settings.leastLead > 0 {
            request.alternatives = SayConstants.alternatives
        }
        request.levelFrames = levelFrames
        if levelFrames > 0 {
            request.levelWindowFrames = rate.frames(
                milliseconds: Int64(SayConstants.levelWindowMilliseconds))
        }
        listenCount += 1
        emit(
            "listening",
            [
                "request": .string(presented.label), "listen": .string(String(listenCount)),
                "task": .string(name),
            ])
        output.append(.listen(job: job, request))
    }

    private mutating func stopListening(by way: String) {
        guard let job = presented?.job, let label = presented?.label else { return }
        presented?.job = nil
        output.append(.stopListening(job: job))
        guard presented?.isHearing == true else { return }
        presented?.isHearing = false
        emit("listened", ["request": .string(label), "by": .string(way)])
    }

    mutating func handle(_ signal: MediaSignal) {
        guard !production.handle(signal, at: now), let presented, presented.job == signal.job
        else { return }
        let label: JSONValue = .string(presented.label)
        switch signal {
        case .listenEnded(_, let reason, let heardSpeech, let why):
            self.presented?.isHearing = false
            if !heardSpeech { self.presented?.job = nil }
            emit("listened", ["request": label, "by": .string(reason.rawValue)], why: why)
            notify(.stopped(heardSpeech: heardSpeech))
        case .heardSoFar(_, let hypothesis, _, _):
            let text = HeardText.shown(hypothesis.text)
            guard HeardText.hasWords(hypothesis.text), text != presented.toldText else { return }
            self.presented?.toldText = text
            emit("transcript", ["request": label, "text": .string(text)])
            callBack(.displayPartialTranscript, ["request": label, "text": .string(text)])
        case .level(_, let level):
            callBack(.levelChanged, ["milliDecibels": .integer(Int64(level))])
        case .heard(_, let words, _):
            self.presented?.job = nil
            handle(words)
        default: break
        }
    }

    private mutating func handle(_ words: HeardWords) {
        switch words {
        case .final(let hypothesis):
            presented?.confidence = hypothesis.confidence
            presented?.rivals = hypothesis.alternatives
            // The recognizer orders its readings, and is sure of none but the first.
            presented?.others = hypothesis.alternatives.map {
                OtherTranscript(text: $0.text, confidence: 0)
            }
            let isSure = hypothesis.confidence >= settings.leastConfidence
            let isHeard = isSure && HeardText.hasWords(hypothesis.text)
            notify(isHeard ? .heard(hypothesis.text) : .failed(.noContent, message: nil))
        case .rejected: notify(.failed(.noContent, message: nil))
        case .failed(let reason): notify(.failed(.serverFailure, message: reason))
        }
    }

    // MARK: Interpretation and response

    private mutating func interpret(_ text: String, _ label: String) {
        guard let form = presented?.lifecycle.form else { return }
        guard form.interpreter == .standard else {
            return askInterpreter(text, label)
        }
        let reading = interpreter.reading(
            of: text, beside: presented?.rivals ?? [], leastLead: settings.leastLead, for: form)
        tellReading(reading, text, label)
        notify(.interpreted(reading))
    }

    /// Asks the app's interpreter, which gets what may have been said as well, the likeliest first.
    private mutating func askInterpreter(_ text: String, _ label: String) {
        var arguments: JSONObject = [
            "request": .string(label), "transcript": .string(HeardText.shown(text)),
            "confidence": .integer(Int64(presented?.confidence ?? 0)),
        ]
        let others = presented?.others ?? []
        if !others.isEmpty {
            arguments["alternatives"] = .array(
                others.map {
                    .object([
                        "text": .string(HeardText.shown($0.text)),
                        "confidence": .integer(Int64($0.confidence)),
                    ])
                })
        }
        callBack(.interpret, arguments)
    }

    mutating func tellReading(_ reading: RequestReading, _ text: String?, _ label: String) {
        var fields: JSONObject = [
            "request": .string(label), "valid": .bool(reading.isValid), "value": reading.value,
        ]
        if let text { fields["text"] = .string(HeardText.shown(text)) }
        if !reading.isValid { fields["errors"] = reading.faultValues }
        emit("interpreted", fields, why: reading.evidence)
    }

    private mutating func ask(
        _ reading: RequestReading, _ failure: RequestFailure?, _ label: String
    ) {
        var arguments: JSONObject = [
            "request": .string(label), "value": reading.value, "errors": reading.faultValues,
        ]
        if let failure { arguments["failure"] = .string(failure.rawValue) }
        callBack(.respond, arguments)
    }

    private mutating func show(_ failure: RequestFailure, _ message: String?, _ label: String) {
        let fields: JSONObject = [
            "request": .string(label), "code": .string(failure.rawValue),
            "message": .string(message ?? failure.message(in: interpreter.language)),
        ]
        emit("failure", fields)
        callBack(.displayError, fields)
    }

    private mutating func act(_ result: RequestResult, _ label: String) {
        tellResult(result, label: label)
        callBack(.act, ["request": .string(label), "result": .object(result.object)])
        requestCount += 1
        presented?.number = requestCount
        if let form = presented?.lifecycle.form { describe(form) }
    }

    private mutating func close(_ result: RequestResult, _ label: String) {
        callBack(.requestWillDeactivate, ["request": .string(label)])
        let call = presented?.call
        presented = nil
        production.reserve(AudioProduction.requestTrack, false, at: now)
        tellResult(result, label: label)
        if let call { output.append(.reply(call: call, .value(.object(result.object)))) }
        dialogueAnswered(result)
    }
}
