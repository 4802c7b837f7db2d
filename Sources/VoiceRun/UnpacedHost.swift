public import VoiceAudio
public import VoiceEngine
internal import VoiceMedia
public import VoiceSynthesis

/// A world without devices: it hears no speech, and time goes on as fast as the engine does.
///
/// Prompts are realised (and take as long as they are), recordings are of silence and are not kept.
/// Where only the app can go on, time stands still until it calls.
@MainActor
public final class UnpacedHost: RunHost {
    /// The app's tasks, which time waits for.
    public let appTasks: AppTasks? = AppTasks()

    /// What runs go by.
    public var conditions: RunConditions

    /// The run that is under way, or was last.
    public private(set) var run: EngineRun?

    private var studio: RunStudio
    private weak var driven: EngineRun?

    /// A world in which prompts are spoken by `voicetest-speak`, once one has a text.
    public init() {
        studio = RunStudio(
            synthesizer: SpeechSynthesizer(cacheFolder: SpeechSynthesizer.usualCacheFolder))
        var conditions = RunConditions()
        conditions.tap = .words
        self.conditions = conditions
    }

    /// Realises a prompt from files and text.
    public func realize(
        _ request: PromptRequest, with resources: RunResources
    ) -> PromptOutcome {
        studio.realize(request, with: resources, rate: conditions.sampleRate)
    }

    /// Writes what a prompt that was recorded holds; of the silent microphone nothing is kept.
    public func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        with resources: RunResources
    ) -> SaveOutcome { studio.save(sound, speech: speech, request, with: resources) }

    /// The voices of espeak-ng.
    public func voices() -> [SpeechVoice] { studio.voices() }

    /// The audio of a prompt.
    public func sound(ofPrompt digest: String) -> MonoSound? { studio.sound(digest) }

    /// Everything is allowed.
    public func answer(permission: String) -> String { "granted" }

    /// Does `work` in a task of its own.
    public func post(_ work: @escaping @MainActor () -> Void) {
        beside { [appTasks] in appTasks?.run { work() } }
    }

    /// Does `work` in a task of its own, which is none of the app's.
    private func beside(_ work: @escaping @MainActor () async -> Void) {
        AppTasks.outside { Task { await work() } }
    }

    /// Runs the plan in a task of its own.
    public func begin(_ plan: RunPlan) {
        beside { [self] in
            run = plan.start()
            if let run { await drive(run) }
        }
    }

    /// Goes on, should time stand still.
    public func called(_ run: EngineRun) {
        guard driven !== run else { return }
        beside { [self] in await drive(run) }
    }

    /// From one thing that is due to the next, and lets others onto the main actor in between.
    private func drive(_ run: EngineRun) async {
        guard driven !== run else { return }
        driven = run
        repeat {
            await run.appReturned()
            while !run.isOver, let next = run.nextFrame {
                run.advance(to: next)
                await Task.yield()
                await run.appReturned()
            }
        } while await run.waitForApp()
        if driven === run { driven = nil }
    }
}
