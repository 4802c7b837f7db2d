internal import VoiceEngine
internal import VoiceJSON
public import VoiceRun
internal import VoiceTrace

/// Runs voiceflows for an app: loads them, starts and stops them, and calls the app back.
///
/// Use it from the main actor, where its callbacks come too, one at a time, unless the app is an
/// actor of its own: see ``STVoiceFlowActorCallback``. Calls that change the course of a flow
/// return at once; what they ask for happens after the callback they were made from. A runner
/// opens no device, model or synthesiser before a module needs one.
@MainActor
public final class STVoiceFlowRunner {
    let facade: FlowFacade
    var state = RunnerState()
    var resources = RunResources()
    var content = RunnerContent()
    var route = AudioRoute()
    var permissions: [Permission: PermissionAnswer] = [:]
    var askedPermissions: Set<Permission> = []
    var run: EngineRun?
    weak var callback: (any STVoiceFlowCallback)?
    weak var actorCallback: (any STVoiceFlowActorCallback)?
    var log = RunnerLog()
    /// Calls that the app made during the callback that is under way; nil outside of callbacks.
    var collected: [EngineCall]?
    /// Calls that the app made while its run waits for the host to start it; nil at other times.
    var waiting: [EngineCall]?
    /// Whether ``runVoiceflow()`` asks the host for a run.
    var isBeginning = false
    /// The callback that has been posted to an actor and has not come back.
    var posted: CallbackMark?
    /// Number of callbacks that were posted to actors.
    var postCount = 0
    /// Task that was posted last to an actor.
    var lastPost: Task<Void, Never>?
    /// The callback that takes its time, until it comes back.
    var lateCallback: String?

    /// Makes the world of the next runner. Until it is set, runs fail and say so.
    public static var makeHost: @MainActor () -> any RunHost = {
        AbsentHost(unset: "STVoiceFlowRunner.makeHost", before: "the first STVoiceFlowRunner")
    }

    /// A runner in the world that ``makeHost`` makes.
    public convenience init() { self.init(host: Self.makeHost()) }

    /// A runner in the world that `host` makes.
    public init(host: any RunHost) {
        facade = FlowFacade(host: host)
        facade.runner = self
        host.serve(facade)
    }

    var host: any RunHost { facade.host }

    // MARK: Setting up

    /// Prepares the runner; comes before everything else but the log levels.
    @discardableResult
    public func initialize() -> ST_RESULT {
        guard state.phase == .uninitialized else { return .ST_SUCCESS }
        state.phase = .idle
        state.lastError = .ST_SUCCESS
        return .ST_SUCCESS
    }

    /// The name of a result.
    public func forSTResult(result: ST_RESULT) -> String { "\(result)" }

    /// The error met last; success does not clear it.
    public func getLastError() -> ST_RESULT { state.lastError }

    /// Registers the object that is called back, in place of the one before; it is not kept alive.
    ///
    /// False before ``initialize()``.
    @discardableResult
    public func setVoiceFlowCallback(voiceFlowCallback: any STVoiceFlowCallback) -> Bool {
        guard state.isInitialized else { return false }
        callback = voiceFlowCallback
        actorCallback = nil
        return true
    }

    /// Registers an actor that is called back where it lives, in place of the object before.
    ///
    /// False before ``initialize()``. Not in the document.
    @discardableResult
    public func setVoiceFlowCallback(
        voiceFlowCallback: any STVoiceFlowActorCallback
    ) -> Bool {
        guard state.isInitialized else { return false }
        actorCallback = voiceFlowCallback
        callback = nil
        return true
    }

    /// The level of the runner's own log: none, fault, error, default, info, debug (events) or
    /// verbose (the app's calls and the evidence of decisions as well).
    ///
    /// An unknown level changes nothing and is warned about.
    public func setLogLevel(logLevel: String?) { log.set(logLevel, of: RunnerLog.runner) }

    /// Levels by component: MediaRunner, MediaPermissions, AudioSession, AudioPlayer,
    /// AudioFilePlayer, AudioRecorder, AppleSS, AppleSR. Other names are accepted and never used.
    public func setMediaModulesLogLevels(logLevels: [String: String?]) {
        for (component, level) in logLevels.sorted(by: { $0.key < $1.key }) {
            log.set(level, of: component)
        }
    }

    /// Notes a failure as the last error, and in the log.
    func refuse(_ result: ST_RESULT, _ why: @autoclosure () -> String = "") -> ST_RESULT {
        state.lastError = result
        log.error("\(result) \(why())")
        return result
    }

    /// Success, or why nothing can be done before ``initialize()``.
    func initialized(_ body: () -> ST_RESULT) -> ST_RESULT {
        guard state.isInitialized else { return refuse(.ST_NOT_INITIALIZED) }
        return body()
    }

    // MARK: The course of a flow

    /// Starts the flow at `VF_START`; returns before its first callback.
    @discardableResult
    public func runVoiceflow() -> ST_RESULT {
        initialized {
            guard content.flow != nil else { return refuse(.ST_VOICEFLOW_NOT_LOADED) }
            guard content.hasPrompts else { return refuse(.ST_AUDIO_PROMPTS_NOT_LOADED) }
            guard !state.isUnderWay else { return refuse(.ST_VOICEFLOW_ALREADY_RUNNING) }
            for (name, value) in state.fields.sorted {
                for complaint in content.complaints(about: name, value) { log.warn(complaint) }
            }
            state.begin()
            waiting = []
            isBeginning = true
            host.begin(
                RunPlan(
                    facade: facade, of: self, engine: engine(running: content.flowSet),
                    calls: Self.calls(setting: state.fields)))
            isBeginning = false
            return state.isUnderWay ? .ST_SUCCESS : state.lastError
        }
    }

    private func engine(running flow: FlowSet) -> RunPlan.Engine {
        let factory = VoiceflowFactory()
        var engine = RunPlan.Engine(
            declaration: factory.declaration, recognizes: flow.recognizes,
            language: resources.folders.language, files: content.files
        ) { setup in
            VoiceflowMachine(flow: flow, limits: FlowLimits(setup.settings), setup: setup)
        }
        engine.sources = content.sources
        engine.fileNames = Set(factory.fileNames)
        return engine
    }

    /// Begins to stop the flow; callbacks keep coming until it has.
    @discardableResult
    public func stopVoiceflow() -> ST_RESULT {
        initialized {
            guard state.takesControl else { return refuse(.ST_VOICEFLOW_NOT_RUNNING) }
            state.phase = .stopping
            return send("stop")
        }
    }

    /// Abandons the current module and goes on at another.
    @discardableResult
    public func interruptVoiceflow(gotoVFMID: String) -> ST_RESULT {
        initialized {
            guard state.takesControl else { return refuse(.ST_VOICEFLOW_NOT_RUNNING) }
            guard content.flow?[gotoVFMID] != nil else {
                return refuse(.ST_VFM_NOT_FOUND, gotoVFMID)
            }
            return send("interrupt", ["module": .string(gotoVFMID)])
        }
    }

    /// Leaves a `pauseResume` module.
    @discardableResult
    public func resumeVoiceflow() -> ST_RESULT {
        initialized {
            guard state.phase == .paused else { return refuse(.ST_VOICEFLOW_NOT_PAUSED) }
            state.phase = .running
            return send("resume")
        }
    }

    /// Queues the next prompt of the `audioListener` that is running.
    @discardableResult
    public func loadAudioListenerPrompt(promptID: String) -> ST_RESULT {
        initialized {
            guard content.prompts[promptID] != nil else {
                return refuse(.ST_PROMPT_NOT_FOUND, promptID)
            }
            guard state.isInListener else { return refuse(.ST_NOT_IN_AUDIO_LISTENER) }
            return send("loadListenerPrompt", ["prompt": .string(promptID)])
        }
    }

    /// Ends the recording of a `recordAudio` or `recognizeAudio` module. Not in the document.
    @discardableResult
    public func stopRecording() -> ST_RESULT {
        initialized {
            guard state.isRecording else { return refuse(.ST_NOT_RECORDING) }
            return send("stopRecording")
        }
    }

    /// Sends a call to the run, or keeps it for the callback that is under way, or for the run's
    /// beginning.
    @discardableResult
    func send(_ name: String, _ arguments: JSONObject = [:]) -> ST_RESULT {
        let call = Self.call(name, arguments)
        log.trace(call)
        if isInsideCallback {
            collected?.append(call)
        } else if let run {
            post(.call(call), to: run)
        } else {
            waiting?.append(call)
        }
        return .ST_SUCCESS
    }

    /// Brings a run the input of the app's side.
    func post(_ input: SessionInput, to run: EngineRun) {
        run.takeFromApp(input)
        // A host that is moving it goes on anyway.
        if !run.isBusy { host.called(run) }
    }

    /// The calls that waited for the run, which begins now.
    func takeWaiting() -> [EngineCall] {
        defer { waiting = nil }
        return waiting ?? []
    }

    static func call(_ name: String, _ arguments: JSONObject) -> EngineCall {
        EngineCall(facade: VoiceflowFactory.kind, name: name, arguments: arguments)
    }
}
