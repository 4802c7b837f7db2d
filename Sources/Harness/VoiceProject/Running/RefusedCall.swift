internal import VoiceJSON
internal import VoiceSession
internal import VoiceTime
internal import VoiceTrace

/// Calls of the app that the engine refused, which explain why a scenario did not get further.
enum RefusedCall {
    /// Calls that are told at most.
    private static let limit = 3
    /// Fields in which the engines give the reason.
    private static let reasons = ["error", "reason"]

    /// The first refused calls of `session`, each in a sentence.
    static func sentences(of session: RecordedSession) -> [String] {
        let rate = session.manifest.sampleRate
        return session.events.lazy.filter { $0.tap == .actions }.compactMap { event in
            guard let call = event.fields["call"]?.string,
                let reason = reasons.lazy.compactMap({ event.fields[$0]?.string }).first
            else { return nil }
            return "The call \(call) at \(rate.text(event.frame)) was refused: \(reason)"
        }.prefix(limit).map { $0 }
    }
}
