internal import VoiceEngine
internal import VoiceFiles
internal import VoiceHypothesis
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Listening of the program: what it listens for.
struct ProgramListening {
    /// Number that the program has for it.
    let id: Int
    let job: Int
    /// Name of the listening in events.
    let label: String
}

extension ProgramMachine {
    /// Keys of every event, which no field of the app's may have.
    private static let reserved: Set<String> = ["kind", "seq", "t", "tap", "why"]

    mutating func perform(_ act: ProgramAct, at frame: Frame) throws(ProgramFault) {
        let why = Self.why(act.line)
        switch act.kind {
        case .emit(let event, let fields, let evidence):
            try emit(event: event, fields, evidence.adding(why))
        case .play(let id, let sound, let isLast): try play(id, sound, isLast, why)
        case .stop(let id): try stop(id, why, at: frame)
        case .listen(let id, let phrases, let limits): try listen(id, phrases, limits, why)
        case .field(let name, let value):
            emit("field", ["name": .string(name), "value": value], why: why)
        case .call(let id, let question): try call(id, question, act.line, at: frame)
        case .more(let id, let body): try more(id, body, act.line, at: frame)
        case .cancel(let id): try cancel(id, at: frame)
        case .made(let id, let answer): try made(id, answer, at: frame)
        case .came(let id, let body, let isLast): try came(id, body, isLast, at: frame)
        case .escape(let what, let name):
            emit("escape", ["what": .string(what), "name": .string(name)], why: why)
            guard !calls.rules.allows(what, name, act.line) else { return }
            object(
                "The app does something that voicetest cannot repeat (\(what)): \(name).",
                act.line, [name])
        case .unhandled(let error, let of):
            emit("unhandled", ["error": .string(error), "of": .string(of)], why: why)
            let place = act.line.map { "\($0): " } ?? ""
            output.append(.unmet(what: "\(place)nothing handles an error of a \(of): \(error)"))
        case .serve(let port): try serve(port, act.line, at: frame)
        case .opened, .message, .close: try answer(act, at: frame)
        case .ended:
            if telephone?.phase == .waiting {
                let what = telephone?.settings.outbound == nil ? "listens at a port" : "calls"
                object("The app ends before it \(what).", act.line, ["serve"])
            } else if case .ringing? = telephone?.phase {
                object("The app ends before its call is answered.", act.line, ["serve"])
            }
            end("ended")
        case .failed(let reason):
            emit("failed", [:], why: why)
            object("The app failed: \(reason)", act.line, [])
            end("failed")
        }
    }

    /// The app's own line as evidence, which is shown and never compared.
    static func why(_ line: String?) -> JSONObject {
        line.map { [TraceEvent.lineKey: .string($0)] } ?? [:]
    }

    /// Says that the run proves nothing, with the place in `line`.
    mutating func object(_ what: String, _ line: String?, _ names: [String]) {
        output.append(.object(what: what, place: line.map(AppLine.place), names: names))
    }

    private mutating func emit(
        event: String, _ fields: JSONObject, _ why: JSONObject
    ) throws(ProgramFault) {
        guard let kind = described.kinds.first(where: { $0.name == event }) else {
            emit("note", ["event": .string(event), "fields": .object(fields)], why: why)
            return
        }
        if let key = fields.members.first(where: { Self.reserved.contains($0.key) })?.key {
            throw ProgramFault("gave an event the field \"\(key)\", which every event has already")
        }
        emit(event, fields, why: inFrames(why, kind))
    }

    /// Evidence of a name whose values are frames in every trace, in frames where the app tells
    /// milliseconds.
    private func inFrames(_ why: JSONObject, _ kind: ProgramDescription.Kind) -> JSONObject {
        var result = why
        for (name, unit) in kind.units
        where EventUnit(spelled: unit) == .milliseconds
            && EventVocabulary.usualEvidence[name] == .frames
        {
            guard let value = why[name]?.integer else { continue }
            result[name] = .integer(rate.frames(milliseconds: value))
        }
        return result
    }

    // MARK: Listening

    private mutating func listen(
        _ id: Int, _ phrases: [String]?, _ limits: [String: Int64], _ why: JSONObject
    ) throws(ProgramFault) {
        try handle(newID: id)
        guard telephone == nil else {
            throw ProgramFault("listens for words, and its caller's sound comes by telephone")
        }
        guard described.level == .words else {
            throw ProgramFault("listens for words, and it said that it hears \"audio\"")
        }
        beginListening(id, phrases, limits, why)
    }

    /// Listens for the telephone, whose listenings all have the number 0.
    mutating func listenForTelephone(_ silenceMilliseconds: Int64?) {
        guard !isOver else { return }
        beginListening(0, nil, silenceMilliseconds.map { ["silenceMs": $0] } ?? [:], [:])
    }

    mutating func stopListeningForTelephone() {
        if let open = listening, open.id == 0 { endListening(open, by: "stopped") }
    }

    private mutating func beginListening(
        _ id: Int, _ phrases: [String]?, _ limits: [String: Int64], _ why: JSONObject
    ) {
        if let open = listening { endListening(open, by: "replaced") }
        lastJob += 1
        listenCount += 1
        let label = "listen \(listenCount)"
        listening = ProgramListening(id: id, job: lastJob, label: label)
        var fields: JSONObject = ["listen": .string(label)]
        if let phrases {
            fields["task"] = .string(Self.task(of: phrases))
        }
        emit("listens", fields, why: why)
        output.append(.listen(job: lastJob, request(phrases, limits)))
    }

    /// The first digits of the digest of phrases, for the trace.
    static func task(of phrases: [String]) -> String {
        String(Digest.hex(of: Array(phrases.joined(separator: "\n").utf8)).prefix(16))
    }

    private func request(_ phrases: [String]?, _ limits: [String: Int64]) -> ListenRequest {
        func frames(_ name: String, _ standard: Frame = 0) -> Frame {
            limits[name].map { rate.frames(milliseconds: $0) } ?? standard
        }
        var request = ListenRequest(
            recognizes: true, minSpeechFrames: settings.minSpeechFrames,
            endSilenceFrames: max(1, frames("silenceMs", settings.endSilenceFrames)),
            preSpeechFrames: frames("waitMs"), maxSpeechFrames: frames("speechMs"),
            maxAudioFrames: frames("totalMs"), awaitsSpeechAtOnce: true)
        request.partialFrames = settings.partialFrames
        if let phrases, !phrases.isEmpty { request.task = .phrases(phrases) }
        return request
    }

    private mutating func endListening(_ open: ProgramListening, by reason: String) {
        output.append(.stopListening(job: open.job))
        emit("listened", ["listen": .string(open.label), "by": .string(reason)])
        listening = nil
    }

    // MARK: What the media tell

    mutating func handle(_ signal: MediaSignal, at frame: Frame) {
        switch signal {
        case .playStarted(let job, let prompt): started(job, prompt, at: frame)
        case .playEnded(let job): ended(job, at: frame, how: "ended")
        case .playFailed(let job, let reason): failed(job, reason, at: frame)
        case .listenEnded(let job, let reason, let heardSpeech, let why):
            listenEnded(job, reason, heardSpeech, why)
        case .heard(let job, let words, _): heard(job, words)
        case .heardSoFar(let job, let hypothesis, _, _):
            guard let open = listening, open.job == job, open.id > 0 else { return }
            send(
                .words(id: open.id, text: hypothesis.text, isFinal: false, isRejected: false))
        default: break
        }
    }

    private mutating func listenEnded(
        _ job: Int, _ reason: StopReason, _ heardSpeech: Bool, _ why: JSONObject
    ) {
        guard let open = listening, open.job == job else { return }
        emit(
            "listened", ["listen": .string(open.label), "by": .string(reason.rawValue)], why: why)
        guard !heardSpeech else { return }
        answer(open, text: "", isRejected: true)
    }

    private mutating func heard(_ job: Int, _ words: HeardWords) {
        guard let open = listening, open.job == job else { return }
        switch words {
        case .final(let hypothesis):
            answer(
                open, text: hypothesis.text, isRejected: false, confidence: hypothesis.confidence)
        case .rejected, .failed: answer(open, text: "", isRejected: true)
        }
    }

    private mutating func answer(
        _ open: ProgramListening, text: String, isRejected: Bool, confidence: Int = 0
    ) {
        listening = nil
        var fields: JSONObject = ["listen": .string(open.label), "text": .string(text)]
        if isRejected { fields["rejected"] = true }
        emit("understood", fields)
        guard open.id > 0 else {
            telephone?.hear(words: text, confidence: confidence)
            return
        }
        send(.words(id: open.id, text: text, isFinal: true, isRejected: isRejected))
    }

    /// Ends what has the number `id`: a sound or the listening.
    private mutating func stop(
        _ id: Int, _ why: JSONObject, at frame: Frame
    ) throws(ProgramFault) {
        if let open = listening, open.id == id {
            endListening(open, by: "stopped")
        } else {
            try stopSound(id, why, at: frame)
        }
    }
}
