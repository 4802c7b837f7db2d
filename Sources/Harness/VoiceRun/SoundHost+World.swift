public import VoiceHypothesis
internal import VoiceRecognition
public import VoiceTime
internal import VoiceTrace

/// The app's world: recognition, runs and interruptions.
extension SoundHost {
    /// Recognises an utterance at once.
    public func recognize(
        _ utterance: Utterance
    ) -> (outcome: RecognitionOutcome, delay: Frame) { (outcome(of: utterance, isOver: true), 0) }

    /// Recognises speech under way.
    public func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        if case .final(let hypothesis) = outcome(of: utterance, isOver: false) {
            return hypothesis
        }
        return nil
    }

    private func outcome(of utterance: Utterance, isOver: Bool) -> RecognitionOutcome {
        if let listener { return listener(utterance, isOver) }
        guard let task = utterance.task ?? task else { return .rejected(nil) }
        do throws(RecognitionError) {
            var recognizer: any Recognizer
            if let recognizerCommand {
                recognizer = try cache.recognizer(of: recognizerCommand, for: task)
            } else {
                recognizer = try cache.recognizer(for: task, model: model)
            }
            if isOver { return recognizer.recognize(utterance) }
            return recognizer.recognizeSoFar(utterance).map { .final($0) } ?? .rejected(nil)
        } catch { return .failed(error) }
    }

    /// Makes the recognizer, so that the first words do not wait for it.
    public func prepare(_ task: RecognitionTask) {
        guard listener == nil, recognizerCommand == nil else { return }
        _ = try? cache.recognizer(for: task, model: model)
    }

    /// True: recordings are files of the app, as on a device.
    public var keepsRecordings: Bool { true }

    /// Begins the run with the next work.
    public func begin(_ plan: RunPlan) {
        plans.append(plan)
        work()
    }

    /// Interrupts the audio session, or ends that; time moves on by a hop.
    public func interrupt(_ began: Bool) {
        run?.take(.audioSession(.interruption(began)))
        owedHops = 1
        work()
    }

    /// Moves on by a hop, so that the call is taken.
    public func called(_ run: EngineRun) {
        owedHops = 1
        work()
    }
}
