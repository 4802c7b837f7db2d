internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// What the engine goes by where a flow says nothing, in milliseconds.
struct FlowLimits: Sendable, Equatable {
    private static let minSpeechName = "flow.minSpeechToDetectMs"
    private static let minSilenceName = "flow.minSilenceToDetectMs"
    private static let preSpeechName = "flow.maxPreSpeechSilenceLengthMs"
    private static let postSpeechName = "flow.maxPostSpeechSilenceLengthMs"

    static let settings: [EngineDeclaration.Setting] = [
        .init(minSpeechName, standard: 200, range: 10...5_000),
        .init(minSilenceName, standard: 500, range: 10...10_000),
        .init(preSpeechName, standard: 8_000, range: 0...600_000),
        .init(postSpeechName, standard: 1_000, range: 10...60_000),
    ]

    private let minSpeech: Int64
    private let minSilence: Int64
    private let preSpeech: Int64
    private let postSpeech: Int64

    init(_ values: [String: Int]) {
        func value(_ index: Int) -> Int64 {
            let setting = Self.settings[index]
            return Int64(values[setting.name] ?? setting.standard)
        }
        minSpeech = value(0)
        minSilence = value(1)
        preSpeech = value(2)
        postSpeech = value(3)
    }

    /// What a module's own limits and these come to.
    ///
    /// A silence after speech of 0 leaves the end of the utterance to the shortest silence that
    /// the detector calls one.
    func request(
        for listening: ListeningParameters, fields: FieldRepository, rate: SampleRate,
        awaitsSpeechAtOnce: Bool
    ) -> ListenRequest {
        let isEnabled = listening.isEnabled.resolved(fields, ScalarText.flag)
        func own(_ value: RuntimeValue<Int64?>) -> Int64? {
            isEnabled ? value.resolved(fields) { ScalarText.integer($0).map { max(0, $0) } } : nil
        }
        func frames(_ milliseconds: Int64) -> Frame { rate.frames(milliseconds: milliseconds) }
        let silence = own(listening.minSilence)
        let after = own(listening.postSpeechSilence) ?? postSpeech
        let end = after == 0 ? silence ?? minSilence : max(after, silence ?? 0)
        let audio = listening.maxAudio.resolved(fields) { ScalarText.integer($0) } ?? 0
        return ListenRequest(
            recognizes: true,
            minSpeechFrames: frames(own(listening.minSpeech) ?? minSpeech),
            endSilenceFrames: frames(end),
            preSpeechFrames: frames(own(listening.preSpeechSilence) ?? preSpeech),
            maxSpeechFrames: frames(own(listening.maxSpeech) ?? 0),
            maxAudioFrames: frames(max(0, audio)), awaitsSpeechAtOnce: awaitsSpeechAtOnce)
    }
}
