internal import VoiceEngine
internal import VoiceJSON
internal import VoiceRun
internal import VoiceTime
internal import VoiceTrace

/// Delivery from the engine's callbacks to the app's objects.
extension STVoiceFlowRunner {
    /// Returns the inputs that a run begins with: the audio session, permissions that were not
    /// granted, and what prompts that are chosen by chance or in turn remember of the runs before.
    func firstInputs(seed: UInt64) -> [SessionInput] {
        // The user may have answered after the app asked for the run.
        let refused = permissions.filter { $0.value != .granted }.map(\.key)
            .sorted { $0.rawValue < $1.rawValue }
        return [.audioSession(.configured(route.setup))]
            + refused.map { .permission($0, .denied) }
            + state.selector.inputs(seed: seed)
    }

    /// The flow cannot begin.
    func refused(_ failure: RunFailure, _ why: String) {
        switch failure {
        case .engine:
            state.end()
            _ = refuse(.ST_INTERNAL_FAILURE, why)
        case .app: _ = refuse(.ST_INTERNAL_FAILURE, why)
        case .device, .recognizer:
            _ = refuse(failure == .device ? .ST_AUDIO_DEVICE_FAILURE : .ST_SR_FAILURE, why)
            guard !isBeginning else {
                // The call that asked for the run returns the error.
                waiting = nil
                return state.end()
            }
            ended(nil, reason: "failure")
        }
    }

    /// Follows the events; of the app only observers run here. In a replay it is the session that
    /// sets what the app had set outside of callbacks.
    func observe(_ event: TraceEvent, isReplayed: Bool = false) {
        state.observe(event, isReplayed: isReplayed)
        if let seen = ObservedEvent(event, job: state.observedJob) { notifyObservers(of: seen) }
        let isFailure = event.kind == "error" || event.fields["event"]?.string == "error"
        if isFailure { log.error(JSONWriter.text(.object(event.fields))) }
        log.trace(event)
    }

    /// The flow is over: the runner is ready for the next.
    func ended(_ run: EngineRun?, reason: String) {
        if run === self.run { self.run = nil }
        state.end()
        if let app = actorCallback {
            post("VoiceflowDidEnd") { await app.STVFC_VoiceflowDidEnd(reason: reason) }
        } else {
            callback?.STVFC_VoiceflowDidEnd(reason: reason)
        }
    }

    /// Calls the app back and waits for it; returns the calls that it made meanwhile, in order.
    func deliver(_ callback: EngineCallback, of event: TraceEvent? = nil) -> [EngineCall] {
        guard let told = told(by: callback, of: event) else { return [] }
        collected = []
        defer { collected = nil }
        notifyObservers(of: told)
        if let app = actorCallback {
            let mark = nextMark()
            posted = mark
            post(callback.name) {
                await CallbackMark.$current.withValue(mark) { await told.call(app) }
            }
            if let tasks = host.appTasks { tasks.wait(for: callback.name) }
            posted = nil
        } else if let app = self.callback {
            if let tasks = host.appTasks {
                tasks.run { told.call(app) }
            } else {
                told.call(app)
            }
        }
        if told.isRejected { send("rejectHypothesis") }
        return collected ?? []
    }

    private func nextMark() -> CallbackMark {
        postCount += 1
        return CallbackMark(runner: ObjectIdentifier(self), number: postCount)
    }

    /// Returns what a callback of the engine tells the app; nil for one that no app knows.
    private func told(by callback: EngineCallback, of event: TraceEvent?) -> AppCallback? {
        if callback.name == "PermissionEvent", let what = callback.arguments["what"]?.string {
            // A replayed session brings its own answers.
            permissions[Permission(rawValue: what)] = callback.arguments["answer"]?.string
                .map(PermissionAnswer.init)
        }
        return AppCallback(callback, of: event, state: state, rate: host.conditions.sampleRate) {
            content.recognizer(of: $0, state.fields)
        }
    }

    /// Whether a call is made from the callback that is under way: on the main actor nothing else
    /// can run meanwhile, beside an actor anything can.
    var isInsideCallback: Bool {
        collected != nil && (posted == nil || CallbackMark.current == posted)
    }

    /// Calls the app back, here or where it lives.
    func reply(to callback: EngineCallback, of event: TraceEvent) -> CallbackReply {
        guard let app = actorCallback else {
            let calls = deliver(callback, of: event)
            let delay = max(0, host.frames(ofCallback: callback.name))
            if delay > 0 {
                lateCallback = callback.name
            } else {
                state.returned(from: callback.name)
            }
            return CallbackReply(calls: calls.map { (0, $0) }, returnDelay: delay)
        }
        lateCallback = callback.name
        guard let told = told(by: callback, of: event) else { return CallbackReply() }
        notifyObservers(of: told)
        let mark = nextMark()
        post(callback.name) { [self, weak run = self.run] in
            collected = []
            posted = mark
            await CallbackMark.$current.withValue(mark) { await told.call(app) }
            if told.isRejected {
                collected?.append(
                    EngineCall(facade: VoiceflowFactory.kind, name: "rejectHypothesis"))
            }
            let calls = collected ?? []
            collected = nil
            posted = nil
            run?.callbackReturned(calls: calls)
            if let run, !run.isOver { host.called(run) }
        }
        return CallbackReply(returnDelay: nil)
    }

    /// The callback that took its time has come back.
    func lateCallbackReturned() {
        guard let name = lateCallback else { return }
        lateCallback = nil
        state.returned(from: name)
    }

    /// Does `work` when all that was posted before has come back; `name` is what it tells the app.
    func post(_ name: String, _ work: @escaping @MainActor @Sendable () async -> Void) {
        let before = lastPost
        let all: @MainActor @Sendable () async -> Void = {
            await before?.value
            await work()
        }
        lastPost = host.appTasks?.post(name, all) ?? Task { await all() }
    }

    /// Waits until all that was posted has come back.
    func drain() async {
        while let post = lastPost {
            await post.value
            if lastPost == post { lastPost = nil }
        }
    }

    private func notifyObservers(of told: AppCallback) {
        guard case .media(let media) = told else { return }
        STEventsObserver.notify(of: self) { observer, number in
            observer.STMedia_EventNotification(
                state.jobID(ofRunner: number), mediaItemID: media.item,
                mediaFunction: media.function,
                mediaEvent: media.event, mediaEventData: media.data)
        }
    }

    /// Tells observers of an event for which the app has no media callback.
    func notifyObservers(of seen: ObservedEvent) {
        STEventsObserver.notify(of: self) { observer, number in
            observer.STMedia_EventNotification(
                state.isUnderWay ? state.jobID(ofRunner: number) : "", mediaItemID: seen.item,
                mediaFunction: seen.function, mediaEvent: seen.event, mediaEventData: seen.data)
        }
    }
}

/// Mark of the callback to an actor that a task belongs to.
struct CallbackMark: Sendable, Hashable {
    @TaskLocal static var current: CallbackMark?

    let runner: ObjectIdentifier
    let number: Int
}

/// The engine's words for what happens, as the document names it.
enum EventNames {
    static func function(_ name: String) -> STNotifyMediaFunction {
        switch name {
        case "playAudio": .NMF_PLAY_AUDIO
        case "playAudioSegment": .NMF_PLAY_AUDIO_SEGMENT
        case "recordAudio": .NMF_RECORD_AUDIO
        case "recognizeAudio": .NMF_RECOGNIZE_AUDIO
        case "audioSession": .NMF_AUDIO_SESSION
        default: .NMF_UNKNOWN
        }
    }

    static func event(_ name: String) -> STNotifyMediaEvent {
        switch name {
        case "started": .NME_STARTED
        case "ended": .NME_ENDED
        case "stopped": .NME_STOPPED
        case "paused": .NME_PAUSED
        case "resumed": .NME_RESUMED
        case "position": .NME_POSITION
        case "interruptionBegan": .NME_INTERRUPTION_BEGAN
        case "interruptionEnded": .NME_INTERRUPTION_ENDED
        default: .NME_ERROR
        }
    }

    static func permission(_ what: String, _ answer: String) -> STNotifyMediaEvent {
        switch (what, answer) {
        case ("microphone", "granted"): .NME_MICROPHONE_PERMISSION_GRANTED
        case ("microphone", _): .NME_MICROPHONE_PERMISSION_DENIED
        case (_, "granted"): .NME_SPEECHRECOGNIZER_PERMISSION_GRANTED
        case (_, "restricted"): .NME_SPEECHRECOGNIZER_PERMISSION_RESTRICTED
        default: .NME_SPEECHRECOGNIZER_PERMISSION_DENIED
        }
    }

    /// The data of a media event: `positionMs`, `durationMs`, `stopReason`, `recordedFile`,
    /// `error` and `promptID`, as far as they are known; `promptIDs` of a module's collection.
    static func data(_ arguments: JSONObject, rate: SampleRate) -> [AnyHashable: Any] {
        var data: [AnyHashable: Any] = [:]
        for key in ["stopReason", "recordedFile"] { data[key] = arguments[key]?.string }
        data["error"] = arguments["reason"]?.string
        data["durationMs"] = arguments["durationMs"]?.integer.map { Int($0) }
        let frames = arguments["position"]?.integer
        let place = arguments["positionMs"]?.integer ?? frames.map(rate.milliseconds)
        data["positionMs"] = place.map { Int($0) }
        let function = arguments["function"]?.string ?? ""
        if let members = arguments["members"]?.array?.compactMap(\.string) {
            data["promptIDs"] = members
        } else if function.hasPrefix("playAudio") {
            data["promptID"] = arguments["item"]?.string
        }
        return data
    }
}
