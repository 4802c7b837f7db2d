import VoiceEngine
import VoiceJSON

/// Events and callbacks as one short line each.
enum EventText {
    static func line(_ kind: String, _ fields: JSONObject) -> String {
        func text(_ key: String) -> String { fields[key].map(plain) ?? "" }
        switch kind {
        case "moduleStart": return "> \(text("module"))"
        case "moduleEnd": return "< \(text("module"))"
        case "transition": return "\(text("from")) -> \(text("to")) (\(text("by")))"
        case "media": return "\(pair(fields)) \(text("event"))"
        case "segment":
            let level = fields["volume"] == nil ? "" : " at \(text("volume"))"
            return "segment \(text("prompt"))\(level)"
        case "field": return "\(text("name")) = \(text("value")) by \(text("by"))"
        case "intent": return "intent \(text("intent")) by \(text("by"))"
        case "prompt": return "\(text("prompt")) \(text("style")) \(text("member"))"
        case "flowEnd": return "flowEnd \(text("reason")) \(text("error"))".trimmed
        case "error":
            let key = text("key").isEmpty ? "" : " \(text("key"))=\(text("target"))"
            return "\(text("error"))\(key)"
        default: return kind
        }
    }

    static func line(_ callback: EngineCallback) -> String {
        let arguments = callback.arguments
        switch callback.name {
        case "MediaEvent": return line("media", arguments)
        case "SRHypothesis": return "heard \(arguments["hypothesis"].map(plain) ?? "")"
        case "PlayAudioSegmentData": return "segment \(arguments["prompt"].map(plain) ?? "")"
        case "PreModuleStart": return "before \(arguments["module"].map(plain) ?? "")"
        case "PreModuleEnd": return "after \(arguments["module"].map(plain) ?? "")"
        default: return callback.name
        }
    }

    /// What a media event is about: `speech Ask`, `all HELLO` or `part HELLO`.
    static func pair(_ fields: JSONObject) -> String {
        let item = fields["item"].map(plain) ?? ""
        switch fields["function"]?.string {
        case "playAudio": return "all \(item)"
        case "playAudioSegment": return "part \(item)"
        case "recordAudio": return "recording \(item)"
        case "audioSession": return "session \(item)"
        default: return "listening \(item)"
        }
    }

    private static func plain(_ value: JSONValue) -> String {
        value.string ?? JSONWriter.text(value)
    }
}
