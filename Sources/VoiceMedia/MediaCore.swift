internal import VoiceActivity
internal import VoiceTime
internal import VoiceTrace

/// The media core: playing and listening as jobs on the frame clock. A pure machine.
///
/// It opens no file and draws no sound: it knows when a prompt ends because it knows its length,
/// and when an utterance ends because the detector's crossings say so.
struct MediaCore {
    /// A moment a job waits for.
    enum Timer: Hashable {
        case playEnd(job: Int)
        case preSpeech(job: Int)
        case maxSpeech(job: Int)
        case maxAudio(job: Int)
        case maxRecord(job: Int)
        case position(job: Int)
        case partial(job: Int)
    }

    /// What reaches the core.
    enum Event {
        case play(job: Int, prompt: RealizedPrompt, frames: Frame?)
        case stopPlaying(job: Int)
        case listen(job: Int, ListenRequest)
        case awaitSpeech(job: Int)
        case stopListening(job: Int)
        case speech(SpeechDecision)
        case words(job: Int?, HeardWords, event: Int)
        case partialWords(job: Int?, text: String, confidence: Int, event: Int)
        case timer(Timer)
    }

    /// What the loop has to do.
    enum Action: Equatable {
        case arm(Timer, at: Frame)
        case disarm(Timer)
        case tune(minSpeechFrames: Frame, endSilenceFrames: Frame)
        case untune
        case recognize(job: Int, spoken: Range<Frame>)
        case recognizeSoFar(job: Int, spoken: Range<Frame>)
        case cancelWords(job: Int)
        case signal(MediaSignal)
        /// Words came that no open job takes.
        case unconsumed(event: Int)
    }

    private enum Listening {
        /// Nobody has spoken yet.
        case waiting
        /// Speech is under way.
        case speaking(since: Frame)
        /// The utterance is over, its words are on their way.
        case recognizing
    }

    private struct ListenJob {
        let id: Int
        let request: ListenRequest
        let opened: Frame
        var state = Listening.waiting
        var hasSpoken = false
    }

    private var playing: Set<Int> = []
    private var job: ListenJob?
    private var speakingSince: Frame?

    /// Whether anybody is speaking, listened to or not.
    var isSpeechUnderWay: Bool { speakingSince != nil }

    /// Whether the caller of a listening job is speaking.
    func isSpeaking(_ id: Int) -> Bool {
        guard let job, job.id == id, case .speaking = job.state else { return false }
        return true
    }

    mutating func step(_ event: Event, at now: Frame) -> [Action] {
        switch event {
        case .play(let id, let prompt, let frames):
            playing.insert(id)
            let started = Action.signal(.playStarted(job: id, prompt: prompt))
            return frames.map { [.arm(.playEnd(job: id), at: now + $0), started] } ?? [started]
        case .stopPlaying(let id):
            return playing.remove(id) == nil ? [] : [.disarm(.playEnd(job: id))]
        case .listen(let id, let request): return open(id, request, at: now)
        case .awaitSpeech(let id): return awaitSpeech(id, at: now)
        case .stopListening(let id):
            guard job?.id == id else { return [] }
            return close() + [.cancelWords(job: id)]
        case .speech(.start(let crossing)): return speechBegan(crossing)
        case .speech(.end(let crossing)): return speechEnded(crossing, at: now)
        case .words(let id, let words, let event): return heard(words, for: id, event: event)
        case .partialWords(let id, let text, let confidence, let event):
            guard let job, case .speaking = job.state, id == nil || id == job.id else {
                return [.unconsumed(event: event)]
            }
            return [
                .signal(
                    .heardSoFar(job: job.id, text: text, confidence: confidence, event: event))
            ]
        case .timer(let timer): return fired(timer, at: now)
        }
    }

    private mutating func open(_ id: Int, _ request: ListenRequest, at now: Frame) -> [Action] {
        var actions = job.map { close() + [.cancelWords(job: $0.id)] } ?? []
        job = ListenJob(id: id, request: request, opened: now)
        actions.append(
            .tune(
                minSpeechFrames: request.minSpeechFrames,
                endSilenceFrames: request.endSilenceFrames))
        if request.maxAudioFrames > 0 {
            actions.append(.arm(.maxAudio(job: id), at: now + request.maxAudioFrames))
        }
        if request.maxRecordFrames > 0, !request.recordsFromSpeech {
            actions.append(.arm(.maxRecord(job: id), at: now + request.maxRecordFrames))
        }
        if request.positionFrames > 0 {
            actions.append(.arm(.position(job: id), at: now + request.positionFrames))
        }
        guard request.detectsSpeech else { return actions }
        if speakingSince != nil { return actions + begin(spoken: now, at: now) }
        return request.awaitsSpeechAtOnce ? actions + awaitSpeech(id, at: now) : actions
    }

    private func awaitSpeech(_ id: Int, at now: Frame) -> [Action] {
        guard let job, job.id == id, case .waiting = job.state, job.request.preSpeechFrames > 0,
            job.request.detectsSpeech
        else { return [] }
        return [.arm(.preSpeech(job: id), at: now + job.request.preSpeechFrames)]
    }

    private mutating func close() -> [Action] {
        guard let id = job?.id else { return [] }
        defer { job = nil }
        return disarming(id) + [.untune]
    }

    private func disarming(_ id: Int) -> [Action] {
        [.disarm(.preSpeech(job: id)), .disarm(.maxSpeech(job: id)), .disarm(.maxAudio(job: id))]
            + extras(of: id).map { .disarm($0) }
    }

    /// The timers that only some jobs have.
    private func extras(of id: Int) -> [Timer] {
        guard let request = job?.request, job?.id == id else { return [] }
        return (request.maxRecordFrames > 0 ? [.maxRecord(job: id)] : [])
            + (request.positionFrames > 0 ? [.position(job: id)] : [])
            + (request.partialFrames > 0 ? [.partial(job: id)] : [])
    }

    private mutating func speechBegan(_ crossing: SpeechCrossing) -> [Action] {
        speakingSince = crossing.spoken
        guard case .waiting? = job?.state, job?.request.detectsSpeech == true else { return [] }
        return begin(spoken: crossing.spoken, at: crossing.frame)
    }

    private mutating func begin(spoken: Frame, at now: Frame) -> [Action] {
        guard let open = job else { return [] }
        job?.state = .speaking(since: spoken)
        var actions: [Action] = [.disarm(.preSpeech(job: open.id))]
        if open.request.maxSpeechFrames > 0 {
            let end = max(now, spoken + open.request.maxSpeechFrames)
            actions.append(.arm(.maxSpeech(job: open.id), at: end))
        }
        if open.request.maxRecordFrames > 0, open.request.recordsFromSpeech, !open.hasSpoken {
            let end = max(now, spoken + open.request.maxRecordFrames)
            actions.append(.arm(.maxRecord(job: open.id), at: end))
        }
        if open.request.partialFrames > 0 {
            actions.append(.arm(.partial(job: open.id), at: now + open.request.partialFrames))
        }
        job?.hasSpoken = true
        return actions + [.signal(.speechBegan(job: open.id, spoken: spoken))]
    }

    private mutating func speechEnded(_ crossing: SpeechCrossing, at now: Frame) -> [Action] {
        speakingSince = nil
        guard let open = job, case .speaking(let since) = open.state else { return [] }
        guard open.request.endsAfterSpeech else {
            job?.state = .waiting
            return [.disarm(.maxSpeech(job: open.id))]
        }
        let why: JSONObject = [
            "silence": .integer(crossing.duration), "limit": .integer(crossing.limit),
        ]
        let end = max(crossing.spoken, since)
        return finish(since..<end, because: .maxPostSpeechSilenceExceeded, why: why)
    }

    private mutating func finish(
        _ spoken: Range<Frame>, because reason: StopReason, why: JSONObject
    ) -> [Action] {
        guard let open = job else { return [] }
        let ended = Action.signal(
            .listenEnded(job: open.id, reason: reason, heardSpeech: true, why: why))
        guard open.request.recognizes else { return close() + [ended] }
        job?.state = .recognizing
        return disarming(open.id) + [ended, .recognize(job: open.id, spoken: spoken)]
    }

    private mutating func heard(_ words: HeardWords, for id: Int?, event: Int) -> [Action] {
        guard let open = job, case .recognizing = open.state, id == nil || id == open.id else {
            return [.unconsumed(event: event)]
        }
        return close() + [.signal(.heard(job: open.id, words, event: event))]
    }

    private mutating func fired(_ timer: Timer, at now: Frame) -> [Action] {
        switch timer {
        case .playEnd(let id):
            return playing.remove(id) == nil ? [] : [.signal(.playEnded(job: id))]
        case .preSpeech(let id):
            guard let open = job, open.id == id, case .waiting = open.state else { return [] }
            return giveUp(.maxPreSpeechSilenceExceeded, limit: open.request.preSpeechFrames)
        case .maxSpeech(let id):
            guard let open = job, open.id == id, case .speaking(let since) = open.state
            else { return [] }
            return cut(since..<now, .maxSpeechLengthExceeded, open.request.maxSpeechFrames)
        case .maxAudio(let id):
            guard let open = job, open.id == id else { return [] }
            return reached(.maxAudioLengthExceeded, open.request.maxAudioFrames, at: now)
        case .maxRecord(let id):
            guard let open = job, open.id == id else { return [] }
            return reached(.maxAudioExceeded, open.request.maxRecordFrames, at: now)
        case .position(let id):
            guard let open = job, open.id == id else { return [] }
            return [
                .arm(timer, at: now + open.request.positionFrames),
                .signal(.position(job: id, frames: now - open.opened)),
            ]
        case .partial(let id):
            guard let open = job, open.id == id, case .speaking(let since) = open.state
            else { return [] }
            return [
                .arm(timer, at: now + open.request.partialFrames),
                .recognizeSoFar(job: id, spoken: since..<now),
            ]
        }
    }

    /// A length ran out, whoever speaks.
    private mutating func reached(
        _ reason: StopReason, _ limit: Frame, at now: Frame
    ) -> [Action] {
        switch job?.state {
        case .waiting?: giveUp(reason, limit: limit)
        case .speaking(let since)?: cut(since..<now, reason, limit)
        case .recognizing?, nil: []
        }
    }

    private mutating func giveUp(_ reason: StopReason, limit: Frame) -> [Action] {
        guard let id = job?.id else { return [] }
        let why: JSONObject = ["limit": .integer(limit)]
        let ended = MediaSignal.listenEnded(job: id, reason: reason, heardSpeech: false, why: why)
        return close() + [.signal(ended)]
    }

    private mutating func cut(
        _ spoken: Range<Frame>, _ reason: StopReason, _ limit: Frame
    ) -> [Action] {
        let length = Frame(spoken.count)
        return finish(
            spoken, because: reason,
            why: ["duration": .integer(length), "limit": .integer(limit)])
    }
}
