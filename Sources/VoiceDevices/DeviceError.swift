/// What goes wrong with sound devices.
public enum DeviceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no device at all.
    case noDevices
    /// No device is called that.
    case unknownDevice(name: String, known: [String])
    /// The device cannot do what is needed.
    case incapable(name: String, what: String)
    /// The device cannot run at that rate.
    case unsupportedRate(name: String, rate: Int, usual: Int)
    /// The host let nobody in.
    case noPermission(name: String)
    /// The host's own words for anything else.
    case host(doing: String, reason: String)

    /// What happened, and what to do about it.
    public var description: String {
        switch self {
        case .noDevices:
            "there is no sound device, and no sound server that stands for one. Start PulseAudio"
                + " or PipeWire and install libasound2-plugins (scripts/live-audio start does, with"
                + " two sinks that need no card), or plug in a sound card."
        case .unknownDevice(let name, let known):
            "no sound device is called \"\(name)\". There are: \(known.joined(separator: ", "))."
                + " Pick one of them, or \"default\"."
        case .incapable(let name, let what):
            "the sound device \"\(name)\" cannot \(what). Pick one that can: voicetest devices"
                + " lists them."
        case .unsupportedRate(let name, let rate, let usual):
            "the sound device \"\(name)\" cannot run at \(rate) Hz. Its usual rate is \(usual) Hz:"
                + " give that, or leave --device-rate out."
        case .noPermission(let name):
            "no permission to use the sound device \"\(name)\". Let this program use it: on Linux"
                + " join the group \"audio\", on macOS see Privacy & Security, Microphone."
        case .host(let doing, let reason):
            "\(doing): \(reason). Check with voicetest devices that the device is there and that"
                + " nothing else holds it."
        }
    }
}
