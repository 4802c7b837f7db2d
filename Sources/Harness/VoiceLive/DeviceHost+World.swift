public import VoiceRun
public import VoiceTrace

/// Parts of the host that need no device.
extension DeviceHost {
    /// Recordings are wanted.
    public var keepsRecordings: Bool { true }

    /// Returns the answer of ``answers``; `unavailable` for a recognizer that could not be made.
    public func answer(permission: Permission) -> PermissionAnswer {
        if permission == .speechRecognition, lacksRecognizer { return .unavailable }
        return answers[permission] ?? .granted
    }

    /// Notes the call: the next frame takes it, of the device or without one.
    public func called(_ run: EngineRun) { isCalled = true }
}
