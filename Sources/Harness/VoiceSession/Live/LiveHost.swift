package import VoiceAudio
package import VoiceEngine
internal import VoiceMedia
package import VoiceRecognition
internal import VoiceTime
internal import VoiceTrace

/// Surroundings of the loop of a live session: the scripted app and the studio of a scenario, and
/// the workers that carry out its orders.
struct LiveHost: SessionHost {
    var scenario: ScenarioHost
    /// Whether utterances are recognised beside the loop.
    let recognizesBeside: Bool
    var orders: [LiveOrder] = []

    mutating func deliver(
        _ callback: EngineCallback, of event: TraceEvent, at frame: Frame
    ) -> CallbackReply { scenario.deliver(callback, of: event, at: frame) }

    mutating func replied(
        _ answer: CallAnswer, of event: TraceEvent, at frame: Frame
    ) -> [(delay: Frame, call: EngineCall)] { scenario.replied(answer, of: event, at: frame) }

    mutating func recognize(
        _ utterance: Utterance
    ) -> (outcome: RecognitionOutcome, delay: Frame) { scenario.recognize(utterance) }

    mutating func recognizesLater(_ utterance: Utterance, for job: Int) -> Bool {
        guard recognizesBeside else { return false }
        orders.append(.recognize(job: job, utterance))
        return true
    }

    mutating func recognizesSoFarLater(_ utterance: Utterance, for job: Int) -> Bool {
        guard recognizesBeside else { return false }
        orders.append(.recognizeSoFar(job: job, utterance))
        return true
    }

    var keepsRecordings: Bool { scenario.keepsRecordings }

    mutating func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest
    ) -> SaveOutcome { scenario.save(sound, speech: speech, request) }

    mutating func realize(_ request: PromptRequest) -> PromptOutcome {
        scenario.realize(request)
    }

    mutating func play(job: Int, _ request: PromptRequest, _ prompt: RealizedPrompt) {
        guard request.isHeard, let sound = scenario.studio.sounds[prompt.digest] else { return }
        orders.append(.play(job: job, request.heard(as: prompt), sound))
    }

    mutating func stopPlaying(job: Int) { orders.append(.stop(job: job)) }

    mutating func suspendPlaying(job: Int) { orders.append(.hold(job: job, true)) }

    mutating func resumePlaying(job: Int) { orders.append(.hold(job: job, false)) }

    mutating func setGain(job: Int, permille: Int) {
        orders.append(.gain(job: job, permille))
    }
}

/// Order that a live session gives to its surroundings.
package enum LiveOrder: Sendable {
    /// Let `sound` be heard, as `request` says: volume, start, rounds, silence.
    case play(job: Int, PromptRequest, MonoSound)
    /// Stop it, if it still plays.
    case stop(job: Int)
    /// Hold it where it is, or let it go on from there.
    case hold(job: Int, Bool)
    /// Let it be heard by this gain, in thousandths, beside the volume of its request.
    case gain(job: Int, Int)
    /// Recognise an utterance and post its words to the mailbox.
    case recognize(job: Int, Utterance)
    /// Recognise speech that is still under way and post what is understood of it.
    case recognizeSoFar(job: Int, Utterance)
}
