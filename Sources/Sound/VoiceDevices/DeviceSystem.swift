internal import CPortAudio
internal import VoiceSystem

/// PortAudio while it is initialised: the list of devices.
///
/// The list is made when the system starts and does not change: make a new one to look again.
/// Source: PortAudio 19.6 API reference.
package struct DeviceSystem: ~Copyable {
    /// Every device, in the order of the host.
    package let devices: [SoundDevice]

    /// Name of the host's default device, whatever it is.
    package static let defaultName = "default"

    /// Initialises PortAudio and lists the devices.
    ///
    /// - Throws: ``DeviceError/host(doing:reason:)`` when the library does not start.
    package init() throws(DeviceError) {
        voicetest_silence_host()
        let status = StandardError.silently { Pa_Initialize() }
        guard status == 0 else {
            throw .host(doing: "starting PortAudio", reason: Self.text(status))
        }
        var found: [SoundDevice] = []
        let defaults = [Pa_GetDefaultInputDevice(), Pa_GetDefaultOutputDevice()]
        for index in 0..<max(0, min(Pa_GetDeviceCount(), 1_024)) {
            guard let info = Pa_GetDeviceInfo(index)?.pointee else { continue }
            let host = Pa_GetHostApiInfo(info.hostApi)?.pointee.name
            let rate = info.defaultSampleRate
            found.append(
                SoundDevice(
                    name: info.name.map { String(cString: $0) } ?? "",
                    host: host.map { String(cString: $0) } ?? "",
                    inputChannels: Int(max(0, info.maxInputChannels)),
                    outputChannels: Int(max(0, info.maxOutputChannels)),
                    defaultRate: rate.isFinite && rate > 0 && rate < 10_000_000 ? Int(rate) : 0,
                    isDefault: defaults.contains(index), index: index))
        }
        devices = found
    }

    deinit { _ = Pa_Terminate() }

    /// The devices to capture and to play with: one that does both, or the two defaults.
    ///
    /// - Throws: ``DeviceError`` if there is none, or not one of that name, or it cannot do both.
    package func pair(
        named name: String
    ) throws(DeviceError) -> (input: SoundDevice, output: SoundDevice) {
        guard !devices.isEmpty else { throw .noDevices }
        if let device = devices.first(where: { $0.name == name && $0.isDuplex }) {
            return (device, device)
        }
        guard name == Self.defaultName else {
            guard let device = devices.first(where: { $0.name == name }) else {
                throw .unknownDevice(name: name, known: devices.map { "\"\($0.name)\"" })
            }
            throw .incapable(
                name: name, what: device.inputChannels == 0 ? "capture" : "play")
        }
        let (first, second) = (Pa_GetDefaultInputDevice(), Pa_GetDefaultOutputDevice())
        guard let input = devices.first(where: { $0.index == first }) else {
            throw .incapable(name: name, what: "capture")
        }
        guard let output = devices.first(where: { $0.index == second }) else {
            throw .incapable(name: name, what: "play")
        }
        return (input, output)
    }

    static func text(_ status: PaError) -> String {
        guard status == PaErrorCode.unanticipatedHostError,
            let info = Pa_GetLastHostErrorInfo()?.pointee, let said = info.errorText
        else { return String(cString: Pa_GetErrorText(status)) }
        let words = String(cString: said)
        return words.isEmpty ? String(cString: Pa_GetErrorText(status)) : words
    }
}

/// The status numbers that are told apart.
enum PaErrorCode {
    static let unanticipatedHostError = PaError(paUnanticipatedHostError.rawValue)
    static let invalidSampleRate = PaError(paInvalidSampleRate.rawValue)
}

/// A device that captures, plays, or both.
public struct SoundDevice: Sendable, Equatable {
    /// Name of the device, unique within its host.
    public var name: String
    /// The host's name: ALSA, Core Audio, …
    public var host: String
    /// Channels it captures; 0 for none.
    package var inputChannels: Int
    /// Channels it plays; 0 for none.
    package var outputChannels: Int
    /// Usual rate of the device, in hertz.
    package var defaultRate: Int
    /// Whether the host captures or plays with it unless another is named.
    package var isDefault: Bool
    /// PortAudio's number, valid while the system that listed it lives.
    let index: Int32

    /// Whether it both captures and plays.
    package var isDuplex: Bool { inputChannels > 0 && outputChannels > 0 }
}

/// Fault of a sound device.
public enum DeviceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no device at all.
    case noDevices
    /// No device is called that.
    case unknownDevice(name: String, known: [String])
    /// The device cannot do something necessary.
    case incapable(name: String, what: String)
    /// The device cannot run at that rate.
    case unsupportedRate(name: String, rate: Int, usual: Int)
    /// The host denies access to its devices.
    case noPermission(name: String)
    /// The host's own words for anything else.
    case host(doing: String, reason: String)

    /// Message on what happened, and what to do about it.
    public var description: String {
        switch self {
        case .noDevices:
            "No microphone found. Start PulseAudio or PipeWire with libasound2-plugins, or plug in"
                + " a sound card."
        case .unknownDevice(let name, let known):
            "Unknown sound device '\(name)'. Use 'default' or one of: "
                + "\(known.joined(separator: ", "))."
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
                + " no other program uses it."
        }
    }
}

/// Versions of the libraries that this target uses.
package enum DeviceLibraries {
    /// PortAudio's own words.
    package static var versions: [(name: String, version: String)] {
        [("PortAudio", String(cString: Pa_GetVersionText()))]
    }
}

/// Standard error while a library writes diagnostics of its own to it.
///
/// PortAudio and the sound server's plug-ins print about every device that they cannot open. Only
/// starting and opening are quiet, before there is anything else to say.
enum StandardError {
    static func silently<Result>(_ work: () -> Result) -> Result {
        let kept = dup(STDERR_FILENO)
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard kept >= 0, nowhere >= 0 else { return work() }
        dup2(nowhere, STDERR_FILENO)
        defer {
            dup2(kept, STDERR_FILENO)
            close(kept)
            close(nowhere)
        }
        return work()
    }
}
