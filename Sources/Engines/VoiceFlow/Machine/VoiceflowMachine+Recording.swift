internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

extension VoiceflowMachine {
    mutating func startRecording(_ read: Shared<ListeningParameters>, recognizes: Bool) {
        guard let module else { return }
        let parameters = read.value
        let item = parameters.item.flatMap { fields.resolve($0) } ?? module.id
        media.begin(RecordingTurn(read: read, recognizes: recognizes, item: item))
        if case .failure(let fault) = saveRequest(parameters.save, parameters) {
            refuse(item, fault.reason)
            return
        }
        guard let prompt = parameters.prompt,
            !prompt.isSource.resolved(fields, ScalarText.flag)
        else {
            work = [.recordNext]
            return
        }
        guard let id = fields.resolve(prompt.id), !id.isEmpty else {
            failLoading()
            return
        }
        media.playback = Playback(.init(prompt: id))
        work = [.nextItem]
    }

    /// A recording that cannot even begin.
    private mutating func refuse(_ item: String, _ reason: StopReason) {
        fail("ST_AUDIO_DEVICE_FAILURE", ["reason": .string(reason.rawValue)])
        work = [.leave(.stop(reason, why: [:]))]
    }

    mutating func openRecording() {
        guard let turn = media.recording else { return }
        if turn.recognizes {
            openEar(
                turn.parameters, item: turn.item,
                setup.limits.request(
                    for: turn.parameters, fields: fields, rate: setup.rate,
                    awaitsSpeechAtOnce: true))
            return
        }
        var request = setup.limits.recording(for: turn.parameters, fields: fields, rate: setup.rate)
        guard let prompt = turn.parameters.prompt,
            prompt.isSource.resolved(fields, ScalarText.flag)
        else {
            openEar(turn.parameters, item: turn.item, request)
            return
        }
        // The prompt is what is recorded, so speech does not matter: only lengths count.
        guard let id = fields.resolve(prompt.id), !id.isEmpty, let leaves = leaves(of: id),
            let first = leaves.first, self.request(for: first) != nil
        else {
            failLoading()
            return
        }
        request.detectsSpeech = false
        openEar(turn.parameters, item: turn.item, request)
        guard media.openJob != nil else { return }
        media.record { $0.setSources(leaves) }
        recordNextSource()
    }

    /// Plays, unheard, the next prompt that is recorded; after the last the recording ends.
    mutating func recordNextSource() {
        guard media.openJob?.isOpen == true else { return }
        guard let leaf = media.record({ $0.takeSource() }) ?? nil else {
            recordingStopped(.endOfPrompt, why: [:])
            return
        }
        guard var play = request(for: leaf) else {
            failSource(reason: "the prompt \(leaf) has nothing to play")
            return
        }
        play.isHeard = false
        let job = media.nextJob()
        let frame = now
        media.record { $0.play(play, as: job, at: frame) }
        output.add(.play(job: job, play))
    }

    mutating func sourceStarted(_ prompt: RealizedPrompt) {
        guard let opened = media.openJob?.opened else { return }
        let rate = setup.rate
        media.record { $0.sourceStarted(prompt, opened: opened, rate: rate) }
    }

    mutating func failSource(reason: String) {
        fail("ST_PROMPT_NOT_FOUND", ["reason": .string(reason)])
        work = stopListening() + [.leave(.key(FlowKey.loadPromptFailure, why: [:]))]
        media.endRecording()
    }

    /// The app wants the recording to end here.
    mutating func askToStopRecording() {
        guard media.recording != nil, let open = media.openJob, open.isOpen else {
            fail("ST_NOT_RECORDING", ["call": "stopRecording"])
            return
        }
        askToEnd(open, .stopRequest)
    }

    /// The module itself ends the recording.
    mutating func recordingStopped(_ reason: StopReason, why: JSONObject) {
        guard media.openJob?.isOpen == true else { return }
        media.closeJob()
        recordingEnded(reason, heardSpeech: false, why: why)
    }

    mutating func recordingEnded(_ reason: StopReason, heardSpeech: Bool, why: JSONObject) {
        guard let open = media.openJob, let turn = media.recording else { return }
        let wordsFollow = turn.recognizes && heardSpeech
        media.record { $0.end(reason, why: why, wordsFollow: wordsFollow) }
        if let source = turn.sourceJob { output.add(.stopPlaying(job: source)) }
        if let save = open.save {
            let frames = now - open.opened
            media.record { $0.save(open.job, frames: frames) }
            output.add(.save(job: open.job, completed(save, since: open.opened)))
        }
        if !wordsFollow {
            output.add(.stopListening(job: open.job))
            if open.save == nil { announceRecording(nil) }
        } else if open.save == nil {
            work = [announceEnd(of: open, reason, why: why)]
        }
    }

    /// Orders that what a recording has heard so far is written; false where there is nothing to
    /// write.
    ///
    /// One that is being written has ended, but the app was not told so: it is cut as well.
    mutating func cutRecording(_ open: ListeningJob) -> Bool {
        guard let turn = media.recording, let save = open.save else { return false }
        if turn.saving != nil {
            media.cut(open.job)
            return true
        }
        // A prompt that never played has no sound.
        guard open.isOpen, turn.sourceJob == nil || !turn.sources.isEmpty else { return false }
        output.add(.save(job: open.job, completed(save, since: open.opened)))
        media.cut(open.job)
        return true
    }

    /// Tells of a recording that was cut, now that its file is written.
    mutating func announceCut(_ fields: JSONObject, file: String) {
        var fields = fields
        switch media.takeCut() {
        case .saved: fields["recordedFile"] = .string(file)
        case .failed(let reason): fail("ST_AUDIO_DEVICE_FAILURE", ["reason": .string(reason)])
        case .nothing, nil: break
        }
        emit("media", fields)
        call("MediaEvent", fields)
    }

    /// The request for the sound of a prompt names the prompt.
    private func completed(_ save: SaveRequest, since opened: Frame) -> SaveRequest {
        guard let parts = media.recording?.sources, !parts.isEmpty else { return save }
        var save = save
        save.prompt = .init(parts: parts, frames: now - opened)
        // Speech in it is not detected.
        save.trims = false
        return save
    }

    mutating func saved(_ job: Int, _ outcome: SaveOutcome) {
        if media.recording?.saving?.job == job {
            if case .failed(let reason) = outcome {
                if media.recording?.awaitsWords == true {
                    // What was said still decides where to go.
                    fail("ST_AUDIO_DEVICE_FAILURE", ["reason": .string(reason)])
                } else {
                    media.record { $0.failFile() }
                }
            }
            announceRecording(outcome)
        } else if case .failed(let reason) = outcome {
            fail("ST_AUDIO_DEVICE_FAILURE", ["reason": .string(reason)])
        }
    }

    /// Tells how the recording ended, and leaves; where words are on their way, they decide.
    private mutating func announceRecording(_ outcome: SaveOutcome?) {
        guard let turn = media.recording, let open = media.openJob else { return }
        var fields: JSONObject = ["stopReason": .string(turn.reason.rawValue)]
        let frames = turn.saving?.frames ?? now - open.opened
        fields["durationMs"] = .integer(setup.rate.milliseconds(frames))
        if outcome == .saved { fields["recordedFile"] = open.save.map { .string($0.fileName) } }
        if case .failed(let reason) = outcome, !turn.awaitsWords {
            fields["reason"] = .string(reason)
        }
        let told = announceMedia(open.item, open.function, "ended", fields, why: turn.why)
        media.record { $0.endSaving() }
        if turn.awaitsWords {
            work = [told]
        } else {
            media.openJob = nil
            work = [told, .leave(.stop(turn.reason, why: turn.why))]
        }
    }

    /// Returns where the sound goes, as things stand now: nowhere without a name.
    func saveRequest(
        _ save: ListeningParameters.SaveParameters?, _ listening: ListeningParameters
    ) -> Result<SaveRequest?, RecordingFault> {
        guard let save, var name = fields.resolve(save.fileName), !name.isEmpty else {
            return .success(nil)
        }
        if let reason = save.refusal(fields) { return .failure(.init(reason)) }
        let type = save.type(fields)
        if !name.lowercased().hasSuffix("." + type) { name += "." + type }
        var request = SaveRequest(
            fileName: name, folder: save.folder.flatMap { fields.resolve($0) },
            language: save.language.flatMap { fields.resolve($0) } ?? memory.language)
        let format = save.format.flatMap { fields.resolve($0) } ?? ""
        if let hertz = PCMFormat.sampleRate(format) { request.sampleRate = hertz }
        let detects = listening.isEnabled.resolved(fields, ScalarText.flag)
        request.trims = detects && listening.trimsSilence.resolved(fields, ScalarText.flag)
        request.keepsUntrimmed = listening.keepsUntrimmed.resolved(fields, ScalarText.flag)
        return .success(request)
    }
}
