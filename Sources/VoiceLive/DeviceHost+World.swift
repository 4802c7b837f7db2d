internal import VoiceEngine
public import VoiceRun

/// What needs no device.
extension DeviceHost {
    /// Recordings are wanted.
    public var keepsRecordings: Bool { true }

    /// What ``answers`` says; `unavailable` for a recognizer that could not be made.
    public func answer(permission: String) -> String {
        if permission == "speechRecognition", lacksRecognizer { return "unavailable" }
        return answers[permission] ?? "granted"
    }

    /// Does `work` in a task of its own.
    public func post(_ work: @escaping @MainActor () -> Void) { Task { work() } }

    /// The next frame takes it, of the device or without one.
    public func called(_ run: EngineRun) { isCalled = true }
}
