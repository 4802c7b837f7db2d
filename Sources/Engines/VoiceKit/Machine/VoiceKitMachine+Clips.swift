internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Clips: sound files that are prepared, started, played to their end, and prepared again.
extension VoiceKitMachine {
    /// Loads a sound file; it is at its first frame then.
    mutating func prepareClip(_ call: EngineCall, starts: Bool) {
        guard let file = call.arguments["file"]?.string, !file.isEmpty,
            let channel = channel(of: call)
        else { return refuse(call, "it needs a file and a channel.") }
        let gain = min(max(-96_000, call.arguments["gainMilliDB"]?.integer ?? 0), 24_000)
        stopClip(channel)
        forgetClip(channel)
        var clip = MachineClip(file: file, gainMilliDB: gain, job: 0)
        clip.startsWhenReady = starts
        if let id = call.id {
            if starts { clip.waiters = [id] } else { clip.loaders = [id] }
        }
        load(clip, channel)
    }

    /// Plays a clip, and holds it at its first frame at once.
    private mutating func load(_ clip: MachineClip, _ channel: Int) {
        var clip = clip
        clip.job = newJob(of: .clip(channel: channel))
        clip.phase = .loading
        channels[channel, default: .init()].clip = clip
        var request = PromptRequest(language: language)
        request.audioFile = clip.file
        request.volume = ClipGain.permille(milliDecibels: clip.gainMilliDB)
        output.append(.play(job: clip.job, request))
        output.append(.suspendPlaying(job: clip.job))
    }

    /// The sound of a clip is there.
    mutating func clipLoaded(_ channel: Int, _ job: Int, frames: Frame) {
        guard var clip = channels[channel]?.clip, clip.job == job, clip.phase == .loading else {
            return
        }
        clip.phase = .ready
        clip.frames = frames
        let (loaders, isNews, starts) = (clip.loaders, !clip.isTold, clip.startsWhenReady)
        clip.loaders = []
        clip.isTold = true
        clip.startsWhenReady = false
        channels[channel]?.clip = clip
        if isNews {
            emit(
                "clipPrepared",
                [
                    "file": .string(clip.file), "channel": .integer(Int64(channel)),
                    "gain": .integer(clip.gainMilliDB), "frames": .integer(frames),
                ])
        }
        for call in loaders { reply(call, ["frames": .integer(frames)]) }
        if starts { start(channel) }
    }

    /// A clip cannot be played: nothing is prepared.
    mutating func clipFailed(_ channel: Int, _ job: Int, _ why: String) {
        guard let clip = channels[channel]?.clip, clip.job == job else { return }
        if clip.phase != .loading { tellEnd(of: clip, channel, .failed) }
        channels[channel]?.clip = nil
        owners[job] = nil
        cancel(.clip(job: job))
        emit("refused", ["call": "prepareClip", "reason": .string(why)])
        for call in clip.loaders + clip.waiters { fail(call, underlying: why) }
        tellStatus()
    }

    mutating func startPreparedClip(_ call: EngineCall) {
        guard let channel = channel(of: call) else { return refuse(call, "it needs a channel.") }
        guard channels[channel]?.clip != nil else {
            emit("refused", ["call": .string(call.name), "reason": "no clip is prepared."])
            return reply(call.id, .null)
        }
        // One that plays starts again.
        stopClip(channel)
        if let id = call.id { channels[channel]?.clip?.waiters.append(id) }
        if channels[channel]?.clip?.phase == .ready {
            start(channel)
        } else {
            channels[channel]?.clip?.startsWhenReady = true
        }
    }

    private mutating func start(_ channel: Int) {
        guard var clip = channels[channel]?.clip else { return }
        clipCount += 1
        clip.number = clipCount
        clip.phase = .playing(since: now)
        let due = channels[channel]?.speaking == nil ? channels[channel]?.clipDue : nil
        clip.gap = due.map { now - $0 }
        channels[channel]?.clip = clip
        output.append(.resumePlaying(job: clip.job))
        var fields: JSONObject = [
            "clip": .string(clip.label), "channel": .integer(Int64(channel)),
            "file": .string(clip.file),
        ]
        fields["gap"] = clip.gap.map { .integer($0) }
        emit("clip", fields)
        set(.clip(job: clip.job), at: now + clip.frames + config.clipWaitFrames)
        tellStatus()
    }

    /// The clip has played to its end.
    mutating func clipEnded(_ channel: Int, _ job: Int) {
        guard let clip = channels[channel]?.clip, clip.job == job,
            case .playing = clip.phase
        else { return }
        tellEnd(of: clip, channel, .finished)
        let gap = clip.gap.map { JSONValue.integer($0) } ?? .null
        let waiters = clip.waiters
        prepareAgain(clip, channel)
        for call in waiters { reply(call, ["gapFrames": gap, "frames": .integer(clip.frames)]) }
        tellStatus()
    }

    private mutating func tellEnd(of clip: MachineClip, _ channel: Int, _ ending: Ending) {
        guard case .playing(let since) = clip.phase else { return }
        emit(
            "clipEnded",
            [
                "clip": .string(clip.label), "channel": .integer(Int64(channel)),
                "how": .string(ending.rawValue), "frames": .integer(now - since),
            ])
    }

    private mutating func prepareAgain(_ clip: MachineClip, _ channel: Int) {
        owners[clip.job] = nil
        cancel(.clip(job: clip.job))
        var next = clip
        next.waiters = []
        next.startsWhenReady = false
        next.gap = nil
        load(next, channel)
    }

    /// Whether startPreparedClip would play this clip.
    func isPrepared(_ file: String, gainMilliDB: Int64, _ channel: Int) -> Bool {
        guard let state = channels[channel], let clip = state.clip, !state.clip.isPlaying
        else { return false }
        return clip.file == file && clip.gainMilliDB == gainMilliDB
    }

    // MARK: Stopping

    /// Stops a clip that plays or is about to; who waits for it fails. It stays prepared.
    mutating func stopClip(_ channel: Int, because failure: VoiceKitFailure = .cancelled) {
        guard let clip = channels[channel]?.clip else { return }
        let waiters = clip.waiters
        channels[channel]?.clip?.waiters = []
        channels[channel]?.clip?.startsWhenReady = false
        if case .playing = clip.phase {
            output.append(.stopPlaying(job: clip.job))
            tellEnd(of: clip, channel, failure == .timedOut ? .timedOut : .cancelled)
            prepareAgain(clip, channel)
        }
        for call in waiters { fail(call, failure) }
        tellStatus()
    }

    /// Lets go of a prepared clip.
    mutating func forgetClip(_ channel: Int) {
        guard let clip = channels[channel]?.clip else { return }
        output.append(.stopPlaying(job: clip.job))
        owners[clip.job] = nil
        channels[channel]?.clip = nil
        for call in clip.loaders { fail(call, .cancelled) }
    }

    /// The clip has not ended though it should have.
    mutating func clipIsLate(_ job: Int) {
        guard case .clip(let channel)? = owners[job] else { return }
        stopClip(channel, because: .timedOut)
    }
}

/// Converts decibels of clips into thousandths of unity.
enum ClipGain {
    /// The gain in thousandths of unity, up to 16,000: 10^(dB / 20).
    ///
    /// The steps are multiplied: a power of the library's differs between processors.
    static func permille(milliDecibels: Int64) -> Int {
        var gain = 1_000.0
        let steps = min(milliDecibels.magnitude, 96_000)
        let isUp = milliDecibels > 0
        for _ in 0..<(steps / 1_000) { gain = isUp ? gain * tenthRoot : gain / tenthRoot }
        for _ in 0..<(steps % 1_000) { gain = isUp ? gain * smallStep : gain / smallStep }
        return min(Int(gain.rounded()), 16_000)
    }

    /// 10^(1/20): a decibel.
    private static let tenthRoot = 1.122_018_454_301_963_3
    /// 10^(1/20,000): a thousandth of one.
    private static let smallStep = 1.000_115_135_882_276_6
}
