internal import VoiceJSON

/// Result of a ``SAYPatternMatchRequest``.
public struct SAYPatternMatchResult: Sendable, Equatable {
    /// The values by the names of their entities; empty without an answer.
    public var values: [String: EntityValue]
    /// The sentence; nil without an answer in words.
    public var transcription: String?
    /// Reason why there is no answer.
    public var error: SAYVoiceRequestError?

    /// ``values`` as plain Swift values: words and listed values are a `String`, every other kind
    /// is its content, such as an ``ExactNumber`` or a ``SpokenDate``.
    public var entities: [String: any Sendable] { values.mapValues(\.plain) }
}

/// Asks for a sentence of a form, until it is said.
@MainActor
open class SAYPatternMatchRequest: SAYStandardVoiceRequest<SAYPatternMatch> {
    /// Templates that an answer is matched with, in their notation.
    public let templates: [String]

    /// A request that calls `completionBlock` once; with nil where it was cancelled. A template
    /// that is wrong reaches it as `error`.
    public init(
        promptText: String, templates: [String],
        completionBlock: @escaping @MainActor (SAYPatternMatchResult?) -> Void
    ) {
        self.templates = templates
        let responder = SAYStandardRequestResponder<SAYPatternMatch>(outcomeAction: { outcome in
            if case .cancelled = outcome { return completionBlock(nil) }
            completionBlock(
                SAYPatternMatchResult(
                    values: outcome.value?.entities ?? [:],
                    transcription: outcome.value?.transcription ?? outcome.transcript,
                    error: outcome.error))
        })
        super.init(
            prompt: SAYVoicePrompt(message: promptText), expecting: .templates(templates),
            codec: Self.codec(templates), responder: responder)
    }

    /// A request with templates that are checked first.
    ///
    /// - Throws: ``TemplateError`` for the first wrong template.
    public convenience init(
        promptText: String, validating templates: [String],
        completionBlock: @escaping @MainActor (SAYPatternMatchResult?) -> Void
    ) throws(TemplateError) {
        _ = try TemplateSet(validating: templates)
        self.init(
            promptText: promptText, templates: templates, completionBlock: completionBlock)
    }

    /// A request that `responder` decides about.
    public init(
        templates: [String], prompt: SAYVoicePrompt?,
        responder: any SAYVoiceRequestResponder<SAYPatternMatch> =
            SAYStandardRequestResponder<SAYPatternMatch>()
    ) {
        self.templates = templates
        super.init(
            prompt: prompt, expecting: .templates(templates), codec: Self.codec(templates),
            responder: responder)
    }

    /// Matches the words again where there are words, which gives every entity its type.
    nonisolated static func codec(_ templates: [String]) -> ValueCodec<SAYPatternMatch> {
        ValueCodec(
            read: { json, transcript, language in
                let interpreter = SAYPatternMatchInterpreter(
                    templates: templates, language: language)
                return interpreter.interpret(transcript ?? "").value ?? plain(json)
            },
            write: { match in
                var entities = JSONObject()
                for (name, value) in match.entities.sorted(by: { $0.key < $1.key }) {
                    entities[name] =
                        value.number.map { LanguageInterpreter.value(of: $0) }
                        ?? .string(value.description)
                }
                return .object([
                    "template": .integer(Int64(match.match.template)),
                    "entities": .object(entities),
                ])
            })
    }

    private nonisolated static func plain(_ json: JSONValue) -> SAYPatternMatch? {
        guard let entities = json.object?["entities"]?.object else { return nil }
        var values: [String: EntityValue] = [:]
        for member in entities.members {
            let figures =
                switch member.value {
                case .integer(let number): String(number)
                case .decimal(let figures): figures
                default: ""
                }
            values[member.key] =
                ExactNumber(figures: figures).map { .number($0) }
                ?? .string(member.value.string ?? "")
        }
        let template = json.object?["template"]?.integer.map { Int(clamping: $0) } ?? 0
        return SAYPatternMatch(
            entities: values, transcription: "",
            match: TemplateMatch(
                template: template, captures: [], literalWords: 0, stringWords: 0, reason: .only,
                rivals: []))
    }
}
