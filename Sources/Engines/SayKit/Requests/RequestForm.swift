internal import VoiceJSON

/// Form of a voice request, with all that it asks: the value that the call `present` brings.
///
/// Keys: `kind`; `prompt`, a text or an object with `spoken` and `display`; `followupPrompt`, which
/// is spoken before asking again; `retries`, -1 for ever, once unless given, and for a pattern
/// until speech matches, but once where nothing is said; `options` of a select request, texts or
/// objects with `label` and `aliases`; `templates` of a pattern request; `commands` of a command
/// request; `globals`, wordings that are answered by their key whatever the request asks, as in
/// `{"back": ["go back"]}`; `interpreter`, `responder` and `recognizer`, "app" where the app's own
/// decides.
struct RequestForm: Sendable, Hashable {
    /// Kind of the answer that is asked for.
    enum Kind: String, Sendable, CaseIterable {
        case confirmation, select, string, numerical, pattern, command
    }

    /// Decider about an answer.
    enum Decider: String, Sendable, CaseIterable {
        /// The engine, by the rules of the request's kind.
        case standard
        /// The app: it is called back, and its call is waited for.
        case app
    }

    /// One choice of a select request.
    struct Option: Sendable, Hashable {
        var label: String
        var aliases: [String] = []
    }

    /// Wordings that are answered by a name in every request.
    struct Global: Sendable, Hashable {
        var name: String
        var wordings: [String]
    }

    /// Options, templates, commands or aliases at most.
    static let listLimit = 10_000
    /// Times a request is asked at most, also one that asks for ever.
    static let attemptLimit = 1_000

    /// The keys of a request.
    static let keys = [
        "kind", "prompt", "followupPrompt", "retries", "options", "templates", "commands",
        "globals", "interpreter", "responder", "recognizer",
    ]

    var kind: Kind
    /// Utterance that is spoken; nil for a request that listens at once.
    var prompt: SAYSpeechUtterance?
    /// Text that is shown; the spoken text where nothing else is.
    var display: String
    /// Text that is spoken before asking again; nil for the standard sentence.
    var followupPrompt: String?
    /// Number of times that a failed answer is asked for again; nil without limit.
    var retries: Int?
    /// Number of times in a row that it is asked again without any speech; nil where ``retries``
    /// alone counts.
    var silentRetries: Int?
    var options: [Option] = []
    var templates: [String] = []
    /// Recognisers of commands, in the form of the command catalogue.
    var commands: JSONValue = .null
    var globals: [Global] = []
    var interpreter = Decider.standard
    var responder = Decider.standard
    var recognizer = Decider.standard

    /// A request of `kind` that speaks and shows `prompt`.
    init(_ kind: Kind, prompt: String?) {
        self.kind = kind
        self.prompt = prompt.map { SAYSpeechUtterance($0) }
        display = prompt ?? ""
        // A pattern is asked for until speech matches it, but not where nothing is said.
        retries = kind == .pattern ? nil : Self.standardRetries
        silentRetries = kind == .pattern ? Self.standardRetries : nil
    }

    /// Times that a failed answer is asked for again.
    private static let standardRetries = 1

    init(_ value: JSONValue, at place: String = "request") throws(SayFormError) {
        let reader = try FormReader(value, at: place)
        guard let kind = try reader.word("kind", as: Kind.self) else {
            throw .missing(place: place, key: "kind")
        }
        self.init(kind, prompt: nil)
        if let value = reader.value("prompt") { try readPrompt(value, at: "\(place).prompt") }
        followupPrompt = try reader.text("followupPrompt")
        if let retries = try reader.number("retries", -1...Int64(Self.attemptLimit)) {
            self.retries = retries < 0 ? nil : Int(retries)
            silentRetries = nil
        }
        for (value, place) in try reader.list("options", limit: Self.listLimit) {
            options.append(try Self.option(value, at: place))
        }
        templates = try reader.texts("templates", limit: Self.listLimit)
        commands = reader.value("commands") ?? .null
        if let globals = reader.value("globals") {
            try readGlobals(globals, at: "\(place).globals")
        }
        interpreter = try reader.word("interpreter", as: Decider.self) ?? .standard
        responder = try reader.word("responder", as: Decider.self) ?? .standard
        recognizer = try reader.word("recognizer", as: Decider.self) ?? .standard
    }

    private mutating func readPrompt(_ value: JSONValue, at place: String) throws(SayFormError) {
        if let object = value.object, object["text"] == nil {
            let reader = try FormReader(value, at: place)
            if let spoken = reader.value("spoken") {
                prompt = try SAYSpeechUtterance(spoken, at: "\(place).spoken")
            }
            display = try reader.text("display") ?? prompt?.text ?? ""
        } else {
            let spoken = try SAYSpeechUtterance(value, at: place)
            prompt = spoken
            display = spoken.text
        }
    }

    private mutating func readGlobals(_ value: JSONValue, at place: String) throws(SayFormError) {
        let reader = try FormReader(value, at: place)
        guard reader.object.members.count <= 100 else {
            throw .tooLong(place: place, count: reader.object.members.count, limit: 100)
        }
        for member in reader.object.members {
            let wordings = try reader.texts(member.key, limit: 100)
            globals.append(Global(name: member.key, wordings: wordings))
        }
    }

    private static func option(_ value: JSONValue, at place: String) throws(SayFormError) -> Option
    {
        if value.string != nil { return Option(label: try FormReader.text(value, at: place)) }
        let reader = try FormReader(value, at: place)
        guard let label = try reader.text("label") else {
            throw .missing(place: place, key: "label")
        }
        return Option(label: label, aliases: try reader.texts("aliases", limit: listLimit))
    }

    /// Returns what is spoken and what is shown before an answer is asked for again: the follow-up
    /// prompt, or else the prompt behind the `reason` why the answer is of no use, which is an
    /// apology of `language` where nothing is known.
    func reprompt(
        in language: SpokenLanguage, because reason: String?
    ) -> (spoken: SAYSpeechUtterance, shown: String) {
        var speech = prompt ?? SAYSpeechUtterance("")
        if let followupPrompt, !followupPrompt.isEmpty {
            speech.text = followupPrompt
            return (speech, followupPrompt)
        }
        let reason = reason ?? language.sentence("notUnderstood")
        func behind(_ text: String) -> String { text.isEmpty ? reason : "\(reason) \(text)" }
        speech.text = behind(speech.text)
        return (speech, behind(display))
    }

    /// Members of the event of a request: what it asks and shows, how often it asks again, and
    /// everything else that its author wrote.
    var told: JSONObject {
        var fields: JSONObject = [
            "ask": .string(kind.rawValue), "prompt": .string(display),
            "retries": .integer(retries.map { Int64($0) } ?? -1),
        ]
        if let prompt, prompt.json != .string(display) { fields["spoken"] = prompt.json }
        fields["followup"] = followupPrompt.map { .string($0) }
        if !options.isEmpty { fields["options"] = .array(options.map(\.told)) }
        if !templates.isEmpty { fields["templates"] = Self.texts(templates) }
        if commands != .null { fields["commands"] = commands }
        if !globals.isEmpty {
            var wordings = JSONObject()
            for global in globals { wordings[global.name] = Self.texts(global.wordings) }
            fields["globals"] = .object(wordings)
        }
        let deciders = [
            ("interpreter", interpreter), ("responder", responder), ("recognizer", recognizer),
        ]
        for (name, decider) in deciders where decider != .standard {
            fields[name] = .string(decider.rawValue)
        }
        return fields
    }

    private static func texts(_ texts: [String]) -> JSONValue {
        .array(texts.map { .string($0) })
    }
}

extension RequestForm.Option {
    /// The label, with its aliases where it has some.
    fileprivate var told: JSONValue {
        guard !aliases.isEmpty else { return .string(label) }
        return ["label": .string(label), "aliases": .array(aliases.map { .string($0) })]
    }
}
