/// Makes commands of an input, such as a sentence: one for each possible meaning, the likeliest
/// first.
public protocol SAYCommandResolver<Input> {
    /// Input that commands are made of.
    associatedtype Input

    /// Returns the commands that `input` may mean; an empty enumerator where it means nothing.
    func resolveCommands(from input: Input) -> SAYCommandEnumerator
}

/// Makes commands of text.
public protocol SAYTextCommandResolver: SAYCommandResolver where Input == String {}

extension SAYTextCommandResolver {
    /// Returns the commands that `text` may mean.
    public func resolveCommandsFromText(_ text: String) -> SAYCommandEnumerator {
        resolveCommands(from: text)
    }
}

/// Makes the standard commands of text, by the templates of a language.
public struct SAYStandardCommandResolver: SAYTextCommandResolver {
    private let language: SpokenLanguage

    /// A resolver for sentences of `language`.
    public init(language: SpokenLanguage = .english) { self.language = language }

    /// The standard commands that `text` fits with ``SAYCommandSuggestion/likely`` or more.
    public func resolveCommands(from text: String) -> SAYCommandEnumerator {
        SAYCommandEnumerator(lazily: { [language] in
            let recognizers = SAYStandardCommand.allCases.map {
                command -> (type: String, matchers: [any SAYTextMatcher]) in
                let templates = language.words.commands[command.rawValue] ?? []
                let matcher = SAYPatternCommandMatcher(templates: templates, language: language)
                return (command.rawValue, templates.isEmpty ? [] : [matcher])
            }
            let found = CommandResolution.resolve(text, recognizers).candidates
            return SAYCommandEnumerator(
                found.filter { $0.confidence >= SAYCommandSuggestion.likely }.map(\.command))
        })
    }
}

/// Makes commands of one type of text that fits templates.
public struct SAYPatternResolver: SAYTextCommandResolver {
    /// The type of the commands.
    public let commandType: String
    private let matcher: SAYPatternCommandMatcher

    /// A resolver by `templates`, whose entities become parameters of the command.
    ///
    /// - Throws: ``TemplateError`` for the first wrong template.
    public init(
        commandType: String, templates: [String], language: SpokenLanguage = .english
    ) throws(TemplateError) {
        self.commandType = commandType
        _ = try TemplateSet(validating: templates, language: language)
        matcher = SAYPatternCommandMatcher(templates: templates, language: language)
    }

    /// The command that `text` is, if it fits.
    public func resolveCommands(from text: String) -> SAYCommandEnumerator {
        let parameters = matcher.suggestion(for: text)?.parameters
        return SAYCommandEnumerator(
            parameters.map { [SAYCommand(type: commandType, parameters: $0)] } ?? [])
    }
}

/// Makes commands of text by functions of the app, in the order of their registration.
public final class SAYTextResolutionRegistry: SAYTextCommandResolver {
    /// Makes a command of text; nil where the text is no command.
    public typealias Resolver = (String) -> SAYCommand?

    private var resolvers: [(tag: String?, resolve: Resolver)] = []

    /// A registry without functions.
    public init() {}

    /// Asks `resolver` as well, after the others.
    ///
    /// `tag` names the function for ``deregisterTextResolver(withTag:)``.
    public func registerTextResolver(
        withTag tag: String? = nil, _ resolver: @escaping Resolver
    ) { resolvers.append((tag, resolver)) }

    /// Stops asking every function that was registered with `tag`.
    public func deregisterTextResolver(withTag tag: String) {
        resolvers.removeAll { $0.tag == tag }
    }

    /// Stops asking all functions.
    public func deregisterAll() { resolvers = [] }

    /// Returns the commands that the functions make of `text`. Each is called when its command is
    /// asked for.
    public func resolveCommands(from text: String) -> SAYCommandEnumerator {
        var rest = resolvers.makeIterator()
        return SAYCommandEnumerator {
            while let resolver = rest.next() {
                if let command = resolver.resolve(text) { return command }
            }
            return nil
        }
    }
}
