internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// From the engine's callbacks to the app's objects.
extension STVoiceFlowRunner {
    /// Makes a run of `plan`; nil, with an internal failure, when its conditions are impossible.
    func start(_ plan: RunPlan) -> VoiceflowRun? {
        let conditions = host.conditions
        let setup = EngineSetup(
            files: [:], settings: conditions.engine, language: resources.folders.language,
            seed: conditions.seed, sampleRate: conditions.sampleRate)
        let machine = VoiceflowMachine(
            flow: plan.flow, limits: FlowLimits(conditions.engine), setup: setup)
        do {
            var loop = try FrameLoop(
                engine: machine, host: RunnerBridge(runner: self), rate: conditions.sampleRate,
                settings: conditions.media, tap: conditions.tap)
            loop.keepsTrace = conditions.keepsTrace
            loop.schedule(.audioSession(session.object), at: 0)
            for what in plan.denied {
                loop.schedule(.permission(["what": .string(what), "answer": "denied"]), at: 0)
            }
            for (name, value) in plan.fields {
                let call = EngineCall(
                    facade: VoiceflowFactory.kind, name: "setField",
                    arguments: ["name": .string(name), "value": value])
                loop.schedule(.call(call), at: 0)
            }
            loop.schedule(.run, at: 0)
            let run = VoiceflowRun(loop: loop, runner: self)
            self.run = run
            return run
        } catch {
            state.end()
            _ = refuse(.ST_INTERNAL_FAILURE, "\(error)")
            return nil
        }
    }

    /// Follows what happens; nothing of the app runs here.
    func observe(_ event: TraceEvent) {
        state.observe(event)
        if event.kind == "error" { log.error(JSONWriter.text(.object(event.fields))) }
        log.trace(event)
    }

    /// The flow is over: the runner is ready for the next.
    func ended(_ run: VoiceflowRun?, reason: String) {
        if run === self.run { self.run = nil }
        state.end()
        callback?.STVFC_VoiceflowDidEnd(reason: reason)
    }

    /// Calls the app back; what it called meanwhile, in order.
    func deliver(_ callback: EngineCallback) -> [EngineCall] {
        collected = []
        let arguments = callback.arguments
        let module = arguments["module"]?.string ?? state.module
        switch callback.name {
        case "PreModuleStart": self.callback?.STVFC_PreModuleStart(vfModuleID: module)
        case "PreModuleEnd": self.callback?.STVFC_PreModuleEnd(vfModuleID: module)
        case "SRHypothesis": deliverHypothesis(arguments, module: module)
        case "MediaEvent": deliverMedia(arguments, module: module)
        case "PlayAudioSegmentData": deliverSegment(arguments, module: module)
        case "PermissionEvent":
            // A replayed session brings its own answers.
            let answer = arguments["answer"]?.string
            if let what = arguments["what"]?.string { permissions[what] = answer }
            self.callback?.STVFC_PermissionEvent(
                permissionEvent: EventNames.permission(
                    arguments["what"]?.string ?? "", arguments["answer"]?.string ?? ""))
        default: break
        }
        state.returned(from: callback.name)
        defer { collected = nil }
        return collected ?? []
    }

    private func deliverHypothesis(_ arguments: JSONObject, module: String) {
        let isPartial = arguments["type"]?.string == "partial"
        let data = STSRData(
            srEngine: "default", srHypothesis: arguments["hypothesis"]?.string,
            srHypothesisType: isPartial ? .NME_SR_HYPOTHESIS_PARTIAL : .NME_SR_HYPOTHESIS_FINAL,
            srConfidence: arguments["confidence"]?.integer.map { Double($0) / 1_000 })
        callback?.STVFC_SRHypothesis(vfModuleID: module, srData: data)
        if data.srClientRejectedHypothesis { send("rejectHypothesis") }
    }

    private func deliverMedia(_ arguments: JSONObject, module: String) {
        let item = arguments["item"]?.string ?? ""
        let function = EventNames.function(arguments["function"]?.string ?? "")
        let event = EventNames.event(arguments["event"]?.string ?? "")
        let data = EventNames.data(arguments, rate: host.conditions.sampleRate)
        STEventsObserver.notify {
            $0.STMedia_EventNotification(
                state.jobID, mediaItemID: item, mediaFunction: function, mediaEvent: event,
                mediaEventData: data)
        }
        callback?.STVFC_MediaEvent(
            vfModuleID: module, mediaItemID: item, mediaFunction: function, mediaEvent: event,
            mediaEventData: data)
    }

    private func deliverSegment(_ arguments: JSONObject, module: String) {
        let type: STAudioSegmentType =
            switch arguments["type"]?.string {
            case "audioFile": .AST_AUDIO_FILE
            case "textFile": .AST_TEXT_FILE
            default: .AST_TEXT_STRING
            }
        callback?.STVFC_PlayAudioSegmentData(
            vfModuleID: module, promptID: arguments["prompt"]?.string ?? "",
            audioSegmentType: type, audioFile: arguments["audioFile"]?.string,
            textString: arguments["text"]?.string, textFile: arguments["textFile"]?.string)
    }
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
    /// `error` and `promptID`, as far as they are known.
    static func data(_ arguments: JSONObject, rate: SampleRate) -> [AnyHashable: Any] {
        var data: [AnyHashable: Any] = [:]
        for key in ["stopReason", "recordedFile"] { data[key] = arguments[key]?.string }
        data["error"] = arguments["reason"]?.string
        data["durationMs"] = arguments["durationMs"]?.integer.map { Int($0) }
        if let frames = arguments["position"]?.integer {
            let start = arguments["startMs"]?.integer ?? 0
            data["positionMs"] = Int(rate.milliseconds(frames) + start)
        }
        let function = arguments["function"]?.string ?? ""
        if function.hasPrefix("playAudio") { data["promptID"] = arguments["item"]?.string }
        return data
    }
}
