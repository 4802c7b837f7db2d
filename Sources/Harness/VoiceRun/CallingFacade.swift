package import VoiceEngine
package import VoiceTrace

/// A façade whose app makes its calls through ``AppCalls``, on the actor of the run.
@MainActor
package protocol CallingFacade: RunFacade {
    /// The calls of the app.
    var calls: AppCalls { get }

    /// Permissions that the app needs before its engine can hear.
    var permissions: [Permission] { get }
}

extension CallingFacade {
    /// Abilities of the app's devices, as its engine is told.
    package var offeredSession: AudioSessionSetup {
        AudioSessionSetup(echoCancellation: host.offersEchoCancellation)
    }

    /// Returns the abilities of the devices, and the permissions that the app lacks.
    package func firstInputs(_ conditions: RunConditions) -> [SessionInput] {
        [.audioSession(.configured(offeredSession))]
            + permissions.compactMap { permission in
                let answer = host.answer(permission: permission)
                return answer == .granted ? nil : .permission(permission, answer)
            }
    }

    /// Asks the host for a run of the engine that `factory` makes. What `first` calls comes before
    /// all other calls.
    package func begin(
        _ factory: any EngineFactory, runsWithoutRecognizer: Bool = false, first: () -> Void
    ) {
        calls.prepare()
        first()
        var engine = RunPlan.Engine(
            declaration: factory.declaration, recognizes: true,
            language: resources.folders.language, files: [:]
        ) { setup in try factory.make(setup) }
        engine.runsWithoutRecognizer = runsWithoutRecognizer
        host.begin(RunPlan(facade: self, of: self, engine: engine, calls: []))
    }

    /// Takes the calls of the app from before its run began.
    package func takeWaiting() -> [EngineCall] { calls.takeWaiting() }

    /// Calls the app back, which takes as long as the host says.
    package func reply(to callback: EngineCallback, of event: TraceEvent) -> CallbackReply {
        let calls = deliver(callback)
        let delay = max(0, host.frames(ofCallback: callback.name))
        return CallbackReply(calls: calls.map { (0, $0) }, returnDelay: delay)
    }

    /// Does nothing: the app is back when ``RunFacade/reply(to:of:)`` is.
    package func callbackReturned() {}

    /// Lets the caller go on; returns the calls the app made because of it, in order.
    package func replied(_ answer: CallAnswer) -> [EngineCall] { calls.replied(answer) }

    /// Whether the app waits for the answer of this call.
    package func awaits(_ call: Int) -> Bool { calls.awaits(call) }

    /// Does nothing.
    package func observe(_ request: PromptRequest, _ outcome: PromptOutcome) {}

    /// Returns at once: callbacks are over when they return.
    package func drain() async {}
}
