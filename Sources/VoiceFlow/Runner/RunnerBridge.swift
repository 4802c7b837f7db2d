internal import VoiceAudio
internal import VoiceMedia
internal import VoiceRecognition
internal import VoiceTime
internal import VoiceTrace

/// Brings the loop's questions to the runner, which lives on the main actor as the loop does.
///
/// The runner owns its run and thereby the loop: the bridge must not keep it alive. Nobody is left
/// to ask once the app has let go of it.
struct RunnerBridge: SessionHost {
    weak var runner: STVoiceFlowRunner?

    mutating func deliver(
        _ callback: EngineCallback, of event: TraceEvent, at frame: Frame
    ) -> CallbackReply {
        MainActor.assumeIsolated { [runner] in
            guard let runner else { return CallbackReply() }
            runner.run?.now = frame
            return runner.reply(to: callback, of: event)
        }
    }

    mutating func callbackReturned() {
        MainActor.assumeIsolated { [runner] in runner?.lateCallbackReturned() }
    }

    mutating func recognize(
        _ utterance: Utterance
    ) -> (outcome: RecognitionOutcome, delay: Frame) {
        MainActor.assumeIsolated { [runner] in
            runner?.host.recognize(utterance) ?? (.rejected(nil), 0)
        }
    }

    mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        MainActor.assumeIsolated { [runner] in runner?.host.recognizeSoFar(utterance) }
    }

    mutating func recognizesLater(_ utterance: Utterance, for job: Int) -> Bool {
        MainActor.assumeIsolated { [runner] in
            runner?.host.recognizesLater(utterance, for: job) ?? false
        }
    }

    mutating func recognizesSoFarLater(_ utterance: Utterance, for job: Int) -> Bool {
        MainActor.assumeIsolated { [runner] in
            runner?.host.recognizesSoFarLater(utterance, for: job) ?? false
        }
    }

    mutating func play(job: Int, _ request: PromptRequest, _ prompt: RealizedPrompt) {
        MainActor.assumeIsolated { [runner] in runner?.host.play(job: job, request, prompt) }
    }

    mutating func stopPlaying(job: Int) {
        MainActor.assumeIsolated { [runner] in runner?.host.stopPlaying(job: job) }
    }

    mutating func realize(_ request: PromptRequest) -> PromptOutcome {
        MainActor.assumeIsolated { [runner] in
            guard let runner else { return .failed(reason: "the runner is gone") }
            let outcome = runner.host.realize(request, with: runner.resources)
            runner.run?.note(request, outcome)
            runner.state.observe(request, outcome)
            return outcome
        }
    }

    var keepsRecordings: Bool {
        MainActor.assumeIsolated { [runner] in runner?.host.keepsRecordings ?? false }
    }

    mutating func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest
    ) -> SaveOutcome {
        MainActor.assumeIsolated { [runner] in
            runner.map { $0.host.save(sound, speech: speech, request, with: $0.resources) }
                ?? .failed(reason: "the runner is gone")
        }
    }

    mutating func observe(_ event: TraceEvent) {
        MainActor.assumeIsolated { [runner] in runner?.observe(event) }
    }
}
