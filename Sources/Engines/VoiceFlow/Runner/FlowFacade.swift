internal import VoiceEngine
internal import VoiceRun
internal import VoiceTrace

/// A runner as its runs and its host see it. The runner owns it.
final class FlowFacade: RunFacade {
    let host: any RunHost
    weak var runner: STVoiceFlowRunner?

    init(host: any RunHost) { self.host = host }

    var resources: RunResources { runner?.resources ?? RunResources() }

    var run: EngineRun? { runner?.run }

    var lastRefusal: String? {
        let error = runner?.state.lastError ?? .ST_SUCCESS
        return error == .ST_SUCCESS ? nil : "\(error)"
    }

    func firstInputs(_ conditions: RunConditions) -> [SessionInput] {
        runner?.firstInputs(seed: conditions.seed) ?? []
    }

    func takeWaiting() -> [EngineCall] { runner?.takeWaiting() ?? [] }

    func began(_ run: EngineRun) {
        guard let runner else { return }
        runner.run = run
        host.configure(audioSession: runner.route.setup)
    }

    func refused(_ failure: RunFailure, _ why: String) { runner?.refused(failure, why) }

    func reply(to callback: EngineCallback, of event: TraceEvent) -> CallbackReply {
        runner?.reply(to: callback, of: event) ?? CallbackReply()
    }

    func callbackReturned() { runner?.lateCallbackReturned() }

    func deliver(_ callback: EngineCallback) -> [EngineCall] {
        guard let runner else { return [] }
        defer { runner.state.returned(from: callback.name) }
        return runner.deliver(callback)
    }

    func observe(_ event: TraceEvent, isReplayed: Bool) {
        runner?.observe(event, isReplayed: isReplayed)
    }

    func observe(_ request: PromptRequest, _ outcome: PromptOutcome) {
        runner?.state.observe(request, outcome)
    }

    func stop() { runner?.stopVoiceflow() }

    func drain() async { await runner?.drain() }

    func ended(_ run: EngineRun?, _ engine: (any EngineUnderTest)?, reason: String) {
        if let machine = engine as? VoiceflowMachine {
            runner?.state.selector = machine.memory.selector
        }
        runner?.ended(run, reason: reason)
    }
}
