internal import VoiceJSON

/// One instruction of a server on a call, as the answer to a webhook has it.
///
/// Source: twilio.com/docs/voice/twiml.
enum CallVerb: Equatable {
    /// Deeds of elements that a carrier's file names.
    enum Deed: String, CaseIterable {
        case say, play, gather, pause, redirect, dial, hangUp, connect, stream
    }

    /// Digits or words that a caller is asked for.
    struct Gather: Equatable {
        let action: String
        let method: String
        /// Number of digits that is enough; nil for any.
        let count: Int?
        /// Key that ends the digits; nil for none.
        let end: Character?
        let seconds: Int64
        /// Whether the server is asked without digits, too.
        let asksWithoutDigits: Bool
        let hearsKeys: Bool
        let hearsWords: Bool
        /// Silence that ends the words, in milliseconds; nil where the carrier decides.
        let silenceMilliseconds: Int64?
        /// Instructions that are followed meanwhile.
        let verbs: [CallVerb]
    }

    case say(String)
    case play(String)
    case gather(Gather)
    case pause(seconds: Int64)
    case redirect(String, method: String)
    case dial(String)
    case hangUp
    /// The sound of the call goes to a WebSocket; `action` is asked behind it.
    case stream(String, parameters: JSONObject, action: String?, method: String)
    /// The caller's words go to a WebSocket; `action` is asked behind it.
    case relay(WordRelay.Offer, parameters: JSONObject, action: String?, method: String)

    /// Instructions of one answer at most, those of loops and inside others counted.
    static let limit = 1_000

    /// Reads the instructions in the answer to a webhook.
    ///
    /// - Throws: ``ProgramFault``, which says what the server answers.
    static func list(_ text: String, _ carrier: Carrier) throws(ProgramFault) -> [CallVerb] {
        if carrier.webhook?.answer == .actions { return try actions(text, carrier) }
        guard text.contains("<") else {
            throw ProgramFault("answers without instructions (XML with <Response>)")
        }
        let root: MarkupElement
        do throws(ProgramFault) {
            root = try MarkupElement(text)
        } catch { throw ProgramFault("answers with XML that \(error.what)") }
        guard root.name == "Response" else {
            throw ProgramFault("answers with <\(root.name)> in the place of <Response>")
        }
        var count = 0
        return try list(root.children, carrier, &count)
    }

    private static func list(
        _ elements: [MarkupElement], _ carrier: Carrier, _ count: inout Int
    ) throws(ProgramFault) -> [CallVerb] {
        var verbs: [CallVerb] = []
        for element in elements {
            guard let deed = carrier.verbs[element.name] else {
                let known = carrier.verbs.keys.sorted().map { "<\($0)>" }
                throw ProgramFault(
                    "answers with <\(element.name)>, which voicetest does not play. It plays"
                        + " \(known.joined(separator: ", "))")
            }
            let more = try read(deed, element, carrier, &count)
            count += more.count
            guard count <= limit else {
                throw ProgramFault("answers with more than \(limit) instructions")
            }
            verbs += more
        }
        return verbs
    }

    private static func read(
        _ deed: Deed, _ element: MarkupElement, _ carrier: Carrier, _ total: inout Int
    ) throws(ProgramFault) -> [CallVerb] {
        let action = element.attributes["action"].flatMap { $0.isEmpty ? nil : $0 }
        let method = element.attributes["method"]?.uppercased() ?? "POST"
        switch deed {
        case .say, .play:
            guard !element.text.isEmpty else { return [] }
            let count = max(1, element.attributes["loop"].flatMap { Int($0) } ?? 1)
            return [CallVerb](
                repeating: deed == .say ? .say(element.text) : .play(element.text),
                count: min(count, 100))
        case .pause:
            let length = element.attributes["length"].flatMap { Int64($0) } ?? 1
            return [.pause(seconds: min(max(0, length), 3_600))]
        case .redirect: return [.redirect(element.text, method: method)]
        case .hangUp: return [.hangUp]
        case .dial: return [.dial(([element.text] + element.children.map(\.text)).joined())]
        case .gather: return [.gather(try gather(element, method, carrier, &total))]
        case .stream:
            return [.stream(element.text, parameters: [:], action: action, method: method)]
        case .connect:
            if let inside = element.children.first, inside.name == carrier.words?.element {
                return [try relay(inside, action: action, method: method)]
            }
            guard let stream = element.children.first, stream.name == "Stream",
                element.children.count == 1, let url = stream.attributes["url"]
            else {
                let inside = element.children.first.map { "<\($0.name)>" } ?? "nothing"
                throw ProgramFault(
                    "answers with <\(element.name)> of \(inside). voicetest connects a call to a"
                        + " <Stream url=\"wss://…\">")
            }
            return [
                .stream(
                    url, parameters: parameters(of: stream), action: action, method: method)
            ]
        }
    }

    private static func gather(
        _ element: MarkupElement, _ method: String, _ carrier: Carrier, _ total: inout Int
    ) throws(ProgramFault) -> Gather {
        let input = element.attributes["input"] ?? "dtmf"
        let inputs = Set(input.split(separator: " "))
        guard !inputs.isEmpty, inputs.isSubset(of: ["dtmf", "speech"]),
            carrier.webhook?.words != nil || !inputs.contains("speech")
        else {
            throw ProgramFault(
                "gathers \(ProgramLineReader.quoted(input)). voicetest gathers the keys of a"
                    + " caller (dtmf) and, at carriers that do so, the words (speech)")
        }
        let silence = element.attributes["speechTimeout"].flatMap { Int64($0) }
        let finish = element.attributes["finishOnKey"] ?? "#"
        return Gather(
            action: element.attributes["action"] ?? "", method: method,
            count: element.attributes["numDigits"].flatMap { Int($0) }.map { max(1, $0) },
            end: finish.first,
            seconds: element.attributes["timeout"].flatMap { Int64($0) }
                .map { min(max(0, $0), 3_600) } ?? 5,
            asksWithoutDigits: element.attributes["actionOnEmptyResult"] == "true",
            hearsKeys: inputs.contains("dtmf"), hearsWords: inputs.contains("speech"),
            silenceMilliseconds: silence.map { min(max(1, $0), 30) * 1_000 },
            verbs: try list(element.children, carrier, &total))
    }
}
