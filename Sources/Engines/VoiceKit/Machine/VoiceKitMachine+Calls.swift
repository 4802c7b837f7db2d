internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Calls of the app, and news of jobs and of the world.
extension VoiceKitMachine {
    mutating func handle(_ call: EngineCall) {
        guard let known = VoiceKitCall(rawValue: call.name), !hasEnded else { return }
        switch known {
        case .configure:
            config.merge(call.arguments["config"]?.object ?? [:], rate: rate)
            emit("configured", config.fields(rate: rate))
            reconsiderSuppression()
        case .ensurePermissions: ensurePermissions(call)
        case .configureSessionIfNeeded:
            emit("session", ["event": "configured"])
            reply(call.id, .null)
        case .setVoiceProfile: setProfile(call, isStandard: false)
        case .setDefaultVoiceProfile: setProfile(call, isStandard: true)
        case .setTuning: setTuning(call)
        case .speak: speak(call)
        case .cancelSpeaking: cancelSpeaking(call)
        case .listen: listen(call)
        case .extendListening: extendListening(call)
        case .cancelListening: cancelListening()
        case .prepareClip: prepareClip(call, starts: false)
        case .playClip: prepareClip(call, starts: true)
        case .startPreparedClip: startPreparedClip(call)
        case .stopClip:
            if let channel = channel(of: call) { stopClip(channel) }
        case .pause: pause(call)
        case .stopAll: stopAll(call)
        case .hardReset: hardReset(call)
        case .shutDown:
            hardReset(call)
            end(because: call.name)
        }
    }

    /// Returns the channel of a call; nil for an invalid one.
    func channel(of call: EngineCall) -> Int? {
        guard let channel = call.arguments["channel"]?.integer.flatMap({ Int(exactly: $0) }),
            channel >= 0,
            channels[channel] != nil || channels.count < VoiceKitConstants.channelLimit
        else { return nil }
        return channel
    }

    private mutating func ensurePermissions(_ call: EngineCall) {
        guard let failure = permissions.failure else { return reply(call.id, .null) }
        emit("refused", ["call": .string(call.name), "reason": .string(failure.rawValue)])
        fail(call.id, failure)
    }

    // MARK: Voices

    private mutating func setProfile(_ call: EngineCall, isStandard: Bool) {
        let object = call.arguments["profile"]?.object ?? [:]
        var profile = MachineProfile()
        profile.id = object["id"]?.string ?? ""
        profile.voice = object["voice"]?.string ?? profile.id
        profile.rate = Self.number(object["ratePermille"], 0...1_000) ?? profile.rate
        profile.pitch = Self.number(object["pitchPermille"], 500...2_000) ?? profile.pitch
        profile.volume = Self.number(object["volumePermille"], 0...1_000) ?? profile.volume
        voices.set(profile, isStandard: isStandard)
        emit(
            "profile",
            [
                "voice": .string(profile.id), "default": .bool(isStandard),
                "rate": .integer(Int64(profile.rate)), "pitch": .integer(Int64(profile.pitch)),
                "volume": .integer(Int64(profile.volume)),
            ])
    }

    private mutating func setTuning(_ call: EngineCall) {
        let object = call.arguments["tuning"]?.object ?? [:]
        voices.rateVariation = Self.number(object["rateVariationPermille"], 0...1_000) ?? 0
        voices.pitchVariation = Self.number(object["pitchVariationPermille"], 0...2_000) ?? 0
        voices.volume = Self.number(object["volumePermille"], 0...1_000) ?? 1_000
        emit(
            "tuning",
            [
                "rateVariation": .integer(Int64(voices.rateVariation)),
                "pitchVariation": .integer(Int64(voices.pitchVariation)),
                "volume": .integer(Int64(voices.volume)),
            ])
    }

    /// Returns the whole number in `value`, limited to `range`; nil for anything else.
    private static func number(_ value: JSONValue?, _ range: ClosedRange<Int>) -> Int? {
        value?.integer.map { min(max(range.lowerBound, Int(clamping: $0)), range.upperBound) }
    }

    // MARK: Pauses

    private mutating func pause(_ call: EngineCall) {
        guard let channel = channel(of: call) else { return refuse(call, "it needs a channel.") }
        let longest = MachineConfig.longestMilliseconds
        let milliseconds = min(max(0, call.arguments["ms"]?.integer ?? 0), longest)
        emit(
            "pause",
            ["channel": .integer(Int64(channel)), "milliseconds": .integer(milliseconds)])
        guard milliseconds > 0 else { return reply(call.id, .null) }
        guard let id = call.id else { return }
        guard pauses.count < VoiceKitConstants.queueLimit else {
            return refuse(call, "\(VoiceKitConstants.queueLimit) pauses run already.")
        }
        pauses[id] = channel
        set(.pause(call: id), at: now + rate.frames(milliseconds: milliseconds))
    }

    mutating func pauseIsOver(_ call: Int) {
        guard pauses.removeValue(forKey: call) != nil else { return }
        reply(call, .null)
    }

    // MARK: Stopping

    private mutating func stopAll(_ call: EngineCall) {
        guard let channel = channel(of: call) else { return refuse(call, "it needs a channel.") }
        emit("stopped", ["call": .string(call.name), "channel": .integer(Int64(channel))])
        stop(channel == 0 ? nil : channel)
    }

    private mutating func hardReset(_ call: EngineCall) {
        emit("stopped", ["call": .string(call.name), "channel": 0])
        cancelListening()
        stop(nil)
        for channel in channels.keys.sorted() { forgetClip(channel) }
        if hasToldWords { tellTranscript("") }
        tellStatus()
    }

    /// Stops speech, clips and pauses of a channel; nil stops those of all.
    private mutating func stop(_ channel: Int?) {
        for each in channels.keys.sorted() where channel == nil || each == channel {
            stopSpeaking(each)
            stopClip(each)
        }
        for call in pauses.keys.sorted() where channel == nil || pauses[call] == channel {
            pauses[call] = nil
            cancel(.pause(call: call))
            fail(call, .cancelled)
        }
    }

    // MARK: News

    mutating func handle(_ signal: MediaSignal) {
        switch owners[signal.job] {
        case .listening?: hear(signal)
        case .speech(let channel)?:
            switch signal {
            case .playEnded: speechEnded(channel, .finished)
            case .playFailed: speechEnded(channel, .failed)
            case .word(_, let mark): wordReached(channel, mark)
            default: break
            }
        case .clip(let channel)?:
            switch signal {
            case .playStarted(let job, let prompt):
                clipLoaded(channel, job, frames: prompt.frames)
            case .playEnded(let job): clipEnded(channel, job)
            case .playFailed(let job, let reason): clipFailed(channel, job, reason)
            default: break
            }
        case nil: break
        }
    }

    mutating func handle(_ news: SessionInput) {
        switch news {
        case .permission(let permission, let answer, _):
            switch permission {
            case .microphone: permissions.mayRecord = answer == .granted
            case .speechRecognition: permissions.mayRecognize = answer == .granted
            default: return
            }
            emit(
                "permission",
                [
                    "what": .string(permission.rawValue), "answer": .string(answer.rawValue),
                ])
        case .audioSession(let news, _):
            switch news {
            case .began:
                emit("session", ["event": "interruptionBegan"])
                finishListening(.error, why: ["stop": "interrupted"])
            case .ended: emit("session", ["event": "interruptionEnded"])
            case .configured, .other: break
            }
        case .device(let news, _): playbackLatency = news.latency ?? playbackLatency
        default: break
        }
    }
}
