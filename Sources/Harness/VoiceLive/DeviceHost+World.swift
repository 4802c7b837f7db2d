internal import VoiceEngine
public import VoiceRun
public import VoiceTrace

/// What needs no device.
extension DeviceHost {
    /// Recordings are wanted.
    public var keepsRecordings: Bool { true }

    /// What ``answers`` says; `unavailable` for a recognizer that could not be made.
    public func answer(permission: Permission) -> PermissionAnswer {
        if permission == .speechRecognition, lacksRecognizer { return .unavailable }
        return answers[permission] ?? .granted
    }

    /// The next frame takes it, of the device or without one.
    public func called(_ run: EngineRun) { isCalled = true }
}
