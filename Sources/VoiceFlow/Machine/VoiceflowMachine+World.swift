internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// How far an interruption of the audio session has come.
struct Suspension: Sendable, Equatable {
    /// It began, and the module does not know yet.
    var isAsked = false
    /// The module is silent and deaf.
    var isOn = false
    /// It is over, and the module does not know yet.
    var isOver = false
    /// Whether somebody was listened to.
    var wasListening = false
}

extension VoiceflowMachine {
    /// Takes news of the audio session, a device or a permission; before the run also what
    /// `select` and `serial` remember of earlier ones.
    mutating func take(_ news: SessionInput) {
        let isUnderWay = phase == .running || phase == .paused
        switch news {
        case .audioSession(let object):
            guard isUnderWay else { return }
            switch object["event"]?.string {
            case "began": if !suspension.isOn { suspension.isAsked = true }
            case "ended": if suspension.isOn || suspension.isAsked { suspension.isOver = true }
            default: break
            }
        case .permission(let object): answered(object, isUnderWay: isUnderWay)
        case .device(let object):
            if isUnderWay {
                deviceFailed(object)
            } else if phase == .idle {
                _ = selector.take(object)
            }
        default: break
        }
    }

    private mutating func answered(_ object: JSONObject, isUnderWay: Bool) {
        guard let what = object["what"]?.string, let answer = object["answer"]?.string
        else { return }
        if answer == "granted" { denied.remove(what) } else { denied.insert(what) }
        guard isUnderWay else { return }
        let fields: JSONObject = ["what": .string(what), "answer": .string(answer)]
        work.insert(
            .announce(kind: "permission", fields: fields, why: [:], callback: "PermissionEvent"),
            at: 0)
    }

    /// A device stopped working: a recording ends with that reason, any other module fails.
    private mutating func deviceFailed(_ object: JSONObject) {
        let reason = object["reason"]?.string.flatMap(StopReason.init) ?? .unknownError
        switch object["event"]?.string {
        case "recordingFailed":
            guard let openJob, openJob.isOpen else { return }
            if recording == nil {
                course.fail("ST_AUDIO_DEVICE_FAILURE")
            } else {
                askToEnd(openJob, reason)
            }
        case "playbackFailed":
            if playback != nil { course.fail("ST_AUDIO_DEVICE_FAILURE") }
        default: break
        }
    }

    /// The audio session is gone: what plays is held, what is heard is dropped, a recording ends.
    mutating func suspend() {
        suspension = Suspension(isOn: true, isOver: suspension.isOver)
        var told = [announceMedia(module?.id ?? "", "audioSession", "interruptionBegan")]
        if var current = playback, current.leaf != nil, let job = current.job {
            actions.append(.stopPlaying(job: job))
            let heard = current.isLeafStarted ? heardFrames(of: current) : 0
            current.job = nil
            current.heard = heard
            playback = current
            told.append(announcePosition("paused", of: current, heard: heard))
        }
        let rest = work
        if recording != nil, openJob?.isOpen == true {
            work = []
            recordingStopped(.interrupted, why: [:])
            work = told + rest + work
        } else if openJob != nil, dialog != nil || listener != nil {
            suspension.wasListening = true
            work = told + stopListening(.interrupted) + rest
        } else if recording != nil, openJob != nil {
            // Its words were on their way: nobody will bring them now.
            work = told + stopListening(.interrupted) + [.leave(.stop(.interrupted, why: [:]))]
        } else {
            work = told + rest
        }
    }

    /// The audio session is back: what follows is what the module, or the flow, says.
    mutating func wake() {
        let wasListening = suspension.wasListening
        suspension = Suspension()
        guard let module else { return }
        let told = announceMedia(module.id, "audioSession", "interruptionEnded")
        let parameters = module.interruption ?? flowInterruption
        let word = parameters.flatMap { fields.resolve($0.transition) } ?? ""
        switch InterruptionParameters.Transition(rawValue: word) ?? .end {
        case .resume:
            let listens = wasListening ? [Work.listenAgain] : []
            let plays = playback?.heard == nil ? [] : [Work.playOn]
            work = [told] + listens + plays + work
        case .repeat: turn(to: .literal(module.id), told)
        case .goto: turn(to: parameters?.target ?? .literal(FlowModule.end), told)
        case .end: work = [told] + endTurn() + [.divert(.endInterrupted)]
        }
    }

    private mutating func turn(to target: FlowText, _ told: Work) {
        let outcome = Outcome.interruption(target)
        let next: Work = isInsideModule ? .leave(outcome) : .follow(outcome)
        work = [told] + endTurn() + [next]
    }

    /// Goes on with the segment that an interruption cut.
    mutating func playOn() {
        guard var current = playback, let leaf = current.leaf, let heard = current.heard,
            let item = current.item
        else { return }
        guard var request = request(for: leaf) else {
            failItem(item, reason: "the prompt \(leaf) has nothing to play")
            return
        }
        let rewind = (module?.interruption ?? flowInterruption).map {
            length($0.rewindMilliseconds)
        }
        let position = max(0, rate.milliseconds(heard) - (rewind ?? 0))
        if current.isLeafStarted {
            current.heard = rate.frames(milliseconds: position)
            request.startMilliseconds = current.request?.startMilliseconds ?? 0
            let length = current.prompt.map { rate.milliseconds($0.frames) } ?? 0
            // Only speech has silences around it.
            if current.prompt?.source == .audioFile { request.silenceMilliseconds = .init() }
            request.skip(position, ofMilliseconds: length)
        } else {
            current.heard = nil
        }
        let job = jobs.take()
        current.job = job
        playback = current
        actions.append(.play(job: job, request))
    }
}

extension PromptRequest {
    /// Begins `position` milliseconds later: in the silence before, in one of its rounds, or in
    /// the silence after them.
    mutating func skip(_ position: Int64, ofMilliseconds length: Int64) {
        let silence = min(position, silenceMilliseconds.before)
        silenceMilliseconds.before -= silence
        let rest = position - silence
        let first = max(0, length - startMilliseconds)
        let repeats = plays.map { Int64($0 - 1) }
        if let repeats, rest > first, rest >= first + repeats * length {
            // All was heard, but for the end of the silence behind it.
            let tail = rest - first - repeats * length
            silenceMilliseconds.after = max(0, silenceMilliseconds.after - tail)
            plays = 1
            // One more than its whole milliseconds: nothing of it sounds again.
            startMilliseconds = length + 1
        } else if rest <= first || length == 0 {
            startMilliseconds += rest
        } else {
            startMilliseconds = (rest - first) % length
            plays = repeats.map { max(1, Int($0 - (rest - first) / length)) }
        }
    }
}
