internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Listening: when it begins, waits, continues and ends.
extension VoiceKitMachine {
    mutating func listen(_ call: EngineCall) {
        if let failure = permissions.failure {
            emit("refused", ["call": .string(call.name), "reason": .string(failure.rawValue)])
            return fail(call.id, failure)
        }
        guard listening == nil else {
            emit("refused", ["call": .string(call.name), "reason": "busy"])
            return fail(call.id, .busy)
        }
        if let asked = call.arguments["context"], asked != .null {
            guard let asked = ListeningContext(asked) else {
                return refuse(call, "the context is none. Use freeform, name or number.")
            }
            context = asked
        }
        let timeout = frames(call.arguments["timeoutMs"])
        listenCount += 1
        let rule: ActivityTracker.Rule =
            config.usesCompatibleTracker
            ? .original
            : .asymmetric(bufferSeconds: Double(settings.levelFrames) / Double(rate.hertz))
        let open = AnswerListening(
            number: listenCount, call: call.id, context: context,
            isRecorded: call.arguments["record"]?.bool ?? false,
            inactivity: frames(call.arguments["inactivityMs"]),
            deadline: timeout > 0 ? now + timeout : nil,
            tracker: ActivityTracker(rule, start: now), silenceFloor: now)
        listening = open
        var fields: JSONObject = [
            "listen": .string(open.label), "expectation": .string(context.expectation.rawValue),
            "task": .string(context.task.rawValue),
        ]
        if timeout > 0 { fields["timeout"] = .integer(rate.milliseconds(timeout)) }
        if open.inactivity > 0 {
            fields["inactivity"] = .integer(rate.milliseconds(open.inactivity))
        }
        if open.isRecorded { fields["record"] = true }
        if !context.listed.isEmpty { fields["names"] = .array(context.listed.map { .string($0) }) }
        emit("listening", fields)
        tellUntoldNames(of: open)
        callBack(.listeningChanged, ["listening": true])
        tellTranscript("")
        tellLevel(0)
        tellStatus()
        if let deadline = open.deadline { set(.timeout, at: deadline) }
        openSegment()
        awaitResumption()
    }

    /// Says which names the recognizer does not listen for.
    private mutating func tellUntoldNames(of open: AnswerListening) {
        let untold = open.context.untold
        guard !untold.isEmpty else { return }
        let first = untold.prefix(10).joined(separator: ", ")
        emit(
            "namesLeftOut",
            [
                "listen": .string(open.label), "count": .integer(Int64(untold.count)),
                "names": .string(untold.count > 10 ? first + " …" : first),
            ])
    }

    /// Milliseconds of a call as frames; 0 for none, nothing and less.
    private func frames(_ value: JSONValue?) -> Frame {
        let milliseconds = min(max(0, value?.integer ?? 0), MachineConfig.longestMilliseconds)
        return rate.frames(milliseconds: milliseconds)
    }

    /// Lets the overall time be longer, or shorter by a negative number of milliseconds.
    mutating func extendListening(_ call: EngineCall) {
        guard let open = listening, open.phase == .hearing, let deadline = open.deadline,
            let milliseconds = call.arguments["ms"]?.integer
        else { return }
        let longest = MachineConfig.longestMilliseconds
        let more = rate.frames(milliseconds: min(max(-longest, milliseconds), longest))
        emit(
            "extended",
            ["listen": .string(open.label), "milliseconds": .integer(rate.milliseconds(more))])
        listening?.deadline = max(now, deadline + more)
        set(.timeout, at: deadline + more)
    }

    // MARK: Beside speech of the app's own

    /// Whether nothing is listened to now because the app speaks or spoke just now.
    private var isSuppressed: Bool {
        guard config.suppressFrames > 0 else { return false }
        return isSpeaking || now < suppressedUntil
    }

    private var isSpeaking: Bool { channels.values.contains { $0.speaking != nil } }

    /// Suspends listening while the app speaks: the words so far are recognised, and nothing more
    /// is heard.
    mutating func suspendListening() {
        guard config.suppressFrames > 0, let open = listening, open.phase == .hearing else {
            return
        }
        cancel(.resumption)
        cancel(.inactivity)
        cancel(.recognition)
        finishSegment()
    }

    /// Lets listening continue when the app has been silent for long enough.
    mutating func awaitResumption() {
        guard let open = listening, open.phase == .hearing, open.openJob == nil else { return }
        if !isSuppressed {
            resumeListening()
        } else if !isSpeaking {
            set(.resumption, at: suppressedUntil)
        }
    }

    mutating func resumeListening() {
        guard let open = listening, open.phase == .hearing, open.openJob == nil, !isSuppressed
        else { return }
        listening?.silenceFloor = now
        openSegment()
        checkInactivity()
    }

    /// The configuration changed: listening continues or waits by the new one.
    mutating func reconsiderSuppression() {
        if isSpeaking, isSuppressed { suspendListening() }
        awaitResumption()
    }

    // MARK: Jobs

    private mutating func openSegment() {
        guard let open = listening, open.openJob == nil, !isSuppressed else { return }
        let job = newJob(of: .listening)
        var request = ListenRequest(
            recognizes: true,
            minSpeechFrames: rate.frames(
                milliseconds: Int64(VoiceKitConstants.minSpeechMilliseconds)),
            endSilenceFrames: settings.pauseFrames, preSpeechFrames: 0, maxSpeechFrames: 0,
            maxAudioFrames: 0, awaitsSpeechAtOnce: true)
        request.spansSilence = true
        request.tellsGrowth = true
        request.partialFrames = settings.partialFrames
        request.task = open.context.recognitionTask
        request.wantsWords = true
        request.alternatives = settings.alternatives
        request.levelFrames = settings.levelFrames
        request.levelWindowFrames = settings.levelFrames
        if open.isRecorded {
            request.keepsSound = true
            request.endWithKeptSound(rate: rate)
            let rest = request.maxRecordFrames - open.keptFrames(at: now)
            request.maxRecordFrames = max(1, rest)
        }
        output.append(.listen(job: job, request))
        listening?.segments.append(ListenSegment(job: job, opened: now))
    }

    /// Ends the job that hears; its words follow.
    private mutating func finishSegment() {
        guard let job = listening?.openJob else { return }
        let now = now
        _ = listening?.change(job) { segment in
            segment.state = .finishing
            segment.closed = now
        }
        output.append(.finishListening(job: job))
    }

    /// Waits for the words of speech that has paused: where no word of it counts when inactivity
    /// would end listening, it is recognised as a whole.
    ///
    /// What is understood of speech under way misses short words, whose loudness the recognizer
    /// has not learnt by then; without words inactivity would never end listening.
    mutating func awaitWords(_ job: Int, since end: Frame) {
        guard let open = listening, open.phase == .hearing, open.openJob == job,
            open.inactivity > 0
        else { return }
        set(.recognition, at: max(now, end + open.inactivity))
    }

    /// Recognises speech that paused and has no word that counts, while listening continues.
    mutating func recognizePaused() {
        guard let open = listening, open.phase == .hearing, let job = open.openJob,
            open.segments.last?.job == job, open.segments.last?.text.isEmpty == true
        else { return }
        if !open.isRecorded { forgetWordlessSegments() }
        guard let kept = listening?.segments.count, kept < VoiceKitConstants.segmentLimit else {
            return
        }
        finishSegment()
        openSegment()
    }

    private mutating func forgetWordlessSegments() {
        for segment in listening?.segments ?? [] where segment.isWordless {
            owners[segment.job] = nil
        }
        listening?.segments.removeAll(where: \.isWordless)
    }

    // MARK: The end

    mutating func listeningTimedOut() {
        guard let open = listening, open.phase == .hearing else { return }
        finishListening(
            .timeout, why: ["deadline": .integer(open.deadline ?? now)])
    }

    /// Ends listening where nothing loud was heard for long enough, or lets that come in time.
    mutating func checkInactivity() {
        guard let open = listening, open.phase == .hearing, open.inactivity > 0,
            open.openJob != nil, let since = open.silentSince
        else { return }
        let due = since + open.inactivity
        guard due <= now else { return set(.inactivity, at: due) }
        finishListening(
            .inactivity,
            why: [
                "duration": .integer(now - since), "limit": .integer(open.inactivity),
                "loud": .bool(open.tracker.lastLoud != nil),
            ])
    }

    /// Listening is over; its answer follows when all words are here.
    mutating func finishListening(_ reason: ListenReason, why: JSONObject = [:]) {
        guard let open = listening, open.phase == .hearing else { return }
        listening?.phase = .finishing(reason)
        forgetListeningTimers()
        emit("listened", ["listen": .string(open.label), "by": .string(reason.rawValue)], why: why)
        finishSegment()
        answerWhenHeard()
    }

    func isFinishing(_ open: AnswerListening) -> ListenReason? {
        if case .finishing(let reason) = open.phase { reason } else { nil }
    }

    private mutating func forgetListeningTimers() {
        cancel(.timeout)
        cancel(.inactivity)
        cancel(.recognition)
        cancel(.resumption)
    }

    /// Ends listening without an answer and discards its sound.
    mutating func cancelListening(because failure: VoiceKitFailure = .cancelled) {
        guard let open = listening else { return }
        listening = nil
        forgetListeningTimers()
        for segment in open.segments {
            owners[segment.job] = nil
            if segment.state != .done { output.append(.stopListening(job: segment.job)) }
        }
        if open.phase == .hearing {
            let reason: ListenReason = failure == .cancelled ? .cancelled : .error
            emit("listened", ["listen": .string(open.label), "by": .string(reason.rawValue)])
        }
        if toldLevel != 0 { tellLevel(0) }
        callBack(.listeningChanged, ["listening": false])
        tellStatus()
        fail(open.call, failure)
    }
}
