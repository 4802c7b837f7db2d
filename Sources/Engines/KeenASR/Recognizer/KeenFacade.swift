internal import VoiceAudio
internal import VoiceEngine
internal import VoiceRun
internal import VoiceTrace

/// A recognizer as its run and its host see it. The recognizer owns it.
final class KeenFacade: CallingFacade {
    let host: any RunHost
    weak var recognizer: KIOSRecognizer?
    let resources = RunResources()
    let calls = AppCalls()
    let permissions: [Permission] = [.microphone]
    private(set) var run: EngineRun?
    private(set) var lastRefusal: String?

    init(host: any RunHost) {
        self.host = host
        calls.facade = self
    }

    /// Tells the host the app's wish about the devices.
    func tellWish() {
        host.configure(
            audioSession: AudioSessionSetup(
                echoCancellation: recognizer?.cancelsEcho ?? false,
                isActive: recognizer?.wantsAudio ?? true))
    }

    func began(_ run: EngineRun) {
        self.run = run
        recognizer?.situation.offersEchoCancellation = host.offersEchoCancellation
        tellWish()
    }

    func refused(_ failure: RunFailure, _ why: String) {
        lastRefusal = why
        recognizer?.isWithoutRun(why)
        calls.ended(reason: why)
    }

    func deliver(_ callback: EngineCallback) -> [EngineCall] {
        calls.collect { recognizer?.notify(callback) }
    }

    func observe(_ event: TraceEvent, isReplayed: Bool) {
        if isReplayed { recognizer?.follow(event) }
        recognizer?.observe(event)
    }

    var takesSound: Bool { recognizer != nil }

    func take(
        _ sound: MonoSound?, speech: Range<Int>?, of request: SaveRequest
    ) -> SaveOutcome? {
        guard let recognizer else { return nil }
        recognizer.responses.sounds[request.fileName] = sound
        return .saved
    }

    func stop() { recognizer?.end() }

    func ended(_ run: EngineRun?, _ engine: (any EngineUnderTest)?, reason: String) {
        calls.ended(reason: reason)
        recognizer?.runEnded()
    }
}
