package import VoiceAudio
package import VoiceEngine
package import VoiceSynthesis
package import VoiceTrace

/// The world of an app that has chosen no other: it has no devices, so no run begins in it.
@MainActor
package final class AbsentHost: RunHost {
    /// The conditions that a run would have.
    package let conditions = RunConditions()
    /// Reason why no run begins, with the next step.
    package let reason: String

    /// A world that refuses each run as without a device; `reason` says why, with the next step.
    package init(reason: String) { self.reason = reason }

    /// The world of an app that has not set `hook`, which makes a façade's host, before `first`.
    package convenience init(unset hook: String, before first: String) {
        self.init(
            reason: "no sound device: \(hook) is not set. Set it before \(first), for example to"
                + " { DeviceHost(task: .general) } of VoiceLive.")
    }

    /// Fails.
    package func realize(
        _ request: PromptRequest, with resources: RunResources
    ) -> PromptOutcome { .failed(reason: reason) }

    /// Fails.
    package func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        with resources: RunResources
    ) -> SaveOutcome { .failed(reason: reason) }

    /// Empty: without a synthesizer there are no voices.
    package func voices() -> [SpeechVoice] { [] }

    /// Refuses the plan.
    package func begin(_ plan: RunPlan) { plan.refuse(.device, reason) }
}
