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
        let utterance = hearing.utterance(spoken: spoken, now: now)
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

    private mutating func schedule(
        _ outcome: RecognitionOutcome, for job: Int, why: JSONObject, at frame: Frame
    ) {
        pendingWords[job] = queue.schedule(
            .words(job: job, outcome, why: why), at: frame, rank: Rank.words.rawValue)
    }
}
