/// Judges whether a sentence is a command.
public protocol SAYTextMatcher: Sendable {
    /// Returns how well `text` fits; nil where it does not.
    func suggestion(for text: String) -> SAYCommandSuggestion?

    /// Example of a sentence that fits, for the answer to "what can I say?"; nil where it is not
    /// known.
    var example: String? { get }
}

extension SAYTextMatcher {
    /// Nil: a matcher names no sentence for help unless it has one.
    public var example: String? { nil }
}

/// Matches commands with templates: ``SAYCommandSuggestion/certain`` without entities,
/// ``SAYCommandSuggestion/veryLikely`` with them.
public struct SAYPatternCommandMatcher: SAYTextMatcher {
    /// Templates that a sentence is matched with, the best first.
    public let templates: TemplateSet

    /// Matches with `templates`; wrong ones match nothing and have ``TemplateSet/error``.
    public init(templates: [String], language: SpokenLanguage = .english) {
        self.init(TemplateSet(templates, language: language))
    }

    /// Matches with templates that are compiled already.
    init(_ templates: TemplateSet) { self.templates = templates }

    /// Matches with one template.
    public init(template: String, language: SpokenLanguage = .english) {
        self.init(templates: [template], language: language)
    }

    /// Returns the suggestion of the template that `text` fits.
    public func suggestion(for text: String) -> SAYCommandSuggestion? {
        templates.match(text).match.map { match in
            SAYCommandSuggestion(
                confidence: match.captures.isEmpty
                    ? SAYCommandSuggestion.certain : SAYCommandSuggestion.veryLikely,
                parameters: match.entities)
        }
    }

    /// The first template in plain words.
    public var example: String? { templates.example }
}

/// Matches commands with a function of the app.
public struct SAYBlockCommandMatcher: SAYTextMatcher {
    private let block: @Sendable (String) -> SAYCommandSuggestion?

    /// Matches with `block`, which gets the sentence and returns nil where it does not fit.
    public init(block: @escaping @Sendable (String) -> SAYCommandSuggestion?) {
        self.block = block
    }

    /// Returns the suggestion of the function.
    public func suggestion(for text: String) -> SAYCommandSuggestion? { block(text) }
}

extension TemplateSet {
    /// The first template in plain words: without optional parts, the first of alternatives,
    /// entities as their names.
    var example: String? {
        guard error == nil, let source = sources.first,
            let parts = try? TemplateParser.parts(of: source, template: 0)
        else { return nil }
        return Self.example(parts)
    }

    private static func example(_ parts: [TemplatePart]) -> String {
        parts.compactMap { part -> String? in
            switch part {
            case .word(let word): word
            case .entity(_, .list(let values)): values.first?.phrase
            case .entity(let name, _): plain(name)
            case .optional: nil
            case .choice(let branches): branches.first.map { example($0) }
            }
        }.joined(separator: " ")
    }

    /// `itemName` as "item name".
    private static func plain(_ name: String) -> String {
        name.reduce(into: "") { text, character in
            if character.isUppercase {
                text += " " + character.lowercased()
            } else {
                text.append(character == "_" ? " " : character)
            }
        }
    }
}
