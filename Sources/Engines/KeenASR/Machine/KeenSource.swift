internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// A sound that is listened to instead of the microphone. Speech is found in it as if nothing was
/// heard before.
enum KeenSource: String {
    /// A whole sound. No profile of a speaker is used either, so that the order in which files are
    /// heard changes no answer.
    case file
    /// Sound that goes on to come.
    case stream

    /// The argument of the call `startListening` that names the source.
    static let argument = "source"
}

extension KeenSource {
    /// The source that a call names; nil for the microphone.
    init?(_ call: EngineCall) {
        guard let name = call.arguments[Self.argument]?.string else { return nil }
        self.init(rawValue: name)
    }
}
