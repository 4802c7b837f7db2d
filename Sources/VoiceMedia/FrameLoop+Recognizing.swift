internal import VoiceAudio
public import VoiceRecognition
internal import VoiceTime
internal import VoiceTrace

/// An utterance whose words are on their way.
struct AwaitedWords {
    /// When they were asked for.
    let asked: Frame
    let why: JSONObject
}

extension Utterance {
    /// Which frames of the session were recognised.
    var evidence: JSONObject {
        ["start": .integer(start), "end": .integer(start + Frame(sound.samples.count))]
    }
}

extension FrameLoop {
    mutating func recognize(_ spoken: Range<Frame>, for job: Int) {
        guard tap != .words else { return }
        var utterance = hearing.utterance(spoken: spoken, now: now)
        utterance.task = core.listener(job)?.request.task
        let why = utterance.evidence
        if host.recognizesLater(utterance, for: job) {
            awaitedWords[job] = AwaitedWords(asked: now, why: why)
            return
        }
        let (outcome, delay) = host.recognize(utterance)
        record(.recognizerDelay(frames: delay))
        schedule(outcome, for: job, why: why, at: now + delay)
    }

    /// Brings the words of an utterance that was recognised beside the loop: they are delivered at
    /// the next frame, and how late that is becomes an input. Words nobody waits for are dropped.
    public mutating func answer(_ outcome: RecognitionOutcome, for job: Int) {
        guard let awaited = awaitedWords.removeValue(forKey: job) else { return }
        let frame = now + 1
        record(.recognizerDelay(frames: frame - awaited.asked))
        schedule(outcome, for: job, why: awaited.why, at: frame)
    }

    /// Notes that words never came: a replay has to wait for them as long as it takes.
    mutating func giveUpWords(for job: Int) {
        guard let awaited = awaitedWords.removeValue(forKey: job) else { return }
        record(.recognizerDelay(frames: now - awaited.asked + 1))
    }

    // MARK: Words that arrive

    /// Delivers words to `job`; nil for recorded ones that name none.
    mutating func hear(_ outcome: RecognitionOutcome, why: JSONObject, for job: Int?) {
        let taker = core.taker(of: job)
        let place = place(of: taker)
        emit(CrossingText.event(outcome, why: why, place))
        run(
            core.step(
                .words(
                    job: job, CrossingText.words(outcome, place), event: eventCount - 1), at: now))
    }

    mutating func hear(soFar hypothesis: Hypothesis, why: JSONObject, for job: Int?) {
        let place = place(of: core.speaker(job))
        emit(CrossingText.event(soFar: hypothesis, why: why, place))
        let silence: Frame? =
            if place.hasWords, let end = why["end"]?.integer, let last = hypothesis.words.last {
                max(0, end - last.range.upperBound)
            } else { nil }
        run(
            core.step(
                .partialWords(
                    job: job, place.told(hypothesis), silence: silence, event: eventCount - 1),
                at: now))
    }

    private func place(of job: ListenJob?) -> CrossingText.Place {
        CrossingText.Place(
            job: core.hasSeveralListeners ? job?.id : nil,
            hasWords: job?.request.wantsWords == true)
    }

    /// Takes recorded words; those that no job waits for yet wait until the end of the frame: what
    /// makes a job wait for them may come later in it.
    mutating func take(recorded event: TraceEvent) {
        let job = CrossingText.job(of: event)
        if let hypothesis = CrossingText.partial(event) {
            hear(soFar: hypothesis, why: event.why, for: job)
        } else if core.taker(of: job) == nil {
            if earlyWords.isEmpty {
                queue.schedule(.lateWords, at: now, rank: Rank.lateWords.rawValue)
            }
            earlyWords.append(event)
        } else if let outcome = CrossingText.words(event) {
            hear(outcome, why: event.why, for: job)
        }
    }

    mutating func takeEarlyWords() {
        while let event = earlyWords.first, core.taker(of: CrossingText.job(of: event)) != nil,
            let outcome = CrossingText.words(event)
        {
            earlyWords.removeFirst()
            hear(outcome, why: event.why, for: CrossingText.job(of: event))
            runEngine()
        }
    }

    mutating func takeLateWords() {
        let late = earlyWords
        earlyWords = []
        for event in late {
            guard let outcome = CrossingText.words(event) else { continue }
            hear(outcome, why: event.why, for: CrossingText.job(of: event))
        }
    }

    private mutating func schedule(
        _ outcome: RecognitionOutcome, for job: Int, why: JSONObject, at frame: Frame
    ) {
        pendingWords[job] = queue.schedule(
            .words(job: job, outcome, why: why), at: frame, rank: Rank.words.rawValue)
    }
}
