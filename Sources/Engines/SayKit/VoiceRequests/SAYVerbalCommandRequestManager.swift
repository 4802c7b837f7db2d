/// Makes requests for commands, whose parts an app keeps in one place.
///
/// A sentence is resolved in two steps: standard commands come first, then what
/// ``customCommandResolver`` makes of it. The first command that a responder of
/// ``commandDispatcher`` can carry out is carried out. For recognizers with confidences and menus
/// use ``SAYVerbalCommandRequest/init(commandRegistry:promptText:completionBlock:)``.
@MainActor
public final class SAYVerbalCommandRequestManager {
    /// The manager of the app: an empty ``SAYTextResolutionRegistry`` and
    /// ``SAYCommandDispatcher/systemDispatcher``.
    public static let defaultManager = SAYVerbalCommandRequestManager(
        textResolver: SAYTextResolutionRegistry(), dispatcher: .systemDispatcher)

    /// Makes commands of text that is no standard command, or one that is not carried out.
    public var customCommandResolver: any SAYTextCommandResolver
    /// Finds what carries commands out.
    public var commandDispatcher: SAYCommandDispatcher
    /// The language of standard commands.
    public var language: SpokenLanguage

    /// A manager of these parts.
    public init(
        textResolver: any SAYTextCommandResolver, dispatcher: SAYCommandDispatcher,
        language: SpokenLanguage = .english
    ) {
        customCommandResolver = textResolver
        commandDispatcher = dispatcher
        self.language = language
    }

    /// A request by the parts that the manager has now.
    ///
    /// - Parameters:
    ///   - promptText: nil opens the microphone at once.
    ///   - completionBlock: is called once, after the command was carried out; with nil where the
    ///     request was cancelled.
    /// - Returns: a request to present once; later changes of the manager do not reach it.
    public func newRequest(
        promptText: String? = nil,
        completionBlock: @escaping @MainActor (SAYVerbalCommandResult?) -> Void = { _ in }
    ) -> SAYVerbalCommandRequest {
        let resolver = StandardFirstResolver(
            standard: SAYStandardCommandResolver(language: language),
            custom: customCommandResolver)
        return SAYVerbalCommandRequest(
            commandResolver: resolver, dispatcher: commandDispatcher, promptText: promptText,
            completionBlock: completionBlock)
    }
}

/// Resolver of the standard commands, then of those of the app.
private struct StandardFirstResolver: SAYTextCommandResolver {
    let standard: SAYStandardCommandResolver
    let custom: any SAYTextCommandResolver

    func resolveCommands(from text: String) -> SAYCommandEnumerator {
        standard.resolveCommands(from: text).appending(
            SAYCommandEnumerator(lazily: { custom.resolveCommandsFromText(text) }))
    }
}
