internal import VoiceEngine
package import VoiceHypothesis
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

extension Utterance {
    /// Takes over the listening job's wishes for the answer.
    mutating func ask(for request: ListenRequest?) {
        task = request?.task
        alternatives = request?.alternatives ?? 0
        speaker = request?.speaker
        wantsPhones = request?.wantsWords == true && request?.wantsPhones == true
    }

    /// Frames of the session that were recognised.
    var evidence: JSONObject {
        JSONObject(evidence: [.start: start, .end: start + Frame(pieces.count)])
    }
}

/// Limits of what a loop keeps.
enum FrameLoopLimits {
    /// Tasks of listening jobs whose words a session can hold.
    static let tasks = 1_000
}

extension FrameLoop {
    /// The sound around `spoken`, none of it from before `job` opened, with what the job wants of
    /// the answer.
    mutating func utterance(_ spoken: Range<Frame>, for job: Int) -> Utterance {
        let listener = core.listener(job)
        var utterance = frontEnd.utterance(
            spoken: spoken, since: listener?.opened ?? 0, now: now)
        utterance.ask(for: listener?.request)
        if let task = utterance.task, tasks.count < FrameLoopLimits.tasks, !tasks.contains(task) {
            tasks.append(task)
        }
        return utterance
    }

    mutating func recognize(_ spoken: Range<Frame>, for job: Int) {
        guard tap != .words else { return }
        let utterance = utterance(spoken, for: job)
        let why = utterance.evidence
        if host.recognizesLater(utterance, for: job) {
            awaitedWords.ask(for: job, at: now, why: why)
            return
        }
        let (outcome, delay) = host.recognize(utterance)
        record(.recognizerDelay(frames: delay))
        schedule(outcome, for: job, why: why, at: now + delay)
    }

    /// Brings the words of an utterance that was recognised beside the loop: they are delivered at
    /// the next frame, and how late that is becomes an input. Words that no job waits for are
    /// dropped; those of several jobs are delivered in the order in which they were asked for.
    package mutating func answer(_ outcome: RecognitionOutcome, for job: Int) {
        awaitedWords.end(job, .answered(outcome))
        settleWords()
    }

    private mutating func settleWords() {
        while let (question, ending) = awaitedWords.next() {
            switch ending {
            case .answered(let outcome):
                record(.recognizerDelay(frames: now + 1 - question.asked))
                schedule(outcome, for: question.job, why: question.why, at: now + 1)
            case .dropped(let frame):
                record(.recognizerDelay(frames: frame + 1 - question.asked))
            }
        }
    }

    /// Ends the wait for answers: the session is over.
    mutating func giveUpAnswers() {
        awaitedPartials.dropAll(at: now)
        settlePartials()
        awaitedWords.dropAll(at: now)
        settleWords()
    }

    /// Notes that words never came: a replay has to wait for them as long as it takes.
    mutating func giveUpWords(for job: Int) {
        awaitedWords.end(job, .dropped(at: now))
        settleWords()
    }

    // MARK: Words that arrive

    /// Delivers words to `job`; nil for recorded ones that name none.
    mutating func hear(_ outcome: RecognitionOutcome, why: JSONObject, for job: Int?) {
        let taker = core.taker(of: job)
        let place = place(of: taker)
        emit(TapEvents.event(outcome, why: why, place))
        run(
            core.step(
                .words(
                    job: job, TapEvents.words(outcome, place), event: eventCount - 1), at: now))
    }

    mutating func hear(soFar hypothesis: Hypothesis, why: JSONObject, for job: Int?) {
        let place = place(of: core.speaker(job))
        emit(TapEvents.event(soFar: hypothesis, why: why, place))
        let silence: Frame? =
            if place.hasWords, let end = why[evidence: .end], let last = hypothesis.words.last {
                max(0, end - last.range.upperBound)
            } else { nil }
        run(
            core.step(
                .partialWords(
                    job: job, place.told(hypothesis), silence: silence, event: eventCount - 1),
                at: now))
    }

    private func place(of job: ListenJob?) -> TapEvents.Place {
        TapEvents.Place(
            job: core.hasSeveralListeners ? job?.id : nil,
            hasWords: job?.request.wantsWords == true,
            hasPhones: job?.request.wantsPhones == true,
            alternatives: job?.request.alternatives ?? 0)
    }

    /// Consumes recorded words; those that no job waits for yet wait until the end of the frame:
    /// what makes a job wait for them may come later in it.
    mutating func consume(recorded event: TraceEvent) {
        let job = TapEvents.job(of: event)
        if let hypothesis = TapEvents.partial(event) {
            guard core.asksSoFar(job) else { return unasked.append(event) }
            hear(soFar: hypothesis, why: event.why, for: job)
        } else if core.taker(of: job) == nil {
            if earlyWords.isEmpty {
                queue.schedule(.lateWords, at: now, rank: Rank.lateWords.rawValue)
            }
            earlyWords.append(event)
        } else if let outcome = TapEvents.words(event) {
            hear(outcome, why: event.why, for: job)
        }
    }

    mutating func takeEarlyWords() {
        while let event = earlyWords.first, core.taker(of: TapEvents.job(of: event)) != nil,
            let outcome = TapEvents.words(event)
        {
            earlyWords.removeFirst()
            hear(outcome, why: event.why, for: TapEvents.job(of: event))
            runEngine()
        }
    }

    mutating func takeLateWords() {
        let late = earlyWords
        earlyWords = []
        for event in late {
            guard let outcome = TapEvents.words(event) else { continue }
            hear(outcome, why: event.why, for: TapEvents.job(of: event))
        }
    }

    private mutating func schedule(
        _ outcome: RecognitionOutcome, for job: Int, why: JSONObject, at frame: Frame
    ) {
        pendingWords[job] = queue.schedule(
            .words(job: job, outcome, why: why), at: frame, rank: Rank.words.rawValue)
    }
}
