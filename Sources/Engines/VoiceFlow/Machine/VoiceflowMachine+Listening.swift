internal import VoiceEngine
internal import VoiceJSON
internal import VoiceRecognition
internal import VoiceTime
internal import VoiceTrace

/// A listening or recording job that is open, or whose words are on their way.
struct ListeningJob: Sendable, Equatable {
    let job: Int
    /// The name of the job in media events.
    let item: String
    let function: String
    let opened: Frame
    /// File that its sound goes to; nil for nowhere.
    let save: SaveRequest?
    /// True between the started and the ended event; words come after that.
    var isOpen = true
    /// The keys of a telephone that were pressed in place of speech.
    var keys = ""
}

extension VoiceflowMachine {
    /// Opens the microphone for `listening` and leaves the event about it as the only work.
    mutating func openEar(
        _ listening: ListeningParameters, item: String, _ request: ListenRequest
    ) {
        let what: [Permission] =
            request.recognizes ? [.microphone, .speechRecognition] : [.microphone]
        if memory.denies(what) {
            fail("ST_PERMISSION_DENIED")
            work = endTurn() + [.leave(.key(FlowKey.internalFailure, why: [:]))]
            return
        }
        let save: SaveRequest?
        switch saveRequest(listening.save, listening) {
        case .success(let request): save = request
        case .failure(let fault):
            // A recording is refused for this; a job that only listens goes on without the file.
            save = nil
            fail("ST_AUDIO_DEVICE_FAILURE", ["reason": .string(fault.reason.rawValue)])
        }
        var request = request
        request.keepsSound = save != nil
        // Of a dialog or a listener only utterances are kept, and none lasts so long.
        if save != nil, media.recording != nil { request.endWithKeptSound(rate: setup.rate) }
        let open = ListeningJob(
            job: media.nextJob(), item: item,
            function: request.recognizes ? "recognizeAudio" : "recordAudio", opened: now,
            save: save)
        media.openJob = open
        output.add(.listen(job: open.job, request))
        work = [announceMedia(item, open.function, "started")]
    }

    /// Stops listening; returns the work to tell the app of it. The sound that a recording has by
    /// then is written.
    mutating func stopListening(_ reason: StopReason = .stopRequest) -> [Work] {
        guard let open = media.openJob else { return [] }
        let isCut = cutRecording(open)
        output.add(.stopListening(job: open.job))
        media.openJob = nil
        guard open.isOpen || isCut else { return [] }
        let why: JSONObject = ["stopReason": .string(reason.rawValue)]
        guard isCut, let save = open.save else {
            return [announceMedia(open.item, open.function, "stopped", why)]
        }
        let fields = mediaFields(open.item, open.function, "stopped", why)
        return [.announceCut(fields, file: save.fileName)]
    }

    func announceEnd(of job: ListeningJob?, _ reason: StopReason, why: JSONObject) -> Work {
        announceMedia(
            job?.item ?? "", job?.function ?? "recognizeAudio", "ended",
            ["stopReason": .string(reason.rawValue)], why: why)
    }

    /// Listens for the next utterance, after an answer that led nowhere or an interruption.
    mutating func listenAgain() {
        media.openJob = nil
        let rest = work
        if let turn = media.dialog {
            openDialogEar(turn, awaitsSpeechAtOnce: turn.prompts.isEmpty && media.playback == nil)
        } else if let turn = media.listener {
            openListenerEar(turn)
        }
        // Without a job the module is about to end.
        if media.openJob != nil { work += rest }
    }

    mutating func handle(_ signal: MediaSignal) {
        switch signal {
        case .playStarted(let job, let prompt):
            if media.playback?.job == job { playStarted(prompt) }
            if media.recording?.sourceJob == job { sourceStarted(prompt) }
        case .playEnded(let job):
            if media.playback?.job == job { playEnded() }
            if media.recording?.sourceJob == job { recordNextSource() }
        case .playFailed(let job, let reason): playFailed(job, reason: reason)
        case .speechBegan(let job, let spoken):
            if media.openJob?.job == job, media.dialog != nil { bargeIn(spoken: spoken) }
        case .listenEnded(let job, let reason, let heardSpeech, let why):
            guard media.openJob?.job == job, media.openJob?.isOpen == true else { return }
            listeningEnded(reason, heardSpeech: heardSpeech, why: why)
        case .heard(let job, let words, let event):
            guard media.openJob?.job == job else { return }
            media.openJob = nil
            heard(words, event: event)
        case .heardSoFar(let job, let hypothesis, _, let event):
            guard let open = media.openJob, open.job == job, open.isOpen else { return }
            callHypothesis(hypothesis, "partial", .event(event))
            work = [.decide(hypothesis.text, isFinal: false)]
        case .position(let job, let frames):
            guard let open = media.openJob, open.job == job, open.isOpen else { return }
            let place: JSONObject = ["position": .integer(frames)]
            work = [announceMedia(open.item, open.function, "position", place)]
        case .saved(let job, let outcome): saved(job, outcome)
        // Of these it asks for none.
        case .playSuspended, .playResumed, .level, .word, .speechPaused: break
        }
    }

    private mutating func playFailed(_ job: Int, reason: String) {
        if let current = media.playback, current.job == job, let item = current.item {
            failItem(item, reason: reason)
        } else if media.recording?.sourceJob == job {
            failSource(reason: reason)
        }
    }

    private mutating func listeningEnded(
        _ reason: StopReason, heardSpeech: Bool, why: JSONObject
    ) {
        guard let open = media.openJob else { return }
        media.closeJob()
        if media.recording != nil {
            recordingEnded(reason, heardSpeech: heardSpeech, why: why)
            return
        }
        if let save = open.save {
            // What holds no speech is let go.
            output.add(heardSpeech ? .save(job: open.job, save) : .stopListening(job: open.job))
        }
        if media.dialog != nil {
            dialogListeningEnded(reason, heardSpeech: heardSpeech, why: why)
        } else {
            work = [announceEnd(of: open, reason, why: why)]
            if !heardSpeech { work.append(.listenAgain) }
        }
    }

    mutating func callHypothesis(
        _ hypothesis: Hypothesis, _ type: String, _ cause: EngineCallback.Cause
    ) {
        media.offerHypothesis()
        var arguments: JSONObject = [
            "module": .string(module?.id ?? ""), "hypothesis": .string(hypothesis.text),
            "type": .string(type), "confidence": .integer(Int64(hypothesis.confidence)),
        ]
        if !hypothesis.alternatives.isEmpty {
            arguments["alternatives"] = .array(
                hypothesis.alternatives.map { .string($0.text) })
        }
        call("SRHypothesis", arguments, cause: cause)
    }

    private mutating func heard(_ words: HeardWords, event: Int) {
        switch words {
        case .final(let hypothesis):
            media.recognizerAnswered()
            callHypothesis(hypothesis, "final", .event(event))
            work = [.decide(hypothesis.text, isFinal: true)]
        case .rejected:
            media.recognizerAnswered()
            ledNowhere(.garbage)
        case .failed: ledNowhere(.error)
        }
    }

    /// Takes the way to which the words lead, once the app has seen them and set no listed intent.
    mutating func decide(_ text: String, isFinal: Bool) {
        guard let module else { return }
        let rules = module.goTo.inputs
        if isFinal, text.isEmpty || media.isHypothesisRejected {
            ledNowhere(.garbage)
        } else if let rule = rules.first(where: {
            (isFinal || $0.acceptsPartial) && $0.pattern.matches(text)
        }), !media.isHypothesisRejected {
            work = endTurn() + [.leave(.input(rule))]
        } else if isFinal {
            let isFree = rules.isEmpty && module.goTo.intents.isEmpty
            if isFree, media.dialog != nil {
                work = [.leave(.standard)]
            } else {
                ledNowhere(.garbage)
            }
        }
    }

    /// Words that no rule takes, or none at all.
    private mutating func ledNowhere(_ trouble: DialogTurn.Trouble) {
        if media.dialog != nil {
            retryOrGiveUp(trouble)
        } else if let recording = media.recording {
            let standard = Outcome.stop(recording.reason, why: recording.why)
            work = [.leave(trouble == .error ? .key(FlowKey.maxSRErrorCount, why: [:]) : standard)]
        } else if trouble == .error {
            recognizerFailed()
        } else {
            work = [.listenAgain]
        }
    }
}
