public import VoiceEngine
public import VoiceJSON
public import VoiceTrace

/// Calls of an app to its engine, for a façade of any SDK: calls without an answer, and calls that
/// are answered, which may overlap.
///
///     func listen() async throws(RunError) -> String {
///         try await calls.call(EngineCall(facade: "voicekit", name: "listen")).string ?? ""
///     }
///
/// The façade passes on what its run tells it: ``takeWaiting()``, ``collect(_:)``,
/// ``replied(_:)``, ``awaits(_:)`` and ``ended(reason:)``. Callers may stand on the main actor, on
/// actors of their own and in child tasks; start them with `perform` of the host where the host is
/// not live.
@MainActor
public final class AppCalls {
    private struct Waiting {
        let name: String
        let answered: @MainActor (Result<JSONValue, RunError>) -> Void
    }

    /// Façade whose run is called.
    public weak var facade: (any RunFacade)?
    /// Calls of the app because of the callback or the answer that is under way.
    private var collected: [EngineCall]?
    /// Calls of the app before its run began.
    private var early: [EngineCall]? = []
    private var open: [Int: Waiting] = [:]
    private var endReason: String?
    private var recordedCount = 0
    private var otherCount = 0

    /// No calls yet.
    package init() {}

    private var tasks: AppTasks? { facade?.host.appTasks }

    /// Whether a replay compares what the app calls now with the recorded calls: before the run, in
    /// callbacks, after answers, and live in tasks that the host's `perform` or a callback began.
    /// It repeats all other calls itself, without the app.
    package var areCompared: Bool { collected != nil || early != nil || Self.areOfAppTask }

    /// Whether the code that runs is of a live app's task.
    @TaskLocal static var areOfAppTask = false

    /// Prepares for a run that the app asks for: calls count from its beginning.
    public func prepare() {
        early = []
        endReason = nil
        recordedCount = 0
        otherCount = 0
    }

    /// Makes a call without an answer; after the end of the run it does nothing.
    package func send(_ call: EngineCall) {
        guard endReason == nil else { return }
        if collected != nil {
            collected?.append(call)
        } else if let run = facade?.run {
            run.takeFromApp(.call(call))
            if !run.isBusy { facade?.host.called(run) }
        } else {
            early?.append(call)
        }
    }

    /// Makes a call and waits for its answer; any number of calls may wait at once. Callers go on
    /// in the order of the answers.
    ///
    /// The id of `call` is set here. The engine learns nothing of a caller that is cancelled: make
    /// the call that ends what was asked for.
    ///
    /// - Throws: ``RunError/callFailed(call:reason:)`` where the engine answers so,
    ///   ``RunError/callCancelled(call:)`` where the caller's task is cancelled,
    ///   ``RunError/runOver(call:reason:)`` where the run has ended or ends first.
    public func call(_ call: EngineCall) async throws(RunError) -> JSONValue {
        if let endReason { throw .runOver(call: call.name, reason: endReason) }
        guard !Task.isCancelled else { throw .callCancelled(call: call.name) }
        var call = call
        let id = nextID()
        call.id = id
        tasks?.callBegan()
        let isWaitedFor = tasks != nil
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                open[id] = Waiting(name: call.name) { continuation.resume(returning: $0) }
                send(call)
            }
        } onCancel: {
            AppTasks.hop(isApp: isWaitedFor) { [weak self] in
                self?.resume(id) { .failure(.callCancelled(call: $0)) }
            }
        }
        return try result.get()
    }

    /// Makes a call and hands its answer to `answered`, once: for SDKs with completion blocks.
    ///
    /// What `answered` calls is recorded as made because of the answer, as what a task calls that
    /// waits in ``call(_:)``. Errors are those of ``call(_:)``, but for the cancelled task.
    public func call(
        _ call: EngineCall,
        then answered: @escaping @MainActor (Result<JSONValue, RunError>) -> Void
    ) {
        if let endReason {
            return answered(.failure(.runOver(call: call.name, reason: endReason)))
        }
        var call = call
        let id = nextID()
        call.id = id
        tasks?.handlerBegan()
        open[id] = Waiting(name: call.name, answered: answered)
        send(call)
    }

    /// Calls that a replay repeats by itself have odd ids, so that those of the app stay the same.
    private func nextID() -> Int {
        if !areCompared {
            otherCount += 1
            return otherCount * 2 - 1
        }
        recordedCount += 1
        return recordedCount * 2
    }

    private func resume(_ id: Int, _ result: (String) -> Result<JSONValue, RunError>) {
        guard let waiting = open.removeValue(forKey: id) else { return }
        tasks?.callEnded()
        waiting.answered(result(waiting.name))
    }

    // MARK: What the façade passes on

    /// Takes the calls of the app from before its run began.
    public func takeWaiting() -> [EngineCall] {
        defer { early = nil }
        return early ?? []
    }

    /// Calls the app back with `notify`; returns the calls it made because of it, in order.
    package func collect(_ notify: () -> Void) -> [EngineCall] {
        collected = []
        defer { collected = nil }
        if let tasks {
            tasks.run(notify)
        } else {
            Self.$areOfAppTask.withValue(true, operation: notify)
        }
        return collected ?? []
    }

    /// Whether the app waits for the answer of this call.
    public func awaits(_ call: Int) -> Bool { open[call] != nil }

    /// Lets the caller go on; returns the calls the app made because of it, in order.
    public func replied(_ answer: CallAnswer) -> [EngineCall] {
        collect {
            resume(answer.call) { name in
                switch answer.result {
                case .value(let value): .success(value)
                case .failure(let reason): .failure(.callFailed(call: name, reason: reason))
                }
            }
        }
    }

    /// Ends the run: every caller goes on, in the order of the calls.
    public func ended(reason: String) {
        endReason = reason
        for id in open.keys.sorted() {
            resume(id) { .failure(.runOver(call: $0, reason: reason)) }
        }
        tasks?.run {}
    }
}
