internal import VoiceJSON

extension Dialogue {
    /// The name under which answers of one type are kept.
    ///
    /// In a text of a dialogue it stands for the answer: `"How many \(size) ones?"`.
    public struct Key<Answer: Sendable>: Sendable, CustomStringConvertible {
        /// Name that `{name}` in a text and the key `save` of a file refer to.
        public let name: String
        let read: @Sendable (KeptAnswer) -> Answer?

        /// Placeholder of the answer in a text, as in `{size}`.
        public var description: String { "{\(name)}" }

        /// The place of one of the answer's entities in a text, as in `{move.column}`.
        public func entity(_ entity: String) -> String { "{\(name).\(entity)}" }
    }

    /// Kept answer, and the data that give it its type.
    struct KeptAnswer: Sendable {
        var value: JSONValue
        var transcript: String?
        /// The requests that keep answers under its name.
        var forms: [RequestForm]
        var language: SpokenLanguage
    }

    /// The answers that a dialogue has kept at its end.
    public struct Answers: Sendable {
        private let kept: [String: KeptAnswer]
        /// The node that it ended in.
        public let lastNode: String

        init(kept: [String: KeptAnswer], lastNode: String) {
            self.kept = kept
            self.lastNode = lastNode
        }

        /// The answer under this key; nil where none was kept.
        public subscript<Answer>(_ key: Key<Answer>) -> Answer? {
            kept[key.name].flatMap { key.read($0) }
        }

        /// The answer under this name as prompts speak it; nil where none was kept.
        public func text(_ name: String) -> String? {
            kept[name].map { DialogueAnswer.text(of: $0.value) }
        }

        /// Names of the kept answers, in alphabetical order.
        public var names: [String] { kept.keys.sorted() }
    }

    /// Progress of a dialogue that runs.
    public enum Progress: Sendable, Hashable {
        /// The dialogue has entered a node.
        case entered(node: String)
        /// The dialogue leaves a node by a way, under the name that graphs have for it:
        /// `otherwise`, `on[> 10]`, `back`.
        case took(from: String, by: String, to: String)
        /// The dialogue has kept an answer, here as prompts speak it.
        case kept(name: String, text: String)
    }
}

extension Dialogue.Key<Bool> {
    /// The name of an answer of yes or no.
    public init(_ name: String) {
        self.name = name
        read = { $0.value.bool }
    }
}

extension Dialogue.Key<String> {
    /// The name of an answer in any words.
    public init(_ name: String) {
        self.name = name
        read = { $0.value.string }
    }
}

extension Dialogue.Key<ExactNumber> {
    /// The name of an answer that is a number.
    public init(_ name: String) {
        self.name = name
        read = { ExactNumber(figures: DialogueAnswer.text(of: $0.value)) }
    }
}

extension Dialogue.Key<SAYSelectResult> {
    /// The name of an answer that is an option.
    public init(_ name: String) {
        self.name = name
        read = { answer in
            guard let object = answer.value.object, let label = object["label"]?.string,
                let index = object["index"]?.integer.map({ Int(clamping: $0) })
            else { return nil }
            let options = answer.forms.flatMap(\.options)
            let aliases = options.first { $0.label == label }?.aliases ?? []
            return SAYSelectResult(
                selectedOption: SAYSelectOption(label: label, aliases: aliases),
                selectedIndex: index)
        }
    }
}

extension Dialogue.Key<SAYPatternMatch> {
    /// The name of an answer that fits a template.
    public init(_ name: String) {
        self.name = name
        read = { answer in
            let codec = SAYPatternMatchRequest.codec(answer.forms.flatMap(\.templates))
            return codec.read(answer.value, answer.transcript, answer.language)
        }
    }
}

extension Dialogue.Key<SAYCommand> {
    /// The name of an answer that is a command.
    public init(_ name: String) {
        self.name = name
        read = { answer in
            guard let type = answer.value.object?["type"]?.string else { return nil }
            var parameters: [String: EntityValue] = [:]
            for (name, value) in DialogueAnswer.entities(of: answer.value) {
                let text = DialogueAnswer.text(of: value)
                let isText = value.string != nil
                let number = isText ? nil : ExactNumber(figures: text)
                parameters[name] = number.map { .number($0) } ?? .string(text)
            }
            return SAYCommand(type: type, parameters: parameters)
        }
    }
}

/// Reason why a dialogue did not come to its end.
public enum DialogueError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The dialogue is wrong: a finding with its place each.
    case invalid(findings: [String])
    /// A request is presented, or another dialogue runs.
    case busy
    /// The user or the app cancelled it.
    case cancelled
    /// A request had no answer and its node no way for that.
    case failed(SAYVoiceRequestError)
    /// The dialogue entered as many nodes as it may.
    case loopGuard(visits: Int)
    /// The run of the engine is over, or could not begin.
    case runOver(reason: String)

    /// Message on what happened, and the next step.
    public var description: String {
        switch self {
        case .invalid(let findings):
            "the dialogue is wrong: \(findings.joined(separator: "\n"))"
        case .busy: "a request is presented or a dialogue runs. Wait for its end, or cancel it."
        case .cancelled: "the dialogue was cancelled."
        case .failed(let error): error.description
        case .loopGuard(let visits):
            "the dialogue entered \(visits) nodes and ended. Give a loop a way out, or raise its"
                + " visits."
        case .runOver(let reason): reason
        }
    }
}
