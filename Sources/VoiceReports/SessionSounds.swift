public import VoiceAudio

/// The sound of a session, as far as it is at hand.
public struct SessionSounds: Sendable {
    /// What the microphone heard; nil when it is not at hand.
    public var microphone: MonoSound?
    /// Realised prompts by the digest that `segment` events name.
    public var prompts: [String: MonoSound]

    /// The sound given; none by default, as for a bare trace.
    public init(microphone: MonoSound? = nil, prompts: [String: MonoSound] = [:]) {
        self.microphone = microphone
        self.prompts = prompts
    }
}
