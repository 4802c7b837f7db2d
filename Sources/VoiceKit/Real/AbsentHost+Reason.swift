internal import VoiceRun

extension AbsentHost {
    static let reason =
        "no sound device: RealVoiceIO.makeHost is not set. Set it before the first RealVoiceIO,"
        + " for example to { DeviceHost(task: .general) } of VoiceLive."

    /// The world of engines whose app has not set ``RealVoiceIO/makeHost``.
    convenience init() { self.init(reason: Self.reason) }
}
