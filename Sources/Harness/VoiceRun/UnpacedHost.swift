internal import VoiceMedia
internal import VoiceSynthesis

/// A world without devices: it hears no speech, and time goes on as fast as the engine does.
///
/// Prompts are realised (and take as long as they are), recordings are of silence and are not kept.
/// Where only the app can go on, time stands still until it calls.
@MainActor
public final class UnpacedHost: StudioHost {
    /// The app's tasks, which time waits for.
    public let appTasks: AppTasks? = AppTasks()

    /// Conditions of runs.
    public var conditions: RunConditions

    /// The run that is under way, or was last.
    public private(set) var run: EngineRun?

    /// Realises the prompts of its runs.
    public var studio: RunStudio
    private weak var driven: EngineRun?

    /// A world in which prompts are spoken by `voicetest-speak`, once one has a text.
    public init() {
        studio = RunStudio(
            synthesizer: SpeechSynthesizer(cacheFolder: SpeechSynthesizer.usualCacheFolder))
        var conditions = RunConditions()
        conditions.tap = .words
        self.conditions = conditions
    }

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

    /// Continues the run, should time stand still.
    public func called(_ run: EngineRun) {
        guard driven !== run else { return }
        beside { [self] in await drive(run) }
    }

    /// Moves from one thing that is due to the next, and lets others onto the main actor in
    /// between.
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
