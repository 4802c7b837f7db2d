internal import VoiceActivity
internal import VoiceAudio
internal import VoiceRecognition
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
            case .call(let call): engineEvents.append(.call(call))
            default: break
            }
        case .callbackReturned(let during):
            guard endReason == nil else { return }
            record(.returned, during: during)
            engineEvents.append(.callbackReturned)
        case .speech(let decision):
            emit(CrossingText.event(decision))
            run(core.step(.speech(decision), at: now))
        case .words(let job, let outcome, let why):
            let (event, words) = CrossingText.event(outcome, why: why)
            if let job { pendingWords[job] = nil }
            emit(event)
            run(core.step(.words(job: job, words, event: events.count - 1), at: now))
        case .timer(let timer):
            timers[timer] = nil
            run(core.step(.timer(timer), at: now))
        }
        runEngine()
    }

    mutating func record(_ input: SessionInput, during: DuringCallback? = nil) {
        inputs.append(
            InputEvent(
                sequence: inputs.count, frame: now, after: events.count, during: during,
                input: input))
    }

    private mutating func emit(_ event: TraceEvent) {
        var event = event
        event.sequence = events.count
        event.frame = now
        events.append(event)
    }

    /// Lets the engine take its events until it has none left: a loop, not a recursion, because a
    /// flow may pass through thousands of modules within one frame.
    private mutating func runEngine() {
        var next = 0
        while next < engineEvents.count, endReason == nil {
            let event = engineEvents[next]
            next += 1
            for action in engine.step(event, at: now) { perform(action) }
        }
        engineEvents.removeAll(keepingCapacity: true)
    }

    private mutating func perform(_ action: EngineAction) {
        switch action {
        case .emit(let kind, let fields, let why):
            emit(TraceEvent(frame: now, tap: .actions, kind: kind, fields: fields, why: why))
        case .callback(let callback): deliver(callback)
        case .play(let job, let request): play(job, request)
        case .stopPlaying(let job): run(core.step(.stopPlaying(job: job), at: now))
        case .listen(let job, let request): run(core.step(.listen(job: job, request), at: now))
        case .awaitSpeech(let job): run(core.step(.awaitSpeech(job: job), at: now))
        case .stopListening(let job): run(core.step(.stopListening(job: job), at: now))
        case .ended(let reason): endReason = reason
        }
    }

    private mutating func deliver(_ callback: EngineCallback) {
        let index =
            switch callback.cause {
            case .latest: events.count - 1
            case .event(let sequence): sequence
            }
        let during = DuringCallback(event: index, by: callback.receiver)
        let reply = host.deliver(callback, of: events[index], at: now)
        for (delay, call) in reply.calls {
            if delay > 0 {
                schedule(.call(call), at: now + delay, during: during)
            } else {
                record(.call(call), during: during)
                engineEvents.append(.call(call))
            }
        }
        guard let delay = reply.returnDelay else { return }
        if delay > 0 {
            queue.schedule(
                .callbackReturned(during: during), at: now + delay, rank: Rank.input.rawValue)
        } else {
            engineEvents.append(.callbackReturned)
        }
    }

    private mutating func play(_ job: Int, _ request: PromptRequest) {
        switch host.realize(request) {
        case .failed(let reason):
            engineEvents.append(.media(.playFailed(job: job, reason: reason)))
        case .realized(let prompt):
            let frames = request.playedFrames(of: prompt, rate: rate)
            run(core.step(.play(job: job, prompt: prompt, frames: frames), at: now))
        }
    }

    private mutating func run(_ actions: [MediaCore.Action]) {
        for action in actions {
            switch action {
            case .arm(let timer, let frame):
                disarm(timer)
                timers[timer] = queue.schedule(
                    .timer(timer), at: frame, rank: timer.rank.rawValue)
            case .disarm(let timer): disarm(timer)
            case .tune(let minSpeech, let endSilence):
                hearing.tune(minSpeechFrames: minSpeech, endSilenceFrames: endSilence)
            case .untune: hearing.resetTuning()
            case .recognize(let job, let spoken): recognize(spoken, for: job)
            case .cancelWords(let job):
                if let ticket = pendingWords.removeValue(forKey: job) { queue.cancel(ticket) }
            case .signal(let signal): engineEvents.append(.media(signal))
            case .unconsumed(let event): unconsumed.append(event)
            }
        }
    }

    private mutating func disarm(_ timer: MediaCore.Timer) {
        if let ticket = timers.removeValue(forKey: timer) { queue.cancel(ticket) }
    }

    private mutating func recognize(_ spoken: Range<Frame>, for job: Int) {
        guard tap != .words else { return }
        let utterance = hearing.utterance(spoken: spoken, now: now)
        let (outcome, delay) = host.recognize(utterance)
        record(.recognizerDelay(frames: delay))
        let end = utterance.start + Frame(utterance.sound.samples.count)
        let why: JSONObject = ["start": .integer(utterance.start), "end": .integer(end)]
        pendingWords[job] = queue.schedule(
            .words(job: job, outcome, why: why), at: now + delay, rank: Rank.words.rawValue)
    }
}

extension MediaCore.Timer {
    /// When a timer goes within its frame: the dialog's limits before the media's ends.
    fileprivate var rank: FrameLoopRank {
        switch self {
        case .playEnd: .media
        case .preSpeech, .maxSpeech, .maxAudio: .dialog
        }
    }
}

extension PromptRequest {
    /// How long `prompt` plays in session frames; nil when it plays until stopped.
    func playedFrames(of prompt: RealizedPrompt, rate: SampleRate) -> Frame? {
        guard let plays else { return nil }
        // Numbers come from files: past the longest session nothing is distinguished.
        let limit = rate.frames(milliseconds: SessionManifest.secondsLimit * 1_000)
        func frames(_ milliseconds: Int64) -> Frame {
            let longest = SessionManifest.secondsLimit * 1_000
            return rate.frames(milliseconds: min(max(0, milliseconds), longest))
        }
        let whole = min(max(0, prompt.frames), limit)
        let start = min(whole, frames(startMilliseconds))
        let silence =
            prompt.source == .audioFile
            ? 0 : frames(silenceMilliseconds.before) + frames(silenceMilliseconds.after)
        let repeats = whole.multipliedReportingOverflow(by: Frame(max(1, plays) - 1))
        let repeated = repeats.overflow ? limit : min(repeats.partialValue, limit)
        return silence + (whole - start) + repeated
    }
}
