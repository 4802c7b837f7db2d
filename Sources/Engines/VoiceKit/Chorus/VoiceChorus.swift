/// Speaks one text with several voices at once.
///
///     let chorus = VoiceChorus(engine: engine)
///     await chorus.speak("Hello.", withVoiceProfiles: [.init(id: "en-us"), .init(id: "en-gb")])
///
/// Engines are made when they are needed, and kept.
@MainActor
public final class VoiceChorus {
    /// Most voices at once; more are left out.
    public static let voiceLimit = 64

    private let makeEngine: () -> VoiceEngine
    private var engines: [VoiceEngine] = []
    private var tasks: [Task<Void, Never>] = []
    private var run = 0

    /// A chorus whose voices have engines of their own, made by `makeEngine`.
    public init(makeEngine: @escaping () -> VoiceEngine) { self.makeEngine = makeEngine }

    /// A chorus whose first voice has `engine`, and the others its siblings; all have `engine`
    /// where it makes none, and then sound as it orders overlapping speech.
    public convenience init(engine: VoiceEngine) {
        var isFirst = true
        self.init {
            defer { isFirst = false }
            guard !isFirst else { return engine }
            return (engine as? any VoiceSiblingMaking)?.makeSibling() ?? engine
        }
    }

    /// Whether voices speak.
    public var isSpeaking: Bool { !tasks.isEmpty }

    /// Speaks with one voice for each profile, and returns when all are done. A chorus under way
    /// stops first. Two profiles of one voice may differ. Cancelling the task is ``stop()``.
    public func speak(_ text: String, withVoiceProfiles profiles: [TTSVoiceProfile]) async {
        guard !profiles.isEmpty, !Task.isCancelled else { return }
        stop()
        run += 1
        let current = run
        let profiles = profiles.prefix(Self.voiceLimit)
        while engines.count < profiles.count { engines.append(makeEngine()) }
        tasks = zip(engines, profiles).map { engine, profile in
            Task {
                // The engine takes the profile and the speech in one turn, so that a chorus with
                // two profiles of one voice speaks with both.
                guard !Task.isCancelled else { return }
                engine.setVoiceProfile(profile)
                await engine.speak(text, using: profile.id)
            }
        }
        let started = tasks
        await withTaskCancellationHandler {
            for task in started { await task.value }
        } onCancel: {
            Task { @MainActor in self.stop(current) }
        }
        if run == current { tasks = [] }
    }

    /// Stops all voices.
    public func stop() {
        guard !tasks.isEmpty else { return }
        for task in tasks { task.cancel() }
        tasks = []
        for engine in engines { engine.stopAll() }
    }

    private func stop(_ run: Int) {
        if run == self.run { stop() }
    }
}
