public import VoiceEngine
public import VoiceHypothesis
internal import VoiceMedia
public import VoiceSynthesis
internal import VoiceTime
public import VoiceTrace

/// A world for tests: a caller who says what the test says, and a clock that the test moves.
///
///     let host = SimulatedHost()
///     …                                           // an app begins a run of an engine
///     host.say("yes", after: .listenBegin, inMilliseconds: 400)
///     host.go()
///
/// There is no sound, but the engine keeps its time as with sound: the caller's speech goes hop by
/// hop through the same segmentation, the engine's own limits end it, and the engine is given words
/// when it asks for them, of speech under way too: those that were said by then. Prompts last as
/// long as their letters, unless a studio realises them. Silence costs nothing.
///
/// With `conditions.tap` of `audio` there is no caller: feed the microphone of ``run`` instead.
@MainActor
public final class SimulatedHost: StudioHost, InterruptibleHost {
    /// The app's tasks, which time waits for.
    public let appTasks: AppTasks? = AppTasks()
    /// Conditions of runs.
    public var conditions: RunConditions
    /// Length of a prompt, in milliseconds a letter of its text; nil realises it as it is.
    public var millisecondsPerLetter: Int64? = 60
    /// Texts and files that cannot be played.
    package var unplayable: Set<String> = []
    /// Whether what the app plays can be taken out of the microphone.
    public var offersEchoCancellation = false
    /// Answers to requests for permissions; what is not named is granted.
    public var answers: [Permission: PermissionAnswer] = [:]
    /// Milliseconds that an app on the main actor takes for a callback of that name: what happens
    /// meanwhile it is told afterwards.
    package var callbackMilliseconds: ((String) -> Int64)?
    /// Milliseconds that the recognizer takes for words.
    package var recognizerMilliseconds: Int64 = 0
    /// Recognizer in the place of the caller's own words: the utterance, and whether it is over.
    public var listener: ((Utterance, _ isOver: Bool) -> RecognitionOutcome)?
    /// Level of the room where neither caller nor noise is heard, in decibels of full scale; set it
    /// before an app begins.
    package var roomDecibels = -60.0
    /// Echo, in the microphone, of what the app plays; nil where there is none.
    public var echo: Echo?
    /// Sees every event between two moments of the run: the place to let the caller react.
    public var onEvent: ((TraceEvent) -> Void)?
    /// The run that is under way, or was last.
    public private(set) var run: EngineRun?
    /// The audio session and the speaker that the app wanted last, once it has
    /// begun a run.
    public internal(set) var audioSession: AudioSessionSetup?
    /// Requests for recordings.
    public internal(set) var recordings: [SaveRequest] = []

    /// Realises prompts that are as long as they are.
    public var studio: RunStudio
    /// Script of the caller's words.
    var script = CallerScript()
    /// Echo of each job that plays.
    var echoes: [Int: EchoedPrompt] = [:]
    /// Number of sounds of prompts so far.
    var echoCount = 0
    var plans: [RunPlan] = []
    var posted: [@MainActor () -> Void] = []
    private var seen = 0
    /// Time of the runs that are over, in frames.
    private var elapsed: Frame = 0

    /// A world at rest.
    public init(
        synthesizer: SpeechSynthesizer = SpeechSynthesizer(
            cacheFolder: SpeechSynthesizer.usualCacheFolder)
    ) {
        studio = RunStudio(synthesizer: synthesizer)
        conditions = RunConditions()
        conditions.tap = .speech
        conditions.keepsTrace = true
    }

    // MARK: The clock

    /// Moves on until nothing is left to happen, or `seconds` have passed over all runs that the
    /// app begins meanwhile. What the app does because of it is done when this returns.
    ///
    /// An app may begin its next run when one ends: that run is part of the same time. A run that
    /// takes none counts as 10 ms.
    public func go(seconds: Int64 = 600) {
        let end = time + conditions.sampleRate.frames(milliseconds: seconds * 1_000)
        repeat { while step(upTo: end) {} } while run?.holdForApp() ?? false
    }

    /// As ``go(seconds:)``, and waits at every callback for an app that is an actor with an
    /// executor of its own, while others use the main actor.
    public func goWithApp(seconds: Int64 = 600) async {
        let end = time + conditions.sampleRate.frames(milliseconds: seconds * 1_000)
        repeat {
            repeat { await run?.appReturned() } while step(upTo: end)
            await run?.appReturned()
        } while await run?.waitForApp() ?? false
    }

    /// Moves on for so many milliseconds and no further.
    public func advance(milliseconds: Int64) {
        settle()
        guard run != nil else { return }
        let end = time + conditions.sampleRate.frames(milliseconds: milliseconds)
        while step(upTo: end) {}
        run?.advance(to: end - elapsed)
        look()
    }

    /// As ``advance(milliseconds:)``, for an app that is an actor.
    package func advanceWithApp(milliseconds: Int64) async {
        settle()
        guard run != nil else { return }
        let end = time + conditions.sampleRate.frames(milliseconds: milliseconds)
        repeat { await run?.appReturned() } while step(upTo: end)
        run?.advance(to: end - elapsed)
        await run?.appReturned()
        look()
    }

    /// The time of all runs together.
    private var time: Frame { elapsed + (run?.now ?? 0) }

    /// Moves on to the next thing that is due; false if there is none by `end`, or an actor is to
    /// be waited for.
    private func step(upTo end: Frame) -> Bool {
        settle()
        guard let run, !run.isOver, !run.isAwaitingApp, let next = run.nextFrame,
            next <= end - elapsed
        else { return false }
        run.advance(to: next)
        look()
        return true
    }

    private func look() {
        guard let run else { return }
        while seen < run.events.count {
            seen += 1
            let event = run.events[seen - 1]
            if let part = script.nextPart(run.role(of: event), at: event.frame) {
                run.hear(part.sound)
            }
            onEvent?(event)
        }
    }

    /// Does the posted work and begins the runs that were asked for.
    private func settle() {
        appTasks?.drain()
        while !posted.isEmpty {
            let work = posted.removeFirst()
            appTasks?.run { work() }
        }
        guard !plans.isEmpty, run?.isOver ?? true else { return }
        if let run {
            let length = max(run.now, Frame(conditions.sampleRate.hopFrames))
            script.beginRun(after: length)
            echoes = [:]
            elapsed += length
        }
        seen = 0
        run = plans.removeFirst().start(script: soundScript)
        for sound in script.sounds(after: 0) { run?.hear(sound) }
    }

    private var soundScript: SoundScript? {
        guard conditions.tap != .audio else { return nil }
        return SoundScript(
            rate: conditions.sampleRate,
            roomMilliDecibels: Int((roomDecibels * 1_000).rounded()))
    }
}
