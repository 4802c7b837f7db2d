internal import CPortAudio

/// PortAudio while it is initialised: the devices there are.
///
/// The list is made when the system starts and does not change: make a new one to look again.
/// Source: PortAudio 19.6 API reference.
public struct DeviceSystem: ~Copyable {
    /// Every device, in the order of the host.
    public let devices: [SoundDevice]

    /// The name that stands for whatever the host's default is.
    public static let defaultName = "default"

    /// Initialises PortAudio and lists the devices.
    ///
    /// - Throws: ``DeviceError/host(doing:reason:)`` when the library does not start.
    public init() throws(DeviceError) {
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
    /// - Throws: ``DeviceError`` when there is none, or not one of that name, or it cannot do both.
    public func pair(
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
    static let invalidChannelCount = PaError(paInvalidChannelCount.rawValue)
    static let invalidSampleRate = PaError(paInvalidSampleRate.rawValue)
}
