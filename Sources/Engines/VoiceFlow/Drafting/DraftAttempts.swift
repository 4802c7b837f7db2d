internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// Attempts to have a module left by one of its edges, best first. The engine decides what comes of
/// it.
struct DraftAttempts {
    let facts: FlowFacts
    let vocabulary: Vocabulary
    let module: FlowModule
    let visit: DraftTake.Visit

    /// Fields that the module's prompts lack, set as it starts.
    var needs: [DraftAct] {
        facts.prompts.needs(of: module.promptIDs) { name in
            Vocabulary.words(of: name).joined(separator: " ")
        }
        .filter { visit.fields[$0.name] == nil }.map(DraftAct.field)
    }

    /// Attempts to leave by `edge`. With `target` a field leads there.
    func attempts(for edge: FlowGraph.Edge, target: String?) -> [DraftAttempt] {
        var attempts = causes(of: edge.key, detail: edge.detail)
        if edge.key == "audioInterruptTransition" {
            attempts = facts.module(edge.module).map(interruptions) ?? []
        }
        if let name = FlowText.fieldName(edge.target), let target {
            let setting = PromptFacts.Setting(name: name, value: .string(target))
            // What leads here without anything being done leads on with the field alone.
            let alone = DraftAttempt(
                word: "to-\(DraftNames.kebab(target))",
                sentence: "the app sets \(name) to \(target)")
            attempts = ([alone] + attempts).map { attempt in
                var attempt = attempt.after([.field(setting)])
                attempt.sentence =
                    attempt.word == alone.word
                    ? alone.sentence : "\(alone.sentence) and \(attempt.sentence)"
                return attempt
            }
        }
        if edge.key != "loadPromptFailure", !needs.isEmpty {
            let given = DraftAttempt(
                word: "fields-set", sentence: "the app sets the fields its prompts need")
            attempts = ([given] + attempts).map { $0.after(needs) }
        }
        return attempts
    }

    /// Returns the attempts that may make the outcome that `key` names.
    private func causes(of key: String, detail: String?) -> [DraftAttempt] {
        switch key {
        case "DEFAULT": return standard
        case "userInputCollection":
            return module.rules.indices.first { module.rules[$0].pattern.detail == detail }.map(
                words) ?? []
        case "userIntentCollection": return intent(detail ?? "")
        case "maxGarbageCount": return garbage
        case "maxSRErrorCount": return failures
        case "loadPromptFailure": return missingPrompts
        case "internalFailure": return refusals + deviceFailures + nowhere
        case _ where key.hasPrefix("stopRecordReason."):
            return stops(StopReason(rawValue: String(key.dropFirst(17))) ?? .unknown)
        default: return []
        }
    }

    /// Attempts for `DEFAULT`, which takes what has no key of its own.
    private var standard: [DraftAttempt] {
        var attempts: [DraftAttempt] = []
        switch module.kind {
        case .pauseResume:
            attempts = [
                DraftAttempt(
                    once: [.call("resume", true, .later(1_000))], word: "resumed",
                    sentence: "the app resumes")
            ]
        case .audioDialog:
            if module.isFree { attempts += [said(vocabulary.anything, word: "answered")] }
            if !module.hasKey("maxGarbageCount") { attempts += garbage }
        case .recordAudio, .recognizeAudio:
            for reason in [StopReason.stopRequest, .maxPostSpeechSilenceExceeded, .interrupted]
            where !module.hasKey("stopRecordReason.\(reason.rawValue)") {
                attempts += stops(reason)
            }
            let reason = StopReason.failures.last { reason in
                !module.hasKey("stopRecordReason.\(reason.rawValue)")
            }
            attempts += reason.map(stops) ?? []
        default: break
        }
        if module.recognizes, !module.hasKey("maxSRErrorCount") { attempts += failures }
        if !module.hasKey("internalFailure") { attempts += deviceFailures + refusals }
        if !module.hasKey("loadPromptFailure") { attempts += missingPrompts }
        return attempts
    }

    private func said(_ text: String, pace: Int64? = nil, word: String? = nil) -> DraftAttempt {
        DraftAttempt(
            once: [.say(text, pace: pace)], word: word ?? DraftNames.kebab(text),
            sentence: "the caller says \"\(text)\"")
    }

    /// Words that the rule at `index` takes. The first rule of a dialog that listens while it
    /// speaks shows that a caller can interrupt it.
    private func words(_ index: Int) -> [DraftAttempt] {
        let plain = vocabulary.words(for: index, in: module.rules)
        let soFar =
            module.hearsPartially == false
            ? [] : vocabulary.wordsSoFar(for: index, in: module.rules)
        let word = DraftNames.kebab(module.rules[index].pattern.input)
        let interrupting = plain.prefix(1).map { text in
            DraftAttempt(
                once: [.say(text, interrupts: true)], word: "\(word)-barge-in",
                sentence: "the caller says \"\(text)\" while the prompt plays")
        }
        let patient =
            plain.map { said($0, word: word) } + soFar.map { said($0, word: word) }
            + plain.prefix(1).map { said($0, pace: 90, word: word) }
        guard module.listensWhilePlaying else { return patient }
        return index == 0 ? interrupting + patient : patient + interrupting
    }

    private func intent(_ spelling: String) -> [DraftAttempt] {
        var before: [DraftAct] = []
        var intent = spelling
        if let field = FlowText.fieldName(spelling) {
            intent = visit.fields[field]?.string ?? field
            if visit.fields[field] == nil {
                before = [.field(.init(name: field, value: .string(intent)))]
            }
        }
        let text = vocabulary.words(for: intent)
        let set = DraftAct.call("setIntent", .string(intent), .words)
        let meant = DraftAttempt(
            once: before + [.say(text), set], word: DraftNames.kebab(intent),
            sentence: "the caller says \"\(text)\", which the app takes for \(intent)")
        let told = DraftAttempt(
            once: before + [.call("setIntent", .string(intent), .listening)],
            word: DraftNames.kebab(intent), sentence: "the app sets the intent \(intent)")
        // A turn that fails at once has only begun.
        let early = DraftAttempt(
            once: before + [.call("setIntent", .string(intent), .loading)],
            word: DraftNames.kebab(intent), sentence: told.sentence)
        return [meant, told, early]
    }

    var garbage: [DraftAttempt] {
        let text = vocabulary.nonsense(for: module.rules) ?? vocabulary.anything
        let heard = DraftAttempt(
            rounds: [.say(text)], word: "garbage",
            sentence: "the caller says \"\(text)\"")
        let rejected = DraftAttempt(
            rounds: [.say(text), .call("rejectHypothesis", true, .words)],
            word: "rejected",
            sentence: "the caller says \"\(text)\" and the app rejects it")
        let isHeard = !module.isFree && vocabulary.nonsense(for: module.rules) != nil
        return isHeard ? [heard, rejected] : [rejected]
    }

    var failures: [DraftAttempt] {
        let plain = DraftAttempt(
            rounds: [.fail(vocabulary.shortest)], word: "recognizer-fails",
            sentence: "the recognizer fails")
        guard module.kind == .audioListener, let prompt = module.promptIDs.first,
            FlowText.fieldName(prompt) == nil
        else { return [plain] }
        // A short prompt is over before the recognizer has failed often enough.
        var longer = plain.after([.call("loadListenerPrompt", .string(prompt), .listening)])
        longer.sentence = "the app asks for \(prompt) again, and \(plain.sentence)"
        return [plain, longer]
    }
}
