internal import VoiceActivity
internal import VoiceAudio
internal import VoiceEngine
internal import VoiceTime

extension SpeechFrontEnd {
    /// Returns the detector's decision where a hop ends at `now`, as it would be with the sound.
    mutating func decideByScript(at now: Frame) -> SpeechDecision? {
        let heard = now - delayFrames
        guard let script, heard >= Frame(rate.hopFrames) else { return nil }
        let hop = heard - Frame(rate.hopFrames)..<heard
        let evidence = script.evidence(of: hop)
        self.script?.forget(before: now)
        if !segmenter.isSpeaking, let known = script.decision(at: hop.lowerBound) {
            guard now >= known.decided else { return nil }
            return segmenter.begin(spoken: known.spoken, evidence, at: now)?.unmeasured
        }
        return segmenter.step(evidence, at: now)?.unmeasured
    }

    /// The end of the next hop after `now` whose evidence may decide anything; nil where the script
    /// holds none.
    func nextScriptedHop(after now: Frame) -> Frame? {
        guard let script else { return nil }
        let hop = Frame(rate.hopFrames)
        let next = now - now % hop + hop
        guard segmenter.isAtRest else { return next }
        guard let speech = script.speech(from: next - hop - delayFrames) else { return nil }
        return max(next, speech - speech % hop + hop + delayFrames)
    }

    /// Number of frames by which evidence comes later than its sound.
    private var delayFrames: Frame { Frame(SpeechAnalyzer.delayHops * rate.hopFrames) }

    /// Returns the level before `now`, in thousandths of a decibel: in the last hop, or in the
    /// loudest of the windows that a job asks for; nil where nothing was heard.
    func level(for request: ListenRequest?, before now: Frame) -> Int? {
        guard let request, request.levelWindowFrames > 0 else {
            let end = lastHop(before: now)
            return script?.level(of: max(0, end - Frame(rate.hopFrames))..<end) ?? level
        }
        let size = min(request.levelWindowFrames, request.levelFrames)
        if let script {
            let end = lastHop(before: now)
            let start = max(0, end - request.levelFrames)
            return stride(from: start, through: end - size, by: Frame.Stride(size))
                .map { script.level(of: $0..<$0 + size) }.max()
        }
        let samples = heard(before: now, frames: request.levelFrames)
        return stride(from: 0, through: samples.count - Int(size), by: Int(size))
            .map { Level.rms(samples[$0..<$0 + Int(size)]) }.max()
            .map { $0 > -100 ? Int(($0 * 1_000).rounded()) : SoundScript.silence }
    }
}

extension SpeechDecision {
    /// The same without what is measured in sound: a replay has none to compare with.
    fileprivate var unmeasured: SpeechDecision {
        func cleared(_ boundary: SpeechBoundary) -> SpeechBoundary {
            SpeechBoundary(
                frame: boundary.frame, spoken: boundary.spoken, energy: 0, floor: 0, margin: 0,
                probability: 0, threshold: 0, duration: boundary.duration, limit: boundary.limit)
        }
        return switch self {
        case .start(let boundary): .start(cleared(boundary))
        case .end(let boundary): .end(cleared(boundary))
        }
    }
}
