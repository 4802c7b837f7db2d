internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// Sounds of tracks.
extension SayMachine {
    /// Events of one call at most.
    static let eventLimit = 1_000

    /// Queues a sound of the request.
    mutating func play(_ event: AudioEvent, for purpose: Purpose) {
        let item = production.add(event, to: AudioProduction.requestTrack, at: now)
        if let item {
            purposes[item] = purpose
        } else {
            // A track without room for more: the request continues without the sound.
            over(purpose, .skipped(reason: "the track is full"))
        }
    }

    mutating func handle(_ change: AudioChange) {
        switch change {
        case .action(let action): output.append(action)
        case .began(let part, let digest): notify("sound", part, digest: digest)
        case .silent(let part, let milliseconds):
            emit(
                "silence",
                [
                    "item": .string(part.label), "track": .string(part.track),
                    "milliseconds": .integer(milliseconds),
                ])
        case .held(let part): notify("soundHeld", part)
        case .resumed(let part): notify("soundResumed", part)
        case .ducked(let part, let permille): notify("soundDucked", part, gain: permille)
        case .restored(let part): notify("soundRestored", part)
        case .ended(let part):
            if case .wait = part.operation { break }
            notify("soundEnded", part)
        case .stopped(let part):
            if case .wait = part.operation { break }
            notify("soundStopped", part)
        case .failed(let part, let reason): notify("soundFailed", part, reason: reason)
        case .over(let item, let track, let outcome): over(item, track, outcome)
        case .focus(let track):
            emit("focus", ["track": track.map { .string($0) } ?? .null])
            callBack(.focusChanged, ["track": track.map { .string($0) } ?? .null])
        }
    }

    private mutating func notify(
        _ kind: String, _ part: AudioPart, digest: String? = nil, gain: Int? = nil,
        reason: String? = nil
    ) {
        var fields: JSONObject = [
            "item": .string(part.label), "track": .string(part.track),
            "sound": .string(part.operation.label),
        ]
        if let digest {
            fields["digest"] = .string(digest)
            fields = fields.adding(part.operation.manner)
        }
        if let gain { fields["gain"] = .integer(Int64(gain)) }
        if let reason { fields["reason"] = .string(reason) }
        emit(kind, fields)
    }

    private mutating func over(_ item: Int, _ track: String, _ outcome: SAYAudioOutcome) {
        guard let purpose = purposes.removeValue(forKey: item) else { return }
        guard case .app(let call) = purpose else { return over(purpose, outcome) }
        var fields: JSONObject = [
            "item": .integer(Int64(item)), "track": .string(track),
            "outcome": .string(outcome.name),
        ]
        if let reason = outcome.reason { fields["reason"] = .string(reason) }
        emit("eventOver", fields)
        callBack(.audioEventOver, fields)
        guard let call, var waiting = audioCalls[call] else { return }
        waiting.open -= 1
        waiting.outcomes.append(.object(fields))
        audioCalls[call] = waiting.open > 0 ? waiting : nil
        if waiting.open == 0 {
            output.append(.reply(call: call, .value(.array(waiting.outcomes))))
        }
    }

    /// A sound of the request is over. One that was cancelled is no news: the request did that.
    private mutating func over(_ purpose: Purpose, _ outcome: SAYAudioOutcome) {
        guard outcome != .cancelled else { return }
        switch purpose {
        case .speech: notify(.speechOver)
        case .tone(let tone): notify(.toneOver(tone))
        case .dialogue: dialogueSpoke()
        case .app: break
        }
    }

    // MARK: Calls

    mutating func addEvents(_ call: EngineCall) {
        let track = call.arguments["track"]?.string ?? ""
        guard track != AudioProduction.requestTrack else {
            return refuse(call, "the track belongs to voice requests. Use another one.")
        }
        guard production.track(track) != nil else {
            return refuse(call, "there is no track \"\(track)\". Register it first.")
        }
        var events: [AudioEvent] = []
        do {
            let value = call.arguments["events"] ?? .null
            for event in try FormReader.list(value, at: "events", limit: Self.eventLimit) {
                events.append(try AudioEvent(event.value, at: event.place))
            }
        } catch {
            return refuse(call, error.description)
        }
        let room = AudioTrack.itemLimit - (production.track(track)?.items.count ?? 0)
        guard events.count <= room else {
            return refuse(call, "the track \"\(track)\" has no room. Wait until it has played.")
        }
        guard !events.isEmpty else { return reply(to: call, .array([])) }
        if let id = call.id { audioCalls[id] = (events.count, []) }
        for event in events {
            guard let item = production.add(event, to: track, at: now) else { continue }
            purposes[item] = .app(call: call.id)
        }
    }

    mutating func registerTrack(_ call: EngineCall) {
        let name = call.arguments["track"]?.string ?? ""
        let priority = call.arguments["priority"]?.integer ?? 0
        guard !name.isEmpty, (-1_000_000...1_000_000).contains(priority) else {
            return refuse(call, "a track needs a name, and a priority of -1000000 to 1000000.")
        }
        let isNew = production.track(name) == nil
        guard production.register(name, priority: Int(priority)) else {
            return refuse(call, "there are \(AudioProduction.trackLimit) tracks. Unregister one.")
        }
        if isNew {
            emit(
                "track",
                [
                    "track": .string(name), "event": "registered", "priority": .integer(priority),
                ])
        }
        reply(to: call)
    }

    mutating func unregisterTrack(_ call: EngineCall) {
        let name = call.arguments["track"]?.string ?? ""
        let isOwn = [AudioProduction.mainTrack, AudioProduction.requestTrack].contains(name)
        guard !isOwn, production.unregister(name, at: now) else {
            return refuse(call, "there is no track \"\(name)\" that can be unregistered.")
        }
        emit("track", ["track": .string(name), "event": "unregistered"])
        reply(to: call)
    }

    mutating func duckTrack(_ call: EngineCall) {
        let name = call.arguments["track"]?.string ?? ""
        let gain = call.arguments["gain"] ?? .null
        let permille = gain.integer.map { Int(clamping: $0) }
        guard gain == .null || permille.map((1...AudioTrack.unity).contains) == true else {
            return refuse(
                call, "the gain must be 1 to \(AudioTrack.unity) thousandths, or null.")
        }
        guard name != AudioProduction.requestTrack, production.track(name) != nil else {
            return refuse(call, "there is no track \"\(name)\" that can be ducked.")
        }
        emit(
            "track",
            ["track": .string(name), "event": permille == nil ? "suspends" : "ducks"],
            why: permille.map { JSONObject(evidence: [.gainPermille: Int64($0)]) } ?? [:])
        _ = production.duck(name, permille: permille, at: now)
        reply(to: call)
    }

    mutating func cancelTrack(_ call: EngineCall) {
        let name = call.arguments["track"]?.string ?? ""
        guard name != AudioProduction.requestTrack, production.cancelAll(name, at: now) else {
            return refuse(call, "there is no track \"\(name)\" whose events can be cancelled.")
        }
        emit("track", ["track": .string(name), "event": "cancelled"])
        reply(to: call)
    }
}
