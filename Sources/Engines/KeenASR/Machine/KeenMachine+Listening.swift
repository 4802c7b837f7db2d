internal import VoiceEngine
internal import VoiceJSON
internal import VoiceRecognition
internal import VoiceTime
internal import VoiceTrace

/// From the start of listening to its end.
extension KeenMachine {
    /// Begins to listen to the microphone, or to a source.
    mutating func startListening(to source: KeenSource? = nil) {
        guard let prepared else { return }
        responseCount += 1
        let awaitsTrigger = prepared.hasTrigger
        let isSilent = isGated || awaitsTrigger
        let opened = opening(of: source)
        var listening = Listening(
            number: responseCount, job: 0, phase: awaitsTrigger ? .awaitingTrigger : .listening,
            rules: EndRules(
                limits, start: isSilent ? nil : opened,
                knowsNoise: prepared.graph.spokenNoisePermille > 0), graph: prepared,
            isGated: isGated, speaker: source == .file ? nil : speaker, opened: opened)
        listening.start = isSilent ? nil : opened
        self.listening = listening
        emit(
            "listening",
            ["response": .string(listening.label), "graph": .string(prepared.name)])
        move(to: .listening, by: GuardedCall.startListening.rawValue)
        openJob(for: source)
    }

    /// Begins to hear, with a new job.
    mutating func openJob(for source: KeenSource? = nil) {
        guard let open = listening else { return }
        let graph = open.graph
        jobCount += 1
        listening?.job = jobCount
        let opened = opening(of: source)
        listening?.opened = opened
        var request = ListenRequest(
            recognizes: true,
            minSpeechFrames: rate.frames(
                milliseconds: Int64(KeenConstants.minSpeechMilliseconds)),
            endSilenceFrames: settings.pauseFrames, preSpeechFrames: 0, maxSpeechFrames: 0,
            maxAudioFrames: 0, awaitsSpeechAtOnce: true)
        request.spansSilence = true
        request.tellsGrowth = true
        request.judgesPauses = true
        request.partialFrames = settings.partialFrames
        request.keepsSound = true
        request.task = .graph(graph.graph)
        request.wantsWords = true
        request.wantsPhones = true
        request.alternatives = alternatives
        request.speaker = open.speaker
        request.beginsSound = source != nil
        request.hearsFrom = source == nil ? nil : opened
        request.levelFrames = levelFrames
        if levelFrames > 0 {
            request.levelWindowFrames = rate.frames(
                milliseconds: Int64(KeenConstants.levelWindowMilliseconds))
        }
        request.endWithKeptSound(rate: rate)
        output.append(.listen(job: jobCount, request))
        armRules()
    }

    /// Returns when a job hears that opens now: a source from the next hop on, so that its sound
    /// stands where that of every other source does, the first one's too.
    private func opening(of source: KeenSource?) -> Frame {
        let hop = Frame(rate.hopFrames)
        return source == nil ? now : (now / hop + 1) * hop
    }

    // MARK: Rules

    /// Sets a timer for the rule that is due next, or ends listening where it is due already.
    mutating func checkRules() {
        guard let listening, listening.phase == .listening else { return }
        if let due = listening.rules.next(rate: rate), due.frame <= now {
            end(by: due)
        } else {
            armRules()
        }
    }

    private mutating func armRules() {
        guard let listening, listening.phase == .listening,
            let due = listening.rules.next(rate: rate)
        else {
            output.append(.cancelTimer(id: Timer.rules.rawValue))
            return
        }
        output.append(
            .setTimer(id: Timer.rules.rawValue, frames: max(1, due.frame - now)))
    }

    mutating func timeIsUp(_ timer: Timer?) {
        switch timer {
        case .rules: checkRules()
        case .untriggered:
            guard let listening, listening.phase == .awaitingTrigger else { return }
            self.listening?.phase = .checkingTrigger
            output.append(.finishListening(job: listening.job))
        case nil: break
        }
    }

    private mutating func end(by due: EndRules.Due) {
        finish(
            because: due.rule, by: due.rule.name,
            why: JSONObject(evidence: [
                .duration: now - due.since, .limitMs: listening?.rules.limits[due.rule] ?? 0,
            ]).adding(["since": .integer(due.since)]))
    }

    /// Ends listening; the final result follows.
    mutating func finish(because rule: KIOSVadParameter?, by way: String, why: JSONObject) {
        guard let open = listening else { return }
        let isHeard = open.phase != .checkingTrigger
        listening?.phase = .finishing
        listening?.rule = rule
        listening?.end = now
        cancelTimers()
        emit("listened", ["response": .string(open.label), "by": .string(way)], why: why)
        move(to: .finalProcessing, by: way)
        // A job that is being checked for the trigger phrase has its words on their way.
        if isHeard { output.append(.finishListening(job: open.job)) }
    }

    /// Ends listening without a response.
    mutating func abandon(by way: String) {
        guard let open = listening else { return }
        listening = nil
        cancelTimers()
        output.append(.stopListening(job: open.job))
        if situation.state == .listening {
            emit("listened", ["response": .string(open.label), "by": .string(way)])
        }
        move(to: situation.idleState, by: way)
        let reason = way == Self.interruptWay ? KIOSRefusal.interrupted : .stopped
        for call in open.replies + open.callers + waiters.takeResponses(before: open.number) {
            output.append(.reply(call: call, .failure(reason: reason.rawValue)))
        }
    }

    private mutating func cancelTimers() {
        output.append(.cancelTimer(id: Timer.rules.rawValue))
        output.append(.cancelTimer(id: Timer.untriggered.rawValue))
    }

    // MARK: News of the job

    mutating func handle(_ signal: MediaSignal) {
        guard let open = listening, open.job == signal.job else { return }
        switch signal {
        case .speechBegan(_, let spoken): speechBegan(at: spoken)
        case .speechPaused(_, let spoken): speechPaused(at: spoken)
        case .heardSoFar(_, let hypothesis, _, let event): understand(hypothesis, event)
        case .listenEnded(_, let reason, let heardSpeech, let why):
            listenEnded(reason, heardSpeech: heardSpeech, why: why)
        case .heard(_, let words, let event): heard(words, event)
        default: break
        }
    }

    private mutating func speechBegan(at spoken: Frame) {
        guard let open = listening, open.phase != .finishing else { return }
        output.append(.cancelTimer(id: Timer.untriggered.rawValue))
        if open.phase == .listening, open.start == nil {
            // Voice opens the gate: everything counts from here.
            listening?.start = max(open.opened, spoken)
            listening?.rules.start = max(open.opened, spoken)
        }
        listening?.rules.speechBegan()
        let first = min(open.speech?.lowerBound ?? spoken, spoken)
        listening?.speech = first..<max(spoken, open.speech?.upperBound ?? spoken)
        checkRules()
    }

    private mutating func speechPaused(at spoken: Frame) {
        guard let open = listening, open.phase != .finishing else { return }
        listening?.rules.speechEnded(at: spoken)
        let first = open.speech?.lowerBound ?? spoken
        listening?.speech = first..<max(first, spoken)
        if open.phase == .awaitingTrigger {
            output.append(
                .setTimer(id: Timer.untriggered.rawValue, frames: settings.triggerPauseFrames))
        }
        checkRules()
    }

    private mutating func understand(_ hypothesis: Hypothesis, _ event: Int) {
        guard let open = listening else { return }
        switch open.phase {
        case .finishing, .checkingTrigger: return
        case .awaitingTrigger:
            let words = open.words(of: hypothesis)
            guard let count = open.graph.wordsToTrigger(words) else { return }
            trigger(after: count, in: hypothesis)
        case .listening: break
        }
        tellPartial(hypothesis, event)
        checkRules()
    }

    /// Notes that the trigger phrase was said: so many words of `hypothesis` end with it.
    mutating func trigger(after count: Int, in hypothesis: Hypothesis) {
        guard let open = listening else { return }
        let end =
            hypothesis.words.indices.contains(count - 1)
            ? hypothesis.words[count - 1].range.upperBound : now
        listening?.phase = .listening
        listening?.triggerWords = count
        listening?.start = min(max(end, open.opened), now)
        listening?.rules.triggered(at: now)
        output.append(.cancelTimer(id: Timer.untriggered.rawValue))
        emit(
            "trigger",
            ["response": .string(open.label), "phrase": .string(open.graph.graph.trigger ?? "")])
        callBack(.triggerPhraseDetected, ["response": .string(open.label)])
    }

    private mutating func tellPartial(_ heard: Hypothesis, _ event: Int) {
        guard let open = listening else { return }
        let hypothesis = open.counted(heard)
        let words = open.words(of: hypothesis)
        listening?.rules.understood(
            hasWords: !words.isEmpty, isWholePhrase: open.graph.isWholePhrase(words),
            end: hypothesis.words.last?.range.upperBound)
        guard !words.isEmpty, hypothesis.text != open.toldText else { return }
        listening?.toldText = hypothesis.text
        partialCount += 1
        var fields: JSONObject = [
            "response": .string(open.label), "number": .integer(Int64(partialCount)),
            "text": .string(hypothesis.text),
        ]
        emit("partialResult", fields)
        fields["words"] = .array(
            words.map { .object(["text": .string($0)]) })
        lastPartial = (partialCount, fields)
        callBack(.recognizerPartialResult, fields)
        for waiter in waiters.partials where partialCount > waiter.after {
            output.append(.reply(call: waiter.call, .value(.object(fields))))
        }
        waiters.partials.removeAll { partialCount > $0.after }
    }
}
