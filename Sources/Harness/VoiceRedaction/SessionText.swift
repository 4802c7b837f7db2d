internal import VoiceAudio
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceSession
internal import VoiceTrace

/// Words that were said in a session, and the same session without them.
///
/// Only what comes from outside is rewritten: inputs, words, prompts. Every other event of a
/// redacted session is one that a replay of these brought about.
struct SessionText {
    /// Words of the format itself: a session's end, and what a device fails for, is told with
    /// these.
    static let systemWords = Set<String>([
        "unspecified", "frames", "record", "recovered", "limits", "duration", "stopped",
        "deviceLost", "trigger", "input",
    ]).union(StopReason.allCases.map(\.rawValue))
    /// Roles of an event's fields that may name what an app's call named.
    private static let namingRoles: Set<FieldRole> = [.name, .item, .scope, .from, .to]

    var parts: SessionParts
    var mask: WordMask
    let engine: SessionEngine
    let recordedFiles: Set<String>
    /// New digests of prompts that say what was said, by the old ones.
    var digests: [String: String] = [:]
    /// Lengths of the prompts, by their new digests, that are silent now.
    var silenced: [String: Int] = [:]
    /// Prompts that say what was said, and their replacements.
    var telling: [(request: JSONObject, outcome: PromptOutcome)] = []

    /// The text of `parts`, of which what was `said` is hidden as `plan` has it; nil leaves none of
    /// it but the words of files.
    init(
        _ parts: SessionParts, said: SaidWords, plan: WordPlan? = nil, rules: [TextRule],
        engine: SessionEngine
    ) {
        self.parts = parts
        self.engine = engine
        recordedFiles = Set(
            parts.golden.events.compactMap { event in
                engine.vocabulary.text(.recording, of: event).map(Self.stem)
            })
        mask = WordMask(
            hiding: said.texts, needed: said.needed.union(plan?.kept ?? []), rules: rules,
            numbers: engine.numbers, swaps: plan?.swaps ?? [:],
            telephone: Self.telephone(of: parts).map(TelephoneNumbers.init) ?? TelephoneNumbers())
        hidePrompts()
        var named: Set<String> = []
        for input in parts.inputs {
            guard case .call(let call) = input.input else { continue }
            named.formUnion(WordMask.texts(.object(call.arguments)))
        }
        hideInputs()
        hideTrace(named)
        hideAnswers()
        hideTelephone()
    }

    private static func telephone(of parts: SessionParts) -> JSONObject? {
        parts.flowFiles[TelephoneFile.name].flatMap { (try? JSONReader.value(of: $0))?.object }
    }

    /// Puts the usual numbers in the place of those of the telephone, and hides what was said in
    /// what the app is asked to call with.
    private mutating func hideTelephone() {
        guard var telephone = Self.telephone(of: parts) else { return }
        for key in TelephoneFile.numbers {
            telephone[key] = TelephoneFile.defaults[key].map { .string($0) }
        }
        if let outbound = telephone["outbound"] { telephone["outbound"] = mask.hide(outbound) }
        parts.flowFiles[TelephoneFile.name] = JSONWriter.prettyBytes(.object(telephone))
    }

    /// Hides what was said in what the app did and asked of the world outside, and in the answers.
    /// A program that runs asks of its own: its questions stay, for they are told apart by them.
    private mutating func hideAnswers() {
        guard let program = engine.program else { return }
        let isCopied = parts.manifest.programFrames != nil
        var mask = mask
        for name in engine.tellingFiles where parts.flowFiles[name] != nil {
            let hidden = program.hidden(name, of: parts.flowFiles, hidesCalls: isCopied) { value in
                mask.hide(isCopied ? EncodedSound.hidden(value) : value)
            }
            parts.flowFiles[name] = hidden.bytes
            digests.merge(hidden.digests) { $1 }
        }
        self.mask = mask
    }

    /// Replacements of the texts, for a program that runs; nil for other engines.
    var redacted: HiddenTexts? {
        guard engine.program != nil else { return nil }
        let mask = mask
        return HiddenTexts(prompts: telling) { mask.agrees($0, $1) }
    }

    private mutating func hideInputs() {
        for index in parts.inputs.indices {
            switch parts.inputs[index].input {
            case .caller(var line):
                line.words = line.words.map { mask.hide($0, as: .heard) }
                line.failure = line.failure.map { mask.hide($0, as: .heard) }
                parts.inputs[index].input = .caller(line)
            case .call(let call): parts.inputs[index].input = .call(hidden(call))
            case .permission(let permission, let answer, let rest):
                parts.inputs[index].input = .permission(
                    hidden(permission), hidden(answer), rest: mask.hide(rest))
            case .audioSession(let news, let rest):
                parts.inputs[index].input = .audioSession(hidden(news), rest: mask.hide(rest))
            case .device(let news, let rest):
                parts.inputs[index].input = .device(hidden(news), rest: mask.hide(rest))
            case .end(let reason)
            where !Self.systemWords.contains(reason) && reason != engine.vocabulary.endReason:
                parts.inputs[index].input = .end(reason: mask.hide(reason))
            case .other(let kind, let fields):
                parts.inputs[index].input = .other(kind: mask.hide(kind), fields: mask.hide(fields))
            case .run, .gap, .returned, .recognizerDelay, .partialDelay, .key, .hangUp, .line,
                .end:
                break
            }
        }
    }

    private mutating func hidden(_ call: EngineCall) -> EngineCall {
        let names = engine.contents.names
        var hidden = call
        if !names.contains(call.facade) { hidden.facade = mask.hide(call.facade) }
        if !names.contains(call.name) { hidden.name = mask.hide(call.name) }
        hidden.arguments = call.arguments.members.reduce(into: [:]) { arguments, member in
            switch engine.contents.content(of: member.key, in: call) {
            case .name: arguments[member.key] = member.value
            case .expected:
                arguments[member.key] = mask.hide(valuesOf: member.value, but: engine.words.names)
            case .heard: arguments[member.key] = mask.hide(member.value, as: .heard)
            case nil:
                let argument: JSONObject = [member.key: member.value]
                for member in mask.hide(argument, keeping: names).members {
                    arguments[member.key] = member.value
                }
            }
        }
        return hidden
    }

    /// Hides what was said in the events that a replay begins from, and the names of others by
    /// which a replay finds the answers of the app: those in `named` came from the app itself.
    private mutating func hideTrace(_ named: Set<String>) {
        // A real recognizer's hypotheses of speech under way tell when which word was said.
        let timesWords = parts.manifest.recognizer.kind != RecognizerSetup.Kind.scripted.rawValue
        var events = parts.golden.events
        for index in events.indices {
            switch events[index].tap {
            case .words: events[index] = words(events[index], timesWords: timesWords)
            case .speech: events[index] = Self.plain(events[index])
            case .actions:
                for key in namingKeys(of: events[index]) {
                    guard let text = events[index].fields[key]?.string, named.contains(text) else {
                        continue
                    }
                    events[index].fields[key] = .string(mask.hide(text))
                }
            }
        }
        parts.golden = RecordedTrace(events: events)
    }

    /// Fields that may hold a name of the app's; of an undeclared kind that may be any.
    private func namingKeys(of event: TraceEvent) -> [String] {
        guard let kind = engine.vocabulary[event.kind] else {
            return event.fields.members.map(\.key)
        }
        return kind.fields.compactMap { field in
            field.role.map(Self.namingRoles.contains) ?? false ? field.name : nil
        }
    }

    /// An event of the words tap without what was said.
    private mutating func words(_ event: TraceEvent, timesWords: Bool) -> TraceEvent {
        var hidden = Self.plain(event)
        for key in [CoreKey.text, CoreKey.reason] {
            guard let text = event.fields[key]?.string else { continue }
            // An engine that hears of every word decides by them.
            let isTiming =
                event.core == .partial && timesWords && event.fields[CoreKey.words] == nil
                && mask.touches(text)
            hidden.fields[key] = .string(
                isTiming ? mask.token(for: text) : mask.hide(text, as: .heard))
        }
        for key in [CoreKey.words, CoreKey.alternatives] {
            let list = (event.fields[key]?.array ?? []).compactMap { word($0) }
            if !list.isEmpty { hidden.fields[key] = .array(list) }
        }
        return hidden
    }

    /// One word or reading of an engine that decides by them: its text hidden, its numbers as they
    /// were.
    private mutating func word(_ word: JSONValue) -> JSONValue? {
        guard let text = word.object?[CoreKey.text]?.string else { return nil }
        var hidden: JSONObject = [CoreKey.text: .string(mask.hide(text, as: .heard))]
        for key in [CoreKey.start, CoreKey.end, CoreKey.confidence, CoreKey.distance] {
            hidden[key] = word.object?[key]?.integer.map { .integer($0) }
        }
        let phones = (word.object?[CoreKey.phones]?.array ?? []).compactMap {
            phone($0, isSaid: mask.touches(text))
        }
        if !phones.isEmpty { hidden[CoreKey.phones] = .array(phones) }
        return .object(hidden)
    }

    /// A phone of a word, without its name where the word is hidden.
    private func phone(_ phone: JSONValue, isSaid: Bool) -> JSONValue? {
        guard let name = phone.object?[CoreKey.phone]?.string else { return nil }
        var hidden: JSONObject = [CoreKey.phone: .string(isSaid ? Self.hiddenPhone : name)]
        for key in [CoreKey.start, CoreKey.end, CoreKey.score] {
            hidden[key] = phone.object?[key]?.integer.map { .integer($0) }
        }
        return .object(hidden)
    }

    private static let hiddenPhone = "?"

    /// An event that a replay begins from, with what the format knows of it and no more: when which
    /// word was said, and what else was understood, is left out. Other events are as they were.
    static func plain(_ event: TraceEvent) -> TraceEvent {
        guard event.tap != .actions else { return event }
        var plain = event
        plain.fields = [:]
        plain.why = [:]
        for key in [CoreKey.text, CoreKey.reason] {
            plain.fields[key] = event.fields[key]?.string.map { .string($0) }
        }
        for key in [CoreKey.confidence, CoreKey.spoken, CoreKey.level, CoreKey.job] {
            plain.fields[key] = event.fields[key]?.integer.map { .integer($0) }
        }
        for key in CoreEvidence.allCases where key.isKeptByRedaction {
            plain.why[evidence: key] = event.why[evidence: key]
        }
        plain.why[TraceEvent.settingsKey] = event.why[TraceEvent.settingsKey]
        return plain
    }
}
