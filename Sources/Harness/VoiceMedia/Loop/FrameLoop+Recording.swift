internal import VoiceActivity
internal import VoiceAudio
internal import VoiceEngine
internal import VoiceTime
internal import VoiceTrace

/// The sound of one listening job, if the job keeps it.
struct SoundRecorder {
    private(set) var samples: [Int16]
    private let opened: Frame
    private var closed: Frame?
    private var firstSpeech: Frame?
    private var lastSpeech: Frame?

    /// A recorder of a job that opens at `opened`, with what of that hop was heard already; speech
    /// that is under way then counts from there.
    init(_ samples: [Int16], openedAt opened: Frame, isSpeaking: Bool = false) {
        self.samples = samples
        self.opened = opened
        firstSpeech = isSpeaking ? opened : nil
    }

    /// Takes a block that begins at `start`; samples from before the job opened are left out.
    mutating func append(
        _ block: Slice<UnsafeBufferPointer<Int16>>, from start: Frame, limit: Int
    ) {
        guard closed == nil else { return }
        let early = min(block.count, Int(max(0, opened - start)))
        samples.append(contentsOf: block.dropFirst(early).prefix(max(0, limit - samples.count)))
    }

    mutating func record(_ decision: SpeechDecision) {
        guard closed == nil else { return }
        switch decision {
        case .start(let boundary):
            firstSpeech = firstSpeech ?? max(opened, boundary.spoken)
            lastSpeech = nil
        case .end(let boundary):
            // Speech that was over before the job opened is none of its own.
            if let firstSpeech, boundary.spoken <= firstSpeech {
                self.firstSpeech = nil
            } else {
                lastSpeech = boundary.spoken
            }
        }
    }

    mutating func close(at frame: Frame) { closed = closed ?? frame }

    /// Returns the sound, and the range of speech in it; nil for speech that never was.
    func finished(at now: Frame) -> (samples: [Int16], speech: Range<Int>?) {
        let end = closed ?? now
        let kept = Array(samples.prefix(max(0, Int(end - opened))))
        guard let firstSpeech else { return (kept, nil) }
        // Speech that was cut short has no end of its own.
        let last = lastSpeech ?? end
        let range = Int(firstSpeech - opened)..<max(Int(firstSpeech - opened), Int(last - opened))
        return (kept, range.clamped(to: 0..<kept.count))
    }
}

extension FrameLoop {
    mutating func recordSound(_ block: Slice<UnsafeBufferPointer<Int16>>) {
        let limit = ListenRequest.keptSecondsLimit * rate.hertz
        let start = frontEnd.frames - Frame(block.count)
        // A copy of the keys: with the view itself alive every change would copy all that is kept.
        for job in Array(recorders.keys) {
            recorders[job]?.append(block, from: start, limit: limit)
        }
    }

    /// Hands the sound of a job to the host; the outcome is an input like any other.
    mutating func save(_ job: Int, _ request: SaveRequest) {
        let recording = recorders.removeValue(forKey: job)?.finished(at: now)
        let sound = recording.map { MonoSound(sampleRate: rate.hertz, samples: $0.samples) }
        let outcome = host.save(sound, speech: recording?.speech, request)
        record(.device(.saved(outcome)))
        engineEvents.append(.media(.saved(job: job, outcome)))
    }
}
