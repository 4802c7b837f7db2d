public import VoiceAudio

/// Reason why a recognizer is not made, or does not do what it was asked for.
public enum KIOSRecognizerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is a recognizer already, with this bundle.
    case exists(bundle: String)
    /// No bundle of this name comes with the app.
    case bundleNotFound(name: String, folders: [String])
    /// The bundle cannot be used.
    case bundle(KIOSBundleError)
    /// The decoding graph cannot be used.
    case graph(KIOSGraphError)
    /// The recognizer does not take the call now.
    case refused(call: String, KIOSRefusal)
    /// The recognizer's world hears no sound that an app brings.
    case takesNoSound
    /// A file or stream of sound cannot be used.
    case sound(AudioError)
    /// The caller's task was cancelled.
    case cancelled(call: String)
    /// The result of a call did not come.
    case failed(call: String, reason: String)

    /// Message on what is wrong, why, and the next step.
    public var description: String {
        switch self {
        case .exists(let bundle):
            "a recognizer exists already, with the bundle \(bundle). Tear it down first."
        case .bundleNotFound(let name, let folders):
            "the app has no bundle '\(name.prefix(60))': looked in"
                + " \(folders.joined(separator: ", ")). Give its path to initWithASRBundleAtPath."
        case .bundle(let error): error.description
        case .graph(let error): error.description
        case .refused(let call, let refusal): "\(call): \(refusal)"
        case .takesNoSound:
            "the recognizer's host takes no files and streams. Make it with a SoundHost."
        case .sound(let error): error.description
        case .cancelled(let call):
            "\(call): its task was cancelled, so that it gives no response. Call it again."
        case .failed(let call, let reason): "\(call) has no response: \(reason)."
        }
    }
}

/// Sound that an app brings instead of the microphone.
public enum KIOSAudioSource: Sendable {
    /// A sound file: WAV, FLAC and the like, of any rate.
    case file(path: String)
    /// A sound, of any rate.
    case sound(MonoSound)
    /// Blocks of mono samples as they come, at so many hertz.
    case stream(AsyncStream<[Int16]>, sampleRate: Int)
}
