internal import VoiceEngine
internal import VoiceJSON
internal import VoiceRecognition
internal import VoiceTime
internal import VoiceTrace

/// From the end of listening to the response.
extension KeenMachine {
    mutating func listenEnded(_ reason: StopReason, heardSpeech: Bool, why: JSONObject) {
        guard let open = listening else { return }
        switch open.phase {
        case .finishing: break
        case .checkingTrigger:
            // Nothing was said after all.
            if !heardSpeech { listenAgain() }
            return
        case .awaitingTrigger:
            listening?.phase = .checkingTrigger
            if !heardSpeech { listenAgain() }
            return
        case .listening:
            // The job is as long as its sound may be.
            let rule = KIOSVadParameter.timeoutMaxDuration
            var why = why
            why["ended"] = .string(reason.rawValue)
            finish(because: rule, by: rule.name, why: why)
            output.removeAll { $0 == .finishListening(job: open.job) }
        }
        if !heardSpeech { respond(nil, failure: nil) }
    }

    mutating func heard(_ words: HeardWords, _ event: Int) {
        guard let open = listening else { return }
        switch open.phase {
        case .finishing: respond(words)
        case .checkingTrigger: checkTrigger(words)
        case .listening, .awaitingTrigger: break
        }
    }

    private mutating func respond(_ words: HeardWords) {
        guard let open = listening else { return }
        switch words {
        case .final(let hypothesis):
            let counted = open.counted(hypothesis)
            respond(open.words(of: counted).isEmpty ? nil : counted, failure: nil)
        case .rejected: respond(open.graph.hasTrigger ? nil : noise, failure: nil)
        case .failed(let reason): respond(nil, failure: reason)
        }
    }

    /// Hypothesis of speech that fits no word, where the graph knows such.
    private var noise: Hypothesis? {
        guard let open = listening, let speech = open.speech,
            open.graph.graph.spokenNoisePermille > 0
        else { return nil }
        let word = RecognizedWord(
            text: RecognitionGraph.spokenNoise, range: speech, confidence: 0)
        return Hypothesis(text: word.text, confidence: 0, words: [word])
    }

    /// Looks for the trigger phrase in all that was said.
    private mutating func checkTrigger(_ words: HeardWords) {
        guard let open = listening, case .final(let hypothesis) = words,
            let count = open.graph.wordsToTrigger(open.words(of: hypothesis))
        else {
            listenAgain()
            return
        }
        trigger(after: count, in: hypothesis)
        let asked = Array(open.words(of: hypothesis).dropFirst(count))
        guard !asked.isEmpty else {
            listenAgain()
            return
        }
        // The words after the trigger phrase are final, and the job that heard them is over: the
        // rule that their silence counts for ends listening now.
        listening?.phase = .checkingTrigger
        let rule: KIOSVadParameter =
            open.graph.isWholePhrase(asked)
            ? .timeoutEndSilenceForGoodMatch : .timeoutEndSilenceForAnyMatch
        let since = min(now, open.speech?.upperBound ?? now)
        finish(
            because: rule, by: rule.name,
            why: JSONObject(evidence: [.duration: now - since]).adding(["since": .integer(since)]))
        respond(words)
    }

    /// Lets go of the job and its sound, and hears on with another.
    private mutating func listenAgain() {
        guard let open = listening else { return }
        output.append(.stopListening(job: open.job))
        if open.phase == .checkingTrigger { listening?.phase = .awaitingTrigger }
        listening?.speech = nil
        if open.start != nil { listening?.start = now }
        openJob()
    }

    // MARK: The response

    private mutating func respond(_ hypothesis: Hypothesis?, failure: String?) {
        guard let open = listening else { return }
        listening = nil
        let fields = responseFields(of: open, hypothesis, failure: failure)
        var told: JSONObject = ["response": .string(open.label)]
        for key in ["rule", "text", "confidence", "failure", "start", "end"] {
            told[key] = fields[key]
        }
        // The recognizer is ready again when the app hears of the response.
        move(to: situation.idleState, by: "response")
        emit("response", told)
        output.append(
            .save(
                job: open.job,
                SaveRequest(fileName: "response-\(open.label).wav", language: language)))
        lastResponse = (open.number, fields)
        if open.replies.isEmpty { callBack(.recognizerFinalResponse, fields) }
        for call in open.replies + open.callers + waiters.takeResponses(before: open.number) {
            output.append(.reply(call: call, .value(.object(fields))))
        }
    }

    private func responseFields(
        of open: Listening, _ hypothesis: Hypothesis?, failure: String?
    ) -> JSONObject {
        let end = max(open.end ?? now, open.start ?? 0)
        var fields: JSONObject = [
            "response": .string(open.label), "number": .integer(Int64(open.number)),
            "graph": .string(open.graph.name), "computeGoP": .bool(open.graph.computesGoP),
            "echoCancellation": .bool(cancelsEcho), "opened": .integer(open.opened),
            "start": .integer(open.start ?? end), "end": .integer(end),
        ]
        fields["rule"] = open.rule.map { .string($0.name) }
        fields["failure"] = failure.map { .string($0) }
        guard let hypothesis else { return fields }
        fields["text"] = .string(hypothesis.text)
        fields["confidence"] = .integer(Int64(hypothesis.confidence))
        fields["words"] = .array(hypothesis.words.map { Self.word($0, open.graph) })
        if !hypothesis.alternatives.isEmpty {
            fields["alternatives"] = .array(hypothesis.alternatives.map { .string($0.text) })
        }
        return fields
    }

    private static func word(_ word: RecognizedWord, _ graph: PreparedGraph) -> JSONValue {
        var object: JSONObject = [
            "text": .string(word.text), "start": .integer(word.range.lowerBound),
            "end": .integer(word.range.upperBound),
            "confidence": .integer(Int64(word.confidence)),
        ]
        if !word.phones.isEmpty {
            object["phones"] = .array(
                word.phones.map { phone in
                    var object: JSONObject = [
                        "phone": .string(phone.phone), "start": .integer(phone.range.lowerBound),
                        "end": .integer(phone.range.upperBound),
                    ]
                    if graph.computesGoP { object["score"] = .integer(Int64(phone.score)) }
                    return .object(object)
                })
        }
        return .object(object)
    }
}
