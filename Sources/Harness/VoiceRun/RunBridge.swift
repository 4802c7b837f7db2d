internal import VoiceAudio
internal import VoiceEngine
internal import VoiceHypothesis
internal import VoiceTime
internal import VoiceTrace

/// Brings the loop's questions to the façade, which lives on the main actor as the loop does.
///
/// The façade owns its run and thereby the loop: the bridge does not keep it alive. Once the app
/// has let go of it, every question has the answer of an absent app.
struct RunBridge: SessionHost {
    weak var facade: (any RunFacade)?

    private func ask<Answer: Sendable>(
        _ question: @MainActor ((any RunHost)?) -> Answer
    ) -> Answer { MainActor.assumeIsolated { [facade] in question(facade?.host) } }

    mutating func deliver(
        _ callback: EngineCallback, of event: TraceEvent, at frame: Frame
    ) -> CallbackReply {
        MainActor.assumeIsolated { [facade] in
            guard let facade else { return CallbackReply() }
            facade.run?.now = frame
            return facade.reply(to: callback, of: event)
        }
    }

    mutating func callbackReturned() {
        MainActor.assumeIsolated { [facade] in facade?.callbackReturned() }
    }

    mutating func replied(
        _ answer: CallAnswer, of event: TraceEvent, at frame: Frame
    ) -> [(delay: Frame, call: EngineCall)] {
        MainActor.assumeIsolated { [facade] in
            guard let facade else { return [] }
            facade.run?.now = frame
            return facade.replied(answer).map { (0, $0) }
        }
    }

    mutating func recognize(
        _ utterance: Utterance
    ) -> (outcome: RecognitionOutcome, delay: Frame) {
        ask { $0?.recognize(utterance) ?? (.rejected(nil), 0) }
    }

    mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        ask { $0?.recognizeSoFar(utterance) }
    }

    mutating func recognizesLater(_ utterance: Utterance, for job: Int) -> Bool {
        ask { $0?.recognizesLater(utterance, for: job) ?? false }
    }

    mutating func recognizesSoFarLater(_ utterance: Utterance, for job: Int) -> Bool {
        ask { $0?.recognizesSoFarLater(utterance, for: job) ?? false }
    }

    mutating func prepare(_ task: RecognitionTask) { ask { $0?.prepare(task) } }

    mutating func play(job: Int, _ request: PromptRequest, _ prompt: RealizedPrompt) {
        ask { $0?.play(job: job, request, prompt) }
    }

    mutating func stopPlaying(job: Int) { ask { $0?.stopPlaying(job: job) } }

    mutating func suspendPlaying(job: Int) { ask { $0?.suspendPlaying(job: job) } }

    mutating func resumePlaying(job: Int) { ask { $0?.resumePlaying(job: job) } }

    mutating func setGain(job: Int, permille: Int) {
        ask { $0?.setGain(job: job, permille: permille) }
    }

    mutating func realize(_ request: PromptRequest) -> PromptOutcome {
        MainActor.assumeIsolated { [facade] in
            guard let facade else { return .failed(reason: "the app is gone") }
            let outcome = facade.host.realize(request, with: facade.resources)
            facade.run?.record(request, outcome)
            facade.observe(request, outcome)
            return outcome
        }
    }

    var keepsRecordings: Bool {
        MainActor.assumeIsolated { [facade] in
            guard let facade else { return false }
            return facade.takesSound || facade.host.keepsRecordings
        }
    }

    mutating func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest
    ) -> SaveOutcome {
        MainActor.assumeIsolated { [facade] in
            guard let facade else { return .failed(reason: "the app is gone") }
            return facade.take(sound, speech: speech, of: request)
                ?? facade.host.save(sound, speech: speech, request, with: facade.resources)
        }
    }

    mutating func observe(_ event: TraceEvent) {
        MainActor.assumeIsolated { [facade] in facade?.observe(event, isReplayed: false) }
    }
}
