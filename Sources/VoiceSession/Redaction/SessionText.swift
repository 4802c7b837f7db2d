internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// What was said in a session, and the same session without it.
struct SessionText {
    static let scenarioName = "scenario.json"
    private static let failureKind = "recognitionError"
    let parts: SessionParts
    private(set) var mask: WordMask

    /// The text of `parts`, of which what was said in `spans` is to be hidden.
    init(_ parts: SessionParts, spans: [Range<Int>], rules: [TextRule]) {
        self.parts = parts
        var said: [String] = []
        for input in parts.inputs {
            switch input.input {
            case .caller(let line):
                let start = Int(clamping: line.active.lowerBound)
                let active = start..<Int(clamping: line.active.upperBound)
                if let words = line.words, spans.contains(where: { $0.overlaps(active) }) {
                    said.append(words)
                }
            case .call(let call):
                if let text = call.arguments["hypothesis"]?.string ?? call.arguments["text"]?.string
                {
                    said.append(text)
                }
            default: break
            }
        }
        for event in parts.golden.events where event.tap == .words {
            guard let text = event.fields["text"]?.string else { continue }
            let start = Int(clamping: event.why["start"]?.integer ?? 0)
            let end = Int(clamping: event.why["end"]?.integer ?? .max)
            if spans.contains(where: { $0.overlaps(start..<max(start, end)) }) { said.append(text) }
        }
        mask = WordMask(hiding: said, needed: Self.needed(by: parts), rules: rules)
    }

    /// The words of the flow's files and of the engine's own texts.
    private static func needed(by parts: SessionParts) -> Set<String> {
        var words: Set<String> = []
        for (name, bytes) in parts.flowFiles where name != scenarioName {
            words.formUnion(WordMask.words(String(decoding: bytes, as: UTF8.self)))
        }
        var texts = Array(parts.flowFiles.keys)
        for event in parts.golden.events {
            var fields = event.fields
            if event.kind == Self.failureKind { fields["reason"] = nil }
            texts += [event.kind] + WordMask.ownTexts(fields) + WordMask.ownTexts(event.why)
        }
        for input in parts.inputs { texts += WordMask.ownTexts(input.object) }
        return words.union(texts.flatMap(WordMask.words))
    }

    /// The session's inputs and events with the words replaced.
    func hidden() -> SessionParts {
        var hidden = parts
        hidden.inputs = parts.inputs.map { input in
            var input = input
            switch input.input {
            case .caller(var line):
                line.words = line.words.map(mask.hide)
                line.failure = line.failure.map(mask.hide)
                input.input = .caller(line)
            case .call(var call):
                call.arguments = mask.hide(call.arguments)
                input.input = .call(call)
            default: break
            }
            return input
        }
        hidden.golden = RecordedTrace(
            events: parts.golden.events.map { event in
                var event = event
                // What a prompt says stands in the prompt, too: that is looked at on its own.
                if event.kind != "segment" { event.fields = mask.hide(event.fields) }
                // The scenario's own text, which may tell what was not understood.
                if event.kind == Self.failureKind, let reason = event.fields["reason"]?.string {
                    event.fields["reason"] = .string(mask.hide(reason))
                }
                event.why = mask.hide(event.why)
                return event
            })
        return hidden
    }

    /// Prompts that say what was to be hidden.
    var tellingPrompts: Int {
        parts.prompts.digests.count { digest in
            guard let request = parts.prompts[digest]?.request else { return false }
            return mask.touches(JSONWriter.text(.object(request)))
        }
    }
}
