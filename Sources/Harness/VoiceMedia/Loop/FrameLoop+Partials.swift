internal import VoiceEngine
package import VoiceHypothesis
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Partial result that a job was last told of speech under way.
struct ToldPartial: Equatable {
    let text: String
    /// Frame at which the last word ended; nil where its growth is no news.
    let end: Frame?
}

/// The judgement of words before a pause.
enum Judgement {
    /// It is asked for when the answer comes that is awaited.
    case due
    case asked
}

extension FrameLoop {
    /// Asks what is understood of speech that is still under way, unless an answer is awaited: who
    /// recognises slowly is asked less often.
    mutating func recognizeSoFar(_ spoken: Range<Frame>, for job: Int) {
        guard tap != .words else {
            askedSoFar.insert(spoken.lowerBound)
            return
        }
        guard !awaitsPartial(job) else { return }
        ask(soFar: utterance(spoken, for: job), for: job)
    }

    /// Asks what is understood of speech that pauses, judged as the answer is; where an answer is
    /// awaited, after it.
    mutating func judgeSoFar(_ spoken: Range<Frame>, for job: Int) {
        guard tap != .words else { return }
        guard !awaitsPartial(job) else {
            judgements[job] = .due
            return
        }
        judgements[job] = .asked
        var utterance = utterance(spoken, for: job)
        utterance.isPaused = true
        ask(soFar: utterance, for: job)
    }

    /// Takes an answer: asks for the judgement that had to wait for it, if the speech still pauses.
    mutating func judgeLate(for job: Int) {
        guard let judgement = judgements.removeValue(forKey: job), case .due = judgement,
            let spoken = core.pausedSpeech(job)
        else { return }
        judgeSoFar(spoken, for: job)
    }

    private func awaitsPartial(_ job: Int) -> Bool {
        awaitedPartials.isOpen(job) || pendingPartials[job] != nil
    }

    private mutating func ask(soFar utterance: Utterance, for job: Int) {
        let why = utterance.evidence
        if host.recognizesSoFarLater(utterance, for: job) {
            awaitedPartials.ask(for: job, at: now, why: why)
            return
        }
        let hypothesis = host.recognizeSoFar(utterance)
        let delay = host.takeDelaySoFar()
        if delay > 0 { record(.partialDelay(frames: delay)) }
        schedule(soFar: hypothesis, for: job, why: why, at: now + delay)
    }

    /// Brings what was understood, beside the loop, of speech that was under way: it is delivered
    /// at the next frame, and how late that is becomes an input. What no job waits for is dropped.
    package mutating func answer(soFar hypothesis: Hypothesis?, for job: Int) {
        awaitedPartials.end(job, .answered(hypothesis))
        settlePartials()
    }

    mutating func settlePartials() {
        while let (question, ending) = awaitedPartials.next() {
            switch ending {
            case .answered(let hypothesis):
                record(.partialDelay(frames: now + 1 - question.asked))
                schedule(soFar: hypothesis, for: question.job, why: question.why, at: now + 1)
            case .dropped(let frame): record(.partialDelay(frames: frame + 1 - question.asked))
            }
        }
    }

    /// Ends the job's wait for partial results; a replay has to wait as long.
    mutating func forgetPartials(of job: Int) {
        lastPartials[job] = nil
        judgements[job] = nil
        if let ticket = pendingPartials.removeValue(forKey: job) { queue.cancel(ticket) }
        awaitedPartials.end(job, .dropped(at: now))
        settlePartials()
    }

    /// Whether a hypothesis of a job's own tells anything new while the job's caller speaks.
    mutating func isNews(_ hypothesis: Hypothesis?, for job: Int) -> Bool {
        pendingPartials[job] = nil
        guard let hypothesis, !hypothesis.text.isEmpty, let open = core.speaker(job) else {
            return false
        }
        if case .asked? = judgements[job], lastPartials[job]?.text == hypothesis.text {
            return false
        }
        let end = open.request.tellsGrowth ? hypothesis.words.last?.range.upperBound : nil
        let told = ToldPartial(text: hypothesis.text, end: end)
        guard lastPartials[job] != told else { return false }
        lastPartials[job] = told
        return true
    }

    private mutating func schedule(
        soFar hypothesis: Hypothesis?, for job: Int, why: JSONObject, at frame: Frame
    ) {
        pendingPartials[job] = queue.schedule(
            .partial(job: job, hypothesis, why: why), at: frame, rank: Rank.recordedWords.rawValue)
    }
}
