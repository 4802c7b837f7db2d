internal import VoiceJSON
internal import VoiceTrace

extension Dialogue {
    /// Request that a node asks; its answers are an `Answer`.
    public struct Request<Answer: Sendable>: Sendable {
        var form: RequestForm

        private init(_ form: RequestForm) { self.form = form }

        fileprivate init(_ kind: RequestForm.Kind, _ prompt: String) {
            form = RequestForm(kind, prompt: prompt)
        }

        /// Returns the request with `text` in place of the standard sentence for asking again.
        public func followupPrompt(_ text: String) -> Self {
            var form = form
            form.followupPrompt = text
            return Self(form)
        }

        /// The request, asked again `count` times after an answer of no use;
        /// ``SAYVoiceRequestRetryForever`` asks without end.
        public func retries(_ count: Int) -> Self {
            var form = form
            form.retries = count < 0 ? nil : min(count, RequestForm.attemptLimit)
            form.silentRetries = nil
            return Self(form)
        }

        /// Returns the request with a prompt whose shown and spoken texts differ.
        public func prompt(_ prompt: SAYVoicePrompt) -> Self {
            var form = form
            form.prompt = prompt.spokenMessage?.limited
            form.display = prompt.displayMessage ?? form.prompt?.text ?? ""
            return Self(form)
        }
    }

    /// A way out of a node by an `Answer`.
    public struct Edge<Answer: Sendable>: Sendable {
        let way: Way

        fileprivate init(_ condition: Condition, to node: String) {
            way = Way(condition: condition, next: node)
        }
    }
}

extension Dialogue.Request<Bool> {
    /// Asks for yes or no.
    public static func confirmation(_ prompt: String) -> Self { Self(.confirmation, prompt) }
}

extension Dialogue.Edge<Bool> {
    /// Yes leads to `node`.
    public static func yes(to node: String) -> Self { Self(.equals("yes", entity: nil), to: node) }

    /// Leads the answer no to `node`.
    public static func no(to node: String) -> Self { Self(.equals("no", entity: nil), to: node) }
}

extension Dialogue.Request<SAYSelectResult> {
    /// Asks for one of `options`.
    public static func select(_ prompt: String, options: [SAYSelectOption]) -> Self {
        var request = Self(.select, prompt)
        request.form.options = options.map { .init(label: $0.label, aliases: $0.aliases) }
        return request
    }

    /// Asks for one of these labels.
    public static func select(_ prompt: String, itemLabels: [String]) -> Self {
        select(prompt, options: itemLabels.map { SAYSelectOption(label: $0) })
    }
}

extension Dialogue.Edge<SAYSelectResult> {
    /// The option with this label leads to `node`.
    public static func option(_ label: String, to node: String) -> Self {
        Self(.equals(label, entity: nil), to: node)
    }
}

extension Dialogue.Request<ExactNumber> {
    /// Asks for a number.
    public static func number(_ prompt: String) -> Self { Self(.numerical, prompt) }
}

extension Dialogue.Edge<ExactNumber> {
    /// Leads this number to `node`.
    public static func equals(_ number: ExactNumber, to node: String) -> Self {
        Self(.equals(number.figures, entity: nil), to: node)
    }

    /// A number below this one leads to `node`.
    public static func below(_ number: Int, to node: String) -> Self {
        Self(.below(Int64(number), entity: nil), to: node)
    }

    /// A number above this one leads to `node`.
    public static func above(_ number: Int, to node: String) -> Self {
        Self(.above(Int64(number), entity: nil), to: node)
    }
}

extension Dialogue.Request<String> {
    /// Asks for any words.
    public static func string(_ prompt: String) -> Self { Self(.string, prompt) }
}

extension Dialogue.Edge<String> {
    /// These words, without case and punctuation, lead to `node`.
    public static func equals(_ text: String, to node: String) -> Self {
        Self(.equals(text, entity: nil), to: node)
    }
}

extension Dialogue.Request<SAYPatternMatch> {
    /// Asks for a sentence that fits one of `templates`.
    public static func pattern(_ prompt: String, templates: [String]) -> Self {
        var request = Self(.pattern, prompt)
        request.form.templates = templates
        return request
    }
}

extension Dialogue.Edge<SAYPatternMatch> {
    /// Leads this entity with these words to `node`.
    public static func entity(_ name: String, equals text: String, to node: String) -> Self {
        Self(.equals(text, entity: name), to: node)
    }

    /// Leads this entity with a number below `number` to `node`.
    public static func entity(_ name: String, below number: Int, to node: String) -> Self {
        Self(.below(Int64(number), entity: name), to: node)
    }

    /// Leads this entity with a number above `number` to `node`.
    public static func entity(_ name: String, above number: Int, to node: String) -> Self {
        Self(.above(Int64(number), entity: name), to: node)
    }
}

extension Dialogue.Request<SAYCommand> {
    /// Asks for a command. `types` are the commands in order, with templates of their own beside
    /// those of the language; nil for every standard command.
    public static func command(
        _ prompt: String, types: [(type: String, templates: [String])]? = nil
    ) -> Self {
        var request = Self(.command, prompt)
        guard let types else { return request }
        request.form.commands = .array(
            types.map { type, templates in
                templates.isEmpty
                    ? .string(type)
                    : .object([
                        "type": .string(type),
                        "templates": .array(templates.map { .string($0) }),
                    ])
            })
        return request
    }
}

extension Dialogue.Edge<SAYCommand> {
    /// A command of this type leads to `node`.
    public static func command(_ type: String, to node: String) -> Self {
        Self(.equals(type, entity: nil), to: node)
    }

    /// A standard command leads to `node`.
    public static func command(_ command: SAYStandardCommand, to node: String) -> Self {
        Self.command(command.rawValue, to: node)
    }

    /// A command whose parameter has these words leads to `node`.
    public static func parameter(_ name: String, equals text: String, to node: String) -> Self {
        Self(.equals(text, entity: name), to: node)
    }
}
