internal import VoiceActivity
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// A job that listens for one utterance.
struct ListenJob {
    enum State {
        /// Speech has not begun yet.
        case waiting
        /// Speech has begun, and is not yet as long as this job wants it.
        case rising(since: Frame)
        /// Speech is under way.
        case speaking(since: Frame)
        /// Speech has ended, and the silence is not yet as long as this job wants it; it counts
        /// from `silentFrom`.
        case falling(since: Frame, end: Frame, silentFrom: Frame)
        /// The utterance is over, its words are on their way.
        case recognizing
    }

    let id: Int
    var request: ListenRequest
    let opened: Frame
    var state = State.waiting
    var hasSpoken = false
    /// Frame from which the silence before speech counts.
    var awaitsSince: Frame?

    /// Frame at which speech began that is not over for this job; nil during silence.
    var spokenSince: Frame? {
        switch state {
        case .speaking(let since), .falling(let since, _, _): since
        case .waiting, .rising, .recognizing: nil
        }
    }

    /// The timers that only some jobs have.
    fileprivate var extraTimers: [MediaCore.Timer] {
        let timed: [MediaCore.Timer] =
            switch state {
            case .rising: [.longEnough(job: id)]
            case .falling: [.silentEnough(job: id)]
            default: []
            }
        return (request.maxRecordFrames > 0 ? [.maxRecord(job: id)] : [])
            + (request.positionFrames > 0 ? [.position(job: id)] : [])
            + (request.partialFrames > 0 ? [.partial(job: id)] : [])
            + (request.levelFrames > 0 ? [.level(job: id)] : []) + timed
    }
}

extension MediaCore {
    /// The detector goes by the least limits of the open jobs; one that wants more waits longer.
    private var least: (minSpeech: Frame, endSilence: Frame) {
        (
            jobs.lazy.map(\.request.minSpeechFrames).min() ?? 0,
            jobs.lazy.map(\.request.endSilenceFrames).min() ?? 0
        )
    }

    var tuning: Action {
        guard !jobs.isEmpty else { return .untune }
        let least = least
        return .tune(minSpeechFrames: least.minSpeech, endSilenceFrames: least.endSilence)
    }

    mutating func change(_ id: Int, _ body: (inout ListenJob) -> Void) {
        guard let index = jobs.firstIndex(where: { $0.id == id }) else { return }
        body(&jobs[index])
    }

    mutating func open(_ id: Int, _ request: ListenRequest, at now: Frame) -> [Action] {
        var actions = listener(id) == nil ? [] : close(id) + [.cancelWords(job: id)]
        if request.beginsSound {
            speakingSince = nil
            actions.append(.beginSound)
        }
        jobs.append(ListenJob(id: id, request: request, opened: request.opening(at: now)))
        actions.append(tuning)
        if request.maxAudioFrames > 0 {
            actions.append(.arm(.maxAudio(job: id), at: now + request.maxAudioFrames))
        }
        if request.maxRecordFrames > 0, !request.recordsFromSpeech {
            actions.append(.arm(.maxRecord(job: id), at: now + request.maxRecordFrames))
        }
        if request.positionFrames > 0 {
            actions.append(.arm(.position(job: id), at: now + request.positionFrames))
        }
        if request.levelFrames > 0 {
            actions.append(.arm(.level(job: id), at: now + request.levelFrames))
        }
        guard request.detectsSpeech else { return actions }
        if speakingSince != nil { return actions + begin(id, spoken: now, at: now) }
        return request.awaitsSpeechAtOnce ? actions + awaitSpeech(id, at: now) : actions
    }

    mutating func awaitSpeech(_ id: Int, at now: Frame) -> [Action] {
        guard let job = listener(id), case .waiting = job.state, job.request.preSpeechFrames > 0,
            job.request.detectsSpeech
        else { return [] }
        change(id) { $0.awaitsSince = now }
        return [.arm(.preSpeech(job: id), at: now + job.request.preSpeechFrames)]
    }

    mutating func close(_ id: Int) -> [Action] {
        guard let index = jobs.firstIndex(where: { $0.id == id }) else { return [] }
        let job = jobs.remove(at: index)
        return disarming(job) + [tuning]
    }

    private func disarming(_ job: ListenJob) -> [Action] {
        [
            .disarm(.preSpeech(job: job.id)), .disarm(.maxSpeech(job: job.id)),
            .disarm(.maxAudio(job: job.id)),
        ] + job.extraTimers.map { .disarm($0) }
    }

    mutating func speechBegan(_ boundary: SpeechBoundary) -> [Action] {
        speakingSince = boundary.spoken
        let (usual, now) = (least.minSpeech, boundary.frame)
        var actions: [Action] = []
        for job in jobs where job.request.detectsSpeech {
            switch job.state {
            case .waiting:
                let more = job.request.minSpeechFrames - usual
                // Speech from before a job opened is none of its own.
                let spoken = max(job.opened, boundary.spoken)
                if more > 0 {
                    change(job.id) { $0.state = .rising(since: spoken) }
                    actions.append(.arm(.longEnough(job: job.id), at: now + more))
                } else {
                    actions += begin(job.id, spoken: spoken, at: now)
                }
            case .falling(let since, _, _):
                change(job.id) { $0.state = .speaking(since: since) }
                actions.append(.disarm(.silentEnough(job: job.id)))
                if job.request.spansSilence { actions += resume(job, boundary) }
            case .rising, .speaking, .recognizing: break
            }
        }
        return actions
    }

    /// Continues speech after a silence that the utterance spans.
    private func resume(_ job: ListenJob, _ boundary: SpeechBoundary) -> [Action] {
        let began = Action.signal(.speechBegan(job: job.id, spoken: boundary.spoken))
        guard job.request.partialFrames > 0 else { return [began] }
        let next = boundary.frame + job.request.partialFrames
        return [.arm(.partial(job: job.id), at: next), began]
    }

    mutating func begin(_ id: Int, spoken: Frame, at now: Frame) -> [Action] {
        guard let open = listener(id) else { return [] }
        change(id) { job in
            job.state = .speaking(since: spoken)
            job.hasSpoken = true
        }
        var actions: [Action] = [.disarm(.preSpeech(job: id))]
        if open.request.maxSpeechFrames > 0 {
            let end = max(now, spoken + open.request.maxSpeechFrames)
            actions.append(.arm(.maxSpeech(job: id), at: end))
        }
        if open.request.maxRecordFrames > 0, open.request.recordsFromSpeech, !open.hasSpoken {
            let end = max(now, spoken + open.request.maxRecordFrames)
            actions.append(.arm(.maxRecord(job: id), at: end))
        }
        if open.request.partialFrames > 0 {
            actions.append(.arm(.partial(job: id), at: now + open.request.partialFrames))
        }
        return actions + [.signal(.speechBegan(job: id, spoken: spoken))]
    }

    mutating func speechEnded(_ boundary: SpeechBoundary, at now: Frame) -> [Action] {
        speakingSince = nil
        let usual = least.endSilence
        var actions: [Action] = []
        for job in jobs {
            switch job.state {
            case .rising:
                change(job.id) { $0.state = .waiting }
                actions.append(.disarm(.longEnough(job: job.id)))
            case .speaking(let since):
                actions += speechEnded(boundary, since: since, of: job, usual: usual, at: now)
            case .waiting, .falling, .recognizing: break
            }
        }
        return actions
    }

    private mutating func speechEnded(
        _ boundary: SpeechBoundary, since: Frame, of job: ListenJob, usual: Frame, at now: Frame
    ) -> [Action] {
        guard job.request.endsAfterSpeech else {
            change(job.id) { $0.state = .waiting }
            return [.disarm(.maxSpeech(job: job.id))]
        }
        let end = max(boundary.spoken, since)
        guard !job.request.spansSilence else {
            change(job.id) {
                $0.state = .falling(since: since, end: end, silentFrom: now - usual)
            }
            // No word grows in silence.
            let paused: [Action] = [
                .disarm(.partial(job: job.id)), .signal(.speechPaused(job: job.id, spoken: end)),
            ]
            let isJudged = job.request.judgesPauses && job.request.partialFrames > 0
            return isJudged
                ? paused + [.judgeSoFar(job: job.id, spoken: since..<end)] : paused
        }
        let more = job.request.endSilenceFrames - usual
        if more > 0 {
            let silentFrom = now - usual
            change(job.id) {
                $0.state = .falling(since: since, end: end, silentFrom: silentFrom)
            }
            return [.arm(.silentEnough(job: job.id), at: now + more)]
        }
        let why = JSONObject(evidence: [.silence: boundary.duration, .limit: boundary.limit])
        return finish(job, since..<end, because: .maxPostSpeechSilenceExceeded, why: why)
    }

    mutating func finish(
        _ job: ListenJob, _ spoken: Range<Frame>, because reason: StopReason, why: JSONObject
    ) -> [Action] {
        let ended = Action.signal(
            .listenEnded(job: job.id, reason: reason, heardSpeech: true, why: why))
        guard job.request.recognizes else { return close(job.id) + [ended] }
        change(job.id) { $0.state = .recognizing }
        return disarming(job) + [ended, .recognize(job: job.id, spoken: spoken)]
    }
}
