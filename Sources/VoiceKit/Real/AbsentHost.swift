internal import VoiceAudio
internal import VoiceEngine
internal import VoiceRun
internal import VoiceSynthesis

/// The world of an app that has chosen none: it has no devices, so no run begins in it.
final class AbsentHost: RunHost {
    let conditions = RunConditions()

    /// Why, and the next step.
    static let reason =
        "no sound device: RealVoiceIO.makeHost is not set. Set it before the first RealVoiceIO,"
        + " for example to { DeviceHost(task: .general) } of VoiceLive."

    func realize(_ request: PromptRequest, with resources: RunResources) -> PromptOutcome {
        .failed(reason: Self.reason)
    }

    func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        with resources: RunResources
    ) -> SaveOutcome { .failed(reason: Self.reason) }

    func voices() -> [SpeechVoice] { [] }

    func answer(permission: String) -> String { "granted" }

    func post(_ work: @escaping @MainActor () -> Void) { Task { work() } }

    func begin(_ plan: RunPlan) { plan.refuse(.device, Self.reason) }

    func called(_ run: EngineRun) {}
}
