internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// Where a `recordAudio` or `recognizeAudio` module stands.
struct RecordingTurn: Sendable {
    let read: Shared<ListeningParameters>
    let recognizes: Bool
    let item: String
    /// The silent playback of the prompt that is recorded, where one is.
    var sourceJob: Int?
    /// What is asked for with it, and since when.
    var sourceRequest: (request: PromptRequest, since: Frame)?
    /// Prompts that are recorded after it.
    var sourceLeaves: [String] = []
    /// What was recorded so far, in order.
    var sources: [SaveRequest.Prompt.Part] = []
    /// What ended the recording, and what was compared.
    var reason = StopReason.unknown
    var why: JSONObject = [:]
    /// Whether the recognizer is at work on what was said.
    var awaitsWords = false
    /// The recording that is being written, and its length in frames.
    var saving: (job: Int, frames: Frame)?
    /// Words that came meanwhile.
    var heldWords: MediaSignal?

    var parameters: ListeningParameters { read.value }
}

extension VoiceflowMachine {
    mutating func startRecording(_ read: Shared<ListeningParameters>, recognizes: Bool) {
        guard let module else { return }
        let parameters = read.value
        let item = parameters.item.flatMap { fields.resolve($0) } ?? module.id
        recording = RecordingTurn(read: read, recognizes: recognizes, item: item)
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
        playback = Playback(items: [id])
        work = [.nextItem]
    }

    /// A recording that cannot even begin.
    private mutating func refuse(_ item: String, _ reason: StopReason) {
        fail("ST_AUDIO_DEVICE_FAILURE", ["reason": .string(reason.rawValue)])
        work = [.leave(.stop(reason, why: [:]))]
    }

    mutating func openRecording() {
        guard let turn = recording else { return }
        if turn.recognizes {
            openEar(
                turn.parameters, item: turn.item,
                limits.request(
                    for: turn.parameters, fields: fields, rate: rate, awaitsSpeechAtOnce: true))
            return
        }
        var request = limits.recording(for: turn.parameters, fields: fields, rate: rate)
        guard let prompt = turn.parameters.prompt,
            prompt.isSource.resolved(fields, ScalarText.flag)
        else {
            openEar(turn.parameters, item: turn.item, request)
            return
        }
        // The prompt is what is recorded: nobody speaks, only lengths count.
        guard let id = fields.resolve(prompt.id), !id.isEmpty, let leaves = leaves(of: id),
            let first = leaves.first, self.request(for: first) != nil
        else {
            failLoading()
            return
        }
        request.detectsSpeech = false
        openEar(turn.parameters, item: turn.item, request)
        guard openJob != nil else { return }
        recording?.sourceLeaves = leaves
        recordNextSource()
    }

    /// Plays, unheard, the next prompt that is recorded; after the last the recording ends.
    mutating func recordNextSource() {
        guard openJob?.isOpen == true else { return }
        guard let leaf = recording?.sourceLeaves.first else {
            recordingStopped(.endOfPrompt, why: [:])
            return
        }
        recording?.sourceLeaves.removeFirst()
        guard var play = request(for: leaf) else {
            failSource(reason: "the prompt \(leaf) has nothing to play")
            return
        }
        play.isHeard = false
        let job = jobs.take()
        recording?.sourceJob = job
        recording?.sourceRequest = (play, now)
        actions.append(.play(job: job, play))
    }

    mutating func sourceStarted(_ prompt: RealizedPrompt) {
        guard let opened = openJob?.opened, let (request, since) = recording?.sourceRequest else {
            return
        }
        let played = PlayedPrompt(request, prompt, rate: rate)
        recording?.sources.append(.init(start: since - opened, played: played))
    }

    mutating func failSource(reason: String) {
        fail("ST_PROMPT_NOT_FOUND", ["reason": .string(reason)])
        work = stopListening() + [.leave(.key(FlowKey.loadPromptFailure, why: [:]))]
        recording = nil
    }

    /// The app wants the recording to end here.
    mutating func askToStopRecording() {
        guard recording != nil, let openJob, openJob.isOpen else {
            fail("ST_NOT_RECORDING", ["call": "stopRecording"])
            return
        }
        askToEnd(openJob, .stopRequest)
    }

    /// The module itself ends the recording.
    mutating func recordingStopped(_ reason: StopReason, why: JSONObject) {
        guard openJob?.isOpen == true else { return }
        openJob?.isOpen = false
        recordingEnded(reason, heardSpeech: false, why: why)
    }

    mutating func recordingEnded(_ reason: StopReason, heardSpeech: Bool, why: JSONObject) {
        guard let open = openJob, let turn = recording else { return }
        recording?.reason = reason
        recording?.why = why
        if let source = turn.sourceJob {
            actions.append(.stopPlaying(job: source))
            recording?.sourceJob = nil
        }
        let wordsFollow = turn.recognizes && heardSpeech
        recording?.awaitsWords = wordsFollow
        if let save = open.save {
            recording?.saving = (open.job, now - open.opened)
            actions.append(.save(job: open.job, completed(save, since: open.opened)))
        }
        if !wordsFollow {
            actions.append(.stopListening(job: open.job))
            if open.save == nil { announceRecording(nil) }
        } else if open.save == nil {
            work = [announceEnd(of: open, reason, why: why)]
        }
    }

    /// Has what a recording has heard so far written; false where there is nothing to write.
    ///
    /// One that is being written has ended, but the app was not told so: it is cut as well.
    mutating func cutRecording(_ open: ListeningJob) -> Bool {
        guard let turn = recording, let save = open.save else { return false }
        if turn.saving != nil {
            cut = CutRecording(job: open.job)
            return true
        }
        // A prompt that never played has no sound.
        guard open.isOpen, turn.sourceJob == nil || !turn.sources.isEmpty else { return false }
        actions.append(.save(job: open.job, completed(save, since: open.opened)))
        cut = CutRecording(job: open.job)
        return true
    }

    /// Tells of a recording that was cut, now that its file is written.
    mutating func announceCut(_ fields: JSONObject, file: String) {
        var fields = fields
        switch cut?.outcome {
        case .saved: fields["recordedFile"] = .string(file)
        case .failed(let reason): fail("ST_AUDIO_DEVICE_FAILURE", ["reason": .string(reason)])
        case .nothing, nil: break
        }
        cut = nil
        emit("media", fields)
        call("MediaEvent", fields)
    }

    /// The request for the sound of a prompt names the prompt.
    private func completed(_ save: SaveRequest, since opened: Frame) -> SaveRequest {
        guard let parts = recording?.sources, !parts.isEmpty else { return save }
        var save = save
        save.prompt = .init(parts: parts, frames: now - opened)
        // Nobody listens for speech in it.
        save.trims = false
        return save
    }

    mutating func saved(_ job: Int, _ outcome: SaveOutcome) {
        if recording?.saving?.job == job {
            if case .failed(let reason) = outcome {
                if recording?.awaitsWords == true {
                    // What was said still decides where to go.
                    fail("ST_AUDIO_DEVICE_FAILURE", ["reason": .string(reason)])
                } else {
                    recording?.reason = .recordingFileError
                    recording?.why = [:]
                }
            }
            announceRecording(outcome)
        } else if case .failed(let reason) = outcome {
            fail("ST_AUDIO_DEVICE_FAILURE", ["reason": .string(reason)])
        }
    }

    /// Tells how the recording ended, and leaves; where words are on their way, they decide.
    private mutating func announceRecording(_ outcome: SaveOutcome?) {
        guard let turn = recording, let open = openJob else { return }
        var fields: JSONObject = ["stopReason": .string(turn.reason.rawValue)]
        let frames = turn.saving?.frames ?? now - open.opened
        fields["durationMs"] = .integer(rate.milliseconds(frames))
        if outcome == .saved { fields["recordedFile"] = open.save.map { .string($0.fileName) } }
        if case .failed(let reason) = outcome, !turn.awaitsWords {
            fields["reason"] = .string(reason)
        }
        let told = announceMedia(open.item, open.function, "ended", fields, why: turn.why)
        recording?.saving = nil
        if turn.awaitsWords {
            work = [told]
        } else {
            openJob = nil
            work = [told, .leave(.stop(turn.reason, why: turn.why))]
        }
    }

    /// Where the sound goes, as things stand now: nowhere without a name.
    func saveRequest(
        _ save: ListeningParameters.SaveParameters?, _ listening: ListeningParameters
    ) -> Result<SaveRequest?, RecordingFault> {
        guard let save, var name = fields.resolve(save.fileName), !name.isEmpty else {
            return .success(nil)
        }
        let named = save.fileType.flatMap { fields.resolve($0) }
        let type = (named ?? ListeningParameters.usualFileType).lowercased()
        guard ["wav", "caf"].contains(type) else { return .failure(.init(.recordingFileError)) }
        if !name.lowercased().hasSuffix("." + type) { name += "." + type }
        var request = SaveRequest(
            fileName: name, folder: save.folder.flatMap { fields.resolve($0) },
            language: save.language.flatMap { fields.resolve($0) } ?? language)
        if let format = save.format.flatMap({ fields.resolve($0) }), !format.isEmpty {
            guard let hertz = PCMFormat.sampleRate(format) else {
                return .failure(.init(.audioFormatError))
            }
            request.sampleRate = hertz
        }
        let detects = listening.isEnabled.resolved(fields, ScalarText.flag)
        request.trims = detects && listening.trimsSilence.resolved(fields, ScalarText.flag)
        request.keepsUntrimmed = listening.keepsUntrimmed.resolved(fields, ScalarText.flag)
        return .success(request)
    }
}

/// Why a recording cannot begin.
struct RecordingFault: Error, Sendable, Equatable {
    let reason: StopReason

    init(_ reason: StopReason) { self.reason = reason }
}

/// A recording that the app cut off, and that is being written.
struct CutRecording: Sendable, Equatable {
    let job: Int
    /// What became of it; nil until that is known, and nothing else happens before.
    var outcome: SaveOutcome?
}
