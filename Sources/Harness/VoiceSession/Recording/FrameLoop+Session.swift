internal import VoiceEngine
internal import VoiceMedia
internal import VoiceRecognition
internal import VoiceSynthesis
internal import VoiceTime
internal import VoiceTrace

extension FrameLoop {
    /// The loop of a session. Recorded, live or replayed, it has the same settings and receivers.
    /// Of a replay the trace tells the settings that its `golden` tells.
    ///
    /// - Throws: the detector's error when the settings do not suit it.
    init(
        _ engine: any EngineUnderTest, of declaration: EngineDeclaration, host: Host,
        rate: SampleRate, settings: SessionSettings, tap: StartingTap = .audio,
        golden: RecordedTrace? = nil
    ) throws {
        try self.init(
            engine: engine, host: host, rate: rate, settings: settings.media, tap: tap)
        settingsInForce = settings.inForce(besides: golden?.events.first?.settingsInForce)
        receivers = declaration.receivers
    }
}

extension RecordingPlan {
    /// The world of the plan's run, in which `listener` recognises.
    func host(
        _ listener: SessionRecognizer, engine: EngineDeclaration, synthesizer: SpeechSynthesizer
    ) -> ScenarioHost {
        ScenarioHost(
            scenario: scenario, studio: studio(synthesizer), listener: listener,
            rate: setup.sampleRate, writer: recordings.map(RecordingWriter.init), engine: engine)
    }
}

extension SessionRecognizer {
    /// Makes the recognizer of a session that `setup` describes; `command` is the program of a
    /// process.
    ///
    /// - Throws: `RecognitionError` for a recognizer that cannot be made, and what `missing` gives
    ///   where a process has no command.
    init(
        _ setup: RecognizerSetup, command: RecognizerCommand?, from cache: RecognizerCache,
        missing: @autoclosure () -> SessionError
    ) throws {
        switch setup.kind {
        case .none: self = .absent
        case .scripted: self = .script([])
        case .pocketsphinx:
            let ways = setup.pronunciations
            let recognizer = try cache.recognizer(for: setup.task, saying: ways)
            self = .recognizer(TaskRecognizers(recognizer, others: cache, saying: ways))
        case .process:
            guard let command else { throw missing() }
            let recognizer = try cache.recognizer(of: command, for: setup.task)
            self = .recognizer(TaskRecognizers(recognizer, others: cache))
        }
    }
}
