internal import VoiceEngine
internal import VoiceJSON

extension VoiceflowMachine {
    /// Starts the prompts of a `playAudio` module.
    mutating func startPlaying(_ play: PlayParameters) {
        guard let module, let prompts = members(of: play, owner: module.id, turn: nil) else {
            failLoading()
            return
        }
        media.playback = Playback(
            .init(prompts, of: module.id), voices: play.voice.resolved(fields),
            speechVolume: play.voice.volume(fields))
        work = [.nextItem]
    }

    /// The prompts of a group by its style; nil when one is not named now. `turn` is the place in a
    /// dialog's retry group, where a serial style sticks at its last member.
    mutating func members(of play: PlayParameters, owner: String, turn: Int?) -> [String]? {
        var ids: [String] = []
        for prompt in play.prompts {
            guard let id = fields.resolve(prompt), !id.isEmpty else { return nil }
            ids.append(id)
        }
        guard !ids.isEmpty else { return nil }
        // Modules and prompts may share an id; their chances and turns stay apart.
        return choose(
            from: ids, style: play.style.resolved(fields, PromptStyle.read), owner: owner,
            drawnAs: "module:\(owner)", turn: turn)
    }

    private mutating func choose(
        from ids: [String], style: PromptStyle, owner: String, drawnAs key: String, turn: Int?
    ) -> [String] {
        let index: Int
        switch style {
        case .combo: return ids
        case .single: return [ids[0]]
        case .select: index = memory.selector.draw(ids.count, for: key)
        case .serial:
            index =
                turn.map { min(max($0, 0), ids.count - 1) }
                ?? memory.selector.takeTurn(ids.count, for: key)
        }
        emit(
            "prompt",
            [
                "prompt": .string(owner), "member": .string(ids[index]),
                "style": .string(style.rawValue),
            ])
        return [ids[index]]
    }

    /// The leaves of a prompt; nil when a member is unknown, collections nest too deeply or the
    /// leaves are too many.
    ///
    /// In a dialog's retry group `turn` is how often it was said before: a serial prompt goes by
    /// that, and sticks at its last member.
    mutating func leaves(of id: String, turn: Int? = nil, depth: Int = 0) -> [String]? {
        guard let prompt = setup.flow.prompts[id], depth <= FlowChecker.depthLimit else {
            return nil
        }
        let style = prompt.style.resolved(fields, PromptStyle.read)
        guard style != .single else { return [id] }
        var ids: [String] = []
        for member in prompt.members {
            guard let member = fields.resolve(member) else { return nil }
            ids.append(member)
        }
        guard !ids.isEmpty else { return nil }
        var found: [String] = []
        for member in choose(from: ids, style: style, owner: id, drawnAs: id, turn: turn) {
            guard let inner = leaves(of: member, turn: turn, depth: depth + 1),
                found.count + inner.count <= setup.constants.leafLimit
            else { return nil }
            found += inner
        }
        return found
    }

    private var afterPlaying: Work {
        if media.dialog != nil { return .dialogNext }
        if media.recording != nil { return .recordNext }
        return media.listener == nil ? .leave(.standard) : .listenerNext
    }

    mutating func playNextItem() {
        guard media.playback != nil else { return }
        guard let item = media.playback?.takeItem() else {
            media.playback = nil
            work = [afterPlaying]
            return
        }
        emit("media", playFields(item, "started"))
        call("MediaEvent", playFields(item, "started"))
        // Members are drawn after the callback: the app may still set the fields that name them.
        work = [.nextLeaf]
    }

    mutating func playNextLeaf() {
        guard let current = media.playback, let item = current.item else { return }
        if let prompt = media.playback?.takePrompt() {
            guard let leaves = leaves(of: prompt, turn: current.turn) else {
                failItem(item, reason: "a member does not exist, or they are too many")
                return
            }
            media.playback?.setLeaves(leaves)
        }
        guard let leaf = media.playback?.nextLeaf else {
            media.playback?.endItem()
            work = [announce(item, "ended"), .nextItem]
            return
        }
        guard countStep() else {
            work = endTurn() + [.leave(.key(FlowKey.internalFailure, why: [:]))]
            return
        }
        let job = media.nextJob()
        guard let request = request(for: leaf) else {
            failItem(item, reason: "the prompt \(leaf) has nothing to play")
            return
        }
        media.playback?.takeLeaf(as: job, request)
        output.add(.play(job: job, request))
    }

    func request(for id: String) -> PromptRequest? {
        setup.flow.prompts[id]?.request(
            fields, setup.flow.map, language: memory.language, voices: media.playback?.voices ?? [],
            speechVolume: media.playback?.speechVolume)
    }

    mutating func playStarted(_ prompt: RealizedPrompt) {
        guard let current = media.playback, let leaf = current.leaf else { return }
        let frame = now
        if let heard = media.playback?.start(prompt, at: frame) {
            work.append(announcePosition("resumed", of: current, heard: heard))
            return
        }
        let request = request(for: leaf)
        var segment: JSONObject = [
            "module": .string(module?.id ?? ""), "prompt": .string(leaf),
            "type": .string(prompt.source.rawValue), "digest": .string(prompt.digest),
            "frames": .integer(prompt.frames),
        ]
        let volume = request.map { min(max(0, $0.heard(as: prompt).volume), 1_000) } ?? 1_000
        if volume != 1_000 { segment["volume"] = .integer(Int64(volume)) }
        let silence = request.map { PlayedPrompt($0, prompt, rate: setup.rate).leadFrames }
        if let silence, silence > 0 { segment["silence"] = .integer(silence) }
        // The missing file is told with the text of the map that stands in for it.
        let isSubstitute = prompt.source == .textString && request?.text == nil
        if prompt.source == .audioFile || isSubstitute {
            segment["audioFile"] = request?.audioFile.map { .string($0) }
        }
        if prompt.source == .textString {
            segment["text"] = (request?.text ?? request?.substituteText).map { .string($0) }
        }
        if prompt.source == .textFile {
            segment["textFile"] = request?.textFile.map { .string($0) }
        }
        work += [
            .announce(
                kind: "segment", fields: segment, why: [:], callback: "PlayAudioSegmentData"),
            announceMedia(leaf, "playAudioSegment", "started"),
        ]
    }

    mutating func playEnded() {
        guard let current = media.playback, let leaf = current.leaf else { return }
        media.playback?.endLeaf()
        // Audio that breaks off counts as ended, but the app is told.
        let fault = current.prompt?.fault.map { reason in
            announceMedia(leaf, "playAudioSegment", "error", ["reason": .string(reason)])
        }
        work += [fault ?? announceMedia(leaf, "playAudioSegment", "ended"), .nextLeaf]
    }

    /// Stops what plays; returns the work to tell the app of it, segment first.
    mutating func stopPlayback(why: JSONObject) -> [Work] {
        guard let current = media.playback else { return [] }
        media.playback = nil
        if let job = current.job { output.add(.stopPlaying(job: job)) }
        var told: [Work] = []
        if current.isLeafStarted {
            let heard = current.heardFrames(at: now, rate: setup.rate)
            told.append(announcePosition("stopped", of: current, heard: heard, why: why))
        }
        if let item = current.item { told.append(announce(item, "stopped", why: why)) }
        return told
    }

    mutating func failItem(_ item: Playback.Item, reason: String) {
        work = [announce(item, "error", ["reason": .string(reason)])]
        abandonPlayback()
    }

    /// Fails a module that cannot even name its prompts.
    mutating func failLoading() {
        fail("ST_PROMPT_NOT_FOUND")
        abandonPlayback()
    }

    private mutating func abandonPlayback() {
        work += stopListening() + [.leave(.key(FlowKey.loadPromptFailure, why: [:]))]
        media.abandon()
    }

    /// Tells what became of a whole prompt or collection.
    func announce(
        _ item: Playback.Item, _ event: String, _ more: JSONObject = [:], why: JSONObject = [:]
    ) -> Work {
        .announce(
            kind: "media", fields: playFields(item, event, more), why: why, callback: "MediaEvent")
    }

    private func playFields(
        _ item: Playback.Item, _ event: String, _ more: JSONObject = [:]
    ) -> JSONObject {
        var fields = mediaFields(item.id, "playAudio", event, more)
        if item.prompts.count > 1 { fields["members"] = .array(item.prompts.map { .string($0) }) }
        return fields
    }

    /// Tells the outcome of an item of the module; `more` are fields that only some of it has.
    func announceMedia(
        _ item: String, _ function: String, _ event: String, _ more: JSONObject = [:],
        why: JSONObject = [:]
    ) -> Work {
        .announce(
            kind: "media", fields: mediaFields(item, function, event, more), why: why,
            callback: "MediaEvent")
    }

    func mediaFields(
        _ item: String, _ function: String, _ event: String, _ more: JSONObject = [:]
    ) -> JSONObject {
        let fields: JSONObject = [
            "module": .string(module?.id ?? ""), "item": .string(item),
            "function": .string(function), "event": .string(event),
        ]
        return fields.adding(more)
    }
}
