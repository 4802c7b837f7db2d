internal import VoiceMedia
internal import VoiceTrace

/// Where an `audioListener` module stands: it plays prompt after prompt and listens all the while.
struct AudioListenerTurn: Sendable {
    let read: Shared<AudioListenerParameters>
    /// The name of the listening job in media events.
    let item: String
    /// Whether the prompt of its recording was said: it listens from then on.
    var listens = false
    /// How often the recognizer failed since it last answered.
    var failures = 0

    var parameters: AudioListenerParameters { read.value }
}

extension VoiceflowMachine {
    mutating func startListener(_ read: Shared<AudioListenerParameters>) {
        guard let module else { return }
        let parameters = read.value
        let item = parameters.listening.item.flatMap { fields.resolve($0) } ?? module.id
        guard let prompt = parameters.prompt.flatMap({ fields.resolve($0) }), !prompt.isEmpty else {
            failLoading()
            return
        }
        listener = AudioListenerTurn(read: read, item: item)
        listenerQueue.insert(prompt, at: 0)
        guard let first = parameters.listening.prompt else {
            playNextOfListener()
            return
        }
        guard let id = fields.resolve(first.id), !id.isEmpty else {
            failLoading()
            return
        }
        playback = Playback(items: [id])
        work = [.nextItem]
    }

    mutating func openListenerEar(_ turn: AudioListenerTurn) {
        let request = limits.request(
            for: turn.parameters.listening, fields: fields, rate: rate, awaitsSpeechAtOnce: true)
        openEar(turn.parameters.listening, item: turn.item, request)
    }

    /// The next prompt that was queued; without one the module is over.
    mutating func playNextOfListener() {
        if let turn = listener, !turn.listens {
            listener?.listens = true
            openListenerEar(turn)
            if openJob != nil { work.append(.listenerNext) }
            return
        }
        guard !listenerQueue.isEmpty else {
            work = endTurn() + [.leave(.standard)]
            return
        }
        playback = Playback(items: [listenerQueue.removeFirst()])
        work = [.nextItem]
    }

    mutating func recognizerFailed() {
        listener?.failures += 1
        let count = listener?.failures ?? 0
        guard count > constants.failureLimit else {
            work = [.listenAgain]
            return
        }
        let why: JSONObject = [
            "count": .integer(Int64(count)), "most": .integer(Int64(constants.failureLimit)),
        ]
        work = endTurn() + [.leave(.key(FlowKey.maxSRErrorCount, why: why))]
    }

    /// The app wants `id` played next, or after what it queued before.
    mutating func queuePrompt(_ id: String) {
        let details: JSONObject = ["call": "loadListenerPrompt", "prompt": .string(id)]
        if flow.prompts[id] == nil {
            fail("ST_PROMPT_NOT_FOUND", details)
        } else if !isInsideModule || module?.kind != .audioListener {
            fail("ST_NOT_IN_AUDIO_LISTENER", details)
        } else if listenerQueue.count >= constants.leafLimit {
            fail("ST_INTERNAL_FAILURE", details)
        } else {
            listenerQueue.append(id)
        }
    }
}
