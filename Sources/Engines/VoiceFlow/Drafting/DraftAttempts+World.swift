internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// Attempts by what devices, permissions, files and the audio session can do to a module.
extension DraftAttempts {
    /// Ends a recording for `reason`.
    func stops(_ reason: StopReason) -> [DraftAttempt] {
        func once(_ acts: [DraftAct], _ word: String, _ sentence: String) -> DraftAttempt {
            DraftAttempt(once: acts, word: word, sentence: sentence)
        }
        let chatter = vocabulary.chatter(1, for: module.rules) ?? vocabulary.anything
        switch reason {
        case .stopRequest:
            return [
                once(
                    [.call("stopRecording", true, .listening)], "stopped",
                    "the app stops the recording")
            ]
        case .interrupted:
            return [
                once(
                    DraftAct.interruption(.listening), "interrupted",
                    "the audio session is interrupted")
            ]
        case .maxPostSpeechSilenceExceeded:
            return [once([.say(chatter)], "speech", "the caller says \"\(chatter)\"")]
        case .maxSpeechLengthExceeded: return [longSpeech]
        case .maxAudioLengthExceeded, .maxAudioExceeded:
            // Silence alone may end it before.
            return [longSpeech, restlessSpeech]
        case .maxPreSpeechSilenceExceeded, .endOfPrompt: return []
        default:
            let news: JSONValue = .object([
                "event": "recordingFailed", "reason": .string(reason.rawValue),
            ])
            return [
                once(
                    [.news("device", news, .listening, delay: 0)],
                    "fails-\(DraftNames.kebab(reason.rawValue))",
                    "recording fails with \(reason.rawValue)")
            ]
        }
    }

    /// Speech longer than the module's limit.
    private var longSpeech: DraftAttempt {
        let limits = ["maxSpeechLengthMs", "maxAudioLengthMs", "maxRecordLengthMs"]
        let longest = limits.compactMap(module.limit).max() ?? 2_000
        // A word of three syllables takes more than a third of a second.
        let count = Int(min(max(4, longest / 330), 300))
        let text = vocabulary.chatter(count, for: module.rules) ?? vocabulary.anything
        return DraftAttempt(
            once: [.say(text, pace: 120)], word: "long-speech",
            sentence: "the caller speaks for too long")
    }

    /// Speech again and again, so that silence does not end a recording.
    private var restlessSpeech: DraftAttempt {
        let text = vocabulary.chatter(2, for: module.rules) ?? vocabulary.anything
        return DraftAttempt(
            rounds: [.say(text)], word: "speech-again",
            sentence: "the caller speaks")
    }

    /// Denied permissions.
    var refusals: [DraftAttempt] {
        guard module.listens else { return [] }
        let whats = module.recognizes ? ["microphone", "speechRecognition"] : ["microphone"]
        return whats.filter { !visit.denied.contains($0) }.flatMap { what -> [DraftAttempt] in
            let news: JSONValue = .object(["what": .string(what), "answer": "denied"])
            let word = what == "microphone" ? "microphone-denied" : "recognition-denied"
            let sentence = "the user denies the \(what) permission"
            let denial = DraftAct.news("permission", news, .start, delay: 0)
            return [
                DraftAttempt(once: [denial], word: word, sentence: sentence),
                DraftAttempt(once: [denial, .slow(100, .start)], word: word, sentence: sentence),
            ]
        }
    }

    /// Devices that fail.
    var deviceFailures: [DraftAttempt] {
        var attempts: [DraftAttempt] = []
        if module.plays {
            attempts.append(
                DraftAttempt(
                    once: [
                        .news(
                            "device", .object(["event": "playbackFailed"]), .playing, delay: 0)
                    ], word: "playback-fails", sentence: "playback fails"))
        }
        if module.plays, !facts.prompts.areSafe(module.promptIDs) {
            // A prompt that cannot be had is looked for, and that takes a while.
            let news = DraftAct.news(
                "device", .object(["event": "playbackFailed"]), .loading, delay: 0)
            attempts.append(
                DraftAttempt(
                    once: [.slow(100, .loading), news], word: "playback-fails-early",
                    sentence: "playback fails before the prompt is found"))
        }
        if module.kind == .audioDialog || module.kind == .audioListener {
            attempts.append(
                DraftAttempt(
                    once: [
                        .news(
                            "device", .object(["event": "recordingFailed"]), .listening, delay: 0)
                    ], word: "recording-fails", sentence: "recording fails"))
        }
        return attempts
    }

    /// Ways to a target that a field names and no module has.
    var nowhere: [DraftAttempt] {
        let keys = facts.graph.edges.filter { $0.module == module.id && $0.isDynamic }
        return keys.flatMap { edge -> [DraftAttempt] in
            guard edge.key != "internalFailure", let name = FlowText.fieldName(edge.target) else {
                return []
            }
            let bad = DraftAct.field(.init(name: name, value: .string(PromptFacts.noModule)))
            let alone = DraftAttempt(
                once: [bad], word: "leads-nowhere",
                sentence: "the app sets \(name) to a module that does not exist")
            let others =
                edge.key == "audioInterruptTransition"
                ? interruptions(by: module)
                : edge.key == "DEFAULT"
                    ? [] : attempts(for: edge, target: nil).map { $0.after([bad]) }
            return [alone] + others
        }
    }

    /// Prompts that cannot be had.
    var missingPrompts: [DraftAttempt] {
        let faults = facts.prompts.faults(of: module.promptIDs)
        var ways: [[DraftAct]] = [[]]
        for fault in faults {
            let act = DraftAct.field(fault)
            let others = needs.filter { need in
                guard case .call(_, .object(let argument), _) = need else { return true }
                return argument["name"] != .string(fault.name)
            }
            ways.append(others + [act])
        }
        ways += [needs].filter { !$0.isEmpty }
        var attempts: [DraftAttempt] = []
        for way in ways {
            if !way.isEmpty {
                attempts.append(
                    DraftAttempt(
                        once: way, word: "prompt-missing",
                        sentence: "a field names a prompt that cannot be had"))
            }
            guard module.kind == .audioDialog, !facts.prompts.areSafe(module.promptIDs)
            else { continue }
            // The prompt may be one that is said after an answer that led nowhere.
            attempts += (garbage + failures).map { attempt in
                var attempt = attempt.after(way)
                attempt.word = "prompt-missing"
                return attempt
            }
        }
        guard module.kind == .audioListener else { return attempts }
        return attempts
            + facts.prompts.ids.filter(facts.prompts.isMissing).prefix(3).map { id in
                DraftAttempt(
                    once: needs + [.call("loadListenerPrompt", .string(id), .listening)],
                    word: "prompt-missing", sentence: "the app asks for \(id), which is missing")
            }
    }

    /// The audio session goes and comes back while the module is at work; `owner` says what
    /// follows.
    func interruptions(by owner: FlowModule) -> [DraftAttempt] {
        var moments: [DraftAct.Moment] = []
        if module.plays { moments.append(.playing) }
        if module.listens { moments.append(.listening) }
        if module.kind == .pauseResume { moments.append(.later(500)) }
        var attempts = moments.map { moment in
            DraftAttempt(
                once: DraftAct.interruption(moment), word: "interrupted",
                sentence: "the audio session is interrupted")
        }
        // A module that takes no time is interrupted while the app takes long to come back.
        attempts.append(
            DraftAttempt(
                once: [
                    .slow(600, .start), .news("audioSession", "began", .start, delay: 100),
                    .news("audioSession", "ended", .start, delay: 300),
                ], word: "interrupted", sentence: "the audio session is interrupted"))
        guard case .field(let field)? = owner.interruptionWord else { return attempts }
        return ["goto", "repeat"].flatMap { word in
            attempts.map { $0.after([.field(.init(name: field, value: .string(word)))]) }
        }
    }

    /// Returns values for fields beside numbers and flags of the module and its prompts: one of
    /// them may keep an edge from being taken. Each is tried alone and with `cause`.
    func siblings(with cause: DraftAttempt?) -> [DraftAttempt] {
        facts.fieldsBeside(module).filter { visit.fields[$0] == nil }.prefix(6).flatMap { name in
            [JSONValue.integer(1), false, true, .integer(0)].flatMap { value -> [DraftAttempt] in
                let field = DraftAct.field(.init(name: name, value: value))
                let alone = DraftAttempt(
                    once: needs + [field], word: DraftNames.kebab("\(name) \(value.word)"),
                    sentence: "the app sets \(name) to \(value.word)")
                guard var both = cause?.after([field]) else { return [alone] }
                both.sentence = "\(alone.sentence) and \(both.sentence)"
                return [alone, both]
            }
        }
    }
}

extension JSONValue {
    /// Spelling of the value in a sentence.
    fileprivate var word: String { JSONWriter.text(self) }
}
