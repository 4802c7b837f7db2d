internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

extension VoiceflowMachine {
    mutating func startDialog(_ read: Shared<DialogParameters>) {
        guard let module else { return }
        let parameters = read.value
        let item = parameters.listening.item.flatMap { fields.resolve($0) } ?? module.id
        media.begin(DialogTurn(read: read, item: item, groups: groups(of: parameters)))
        work = [.dialogNext]
    }

    /// Returns what a dialog may say; a prompt whose field tells no type is never said.
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
        guard let turn = media.dialog, let module else { return }
        guard let prompt = turn.prompts.first else {
            if let open = media.openJob {
                output.add(.awaitSpeech(job: open.job))
            } else {
                openDialogEar(turn, awaitsSpeechAtOnce: true)
            }
            return
        }
        let listens = prompt.recognizesWhilePlaying.resolved(fields, ScalarText.flag)
        if listens, media.openJob == nil {
            // The event goes out first, then this step is taken again.
            openDialogEar(turn, awaitsSpeechAtOnce: false)
            if media.openJob != nil { work.append(.dialogNext) }
            return
        }
        if !listens, media.openJob != nil {
            work = stopListening() + [.dialogNext]
            return
        }
        media.dropPrompt()
        let owner = "\(module.id)/\(prompt.type.rawValue)"
        let said = turn.retry(prompt.type)
        guard let prompts = members(of: prompt.play, owner: owner, turn: said) else {
            failLoading()
            return
        }
        media.playback = Playback(
            .init(prompts, of: module.id), voices: prompt.play.voice.resolved(fields),
            speechVolume: prompt.play.voice.volume(fields), turn: said)
        work = [.nextItem]
    }

    mutating func openDialogEar(_ turn: DialogTurn, awaitsSpeechAtOnce: Bool) {
        let request = setup.limits.request(
            for: turn.parameters.listening, fields: fields, rate: setup.rate,
            awaitsSpeechAtOnce: awaitsSpeechAtOnce)
        openEar(turn.parameters.listening, item: turn.item, request)
    }

    /// Speech while a prompt plays: the prompt and all that should follow it fall silent.
    mutating func bargeIn(spoken: Frame) {
        media.hush()
        work = stopPlayback(why: JSONObject(evidence: [.spoken: spoken]))
    }

    mutating func dialogListeningEnded(
        _ reason: StopReason, heardSpeech: Bool, why: JSONObject
    ) {
        // Listening may time out while a prompt still plays, when its whole length is limited.
        work = stopPlayback(why: why) + [announceEnd(of: media.openJob, reason, why: why)]
        guard !heardSpeech else { return }
        media.openJob = nil
        retryOrGiveUp(.timeout)
    }

    /// Counts a turn that led nowhere; says the group for it and listens again, or gives up.
    mutating func retryOrGiveUp(_ trouble: DialogTurn.Trouble) {
        guard let turn = media.dialog, let count = media.count(trouble) else { return }
        let most = count.limit.resolved(fields, ScalarText.integer)
        let group = turn.group(count.type)
        let saysInitial = group.contains {
            $0.playsInitialAfter.resolved(fields, ScalarText.flag)
        }
        media.say(group + (saysInitial ? turn.group(.initial) : []))
        let why: JSONObject = ["count": .integer(count.count), "most": .integer(most)]
        work.append(count.count > most ? .leave(.key(count.key, why: why)) : .dialogNext)
    }
}
