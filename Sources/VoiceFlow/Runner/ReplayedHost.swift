public import VoiceAudio
public import VoiceMedia
public import VoiceSynthesis
internal import VoiceTime
internal import VoiceTrace

/// A world that a recorded session brings: the app's runner is called back as it was recorded.
///
///     let host = ReplayedHost()
///     let app = ChatApp(runner: STVoiceFlowRunner(host: host))
///     app.start()                                        // ends in runVoiceflow()
///     var replayer = SessionReplayer(factories: [VoiceflowFactory()])
///     let result = try replayer.replay(folder, options: ReplayOptions(), app: host.app)
///     #expect(result.differences == [])
@MainActor
public final class ReplayedHost: VoiceflowHost {
    /// The clock is the session's, once its replay has begun.
    public fileprivate(set) var conditions = RunConditions()

    private var plan: RunPlan?

    /// A world that waits for a session.
    public init() {}

    /// The app behind the runner, once it has called `runVoiceflow()`; nil before.
    public var app: (any AppUnderTest)? {
        plan.map { RunnerUnderTest(runner: $0.runner, host: self, fields: $0.fields) }
    }

    /// The session's own prompts are played.
    public func realize(
        _ request: PromptRequest, with resources: RunnerResources
    ) -> PromptOutcome { .failed(reason: "a replayed session brings its prompts") }

    /// Nothing is written.
    public func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        with resources: RunnerResources
    ) -> SaveOutcome { .saved }

    /// None: nothing is spoken here.
    public func voices() -> [SpeechVoice] { [] }

    /// Everything is allowed; what was not is in the session.
    public func answer(permission: String) -> String { "granted" }

    private var posted: [@MainActor () -> Void] = []

    /// Waits for the session; what it answers itself is not answered twice.
    public func post(_ work: @escaping @MainActor () -> Void) {
        if plan == nil { posted.append(work) }
    }

    /// Does what was posted before there was a session.
    fileprivate func settle() {
        while !posted.isEmpty { posted.removeFirst()() }
    }

    /// Keeps the plan for the session.
    public func begin(_ plan: RunPlan) { self.plan = plan }

    /// Calls outside of callbacks are the session's.
    public func called(_ run: VoiceflowRun) {}
}

/// A runner, seen from a replay.
private struct RunnerUnderTest: AppUnderTest {
    let runner: STVoiceFlowRunner
    let host: ReplayedHost
    let fields: [(name: String, value: JSONValue)]

    mutating func begin(at rate: SampleRate) -> [EngineCall] {
        MainActor.assumeIsolated { [host] in
            host.conditions.sampleRate = rate
            host.settle()
        }
        return fields.map { name, value in
            EngineCall(
                facade: VoiceflowFactory.kind, name: "setField",
                arguments: ["name": .string(name), "value": value])
        }
    }

    mutating func receive(_ callback: EngineCallback) -> [EngineCall] {
        MainActor.assumeIsolated { [runner] in
            precondition(
                runner.actorCallback == nil,
                "a replay cannot wait for an actor: give the runner a callback on the main actor")
            defer { runner.state.returned(from: callback.name) }
            return runner.deliver(callback)
        }
    }

    mutating func observe(_ event: TraceEvent) {
        MainActor.assumeIsolated { [runner] in runner.observe(event) }
    }

    mutating func end(reason: String?) {
        MainActor.assumeIsolated { [runner] in
            runner.ended(nil, reason: reason ?? "session")
        }
    }
}
