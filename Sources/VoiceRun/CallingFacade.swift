public import VoiceEngine
public import VoiceTrace

/// A façade whose app makes its calls through ``AppCalls``, on the actor of the run.
@MainActor
public protocol CallingFacade: RunFacade {
    /// The calls of the app.
    var calls: AppCalls { get }
}

extension CallingFacade {
    /// Gives and forgets what the app called before its run began.
    public func takeWaiting() -> [EngineCall] { calls.takeWaiting() }

    /// Calls the app back, which takes as long as the host says.
    public func reply(to callback: EngineCallback, of event: TraceEvent) -> CallbackReply {
        let calls = deliver(callback)
        let delay = max(0, host.frames(ofCallback: callback.name))
        return CallbackReply(calls: calls.map { (0, $0) }, returnDelay: delay)
    }

    /// Nothing: the app is back when ``RunFacade/reply(to:of:)`` is.
    public func callbackReturned() {}

    /// Lets the caller go on; what the app called because of it, in order.
    public func replied(_ answer: CallAnswer) -> [EngineCall] { calls.replied(answer) }

    /// Whether the app waits for the answer of this call.
    public func awaits(_ call: Int) -> Bool { calls.awaits(call) }

    /// Nothing.
    public func observe(_ request: PromptRequest, _ outcome: PromptOutcome) {}

    /// Returns at once: callbacks are over when they return.
    public func drain() async {}
}

extension RunHost {
    /// The inputs of these permissions that are not granted, in their order.
    public func refusals(of permissions: [String]) -> [SessionInput] {
        permissions.compactMap { name in
            let answer = answer(permission: name)
            guard answer != "granted" else { return nil }
            return .permission(["what": .string(name), "answer": .string(answer)])
        }
    }
}
