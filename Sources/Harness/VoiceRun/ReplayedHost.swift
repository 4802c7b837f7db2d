public import VoiceAudio
public import VoiceEngine
public import VoiceSynthesis
internal import VoiceTime
public import VoiceTrace

/// A world that a recorded session brings: the app's runner is called back as it was recorded.
///
///     let host = ReplayedHost()
///     let app = ChatApp(host: host)
///     app.start()                                        // starts a run
///     var replayer = SessionReplayer(factories: [factory])
///     let result = try replayer.replay(folder, options: ReplayOptions(), app: host.app)
///     #expect(result.differences == [])
@MainActor
public final class ReplayedHost: RunHost {
    /// The app's tasks: what they call because of a callback or an answer is compared with what
    /// was recorded, so a replay waits until they have nothing left to do.
    public let appTasks: AppTasks? = AppTasks()

    /// Reason why the app could not be replayed to its end; nil where it was. It is among the
    /// differences of the replay.
    public var failure: RunError? { appTasks?.failure }

    private var isFailureTold = false

    /// The clock is the session's, once its replay has begun.
    public fileprivate(set) var conditions = RunConditions()

    /// Answers to requests for permissions that are made before the run is started; what is not
    /// named is granted. Later ones are the session's.
    public var answers: [Permission: PermissionAnswer] = [:]

    /// Whether what the app plays can be taken out of the microphone, as far as it asks before the
    /// run is started. Later the session says.
    public var offersEchoCancellation = false

    private var plan: RunPlan?
    private weak var facade: (any RunFacade)?

    /// A world that waits for a session.
    public init() {}

    /// Notes the façade to ask why no run was started.
    public func serve(_ facade: any RunFacade) { self.facade = facade }

    /// The app behind the façade, which has been answered what it asked for first.
    ///
    /// - Throws: ``RunError/notStarted(refusal:)`` where it has started no run.
    public var app: any AppUnderTest {
        get throws(RunError) {
            appTasks?.drain()
            while !posted.isEmpty {
                let work = posted.removeFirst()
                appTasks?.run { work() }
            }
            guard let plan else {
                throw .notStarted(refusal: facade?.lastRefusal)
            }
            return FacadeUnderTest(plan: plan, host: self)
        }
    }

    /// The session's own prompts are played.
    public func realize(
        _ request: PromptRequest, with resources: RunResources
    ) -> PromptOutcome { .failed(reason: "a replayed session brings its prompts") }

    /// Nothing is written.
    public func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        with resources: RunResources
    ) -> SaveOutcome { .saved }

    /// None: nothing is spoken here.
    public func voices() -> [SpeechVoice] { [] }

    private var posted: [@MainActor () -> Void] = []

    /// Waits for the session; what it answers itself is not answered twice.
    public func post(_ work: @escaping @MainActor () -> Void) {
        if plan == nil { posted.append(work) }
    }

    /// Keeps the plan for the session.
    public func begin(_ plan: RunPlan) { self.plan = plan }

    /// Lets the app do something, and waits until it has come back.
    fileprivate func notify(_ body: () -> [EngineCall]) -> [EngineCall] {
        guard let appTasks else { return body() }
        appTasks.settle(hasMoved: true)
        let calls = failure == nil ? body() : []
        if let post = appTasks.openPost {
            appTasks.wait(for: post) { appTasks.openPost == nil }
        }
        appTasks.settle(hasMoved: true)
        tellFailure()
        return calls
    }

    /// Lets the app hear that the session is over, and notes whether it waits for anything else.
    fileprivate func finish(_ body: () -> Void) {
        plan = nil
        _ = notify {
            body()
            return []
        }
        appTasks?.settleAtEnd()
        tellFailure()
    }

    private func tellFailure() {
        guard let failure, !isFailureTold else { return }
        isFailureTold = true
        facade?.refused(.app, "\(failure)")
    }
}

/// An app behind its façade, seen from a replay.
private struct FacadeUnderTest: AppUnderTest {
    let plan: RunPlan
    let host: ReplayedHost

    var inputs: AppInputs? { MainActor.assumeIsolated { [plan] in plan.inputs } }

    mutating func begin(at rate: SampleRate) -> [EngineCall] {
        MainActor.assumeIsolated { [host, plan] in
            host.conditions.sampleRate = rate
            host.appTasks?.drain()
            return plan.calls + plan.facade.takeWaiting()
        }
    }

    mutating func receive(_ callback: EngineCallback) -> [EngineCall] {
        MainActor.assumeIsolated { [host, plan] in host.notify { plan.facade.deliver(callback) } }
    }

    mutating func receive(_ answer: CallAnswer) -> [EngineCall]? {
        MainActor.assumeIsolated { [host, plan] in
            guard plan.facade.awaits(answer.call) else { return nil }
            return host.notify { plan.facade.replied(answer) }
        }
    }

    mutating func observe(_ event: TraceEvent) {
        MainActor.assumeIsolated { [plan] in
            plan.facade.observe(event, isReplayed: true)
        }
    }

    mutating func observe(_ request: PromptRequest, _ outcome: PromptOutcome) {
        MainActor.assumeIsolated { [plan] in plan.facade.observe(request, outcome) }
    }

    mutating func end(reason: String?) {
        MainActor.assumeIsolated { [host, plan] in
            host.finish { plan.facade.ended(nil, nil, reason: reason ?? "session") }
        }
    }

    var failure: String? {
        MainActor.assumeIsolated { [host] in host.failure.map { "\($0)" } }
    }
}
