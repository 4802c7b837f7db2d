/// A device that captures, plays, or both.
public struct SoundDevice: Sendable, Equatable {
    /// Its name, unique within its host.
    public var name: String
    /// The host's name: ALSA, Core Audio, …
    public var host: String
    /// Channels it captures; 0 for none.
    public var inputChannels: Int
    /// Channels it plays; 0 for none.
    public var outputChannels: Int
    /// Its usual rate, in hertz.
    public var defaultRate: Int
    /// Whether the host captures or plays with it unless another is named.
    public var isDefault: Bool
    /// PortAudio's number, valid while the system that listed it lives.
    let index: Int32

    /// Whether it both captures and plays.
    public var isDuplex: Bool { inputChannels > 0 && outputChannels > 0 }
}
