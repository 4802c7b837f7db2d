internal import VoiceAudio
internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// What was said in a session, and the same session without it.
///
/// Only what comes from outside is rewritten: inputs, words, prompts. Every other event of a
/// redacted session is one that a replay of these brought about.
struct SessionText {
    /// Words of the format itself: what the world brings is told with these.
    private static let systemWords: Set<String> = [
        "opened", "lost", "underrun", "saved", "recordingFailed", "playbackFailed", "began",
        "ended", "nothing", "failed", "granted", "denied", "microphone", "speech",
        "speechRecognition", "unknownError", "unknown", "unspecified", "interrupted",
        "stopRequest", "endOfPrompt", "alreadyRecording", "writeToStreamError",
        "recordingFileError", "audioFormatError", "maxPreSpeechSilenceExceeded",
        "maxPostSpeechSilenceExceeded", "maxSpeechLengthExceeded", "maxAudioLengthExceeded",
        "maxAudioExceeded", "flowEnd", "frames", "record", "recovered", "limits", "duration",
        "stopped", "deviceLost", "trigger", "input",
    ]
    private static let numberKeys: Set<String> = ["rate", "latency", "frames"]
    private static let worldKeys = numberKeys.union([
        "event", "name", "outcome", "reason", "what", "answer",
    ])
    /// Keys of an event's fields that may name what an app's call named.
    private static let namingKeys = ["name", "intent", "item", "module", "prompt", "from", "to"]

    var parts: SessionParts
    var mask: WordMask
    private let vocabulary: Set<String>
    let recordedFiles: Set<String>
    /// What the digests of prompts became that say what was said.
    var digests: [String: String] = [:]
    /// Lengths of the prompts, by their new digests, that are silent now.
    var silenced: [String: Int] = [:]

    /// The text of `parts`, of which what was said in `spans` is hidden; all where they are nil.
    /// `calls` are names of calls and of their arguments.
    init(_ parts: SessionParts, spans: [Range<Int>]?, rules: [TextRule], calls: Set<String>) {
        self.parts = parts
        vocabulary = calls.union(["hypothesis", "text"])
        recordedFiles = Set(
            parts.golden.events.compactMap { event in
                event.fields["recordedFile"]?.string.map(Self.stem)
            })
        let words = SaidWords(parts, spans: spans)
        mask = WordMask(hiding: words.said, needed: words.needed, rules: rules)
        hidePrompts()
        var named: Set<String> = []
        for input in parts.inputs {
            guard case .call(let call) = input.input else { continue }
            named.formUnion(WordMask.texts(.object(call.arguments)))
        }
        hideInputs()
        hideTrace(named)
    }

    private mutating func hideInputs() {
        for index in parts.inputs.indices {
            switch parts.inputs[index].input {
            case .caller(var line):
                line.words = line.words.map { mask.hide($0) }
                line.failure = line.failure.map { mask.hide($0) }
                parts.inputs[index].input = .caller(line)
            case .call(var call):
                if !vocabulary.contains(call.facade) { call.facade = mask.hide(call.facade) }
                if !vocabulary.contains(call.name) { call.name = mask.hide(call.name) }
                call.arguments = mask.hide(call.arguments, keeping: vocabulary)
                parts.inputs[index].input = .call(call)
            case .permission(let news): parts.inputs[index].input = .permission(hide(world: news))
            case .audioSession(let news):
                parts.inputs[index].input = .audioSession(hide(world: news))
            case .device(let news): parts.inputs[index].input = .device(hide(world: news))
            case .end(let reason) where !Self.systemWords.contains(reason):
                parts.inputs[index].input = .end(reason: mask.hide(reason))
            case .other(let kind, let fields):
                parts.inputs[index].input = .other(kind: mask.hide(kind), fields: mask.hide(fields))
            case .run, .gap, .returned, .recognizerDelay, .partialDelay, .end: break
            }
        }
    }

    /// News of devices and the like: the words and numbers of the format stay.
    private mutating func hide(world news: JSONObject) -> JSONObject {
        var hidden = JSONObject()
        for member in news.members {
            guard Self.worldKeys.contains(member.key) else {
                hidden[mask.hide(member.key)] = mask.hide(member.value)
                continue
            }
            let isOwn = member.value.string.map(Self.systemWords.contains) ?? false
            let isNumber = member.value.integer != nil && Self.numberKeys.contains(member.key)
            hidden[member.key] = isOwn || isNumber ? member.value : mask.hide(member.value)
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
                for key in Self.namingKeys {
                    guard let text = events[index].fields[key]?.string, named.contains(text) else {
                        continue
                    }
                    events[index].fields[key] = .string(mask.hide(text))
                }
            }
        }
        parts.golden = RecordedTrace(events: events)
    }

    /// An event of the words tap without what was said.
    private mutating func words(_ event: TraceEvent, timesWords: Bool) -> TraceEvent {
        var hidden = Self.plain(event)
        for key in ["text", "reason"] {
            guard let text = event.fields[key]?.string else { continue }
            let isTiming = event.kind == "partial" && timesWords && mask.touches(text)
            hidden.fields[key] = .string(isTiming ? mask.token(for: text) : mask.hide(text))
        }
        return hidden
    }

    /// An event that a replay begins from, with what the format knows of it and no more: when which
    /// word was said, and what else was understood, is left out. Other events are as they were.
    static func plain(_ event: TraceEvent) -> TraceEvent {
        guard event.tap != .actions else { return event }
        var plain = event
        plain.fields = [:]
        plain.why = [:]
        for key in ["text", "reason"] {
            plain.fields[key] = event.fields[key]?.string.map { .string($0) }
        }
        for key in ["confidence", "spoken"] {
            plain.fields[key] = event.fields[key]?.integer.map { .integer($0) }
        }
        for key in measures {
            plain.why[key] = event.why[key]?.integer.map { .integer($0) }
        }
        plain.why[TraceEvent.settingsKey] = event.why[TraceEvent.settingsKey]
        return plain
    }

    private static let measures = [
        "energy", "floor", "margin", "threshold", "duration", "limit", "start", "end",
    ]
}
