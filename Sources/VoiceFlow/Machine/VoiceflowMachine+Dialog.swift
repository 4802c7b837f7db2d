internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// Where an `audioDialog` module stands: what is still to be said, and how often it went wrong.
struct DialogTurn: Sendable {
    enum Trouble: Sendable, Equatable { case timeout, garbage, error }

    let read: Shared<DialogParameters>
    /// The name of the listening job in media events.
    let item: String
    /// Everything it may say, with the types that fields tell as they were at its start.
    let groups: [DialogParameters.Prompt]
    /// Prompts still to be said before the microphone counts.
    var prompts: [DialogParameters.Prompt]
    var timeouts: Int64 = 0
    var garbage: Int64 = 0
    var errors: Int64 = 0

    /// What is said to open the microphone: the prompts of a group, then that of the recording.
    func says(_ groups: [DialogParameters.Prompt]) -> [DialogParameters.Prompt] {
        guard let prompt = parameters.listening.prompt else { return groups }
        let play = PlayParameters(
            style: RuntimeValue(fixed: .single), prompts: [prompt.id], voice: VoiceText(),
            path: prompt.path)
        return groups + [
            .init(
                type: .initial, typeField: nil, play: play,
                recognizesWhilePlaying: RuntimeValue(fixed: false),
                playsInitialAfter: RuntimeValue(fixed: false))
        ]
    }

    var parameters: DialogParameters { read.value }
}

extension VoiceflowMachine {
    mutating func startDialog(_ read: Shared<DialogParameters>) {
        guard let module else { return }
        let parameters = read.value
        let item = parameters.listening.item.flatMap { fields.resolve($0) } ?? module.id
        let turn = DialogTurn(
            read: read, item: item, groups: groups(of: parameters), prompts: [])
        dialog = turn
        dialog?.prompts = turn.says(
            turn.groups.filter { $0.type == .preInitial }
                + turn.groups.filter { $0.type == .initial })
        work = [.dialogNext]
    }

    /// What a dialog may say; a prompt whose field tells no type is never said.
    private mutating func groups(of parameters: DialogParameters) -> [DialogParameters.Prompt] {
        guard parameters.prompts.contains(where: { $0.typeField != nil }) else {
            return parameters.prompts
        }
        return parameters.prompts.compactMap { prompt in
            guard let field = prompt.typeField else { return prompt }
            let word = fields.resolve(.field(field))
            guard let type = word.flatMap(DialogParameters.PromptType.init) else {
                fail("ST_INVALID_PARAMETER", ["name": .string(field), "key": "type"])
                return nil
            }
            var prompt = prompt
            prompt.type = type
            return prompt
        }
    }

    /// Says the next prompt of the turn, or listens when all is said.
    mutating func speakOrListen() {
        guard let turn = dialog, let module else { return }
        guard let prompt = turn.prompts.first else {
            if let openJob {
                actions.append(.awaitSpeech(job: openJob.job))
            } else {
                openDialogEar(turn, awaitsSpeechAtOnce: true)
            }
            return
        }
        let listens = prompt.recognizesWhilePlaying.resolved(fields, ScalarText.flag)
        if listens, openJob == nil {
            // The event goes out first, then this step is taken again.
            openDialogEar(turn, awaitsSpeechAtOnce: false)
            if openJob != nil { work.append(.dialogNext) }
            return
        }
        if !listens, openJob != nil {
            work = stopListening() + [.dialogNext]
            return
        }
        dialog?.prompts.removeFirst()
        let owner = "\(module.id)/\(prompt.type.rawValue)"
        let said = retry(prompt.type)
        guard let items = members(of: prompt.play, owner: owner, turn: said) else {
            failLoading()
            return
        }
        playback = Playback(
            items: items, voices: prompt.play.voice.resolved(fields),
            speechVolume: prompt.play.voice.volume(fields), turn: said)
        work = [.nextItem]
    }

    /// How often a retry group was said before in this dialog; nil for what opens a dialog, which
    /// goes round from dialog to dialog.
    private func retry(_ type: DialogParameters.PromptType) -> Int? {
        guard let dialog else { return nil }
        switch type {
        case .preInitial, .initial: return nil
        case .timeout: return Int(dialog.timeouts) - 1
        case .garbage: return Int(dialog.garbage) - 1
        case .srError: return Int(dialog.errors) - 1
        }
    }

    mutating func openDialogEar(_ turn: DialogTurn, awaitsSpeechAtOnce: Bool) {
        let request = limits.request(
            for: turn.parameters.listening, fields: fields, rate: rate,
            awaitsSpeechAtOnce: awaitsSpeechAtOnce)
        openEar(turn.parameters.listening, item: turn.item, request)
    }

    /// Speech while a prompt plays: the prompt and all that should follow it fall silent.
    mutating func bargeIn(spoken: Frame) {
        dialog?.prompts = []
        work = stopPlayback(why: ["spoken": .integer(spoken)])
    }

    mutating func dialogListeningEnded(
        _ reason: StopReason, heardSpeech: Bool, why: JSONObject
    ) {
        // Listening may time out while a prompt still plays, when its whole length is limited.
        work = stopPlayback(why: why) + [announceEnd(of: openJob, reason, why: why)]
        guard !heardSpeech else { return }
        openJob = nil
        dialog?.prompts = []
        retryOrGiveUp(.timeout)
    }

    /// Counts a turn that led nowhere; says the group for it and listens again, or gives up.
    mutating func retryOrGiveUp(_ trouble: DialogTurn.Trouble) {
        guard var turn = dialog else { return }
        let count: Int64
        let limit: RuntimeValue<Int64>
        let key: String
        let type: DialogParameters.PromptType
        switch trouble {
        case .timeout:
            turn.timeouts += 1
            (count, limit, key) = (
                turn.timeouts, turn.parameters.maxTimeouts, FlowKey.maxTimeoutCount
            )
            type = .timeout
        case .garbage:
            turn.garbage += 1
            (count, limit, key) = (
                turn.garbage, turn.parameters.maxGarbage, FlowKey.maxGarbageCount
            )
            type = .garbage
        case .error:
            turn.errors += 1
            (count, limit, key) = (turn.errors, turn.parameters.maxErrors, FlowKey.maxSRErrorCount)
            type = .srError
        }
        let most = limit.resolved(fields, ScalarText.integer)
        let group = turn.groups.filter { $0.type == type }
        let again =
            group.contains { $0.playsInitialAfter.resolved(fields, ScalarText.flag) }
            ? turn.groups.filter { $0.type == .initial } : []
        turn.prompts = turn.says(group + again)
        dialog = turn
        let why: JSONObject = ["count": .integer(count), "most": .integer(most)]
        work.append(count > most ? .leave(.key(key, why: why)) : .dialogNext)
    }
}
