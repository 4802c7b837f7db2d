internal import VoiceJSON

extension VoiceflowMachine {
    mutating func startListener(_ read: Shared<AudioListenerParameters>) {
        guard let module else { return }
        let parameters = read.value
        let item = parameters.listening.item.flatMap { fields.resolve($0) } ?? module.id
        guard let prompt = parameters.prompt.flatMap({ fields.resolve($0) }), !prompt.isEmpty else {
            failLoading()
            return
        }
        media.begin(AudioListenerTurn(read: read, item: item), with: prompt)
        guard let first = parameters.listening.prompt else {
            playNextOfListener()
            return
        }
        guard let id = fields.resolve(first.id), !id.isEmpty else {
            failLoading()
            return
        }
        media.playback = Playback(.init(prompt: id))
        work = [.nextItem]
    }

    mutating func openListenerEar(_ turn: AudioListenerTurn) {
        let request = setup.limits.request(
            for: turn.parameters.listening, fields: fields, rate: setup.rate,
            awaitsSpeechAtOnce: true)
        openEar(turn.parameters.listening, item: turn.item, request)
    }

    /// The next prompt that was queued; without one the module is over.
    mutating func playNextOfListener() {
        if let turn = media.listener, !turn.listens {
            media.beginListening()
            openListenerEar(turn)
            if media.openJob != nil { work.append(.listenerNext) }
            return
        }
        guard let next = media.takeQueued() else {
            work = endTurn() + [.leave(.standard)]
            return
        }
        media.playback = Playback(.init(prompt: next))
        work = [.nextItem]
    }

    mutating func recognizerFailed() {
        let count = media.recognizerFailed()
        let most = setup.constants.failureLimit
        guard count > most else {
            work = [.listenAgain]
            return
        }
        let why: JSONObject = [
            "count": .integer(Int64(count)), "most": .integer(Int64(most)),
        ]
        work = endTurn() + [.leave(.key(FlowKey.maxSRErrorCount, why: why))]
    }

    /// Queues `id` on the app's wish, to play next, or after what it queued before.
    mutating func queuePrompt(_ id: String) {
        let details: JSONObject = ["call": "loadListenerPrompt", "prompt": .string(id)]
        if setup.flow.prompts[id] == nil {
            fail("ST_PROMPT_NOT_FOUND", details)
        } else if !place.isInsideModule || module?.kind != .audioListener {
            fail("ST_NOT_IN_AUDIO_LISTENER", details)
        } else if !media.queuePrompt(id, limit: setup.constants.leafLimit) {
            fail("ST_INTERNAL_FAILURE", details)
        }
    }
}
