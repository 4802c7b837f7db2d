internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

extension FrameLoop {
    mutating func perform(_ work: LoopWork) {
        switch work {
        case .input(let input, let during):
            guard endReason == nil else { return }
            record(input, during: during)
            switch input {
            case .run: engineEvents.append(.run)
            case .call(let call): receive(call)
            case .permission, .audioSession, .key, .hangUp, .line:
                engineEvents.append(.world(input))
            case .device(let news, _):
                playbackLatency = news.latency ?? playbackLatency
                engineEvents.append(.world(input))
            default: break
            }
        case .callbackReturned(let during):
            guard endReason == nil else { return }
            record(.returned, during: during)
            host.callbackReturned()
            engineEvents.append(.callbackReturned)
        case .scriptedHop: endScriptedHop()
        case .speech(let decision):
            emit(TapEvents.event(decision))
            for job in Array(recorders.keys) { recorders[job]?.record(decision) }
            send(decision)
            run(core.step(.speech(decision), at: now))
        case .sound(let block): engineEvents.append(.sound(block, ahead: takeForeseen()))
        case .words(let job, let outcome, let why):
            pendingWords[job] = nil
            hear(outcome, why: why, for: job)
        case .partial(let job, let hypothesis, let why):
            if isNews(hypothesis, for: job), let hypothesis {
                hear(soFar: hypothesis, why: why, for: job)
            }
            judgeLate(for: job)
        case .recorded(let event): consume(recorded: event)
        case .lateWords: takeLateWords()
        case .timer(let timer):
            timers[timer] = nil
            run(core.step(.timer(timer), at: now))
        case .engineTimer(let id):
            engineTimers[id] = nil
            engineEvents.append(.timer(id: id))
        }
        runEngine()
        if !earlyWords.isEmpty { takeEarlyWords() }
    }

    mutating func record(_ input: SessionInput, during: DuringCallback? = nil) {
        inputCount += 1
        guard keepsTrace, keepsInputs else { return }
        inputs.append(
            InputEvent(
                sequence: inputCount - 1, frame: now, after: eventCount, during: during,
                input: input))
    }

    mutating func emit(_ event: TraceEvent) {
        var event = event
        event.sequence = eventCount
        event.frame = now
        if eventCount == 0, !settingsInForce.isEmpty {
            event.why[TraceEvent.settingsKey] = .object(settingsInForce)
        }
        eventCount += 1
        if !keepsTrace, events.count >= Self.memory { events.removeFirst(Self.memory / 2) }
        events.append(event)
        host.observe(event)
    }

    /// Number of events that stay where the trace is not kept: more than one frame has callbacks
    /// about.
    static var memory: Int { 1_024 }

    /// The event with this sequence number, or the last one where it was forgotten.
    func event(_ sequence: Int) -> TraceEvent {
        let index = events.count - (eventCount - sequence)
        return events[events.indices.contains(index) ? index : events.count - 1]
    }

    mutating func perform(_ action: EngineAction) {
        switch action {
        case .emit(let kind, let fields, let why):
            emit(TraceEvent(frame: now, tap: .actions, kind: kind, fields: fields, why: why))
        case .callback(let callback): ask(for: callback)
        case .setTimer(let id, let frames): setTimer(id, frames: frames)
        case .cancelTimer(let id): cancelTimer(id)
        case .prepare(let task): host.prepare(task)
        case .play(let job, let request): play(job, request)
        case .stopPlaying(let job):
            host.stopPlaying(job: job)
            run(core.step(.stopPlaying(job: job), at: now))
        case .suspendPlaying(let job):
            host.suspendPlaying(job: job)
            run(core.step(.suspendPlaying(job: job), at: now))
        case .resumePlaying(let job):
            host.resumePlaying(job: job)
            run(core.step(.resumePlaying(job: job), at: now))
        case .setGain(let job, let permille): host.setGain(job: job, permille: permille)
        case .listen(let job, let request):
            guard mayListen(job) else { return }
            if request.keepsSound, host.keepsRecordings {
                let opened = request.opening(at: now)
                recorders[job] = SoundRecorder(
                    frontEnd.remembered(from: opened), openedAt: opened,
                    isSpeaking: core.isSpeechUnderWay)
            }
            run(core.step(.listen(job: job, request), at: now))
        case .awaitSpeech(let job): run(core.step(.awaitSpeech(job: job), at: now))
        case .stopListening(let job):
            run(core.step(.stopListening(job: job), at: now))
            recorders[job] = nil
        case .retune(let job, let limits): run(core.step(.retune(job: job, limits), at: now))
        case .finishListening(let job): run(core.step(.finishListening(job: job), at: now))
        case .save(let job, let request): save(job, request)
        case .reply(let call, let result): reply(to: call, result)
        case .ended(let reason): endReason = reason
        case .hearSpeech, .hearSound, .foreseeSound, .object, .unmet, .breakDown: performOwn(action)
        }
    }

    private mutating func play(_ job: Int, _ request: PromptRequest) {
        switch host.realize(request) {
        case .failed(let reason):
            engineEvents.append(.media(.playFailed(job: job, reason: reason)))
        case .realized(let prompt):
            host.play(job: job, request, prompt)
            let late = request.isHeard ? playbackLatency : 0
            let frames = request.playedFrames(of: prompt, rate: rate).map {
                $0 + (request.endsWhenHandedOver ? 0 : late)
            }
            run(core.step(.play(job: job, prompt: prompt, frames: frames), at: now))
            guard request.wantsMarks, !prompt.marks.isEmpty else { return }
            let times = WordMarkTimes(request, prompt, rate: rate)
            run(core.step(.tellWords(job: job, times, latency: late), at: now))
        }
    }

    mutating func run(_ actions: [MediaCore.Action]) {
        for action in actions {
            switch action {
            case .arm(let timer, let frame):
                disarm(timer)
                timers[timer] = queue.schedule(
                    .timer(timer), at: frame, rank: timer.rank.rawValue)
            case .disarm(let timer): disarm(timer)
            case .tune(let minSpeech, let endSilence):
                frontEnd.tune(minSpeechFrames: minSpeech, endSilenceFrames: endSilence)
            case .untune: frontEnd.resetTuning()
            case .beginSound: frontEnd.restart()
            case .recognize(let job, let spoken): recognize(spoken, for: job)
            case .recognizeSoFar(let job, let spoken): recognizeSoFar(spoken, for: job)
            case .judgeSoFar(let job, let spoken): judgeSoFar(spoken, for: job)
            case .cancelWords(let job):
                if let ticket = pendingWords.removeValue(forKey: job) { queue.cancel(ticket) }
                giveUpWords(for: job)
                forgetPartials(of: job)
            case .measureLevel(let job): measureLevel(for: job)
            case .signal(let signal):
                if case .listenEnded(let job, _, _, _) = signal {
                    recorders[job]?.close(at: now)
                    forgetPartials(of: job)
                }
                engineEvents.append(.media(signal))
            case .unconsumed(let event): unconsumed.append(event)
            }
        }
    }

    private mutating func disarm(_ timer: MediaCore.Timer) {
        if let ticket = timers.removeValue(forKey: timer) { queue.cancel(ticket) }
    }
}

extension MediaCore.Timer {
    /// Rank of a timer within its frame: the dialog's limits before the media's ends.
    fileprivate var rank: FrameLoopRank {
        switch self {
        case .playEnd, .word: .media
        case .preSpeech, .maxSpeech, .maxAudio, .maxRecord, .position, .partial, .level,
            .longEnough, .silentEnough:
            .dialog
        }
    }
}

extension FrameLoop {
    /// Tells `job` the level of the microphone; where it is not heard, the recorded level.
    mutating func measureLevel(for job: Int) {
        let label = core.hasSeveralListeners ? job : nil
        let isHeard = tap == .audio || frontEnd.script != nil
        let heard =
            isHeard
            ? frontEnd.level(for: core.listener(job)?.request, before: now)
            : takeRecordedLevel(for: label)
        guard let level = heard else { return }
        emit(TapEvents.event(level: level, job: label))
        engineEvents.append(.media(.level(job: job, milliDecibels: level)))
    }

    private mutating func takeRecordedLevel(for job: Int?) -> Int? {
        let past = recordedLevels.prefix { $0.frame < now }.count
        recordedLevels.removeFirst(past)
        let index = recordedLevels.prefix { $0.frame == now }.firstIndex {
            TapEvents.job(of: $0) == job
        }
        return index.flatMap { TapEvents.level(recordedLevels.remove(at: $0)) }
    }
}
