internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

extension VoiceflowMachine {
    /// Takes news of the audio session, a device or a permission; before the run also what
    /// `select` and `serial` remember of earlier ones.
    mutating func receive(_ news: SessionInput) {
        let isUnderWay = place.isUnderWay
        switch news {
        case .audioSession(let news, _):
            guard isUnderWay else { return }
            switch news {
            case .began: suspension.begin()
            case .ended: suspension.end()
            case .configured, .other: break
            }
        case .permission(let permission, let answer, _):
            answered(permission, answer, isUnderWay: isUnderWay)
        case .device(let news, let rest):
            if isUnderWay {
                deviceFailed(news)
            } else if place.phase == .idle, case .other(let event) = news {
                memory.selector.apply(event, rest)
            }
        case .key(let key):
            if isUnderWay, !suspension.isOn, !suspension.isAsked { press(key) }
        default: break
        }
    }

    private mutating func answered(
        _ permission: Permission, _ answer: PermissionAnswer, isUnderWay: Bool
    ) {
        memory.setAllowed(permission, answer == .granted)
        guard isUnderWay else { return }
        let fields: JSONObject = [
            "what": .string(permission.rawValue), "answer": .string(answer.rawValue),
        ]
        work.insert(
            .announce(kind: "permission", fields: fields, why: [:], callback: "PermissionEvent"),
            at: 0)
    }

    /// A device stopped working: a recording ends with that reason, any other module fails.
    private mutating func deviceFailed(_ news: DeviceNews) {
        switch news {
        case .recordingFailed(let reason):
            guard let open = media.openJob, open.isOpen else { return }
            if media.recording == nil {
                course.fail("ST_AUDIO_DEVICE_FAILURE")
            } else {
                askToEnd(open, reason.flatMap(StopReason.init) ?? .unknownError)
            }
        case .playbackFailed:
            if media.playback != nil { course.fail("ST_AUDIO_DEVICE_FAILURE") }
        default: break
        }
    }

    /// Suspends the module without the audio session: what plays is held, what is heard is dropped,
    /// a recording ends.
    mutating func suspend() {
        suspension.takeEffect()
        var told = [announceMedia(module?.id ?? "", "audioSession", "interruptionBegan")]
        if let current = media.playback, current.leaf != nil, let job = current.job {
            output.add(.stopPlaying(job: job))
            let heard = current.heardFrames(at: now, rate: setup.rate)
            media.playback?.hold(heard: heard)
            told.append(announcePosition("paused", of: current, heard: heard))
        }
        let rest = work
        if media.recording != nil, media.openJob?.isOpen == true {
            work = []
            recordingStopped(.interrupted, why: [:])
            work = told + rest + work
        } else if media.openJob != nil, media.dialog != nil || media.listener != nil {
            suspension.noteListening()
            work = told + stopListening(.interrupted) + rest
        } else if media.recording != nil, media.openJob != nil {
            // Its words were on their way, and do not come any more.
            work = told + stopListening(.interrupted) + [.leave(.stop(.interrupted, why: [:]))]
        } else {
            work = told + rest
        }
    }

    /// Goes on with the audio session: as the module, or the flow, says.
    mutating func wake() {
        let wasListening = suspension.wasListening
        suspension.clear()
        guard let module else { return }
        let told = announceMedia(module.id, "audioSession", "interruptionEnded")
        let parameters = module.interruption ?? suspension.flowRule
        let word = parameters.flatMap { fields.resolve($0.transition) } ?? ""
        switch InterruptionParameters.Transition(rawValue: word) ?? .end {
        case .resume:
            let listens = wasListening ? [Work.listenAgain] : []
            let plays = media.playback?.heard == nil ? [] : [Work.playOn]
            work = [told] + listens + plays + work
        case .repeat: turn(to: .literal(module.id), told)
        case .goto: turn(to: parameters?.target ?? .literal(FlowModule.end), told)
        case .end: work = [told] + endTurn() + [.divert(.endInterrupted)]
        }
    }

    private mutating func turn(to target: FlowText, _ told: Work) {
        let outcome = Outcome.interruption(target)
        let next: Work = place.isInsideModule ? .leave(outcome) : .follow(outcome)
        work = [told] + endTurn() + [next]
    }

    /// Goes on with the segment that an interruption cut.
    mutating func playOn() {
        guard let current = media.playback, let leaf = current.leaf, let heard = current.heard,
            let item = current.item
        else { return }
        guard var request = request(for: leaf) else {
            failItem(item, reason: "the prompt \(leaf) has nothing to play")
            return
        }
        let rewind = (module?.interruption ?? suspension.flowRule).map {
            $0.rewindMilliseconds.milliseconds(fields)
        }
        let position = max(0, setup.rate.milliseconds(heard) - (rewind ?? 0))
        if current.isLeafStarted {
            request.startMilliseconds = current.request?.startMilliseconds ?? 0
            let length = current.prompt.map { setup.rate.milliseconds($0.frames) } ?? 0
            // Only speech has silences around it.
            if current.prompt?.source == .audioFile { request.silenceMilliseconds = .init() }
            request.skip(position, ofMilliseconds: length)
        }
        let job = media.nextJob()
        let place = setup.rate.frames(milliseconds: position)
        media.playback?.resume(as: job, from: place)
        output.add(.play(job: job, request))
    }
}

extension PromptRequest {
    /// Begins `position` milliseconds later: in the silence before, in one of its rounds, or in the
    /// silence after them.
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

extension VoiceflowMachine {
    /// Announces the place in a segment where something happened, in frames since it began; and
    /// where in its audio it began, when not at its start. The app is told the place in the audio
    /// as well, from which the segment can be started again.
    func announcePosition(
        _ event: String, of playback: Playback, heard: Frame, why: JSONObject = [:]
    ) -> Work {
        var fields: JSONObject = ["position": .integer(heard)]
        let start = playback.request?.startMilliseconds ?? 0
        if start > 0 { fields["startMs"] = .integer(start) }
        var place = start
        if let request = playback.request, let prompt = playback.prompt {
            let played = PlayedPrompt(request, prompt, rate: setup.rate)
            place = setup.rate.milliseconds(played.place(after: heard))
        }
        return .announce(
            kind: "media",
            fields: mediaFields(playback.leaf ?? "", "playAudioSegment", event, fields), why: why,
            callback: "MediaEvent", told: ["positionMs": .integer(place)])
    }
}
