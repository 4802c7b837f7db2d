public import VoiceTrace

extension TraceEvent {
    /// What happened, short enough for a table: `media P_Ask playAudio ended`, `transition from A`.
    ///
    /// The module is left out, except where the event is about a module.
    public var label: String {
        var words = [kind]
        for key in Self.causalKeys {
            guard let value = fields[key] else { continue }
            let text = value.string ?? JSONWriter.text(value)
            switch key {
            case "module":
                if kind.hasPrefix("module") { words.append(text) }
            case "to", "by":
                if kind != "transition" { words.append("\(key) \(text)") }
            case "from": words.append("from \(text)")
            default: words.append(text)
            }
        }
        return words.joined(separator: " ")
    }

    /// Whether both are the same event with the same particulars and evidence at the same frame.
    func isExactly(_ other: TraceEvent) -> Bool {
        frame == other.frame && hasContent(of: other)
    }

    /// Whether both are the same but for their time.
    func hasContent(of other: TraceEvent) -> Bool {
        kind == other.kind && tap == other.tap && fields == other.fields && why == other.why
    }
}
