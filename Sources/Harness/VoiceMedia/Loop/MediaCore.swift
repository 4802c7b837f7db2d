internal import VoiceActivity
internal import VoiceEngine
internal import VoiceHypothesis
internal import VoiceTime

/// The media core: playing and listening as jobs on the frame clock. A pure machine.
///
/// It opens no file and draws no sound: it knows when a prompt ends because it knows its length,
/// and when an utterance ends because the detector's events say so. Several jobs may play and
/// listen at once.
struct MediaCore {
    /// A moment a job waits for.
    enum Timer: Hashable {
        case playEnd(job: Int)
        /// Playback reaches a word.
        case word(job: Int)
        case preSpeech(job: Int)
        case maxSpeech(job: Int)
        case maxAudio(job: Int)
        case maxRecord(job: Int)
        case position(job: Int)
        case partial(job: Int)
        case level(job: Int)
        /// Speech is long enough for a job that wants more of it than another one.
        case longEnough(job: Int)
        /// The silence after speech is long enough for a job that wants more of it.
        case silentEnough(job: Int)
    }

    /// Event that reaches the core.
    enum Event {
        case play(job: Int, prompt: RealizedPrompt, frames: Frame?)
        /// Tells the words of what `job` began to play at this frame, and is heard so much later.
        case tellWords(job: Int, WordMarkTimes, latency: Frame)
        case stopPlaying(job: Int)
        case suspendPlaying(job: Int)
        case resumePlaying(job: Int)
        case listen(job: Int, ListenRequest)
        case awaitSpeech(job: Int)
        case retune(job: Int, ListenLimits)
        case finishListening(job: Int)
        case stopListening(job: Int)
        case speech(SpeechDecision)
        case words(job: Int?, HeardWords, event: Int)
        case partialWords(job: Int?, Hypothesis, silence: Frame?, event: Int)
        case timer(Timer)
    }

    /// Action that the loop has to do.
    enum Action: Equatable {
        case arm(Timer, at: Frame)
        case disarm(Timer)
        case tune(minSpeechFrames: Frame, endSilenceFrames: Frame)
        case untune
        /// Sound that is heard from now on has nothing to do with earlier sound.
        case beginSound
        case recognize(job: Int, spoken: Range<Frame>)
        case recognizeSoFar(job: Int, spoken: Range<Frame>)
        /// The speaker pauses: the words so far are judged.
        case judgeSoFar(job: Int, spoken: Range<Frame>)
        case cancelWords(job: Int)
        case measureLevel(job: Int)
        case signal(MediaSignal)
        /// Words came that no open job takes.
        case unconsumed(event: Int)
    }

    /// Progress of a playing job.
    enum Playing {
        /// It ends at this frame; nil when it plays until stopped.
        case until(Frame?)
        /// It is held; so much of it is left.
        case held(rest: Frame?)
    }

    /// The words of a prompt that a job plays.
    private struct SpokenWords {
        var times: WordMarkTimes
        /// The frame that the times count from.
        var began: Frame
        /// The next word, and when it is reached.
        var next: (at: Frame, mark: WordMark)?
        /// Frame at which it was held; nil while it plays.
        var heldAt: Frame?

        mutating func advance() { next = times.next().map { (began + $0.after, $0.mark) } }
    }

    /// Jobs that may listen at once.
    static let listenerLimit = 64

    var playing: [Int: Playing] = [:]
    private var words: [Int: SpokenWords] = [:]
    /// Listening jobs, in the order they were opened.
    var jobs: [ListenJob] = []
    var speakingSince: Frame?

    /// Whether anybody is speaking, listened to or not.
    var isSpeechUnderWay: Bool { speakingSince != nil }

    /// Frame at which the speech began that some job still listens to; nil where no job does.
    var speechUnderWay: Frame? { jobs.lazy.compactMap(\.spokenSince).min() }

    /// Whether words must say which job they are for.
    var hasSeveralListeners: Bool { jobs.count > 1 }

    /// The listening job of this number; nil when it is not open.
    func listener(_ id: Int) -> ListenJob? { jobs.first { $0.id == id } }

    /// The job that takes words: the one of this number, or the first that waits for some.
    func taker(of id: Int?) -> ListenJob? {
        jobs.first { job in
            guard id == nil || id == job.id, case .recognizing = job.state else { return false }
            return true
        }
    }

    /// The job that takes words of speech under way.
    func speaker(_ id: Int?) -> ListenJob? {
        jobs.first { ($0.id == id || id == nil) && $0.spokenSince != nil }
    }

    /// Returns the speech before the silence that a job spans; nil where it is not silent.
    func pausedSpeech(_ id: Int) -> Range<Frame>? {
        guard case .falling(let since, let end, _)? = listener(id)?.state else { return nil }
        return since..<end
    }

    /// Whether the job that takes words of speech under way asks for them.
    func asksSoFar(_ id: Int?) -> Bool {
        jobs.contains {
            ($0.id == id || id == nil) && $0.spokenSince != nil && $0.request.partialFrames > 0
        }
    }

    mutating func step(_ event: Event, at now: Frame) -> [Action] {
        switch event {
        case .play(let id, let prompt, let frames):
            playing[id] = .until(frames.map { now + $0 })
            let started = Action.signal(.playStarted(job: id, prompt: prompt))
            let ends = frames.map { [Action.arm(.playEnd(job: id), at: now + $0)] } ?? []
            return forgetWords(id) + ends + [started]
        case .tellWords(let id, let times, let latency):
            words[id] = SpokenWords(times: times, began: now + latency)
            return nextWord(id)
        case .stopPlaying(let id):
            guard playing.removeValue(forKey: id) != nil else { return [] }
            return [.disarm(.playEnd(job: id))] + forgetWords(id)
        case .suspendPlaying(let id): return suspendPlaying(id, at: now)
        case .resumePlaying(let id): return resumePlaying(id, at: now)
        case .listen(let id, let request): return open(id, request, at: now)
        case .awaitSpeech(let id): return awaitSpeech(id, at: now)
        case .retune(let id, let limits): return retune(id, limits, at: now)
        case .finishListening(let id): return finishListening(id, at: now)
        case .stopListening(let id):
            return listener(id) == nil ? [] : close(id) + [.cancelWords(job: id)]
        case .speech(.start(let boundary)): return speechBegan(boundary)
        case .speech(.end(let boundary)): return speechEnded(boundary, at: now)
        case .words(let id, let words, let event):
            guard let open = taker(of: id) else { return [.unconsumed(event: event)] }
            return close(open.id) + [.signal(.heard(job: open.id, words, event: event))]
        case .partialWords(let id, let hypothesis, let silence, let event):
            guard let open = speaker(id) else { return [.unconsumed(event: event)] }
            return [
                .signal(
                    .heardSoFar(job: open.id, hypothesis, silence: silence, event: event))
            ]
        case .timer(let timer): return fired(timer, at: now)
        }
    }

    private mutating func suspendPlaying(_ id: Int, at now: Frame) -> [Action] {
        guard case .until(let end)? = playing[id] else { return [] }
        playing[id] = .held(rest: end.map { max(0, $0 - now) })
        words[id]?.heldAt = now
        let silenced: [Action] = words[id] == nil ? [] : [.disarm(.word(job: id))]
        return [.disarm(.playEnd(job: id))] + silenced + [.signal(.playSuspended(job: id))]
    }

    private mutating func resumePlaying(_ id: Int, at now: Frame) -> [Action] {
        guard case .held(let rest)? = playing[id] else { return [] }
        playing[id] = .until(rest.map { now + $0 })
        let resumed = Action.signal(.playResumed(job: id))
        return (rest.map { [.arm(.playEnd(job: id), at: now + $0), resumed] } ?? [resumed])
            + resumeWords(id, at: now)
    }

    // MARK: Words of what plays

    private mutating func nextWord(_ id: Int) -> [Action] {
        words[id]?.advance()
        guard let next = words[id]?.next else { return forgetWords(id) }
        return [.arm(.word(job: id), at: next.at)]
    }

    private mutating func resumeWords(_ id: Int, at now: Frame) -> [Action] {
        guard let held = words[id]?.heldAt, let next = words[id]?.next else { return [] }
        words[id]?.heldAt = nil
        words[id]?.began += now - held
        words[id]?.next = (next.at + now - held, next.mark)
        return [.arm(.word(job: id), at: next.at + now - held)]
    }

    private mutating func forgetWords(_ id: Int) -> [Action] {
        words.removeValue(forKey: id) == nil ? [] : [.disarm(.word(job: id))]
    }

    private mutating func fired(_ timer: Timer, at now: Frame) -> [Action] {
        switch timer {
        case .playEnd(let id):
            guard case .until? = playing[id] else { return [] }
            playing[id] = nil
            return forgetWords(id) + [.signal(.playEnded(job: id))]
        case .word(let id):
            guard let word = words[id]?.next else { return [] }
            return [.signal(.word(job: id, word.mark))] + nextWord(id)
        case .preSpeech(let id), .maxSpeech(let id), .maxAudio(let id), .maxRecord(let id),
            .position(let id), .partial(let id), .level(let id), .longEnough(let id),
            .silentEnough(let id):
            guard let open = listener(id) else { return [] }
            return fired(timer, of: open, at: now)
        }
    }
}
