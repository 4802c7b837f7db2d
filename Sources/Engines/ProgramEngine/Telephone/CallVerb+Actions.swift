internal import VoiceFiles
internal import VoiceJSON

/// Instructions as a list of actions in JSON.
///
/// Source: developer.vonage.com/voice/voice-api/ncco-reference.
extension CallVerb {
    private static let loopLimit: Int64 = 100

    /// Reads the actions in the answer to a webhook.
    ///
    /// - Throws: ``ProgramFault``, which says what the server answers.
    static func actions(_ text: String, _ carrier: Carrier) throws(ProgramFault) -> [CallVerb] {
        guard let list = (try? JSONReader.value(of: Array(text.utf8)))?.array else {
            throw ProgramFault("answers without instructions (a list of actions in JSON)")
        }
        var verbs: [CallVerb] = []
        for element in list {
            let action = element.object ?? [:]
            let name = action["action"]?.string ?? ""
            guard let deed = carrier.verbs[name] else {
                let known = carrier.verbs.keys.sorted().map { "\"\($0)\"" }
                throw ProgramFault(
                    "answers with the action \(ProgramLineReader.quoted(name)), which voicetest"
                        + " does not play. It plays \(known.joined(separator: ", "))")
            }
            verbs += try read(deed, name, action, carrier)
            guard verbs.count <= limit else {
                throw ProgramFault("answers with more than \(limit) instructions")
            }
        }
        return verbs
    }

    private static func read(
        _ deed: Deed, _ name: String, _ action: JSONObject, _ carrier: Carrier
    ) throws(ProgramFault) -> [CallVerb] {
        let count = Int(min(max(1, action["loop"]?.integer ?? 1), loopLimit))
        switch deed {
        case .say:
            guard let text = action["text"]?.string, !text.isEmpty else { return [] }
            return [CallVerb](repeating: .say(text), count: count)
        case .play:
            guard let url = action["streamUrl"]?.array?.first?.string else { return [] }
            return [CallVerb](repeating: .play(url), count: count)
        case .connect: return [try connect(action, carrier)]
        default: throw ProgramFault("answers with the action \(ProgramLineReader.quoted(name))")
        }
    }

    private static func connect(
        _ action: JSONObject, _ carrier: Carrier
    ) throws(ProgramFault) -> CallVerb {
        let endpoint = action["endpoint"]?.array?.first?.object ?? [:]
        let type = endpoint["type"]?.string ?? ""
        guard type == "websocket", let url = endpoint["uri"]?.string else {
            guard let number = (endpoint["number"] ?? endpoint["uri"] ?? endpoint["user"])?.string
            else {
                throw ProgramFault(
                    "connects the call to \(ProgramLineReader.quoted(type)). voicetest connects it"
                        + " to an endpoint \"websocket\" with \"uri\"")
            }
            return .dial(number)
        }
        let form = "audio/l16;rate=\(carrier.sampleRate)"
        // Vonage's own SDK leaves the type out where the bot names none.
        let usual = "audio/l16;rate=\(carrier.rates[0])"
        let asked = endpoint["content-type"].map { $0.string ?? "" } ?? usual
        guard asked.filter({ !$0.isWhitespace }).lowercased() == form else {
            let says =
                endpoint["content-type"] == nil
                ? "names no \"content-type\", which asks for \(ProgramLineReader.quoted(usual))"
                : "asks for sound as \(ProgramLineReader.quoted(asked))"
            throw ProgramFault(
                "\(says), and the telephone has"
                    + " \"\(form)\". Write its \"rate\" into \"telephone\" of voicetest.json:"
                    + " \(carrier.rates.map(String.init).joined(separator: " or "))")
        }
        return .stream(
            url, parameters: endpoint["headers"]?.object ?? [:], action: nil, method: "POST")
    }
}
