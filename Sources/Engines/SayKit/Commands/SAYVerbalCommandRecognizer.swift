/// Recognizes one command: its type, how sentences are matched, what it does, its menu items.
///
/// A class, because apps keep the recognizer that they register and add matchers later.
open class SAYVerbalCommandRecognizer {
    /// An entry of a menu of commands.
    public struct MenuItem: Sendable, Equatable {
        /// Text that the menu shows.
        public var label: String
        /// Parameters of the entry's command.
        public var parameters: [String: EntityValue]

        /// An entry.
        public init(label: String, parameters: [String: EntityValue] = [:]) {
            self.label = label
            self.parameters = parameters
        }
    }

    /// The type of the commands that it recognizes: what its action is chosen by.
    public let commandType: String
    /// Matchers that are asked whether a sentence is the command, in order.
    public private(set) var textMatchers: [any SAYTextMatcher] = []
    /// The entries of a menu, in order.
    public private(set) var menuItems: [MenuItem] = []
    /// Function that carries the command out.
    public let actionBlock: (SAYCommand) -> Void
    /// Says what follows the command, instead of ``actionBlock`` where a request asked for it;
    /// nil for the action alone.
    public var responseBuilder: ((SAYCommand) -> SAYVoiceRequestResponse)?

    /// Recognizes commands of `commandType`, with the templates that `language` has for it.
    public init(
        commandType: String, language: SpokenLanguage = .english,
        actionBlock: @escaping (SAYCommand) -> Void
    ) {
        self.commandType = commandType
        self.actionBlock = actionBlock
        if let templates = language.words.commands[commandType], !templates.isEmpty {
            textMatchers = [SAYPatternCommandMatcher(templates: templates, language: language)]
        }
    }

    /// Recognizes commands of `commandType`; `responseBuilder` says what follows each.
    public convenience init(
        commandType: String, language: SpokenLanguage = .english,
        responseBuilder: @escaping (SAYCommand) -> SAYVoiceRequestResponse
    ) {
        self.init(commandType: commandType, language: language) { _ in }
        self.responseBuilder = responseBuilder
    }

    /// Recognizes commands of `commandType`; `action` says what follows each, nil for nothing.
    /// `target` gets the commands while it is there; the recognizer does not keep it.
    public convenience init<Target: AnyObject>(
        commandType: String, language: SpokenLanguage = .english, responseTarget target: Target,
        action: @escaping (Target, SAYCommand) -> SAYVoiceRequestResponse?
    ) {
        self.init(commandType: commandType, language: language) { _ in }
        respond(to: target, action)
    }

    func respond<Target: AnyObject>(
        to target: Target, _ action: @escaping (Target, SAYCommand) -> SAYVoiceRequestResponse?
    ) {
        responseBuilder = { [weak target] command in
            target.flatMap { action($0, command) } ?? SAYVoiceRequestResponse()
        }
    }

    /// Returns the response to `command`, its action included.
    @MainActor
    func response(to command: SAYCommand) -> SAYVoiceRequestResponse {
        if let responseBuilder { return responseBuilder(command) }
        return .terminalResponse { [actionBlock] in actionBlock(command) }
    }

    /// Asks `matcher` as well.
    public func addTextMatcher(_ matcher: any SAYTextMatcher) { textMatchers.append(matcher) }

    /// Stops asking the matcher at `index`; does nothing for an unknown index.
    public func removeTextMatcher(at index: Int) {
        if textMatchers.indices.contains(index) { textMatchers.remove(at: index) }
    }

    /// Adds an entry to the menu.
    public func addMenuItem(withLabel label: String, parameters: [String: EntityValue] = [:]) {
        menuItems.append(MenuItem(label: label, parameters: parameters))
    }

    /// Carries out the command of menu item `index`; false for an unknown index. Of a response only
    /// the action is done: a feedback and a follow-up need a request.
    @MainActor
    @discardableResult
    public func chooseMenuItem(at index: Int) -> Bool {
        guard menuItems.indices.contains(index) else { return false }
        let command = SAYCommand(type: commandType, parameters: menuItems[index].parameters)
        response(to: command).action?()
        return true
    }

    /// Examples of what can be said: the labels of the menu, or the first example of a matcher.
    public var examples: [String] {
        menuItems.isEmpty
            ? Array(textMatchers.compactMap { $0.example }.prefix(1))
            : menuItems.map(\.label)
    }
}

/// A place where recognizers are registered.
public protocol SAYVerbalCommandRegistry: AnyObject {
    /// Recognizers that are registered; of equals in confidence, the earlier one carries its
    /// command out.
    var commandRecognizers: [SAYVerbalCommandRecognizer] { get }
}

extension SAYVerbalCommandRegistry {
    /// Finds the command that `text` is.
    public func resolve(_ text: String) -> CommandResolution {
        CommandResolution.resolve(
            text, commandRecognizers.map { ($0.commandType, $0.textMatchers) })
    }

    /// Carries out the command that `text` is, if it is one. Of a response only the action is done:
    /// a feedback and a follow-up need a request.
    @MainActor
    @discardableResult
    public func respond(to text: String) -> CommandResolution {
        let recognizers = commandRecognizers
        let resolution = resolve(text)
        if let winner = resolution.winner {
            recognizers[winner.recognizer].response(to: winner.command).action?()
        }
        return resolution
    }

    /// The entries of the menus of all recognizers, in order.
    public var menu:
        [(recognizer: SAYVerbalCommandRecognizer, item: SAYVerbalCommandRecognizer.MenuItem)]
    {
        commandRecognizers.flatMap { recognizer in
            recognizer.menuItems.map { (recognizer, $0) }
        }
    }

    /// The answer to "what can I say?": at most `limit` examples, one after the other recognizer.
    public func availableCommandsAnswer(
        language: SpokenLanguage = .english, limit: Int = 10
    ) -> String {
        var examples: [String] = []
        for example in commandRecognizers.flatMap(\.examples) where !examples.contains(example) {
            examples.append(example)
        }
        guard !examples.isEmpty else { return language.sentence("noCommands") }
        let said = examples.prefix(max(1, limit))
        return language.sentence(
            said.count < examples.count ? "youCanSaySome" : "youCanSay",
            ["list": said.joined(separator: ", ")])
    }
}

/// Recognizers in the order in which they were added.
public final class SAYCommandRecognizerCatalog: SAYVerbalCommandRegistry {
    /// The recognizers in order.
    public private(set) var commandRecognizers: [SAYVerbalCommandRecognizer] = []

    /// A catalog without recognizers.
    public init() {}

    /// Adds `recognizer` behind the others; does nothing where it is there already.
    public func addCommandRecognizer(_ recognizer: SAYVerbalCommandRecognizer) {
        guard !commandRecognizers.contains(where: { $0 === recognizer }) else { return }
        commandRecognizers.append(recognizer)
    }

    /// Removes `recognizer`.
    public func removeCommandRecognizer(_ recognizer: SAYVerbalCommandRecognizer) {
        commandRecognizers.removeAll { $0 === recognizer }
    }
}

/// A subject of a conversation: its own recognizers, and those of the subjects within it.
open class SAYConversationTopic: SAYVerbalCommandRegistry, SAYAudioEventSource {
    /// The deepest nesting of subjects that is asked.
    public static let depthLimit = 32

    private let own = SAYCommandRecognizerCatalog()
    /// The subjects within this one, in order.
    public private(set) var subtopics: [SAYConversationTopic] = []
    /// The topic that this one is within.
    public private(set) weak var parent: SAYConversationTopic?
    /// Takes what the topic and those within it post.
    public var audioListener: ((SAYAudioEventSequence) -> Void)?

    /// A subject without recognizers.
    public init() {}

    /// The recognizers of the subjects within, then its own: the deeper one wins a tie.
    public var commandRecognizers: [SAYVerbalCommandRecognizer] { recognizers(depth: 0) }

    private func recognizers(depth: Int) -> [SAYVerbalCommandRecognizer] {
        guard depth < Self.depthLimit else { return [] }
        return subtopics.flatMap { $0.recognizers(depth: depth + 1) } + own.commandRecognizers
    }

    /// Adds `recognizer` behind the topic's own ones.
    public func addCommandRecognizer(_ recognizer: SAYVerbalCommandRecognizer) {
        own.addCommandRecognizer(recognizer)
    }

    /// Removes `recognizer` from the topic's own ones.
    public func removeCommandRecognizer(_ recognizer: SAYVerbalCommandRecognizer) {
        own.removeCommandRecognizer(recognizer)
    }

    /// Adds `topic` behind the others; does nothing where it is this topic, holds it, or is there
    /// already.
    public func addSubtopic(_ topic: SAYConversationTopic) {
        guard !topic.holds(self, depth: 0), !subtopics.contains(where: { $0 === topic }) else {
            return
        }
        topic.parent?.removeSubtopic(topic)
        topic.parent = self
        subtopics.append(topic)
    }

    /// Posts sounds to the topic around this one, or to the listener of the outermost topic.
    public func post(_ sequence: SAYAudioEventSequence) {
        if let parent {
            parent.subtopic(self, didPost: sequence)
        } else {
            audioListener?(sequence)
        }
    }

    /// A topic within this one posted sounds, which are posted as they are. Override it to change,
    /// order or drop them.
    open func subtopic(_ topic: SAYConversationTopic, didPost sequence: SAYAudioEventSequence) {
        post(sequence)
    }

    /// Removes `topic`.
    public func removeSubtopic(_ topic: SAYConversationTopic) {
        if subtopics.contains(where: { $0 === topic }) { topic.parent = nil }
        subtopics.removeAll { $0 === topic }
    }

    private func holds(_ topic: SAYConversationTopic, depth: Int) -> Bool {
        self === topic
            || depth < Self.depthLimit
                && subtopics.contains { $0.holds(topic, depth: depth + 1) }
    }
}

extension SAYAvailableCommandsCommandRecognizer {
    /// A recognizer that says, where a request asked, what `registry` takes.
    public static func answering(
        from registry: any SAYVerbalCommandRegistry, language: SpokenLanguage = .english
    ) -> SAYAvailableCommandsCommandRecognizer {
        let recognizer = SAYAvailableCommandsCommandRecognizer(language: language) { _ in }
        // The registry holds the recognizer.
        recognizer.responseBuilder = { [weak registry] _ in
            let answer = registry?.availableCommandsAnswer(language: language)
            return SAYVoiceRequestResponse(
                feedbackPrompt: answer.map { SAYVoicePrompt(message: $0) })
        }
        return recognizer
    }
}
