internal import VoiceEngine
internal import VoiceTime

/// Coordinator of the tracks: decides which of them sound, and how loud.
extension AudioProduction {
    /// The track that may sound now.
    private var choice: Int? {
        guard !isSuspended else { return nil }
        let waiting = tracks.indices.filter { tracks[$0].wantsFocus }
        guard let highest = waiting.map({ tracks[$0].priority }).max() else { return nil }
        if let focus, waiting.contains(focus), tracks[focus].priority == highest { return focus }
        return waiting.first { tracks[$0].priority == highest }
    }

    /// Whether the track sounds on, by its lower gain, while the track at `other` has focus.
    private func isDucked(_ index: Int, below other: Int?) -> Bool {
        guard let other, index != other, tracks[index].duckPermille != nil else { return false }
        return tracks[index].isLive && tracks[index].priority < tracks[other].priority
    }

    /// Holds tracks that lose focus, lets ducked ones sound, and starts or resumes the track that
    /// has focus.
    mutating func settle(at now: Frame) {
        let next = choice
        for index in tracks.indices where index != next && !isDucked(index, below: next) {
            hold(at: index, now)
        }
        if next != focus {
            focus = next
            changes.append(.focus(track: next.map { tracks[$0].identifier }))
        }
        for index in tracks.indices where isDucked(index, below: next) {
            proceed(at: index, now)
            setGain(tracks[index].duckPermille ?? AudioTrack.unity, at: index)
        }
        if let next {
            proceed(at: next, now)
            setGain(AudioTrack.unity, at: next)
        }
    }

    private mutating func setGain(_ permille: Int, at index: Int) {
        guard case .playing(let job, let hasBegun)? = tracks[index].sounding,
            tracks[index].gainPermille != permille
        else { return }
        changes.append(.action(.setGain(job: job, permille: permille)))
        tracks[index].gainPermille = permille
        guard hasBegun, let part = part(at: index) else { return }
        if permille == AudioTrack.unity { changes.append(.restored(part)) }
        tellGain(of: part, at: index)
    }

    /// Tells that a part sounds by another gain than its own.
    mutating func tellGain(of part: AudioPart, at index: Int) {
        let permille = tracks[index].gainPermille
        guard permille != AudioTrack.unity else { return }
        changes.append(.ducked(part, permille: permille))
    }

    private mutating func hold(at index: Int, _ now: Frame) {
        switch tracks[index].sounding {
        case .playing(let job, let hasBegun):
            tracks[index].sounding = .held(job: job, hasBegun: hasBegun)
            changes.append(.action(.suspendPlaying(job: job)))
            if hasBegun, let part = part(at: index) { changes.append(.held(part)) }
        case .silent(let timer, let until):
            tracks[index].sounding = .heldSilence(rest: max(0, until - now))
            changes.append(.action(.cancelTimer(id: timer)))
        case .held, .heldSilence, nil: break
        }
    }

    private mutating func proceed(at index: Int, _ now: Frame) {
        switch tracks[index].sounding {
        case .held(let job, let hasBegun):
            tracks[index].sounding = .playing(job: job, hasBegun: hasBegun)
            changes.append(.action(.resumePlaying(job: job)))
            if hasBegun, let part = part(at: index) { changes.append(.resumed(part)) }
        case .heldSilence(let rest): wait(rest, at: index, now)
        case .playing, .silent: break
        case nil: start(at: index, now)
        }
    }

    private mutating func start(at index: Int, _ now: Frame) {
        guard let operation = tracks[index].operation else { return }
        if case .wait(let milliseconds) = operation {
            if let part = part(at: index) {
                changes.append(.silent(part, milliseconds: milliseconds))
            }
            wait(max(1, rate.frames(milliseconds: milliseconds)), at: index, now)
        } else if let prompt = operation.prompt(
            language: language, wordsPerMinute: wordsPerMinute)
        {
            let job = takeJob()
            tracks[index].sounding = .playing(job: job, hasBegun: false)
            tracks[index].gainPermille = AudioTrack.unity
            changes.append(.action(.play(job: job, prompt)))
        }
    }

    private mutating func wait(_ frames: Frame, at index: Int, _ now: Frame) {
        let timer = Self.firstTimer + takeJob()
        tracks[index].sounding = .silent(timer: timer, until: now + frames)
        changes.append(.action(.setTimer(id: timer, frames: frames)))
    }

    func part(at index: Int) -> AudioPart? {
        let track = tracks[index]
        guard let item = track.items.first, let operation = track.operation else { return nil }
        return AudioPart(
            track: track.identifier, item: item.number, index: track.step, operation: operation)
    }
}
