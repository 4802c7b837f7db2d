internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Calls of the app.
extension SayMachine {
    mutating func handle(_ call: EngineCall) {
        switch call.name {
        case "configure": configure(call)
        case "present": present(call)
        case "runDialogue": runDialogue(call)
        case "cancelDialogue": cancelDialogue(call)
        case "cancelRequest", "tapMicrophone", "typeAnswer", "respondImmediately",
            "interpretation", "respond", "serviceTold":
            guard presented != nil else { return refuse(call, "no request is presented.") }
            takeOfRequest(call)
        case "addEvents": addEvents(call)
        case "cancelTrack": cancelTrack(call)
        case "duckTrack": duckTrack(call)
        case "registerTrack": registerTrack(call)
        case "unregisterTrack": unregisterTrack(call)
        case "suspendTracks":
            emit("tracks", ["event": "suspended"])
            isSuspendedByApp = true
            suspendOrResume()
        case "resumeTracks":
            emit("tracks", ["event": "resumed"])
            isSuspendedByApp = false
            suspendOrResume()
        case "shutDown": shutDown("shutDown")
        default: refuse(call, "there is no call \"\(call.name)\".")
        }
    }

    private mutating func takeOfRequest(_ call: EngineCall) {
        // Everything that is on its way reaches the request before the call does.
        work()
        guard let form = presented?.lifecycle.form else { return refuse(call, Self.late) }
        switch call.name {
        case "cancelRequest":
            notify(.cancel)
            reply(to: call)
        case "tapMicrophone":
            notify(.microphoneTapped)
            reply(to: call)
        case "typeAnswer":
            guard let text = call.arguments["text"]?.string, text.unicodeScalars.count <= 10_000
            else { return refuse(call, "the answer must be text of at most 10000 characters.") }
            guard isOpen else { return refuse(call, Self.late) }
            emit("typed", ["request": requestLabel, "text": .string(text)])
            presented?.forgetWords(confidence: 1_000)
            notify(.typed(text))
            reply(to: call)
        case "respondImmediately": respondImmediately(call, form)
        case "interpretation":
            guard presented?.lifecycle.state == .interpreting, isForThis(call) else {
                return refuse(call, Self.late)
            }
            let reading = Self.reading(call.arguments)
            tellReading(reading, nil, presented?.label ?? "")
            notify(.interpreted(reading))
        case "respond": respond(call)
        case "serviceTold": serviceTold(call)
        default: break
        }
    }

    static let late = "the request is past that. Call it while the request waits."

    private var requestLabel: JSONValue { .string(presented?.label ?? "") }

    /// Whether the request takes an answer without recognition.
    private var isOpen: Bool {
        switch presented?.lifecycle.state {
        case .prompting, .listening, .processing: true
        default: false
        }
    }

    private func isForThis(_ call: EngineCall) -> Bool {
        call.arguments["request"] == requestLabel
    }

    private mutating func respondImmediately(_ call: EngineCall, _ form: RequestForm) {
        guard isOpen else { return refuse(call, Self.late) }
        let reading = Self.reading(call.arguments)
        if reading.isValid, let fault = form.fault(ofValue: reading.value) {
            return refuse(call, fault)
        }
        tellReading(reading, nil, presented?.label ?? "")
        notify(.answer(reading))
        reply(to: call)
    }

    private mutating func respond(_ call: EngineCall) {
        guard presented?.lifecycle.awaitsResponse == true, isForThis(call) else {
            return refuse(call, Self.late)
        }
        do {
            let response = try RequestResponse(call.arguments["response"], at: "response")
            if let followup = response.followup, let fault = interpreter.fault(of: followup) {
                return refuse(call, fault)
            }
            notify(.responded(response))
        } catch {
            refuse(call, error.description)
        }
    }

    /// The interpretation that a call brings: `value` and `errors`, objects with `type` and
    /// `reason`, or an empty array.
    static func reading(_ arguments: JSONObject) -> RequestReading {
        let faults = (arguments["errors"]?.array ?? []).prefix(100).map { value in
            let type = value.object?["type"]?.string.flatMap(SAYValidationError.ErrorType.init)
            return SAYValidationError(
                type: type ?? .invalidInput, reason: value.object?["reason"]?.string)
        }
        return RequestReading(
            value: arguments["value"] ?? .null, faults: faults,
            evidence: ["by": "app"])
    }

    // MARK: Settings

    private mutating func configure(_ call: EngineCall) {
        do {
            let reader = try FormReader(call.arguments["settings"], at: "settings")
            if let time = try reader.number("responseTimeoutMs", 0...120_000) {
                responseTimeoutFrames = rate.frames(milliseconds: time)
            }
            if let time = try reader.number("noSpeechMs", 100...120_000) {
                noSpeechFrames = rate.frames(milliseconds: time)
            }
            if let time = try reader.number("levelMs", 0...10_000) {
                levelFrames = rate.frames(milliseconds: time)
            }
            if let words = try reader.number("wordsPerMinute", 80...450) {
                production.wordsPerMinute = Int(words)
            }
            if let value = reader.value("tones") {
                tones = try ToneFiles(value, at: "settings.tones")
            }
            emit("configured", ["settings": .object(reader.object)])
            reply(to: call)
        } catch {
            refuse(call, error.description)
        }
    }

    // MARK: News of the world

    mutating func handle(_ news: SessionInput) {
        switch news {
        case .permission(let permission, let answer, _):
            switch permission {
            case .microphone: mayRecord = answer == .granted
            case .speechRecognition: mayRecognize = answer == .granted
            default: return
            }
            presented?.lifecycle.mayListen = mayRecord && mayRecognize
            emit(
                "permission",
                [
                    "what": .string(permission.rawValue), "answer": .string(answer.rawValue),
                ])
        case .audioSession(let news, _): handle(news)
        default: break
        }
    }

    /// An interruption holds every track, and ends a recognition that is under way; the request is
    /// asked again after it.
    private mutating func handle(_ news: AudioSessionNews) {
        switch news {
        case .began:
            guard !isInterrupted else { return }
            isInterrupted = true
            emit("tracks", ["event": "interrupted"])
            suspendOrResume()
            if presented?.lifecycle.session != RequestLifecycle.Session.none {
                notify(.failed(.serverFailure, message: "The recognition was interrupted."))
            }
        case .ended:
            guard isInterrupted else { return }
            isInterrupted = false
            emit("tracks", ["event": "interruptionEnded"])
            suspendOrResume()
        case .configured, .other: break
        }
    }

    private mutating func suspendOrResume() {
        if isSuspendedByApp || isInterrupted {
            production.suspendTracks(at: now)
        } else {
            production.resumeTracks(at: now)
        }
    }
}

extension ToneFiles {
    /// Reads an object of file names; null is no tone, a key that is absent the standard one.
    init(_ value: JSONValue, at place: String) throws(SayFormError) {
        let reader = try FormReader(value, at: place)
        func file(_ key: String, _ standard: String) throws(SayFormError) -> String {
            guard let value = reader.object[key] else { return standard }
            return value == .null ? "" : try FormReader.text(value, at: "\(place).\(key)")
        }
        self.init()
        microphoneStart = try file("microphoneStart", microphoneStart)
        microphoneStop = try file("microphoneStop", microphoneStop)
        unrecognizedCommand = try file("unrecognizedCommand", unrecognizedCommand)
    }
}

extension RequestForm {
    /// Returns the reason why a value that the app gives cannot be an answer; nil where it can.
    func fault(ofValue value: JSONValue) -> String? {
        let expected: String
        let isFitting: Bool
        switch kind {
        case .confirmation:
            expected = "true or false"
            isFitting = value.bool != nil
        case .select:
            expected = "an object with the \"index\" of an option"
            let index = value.object?["index"]?.integer.map { Int(clamping: $0) }
            isFitting = index.map { options.indices.contains($0) } ?? false
        case .string:
            expected = "a string"
            isFitting = value.string != nil
        case .numerical:
            expected = "a number"
            isFitting = value.kindName == expected
        case .pattern, .command:
            expected = "an object"
            isFitting = value.object != nil
        }
        guard !isFitting, interpreter == .standard else { return nil }
        return "the answer is \(value.kindName). Give \(expected)."
    }
}
