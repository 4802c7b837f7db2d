internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

extension MediaCore {
    mutating func fired(_ timer: Timer, of open: ListenJob, at now: Frame) -> [Action] {
        let id = open.id
        switch timer {
        case .playEnd, .word: return []
        case .preSpeech:
            switch open.state {
            case .waiting, .rising:
                return giveUp(
                    open, .maxPreSpeechSilenceExceeded, limit: open.request.preSpeechFrames)
            case .speaking, .falling, .recognizing: return []
            }
        case .maxSpeech:
            guard let since = open.spokenSince else { return [] }
            return cut(open, since..<now, .maxSpeechLengthExceeded, open.request.maxSpeechFrames)
        case .maxAudio:
            return reached(open, .maxAudioLengthExceeded, open.request.maxAudioFrames, at: now)
        case .maxRecord:
            return reached(open, .maxAudioExceeded, open.request.maxRecordFrames, at: now)
        case .position:
            return [
                .arm(timer, at: now + open.request.positionFrames),
                .signal(.position(job: id, frames: now - open.opened)),
            ]
        case .partial:
            guard let since = open.spokenSince else { return [] }
            return [
                .arm(timer, at: now + open.request.partialFrames),
                .recognizeSoFar(job: id, spoken: since..<now),
            ]
        case .level:
            return [.arm(timer, at: now + open.request.levelFrames), .measureLevel(job: id)]
        case .longEnough:
            guard case .rising(let since) = open.state else { return [] }
            return begin(id, spoken: since, at: now)
        case .silentEnough:
            guard case .falling(let since, let end, let silentFrom) = open.state else { return [] }
            let why = JSONObject(evidence: [
                .silence: now - silentFrom, .limit: open.request.endSilenceFrames,
            ])
            return finish(open, since..<end, because: .maxPostSpeechSilenceExceeded, why: why)
        }
    }

    /// A length ran out, also during speech.
    private mutating func reached(
        _ open: ListenJob, _ reason: StopReason, _ limit: Frame, at now: Frame
    ) -> [Action] {
        switch open.state {
        case .waiting, .rising: giveUp(open, reason, limit: limit)
        case .speaking(let since), .falling(let since, _, _):
            cut(open, since..<now, reason, limit)
        case .recognizing: []
        }
    }

    private mutating func giveUp(
        _ open: ListenJob, _ reason: StopReason, limit: Frame?
    ) -> [Action] {
        let why = limit.map { JSONObject(evidence: [.limit: $0]) } ?? [:]
        let ended = MediaSignal.listenEnded(
            job: open.id, reason: reason, heardSpeech: false, why: why)
        return close(open.id) + [.signal(ended)]
    }

    private mutating func cut(
        _ open: ListenJob, _ spoken: Range<Frame>, _ reason: StopReason, _ limit: Frame?
    ) -> [Action] {
        var why = JSONObject(evidence: [.duration: Frame(spoken.count)])
        why[evidence: .limit] = limit
        return finish(open, spoken, because: reason, why: why)
    }

    // MARK: What an engine changes while the job is open

    /// Ends the utterance here: the speech up to now is recognised.
    mutating func finishListening(_ id: Int, at now: Frame) -> [Action] {
        guard let open = listener(id) else { return [] }
        switch open.state {
        case .waiting, .rising: return giveUp(open, .stopRequest, limit: nil)
        case .speaking(let since): return cut(open, since..<now, .stopRequest, nil)
        case .falling(let since, let end, _): return cut(open, since..<end, .stopRequest, nil)
        case .recognizing: return []
        }
    }

    /// Takes other limits; those whose time is running count from where they began.
    mutating func retune(_ id: Int, _ limits: ListenLimits, at now: Frame) -> [Action] {
        guard let before = listener(id) else { return [] }
        if case .recognizing = before.state { return [] }
        change(id) { $0.request.limits = limits }
        var actions = [tuning]
        func arm(_ timer: Timer, _ start: Frame, _ frames: Frame) {
            actions.append(frames > 0 ? .arm(timer, at: max(now, start + frames)) : .disarm(timer))
        }
        arm(.maxAudio(job: id), before.opened, limits.maxAudioFrames)
        switch before.state {
        case .waiting, .rising:
            if let since = before.awaitsSince {
                arm(.preSpeech(job: id), since, limits.preSpeechFrames)
            }
        case .speaking(let since): arm(.maxSpeech(job: id), since, limits.maxSpeechFrames)
        case .falling(let since, _, let silentFrom):
            arm(.maxSpeech(job: id), since, limits.maxSpeechFrames)
            if !before.request.spansSilence {
                arm(.silentEnough(job: id), silentFrom, max(1, limits.endSilenceFrames))
            }
        case .recognizing: break
        }
        return actions
    }
}
