internal import VoiceMedia
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
    /// Where its sound goes; nil for nowhere.
    let save: SaveRequest?
    /// True between the started and the ended event; words come after that.
    var isOpen = true
}

extension VoiceflowMachine {
    /// Opens the microphone for `listening` and leaves the event about it as the only work.
    mutating func openEar(
        _ listening: ListeningParameters, item: String, _ request: ListenRequest
    ) {
        let what = request.recognizes ? ["microphone", "speechRecognition"] : ["microphone"]
        if what.contains(where: { denied.contains($0) }) {
            fail("ST_PERMISSION_DENIED")
            work = endTurn() + [.leave(.key(FlowKey.internalFailure, why: [:]))]
            return
        }
        let save: SaveRequest?
        switch saveRequest(listening.save, listening) {
        case .success(let request): save = request
        case .failure(let fault):
            // A recording is refused for this; whoever only listens goes on without the file.
            save = nil
            fail("ST_AUDIO_DEVICE_FAILURE", ["reason": .string(fault.reason.rawValue)])
        }
        var request = request
        request.keepsSound = save != nil
        // Of a dialog or a listener only utterances are kept, and none lasts so long.
        if save != nil, recording != nil { request.endWithKeptSound(rate: rate) }
        let open = ListeningJob(
            job: jobs.take(), item: item,
            function: request.recognizes ? "recognizeAudio" : "recordAudio", opened: now,
            save: save)
        openJob = open
        actions.append(.listen(job: open.job, request))
        work = [announceMedia(item, open.function, "started")]
    }

    /// Stops listening; what is to be told about it. What a recording has heard by then is written.
    mutating func stopListening(_ reason: StopReason = .stopRequest) -> [Work] {
        guard let open = openJob else { return [] }
        let isCut = cutRecording(open)
        actions.append(.stopListening(job: open.job))
        openJob = nil
        guard open.isOpen || isCut else { return [] }
        let why: JSONObject = ["stopReason": .string(reason.rawValue)]
        guard isCut, let save = open.save else {
            return [announceMedia(open.item, open.function, "stopped", why)]
        }
        let fields = mediaFields(open.item, open.function, "stopped", why)
        return [.announceCut(fields, file: save.fileName)]
    }

    func announceEnd(of openJob: ListeningJob?, _ reason: StopReason, why: JSONObject) -> Work {
        announceMedia(
            openJob?.item ?? "", openJob?.function ?? "recognizeAudio", "ended",
            ["stopReason": .string(reason.rawValue)], why: why)
    }

    /// Listens for the next utterance, after an answer that led nowhere or an interruption.
    mutating func listenAgain() {
        openJob = nil
        let rest = work
        if let turn = dialog {
            openDialogEar(turn, awaitsSpeechAtOnce: turn.prompts.isEmpty && playback == nil)
        } else if let turn = listener {
            openListenerEar(turn)
        }
        // Without a job the module is about to end.
        if openJob != nil { work += rest }
    }

    mutating func handle(_ signal: MediaSignal) {
        switch signal {
        case .playStarted(let job, let prompt):
            if playback?.job == job { playStarted(prompt) }
            if recording?.sourceJob == job { sourceStarted(prompt) }
        case .playEnded(let job):
            if playback?.job == job { playEnded() }
            if recording?.sourceJob == job { recordNextSource() }
        case .playFailed(let job, let reason): playFailed(job, reason: reason)
        case .speechBegan(let job, let spoken):
            if openJob?.job == job, dialog != nil { bargeIn(spoken: spoken) }
        case .listenEnded(let job, let reason, let heardSpeech, let why):
            guard openJob?.job == job, openJob?.isOpen == true else { return }
            listeningEnded(reason, heardSpeech: heardSpeech, why: why)
        case .heard(let job, let words, let event):
            guard openJob?.job == job else { return }
            openJob = nil
            heard(words, event: event)
        case .heardSoFar(let job, let hypothesis, _, let event):
            guard let openJob, openJob.job == job, openJob.isOpen else { return }
            callHypothesis(hypothesis, "partial", event)
            work = [.decide(hypothesis.text, isFinal: false)]
        case .position(let job, let frames):
            guard let openJob, openJob.job == job, openJob.isOpen else { return }
            let place: JSONObject = ["position": .integer(frames)]
            work = [announceMedia(openJob.item, openJob.function, "position", place)]
        case .saved(let job, let outcome): saved(job, outcome)
        // Of these it asks for none.
        case .playSuspended, .playResumed, .level: break
        }
    }

    private mutating func playFailed(_ job: Int, reason: String) {
        if let current = playback, current.job == job, let item = current.item {
            failItem(item, reason: reason)
        } else if recording?.sourceJob == job {
            failSource(reason: reason)
        }
    }

    private mutating func listeningEnded(
        _ reason: StopReason, heardSpeech: Bool, why: JSONObject
    ) {
        guard let open = openJob else { return }
        openJob?.isOpen = false
        if recording != nil {
            recordingEnded(reason, heardSpeech: heardSpeech, why: why)
            return
        }
        if let save = open.save {
            // What holds no speech is let go.
            actions.append(heardSpeech ? .save(job: open.job, save) : .stopListening(job: open.job))
        }
        if dialog != nil {
            dialogListeningEnded(reason, heardSpeech: heardSpeech, why: why)
        } else {
            work = [announceEnd(of: open, reason, why: why)]
            if !heardSpeech { work.append(.listenAgain) }
        }
    }

    private mutating func callHypothesis(
        _ hypothesis: Hypothesis, _ type: String, _ event: Int
    ) {
        isHypothesisRejected = false
        call(
            "SRHypothesis",
            [
                "module": .string(module?.id ?? ""), "hypothesis": .string(hypothesis.text),
                "type": .string(type), "confidence": .integer(Int64(hypothesis.confidence)),
            ], cause: .event(event))
    }

    private mutating func heard(_ words: HeardWords, event: Int) {
        switch words {
        case .final(let hypothesis):
            listener?.failures = 0
            callHypothesis(hypothesis, "final", event)
            work = [.decide(hypothesis.text, isFinal: true)]
        case .rejected:
            listener?.failures = 0
            ledNowhere(.garbage)
        case .failed: ledNowhere(.error)
        }
    }

    /// Where the words lead, once the app has seen them and set no listed intent.
    mutating func decide(_ text: String, isFinal: Bool) {
        guard let module else { return }
        let rules = module.goTo.inputs
        if isFinal, text.isEmpty || isHypothesisRejected {
            ledNowhere(.garbage)
        } else if let rule = rules.first(where: {
            (isFinal || $0.acceptsPartial) && $0.pattern.matches(text)
        }), !isHypothesisRejected {
            work = endTurn() + [.leave(.input(rule))]
        } else if isFinal {
            let isFree = rules.isEmpty && module.goTo.intents.isEmpty
            if isFree, dialog != nil {
                work = [.leave(.standard)]
            } else {
                ledNowhere(.garbage)
            }
        }
    }

    /// Words that no rule takes, or none at all.
    private mutating func ledNowhere(_ trouble: DialogTurn.Trouble) {
        if dialog != nil {
            retryOrGiveUp(trouble)
        } else if let recording {
            let standard = Outcome.stop(recording.reason, why: recording.why)
            work = [.leave(trouble == .error ? .key(FlowKey.maxSRErrorCount, why: [:]) : standard)]
        } else if trouble == .error {
            recognizerFailed()
        } else {
            work = [.listenAgain]
        }
    }
}
