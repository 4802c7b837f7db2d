internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// Where an `audioDialog` module stands: what is still to be said, and who listens.
struct DialogTurn: Sendable, Equatable {
    enum Trouble: Sendable, Equatable { case timeout, garbage, error }

    let parameters: DialogParameters
    /// The name of the listening job in media events.
    let item: String
    /// Prompts still to be said before the microphone counts.
    var prompts: [DialogParameters.Prompt]
    var listenJob: Int?
    /// True between the started and the ended event of listening; its words come after that.
    var isListening = false
    var timeouts: Int64 = 0
    var garbage: Int64 = 0
    var errors: Int64 = 0
}

extension VoiceflowMachine {
    mutating func startDialog(_ parameters: DialogParameters) {
        guard let module else { return }
        let item = parameters.listening.item.flatMap { fields.resolve($0) } ?? module.id
        dialog = DialogTurn(
            parameters: parameters, item: item,
            prompts: parameters.prompts.filter { $0.type == .preInitial }
                + parameters.prompts.filter { $0.type == .initial })
        work = [.dialogNext]
    }

    /// Says the next prompt of the turn, or listens when all is said.
    mutating func speakOrListen() {
        guard let turn = dialog, let module else { return }
        guard let prompt = turn.prompts.first else {
            if let job = turn.listenJob {
                actions.append(.awaitSpeech(job: job))
            } else {
                openListening(awaitsSpeechAtOnce: true)
            }
            return
        }
        let listens = prompt.recognizesWhilePlaying.resolved(fields, ScalarText.flag)
        if listens, turn.listenJob == nil {
            // The event goes out first, then this step is taken again.
            openListening(awaitsSpeechAtOnce: false)
            work.append(.dialogNext)
            return
        }
        if !listens, turn.listenJob != nil {
            work = stopListening() + [.dialogNext]
            return
        }
        dialog?.prompts.removeFirst()
        let owner = "\(module.id)/\(prompt.type.rawValue)"
        guard let items = members(of: prompt.play, owner: owner, turn: retry(prompt.type)) else {
            failLoading()
            return
        }
        playback = Playback(items: items)
        work = [.nextItem]
    }

    /// How often a group was said before in this dialog.
    private func retry(_ type: DialogParameters.PromptType) -> Int {
        guard let dialog else { return 0 }
        switch type {
        case .preInitial, .initial: return 0
        case .timeout: return Int(dialog.timeouts) - 1
        case .garbage: return Int(dialog.garbage) - 1
        case .srError: return Int(dialog.errors) - 1
        }
    }

    private mutating func openListening(awaitsSpeechAtOnce: Bool) {
        guard let turn = dialog else { return }
        let job = takeJob()
        dialog?.listenJob = job
        dialog?.isListening = true
        let request = limits.request(
            for: turn.parameters.listening, fields: fields, rate: rate,
            awaitsSpeechAtOnce: awaitsSpeechAtOnce)
        actions.append(.listen(job: job, request))
        work = [announceMedia(turn.item, "recognizeAudio", "started")]
    }

    /// Stops listening; what is to be told about it.
    mutating func stopListening() -> [Work] {
        guard let turn = dialog, let job = turn.listenJob else { return [] }
        actions.append(.stopListening(job: job))
        dialog?.listenJob = nil
        dialog?.isListening = false
        guard turn.isListening else { return [] }
        var fields = mediaFields(turn.item, "recognizeAudio", "stopped")
        fields["stopReason"] = .string(StopReason.stopRequest.rawValue)
        return [.announce(kind: "media", fields: fields, why: [:], callback: "MediaEvent")]
    }

    mutating func handle(_ signal: MediaSignal) {
        switch signal {
        case .playStarted(let job, let prompt):
            if playback?.job == job { playStarted(prompt) }
        case .playEnded(let job):
            if playback?.job == job { playEnded() }
        case .playFailed(let job, let reason):
            guard let current = playback, current.job == job, let item = current.item
            else { return }
            failItem(item, reason: reason)
        case .speechBegan(let job, let spoken):
            guard dialog?.listenJob == job else { return }
            bargeIn(spoken: spoken)
        case .listenEnded(let job, let reason, let heardSpeech, let why):
            guard dialog?.listenJob == job else { return }
            listeningEnded(reason, heardSpeech: heardSpeech, why: why)
        case .heard(let job, let words, let event):
            guard dialog?.listenJob == job else { return }
            dialog?.listenJob = nil
            heard(words, event: event)
        }
    }

    /// Speech while a prompt plays: the prompt and all that should follow it fall silent.
    private mutating func bargeIn(spoken: Frame) {
        dialog?.prompts = []
        work = stopPlayback(why: ["spoken": .integer(spoken)])
    }

    private mutating func listeningEnded(
        _ reason: StopReason, heardSpeech: Bool, why: JSONObject
    ) {
        guard let turn = dialog else { return }
        dialog?.isListening = false
        // Listening may time out while a prompt still plays, when its whole length is limited.
        let silenced = stopPlayback(why: why)
        var fields = mediaFields(turn.item, "recognizeAudio", "ended")
        fields["stopReason"] = .string(reason.rawValue)
        work =
            silenced + [.announce(kind: "media", fields: fields, why: why, callback: "MediaEvent")]
        guard !heardSpeech else { return }
        dialog?.listenJob = nil
        dialog?.prompts = []
        retryOrGiveUp(.timeout)
    }

    private mutating func heard(_ words: HeardWords, event: Int) {
        switch words {
        case .final(let text, let confidence):
            isHypothesisRejected = false
            call(
                "SRHypothesis",
                [
                    "module": .string(module?.id ?? ""), "hypothesis": .string(text),
                    "type": "final", "confidence": .integer(Int64(confidence)),
                ], cause: .event(event))
            work = [.decide(text)]
        case .rejected: retryOrGiveUp(.garbage)
        case .failed: retryOrGiveUp(.error)
        }
    }

    /// Where the words lead, once the app has seen them and set no listed intent.
    mutating func decide(_ text: String) {
        guard let module else { return }
        if text.isEmpty || isHypothesisRejected {
            retryOrGiveUp(.garbage)
        } else if let rule = module.goTo.inputs.first(where: { $0.matches(text) }) {
            work = [.leave(.input(rule))]
        } else if module.goTo.inputs.isEmpty, module.goTo.intents.isEmpty {
            work = [.leave(.standard)]
        } else {
            retryOrGiveUp(.garbage)
        }
    }

    /// Counts a turn that led nowhere; says the group for it and listens again, or gives up.
    private mutating func retryOrGiveUp(_ trouble: DialogTurn.Trouble) {
        guard var turn = dialog else { return }
        let count: Int64
        let limit: RuntimeValue<Int64>
        let key: String
        let type: DialogParameters.PromptType
        switch trouble {
        case .timeout:
            turn.timeouts += 1
            (count, limit, key) = (turn.timeouts, turn.parameters.maxTimeouts, "maxTimeoutCount")
            type = .timeout
        case .garbage:
            turn.garbage += 1
            (count, limit, key) = (turn.garbage, turn.parameters.maxGarbage, "maxGarbageCount")
            type = .garbage
        case .error:
            turn.errors += 1
            (count, limit, key) = (turn.errors, turn.parameters.maxErrors, "maxSRErrorCount")
            type = .srError
        }
        let most = limit.resolved(fields, ScalarText.integer)
        let group = turn.parameters.prompts.filter { $0.type == type }
        turn.prompts = group
        if group.contains(where: \.playsInitialAfter) {
            turn.prompts += turn.parameters.prompts.filter { $0.type == .initial }
        }
        dialog = turn
        let why: JSONObject = ["count": .integer(count), "most": .integer(most)]
        work.append(count > most ? .leave(.key(key, why: why)) : .dialogNext)
    }
}
