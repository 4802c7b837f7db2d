internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime

/// Limits that the engine goes by where a flow says nothing, in milliseconds but for the number of
/// alternatives.
struct FlowLimits: Sendable, Equatable {
    private static let minSpeechName = "flow.minSpeechToDetectMs"
    private static let minSilenceName = "flow.minSilenceToDetectMs"
    private static let preSpeechName = "flow.maxPreSpeechSilenceLengthMs"
    private static let postSpeechName = "flow.maxPostSpeechSilenceLengthMs"
    private static let partialName = "flow.partialResultsMs"
    private static let alternativesName = "flow.alternatives"

    static let settings: [EngineDeclaration.Setting] = [
        .init(minSpeechName, standard: 200, range: 10...5_000),
        .init(minSilenceName, standard: 500, range: 10...10_000),
        .init(preSpeechName, standard: 8_000, range: 0...600_000),
        .init(postSpeechName, standard: 1_000, range: 10...60_000),
        .init(partialName, standard: 300, range: 50...10_000),
        .init(alternativesName, standard: 0, range: 0...20),
    ]

    private let minSpeech: Int64
    private let minSilence: Int64
    private let preSpeech: Int64
    private let postSpeech: Int64
    /// Interval at which speech under way is recognised.
    private let partial: Int64
    /// Number of other readings that the app is told with what was heard.
    private let alternatives: Int

    init(_ values: [String: Int]) {
        func value(_ name: String) -> Int64 {
            guard let setting = Self.settings.first(where: { $0.name == name }) else {
                preconditionFailure("\(name) is declared")
            }
            return Int64(values[name] ?? setting.standard)
        }
        minSpeech = value(Self.minSpeechName)
        minSilence = value(Self.minSilenceName)
        preSpeech = value(Self.preSpeechName)
        postSpeech = value(Self.postSpeechName)
        partial = value(Self.partialName)
        alternatives = Int(value(Self.alternativesName))
    }

    /// Combines a module's own limits with these, for a module that recognises.
    ///
    /// A silence after speech of 0 leaves the end of the utterance to the shortest silence that
    /// the detector calls one.
    func request(
        for listening: ListeningParameters, fields: FieldRepository, rate: SampleRate,
        awaitsSpeechAtOnce: Bool
    ) -> ListenRequest {
        let own = Own(listening: listening, fields: fields)
        func frames(_ milliseconds: Int64) -> Frame { rate.frames(milliseconds: milliseconds) }
        let silence = own.limit(listening.minSilence)
        let after = own.limit(listening.postSpeechSilence) ?? postSpeech
        let end = after == 0 ? silence ?? minSilence : max(after, silence ?? 0)
        var request = ListenRequest(
            recognizes: true,
            minSpeechFrames: frames(own.limit(listening.minSpeech) ?? minSpeech),
            endSilenceFrames: frames(end),
            preSpeechFrames: frames(own.limit(listening.preSpeechSilence) ?? preSpeech),
            maxSpeechFrames: frames(own.limit(listening.maxSpeech) ?? 0),
            maxAudioFrames: frames(own.length(listening.maxAudio)),
            awaitsSpeechAtOnce: awaitsSpeechAtOnce)
        request.alternatives = alternatives
        complete(&request, listening, own, rate: rate)
        return request
    }

    /// Returns a module's own limits where nothing is recognised: a limit that it does not name
    /// does not count.
    func recording(
        for listening: ListeningParameters, fields: FieldRepository, rate: SampleRate
    ) -> ListenRequest {
        let own = Own(listening: listening, fields: fields)
        func frames(_ milliseconds: Int64) -> Frame { rate.frames(milliseconds: milliseconds) }
        let after = own.limit(listening.postSpeechSilence) ?? 0
        let silence = own.limit(listening.minSilence) ?? minSilence
        var request = ListenRequest(
            recognizes: false,
            minSpeechFrames: frames(own.limit(listening.minSpeech) ?? minSpeech),
            endSilenceFrames: frames(max(after, silence)),
            preSpeechFrames: frames(own.limit(listening.preSpeechSilence) ?? 0),
            maxSpeechFrames: frames(own.limit(listening.maxSpeech) ?? 0),
            maxAudioFrames: frames(own.length(listening.maxAudio)), awaitsSpeechAtOnce: true)
        request.detectsSpeech = own.isEnabled
        request.endsAfterSpeech = after > 0
        complete(&request, listening, own, rate: rate)
        return request
    }

    private func complete(
        _ request: inout ListenRequest, _ listening: ListeningParameters, _ own: Own,
        rate: SampleRate
    ) {
        request.maxRecordFrames = rate.frames(milliseconds: own.length(listening.maxRecord))
        request.recordsFromSpeech =
            own.isEnabled && listening.trimsSilence.resolved(own.fields, ScalarText.flag)
        request.positionFrames = rate.frames(milliseconds: own.length(listening.notifyPosition))
        let wantsPartial = listening.partialResults.resolved(own.fields, ScalarText.flag)
        if request.recognizes, wantsPartial {
            request.partialFrames = rate.frames(milliseconds: partial)
        }
    }

    /// Resolved limits of a module.
    private struct Own {
        let isEnabled: Bool
        let fields: FieldRepository

        init(listening: ListeningParameters, fields: FieldRepository) {
            isEnabled = listening.isEnabled.resolved(fields, ScalarText.flag)
            self.fields = fields
        }

        /// Returns a limit of speech or silence: it counts only where speech is detected.
        func limit(_ value: RuntimeValue<Int64?>) -> Int64? {
            isEnabled ? value.resolved(fields) { ScalarText.integer($0).map { max(0, $0) } } : nil
        }

        /// A limit that always counts.
        func length(_ value: RuntimeValue<Int64?>) -> Int64 {
            // A field of another type is no limit at all, and leaves the fixed one.
            max(0, value.resolved(fields) { ScalarText.integer($0).map(Optional.some) } ?? 0)
        }
    }
}
