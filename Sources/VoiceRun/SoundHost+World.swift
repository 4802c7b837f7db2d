public import VoiceAudio
public import VoiceEngine
public import VoiceRecognition
public import VoiceSynthesis
public import VoiceTime
internal import VoiceTrace

/// What the app's world is.
extension SoundHost {
    /// Turns a prompt into audio, which is not played.
    public func realize(
        _ request: PromptRequest, with resources: RunResources
    ) -> PromptOutcome {
        studio.realize(request, with: resources, rate: conditions.sampleRate)
    }

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

    /// Writes a recording into the folders of the app.
    public func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        with resources: RunResources
    ) -> SaveOutcome { studio.save(sound, speech: speech, request, with: resources) }

    /// The voices of espeak-ng.
    public func voices() -> [SpeechVoice] { studio.voices() }

    /// The audio of a prompt.
    public func sound(ofPrompt digest: String) -> MonoSound? { studio.sound(digest) }

    /// What ``answers`` says.
    public func answer(permission: String) -> String { answers[permission] ?? "granted" }

    /// Does `work` in a task of its own.
    public func post(_ work: @escaping @MainActor () -> Void) { Task { work() } }

    /// Begins the run with the next work.
    public func begin(_ plan: RunPlan) {
        plans.append(plan)
        work()
    }

    /// Interrupts the audio session, or ends that; time moves on by a hop.
    public func interrupt(_ began: Bool) {
        run?.take(.audioSession(["event": began ? "began" : "ended"]))
        owedHops = 1
        work()
    }

    /// Moves on by a hop, so that the call is taken.
    public func called(_ run: EngineRun) {
        owedHops = 1
        work()
    }
}
