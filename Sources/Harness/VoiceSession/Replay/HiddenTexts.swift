package import VoiceEngine
package import VoiceJSON

/// Replacements of the texts of a redacted session: a program that hears other words says and asks
/// other words, but leaves those of its own.
package struct HiddenTexts: Sendable {
    /// Whether the second value is the first, in which words may be hidden.
    package let agrees: @Sendable (JSONValue, JSONValue) -> Bool
    /// Prompts that say what was said, and their replacements.
    private let prompts: [(request: JSONObject, outcome: PromptOutcome)]

    /// The replacements of `prompts`; `agrees` compares values in which words may be hidden.
    package init(
        prompts: [(request: JSONObject, outcome: PromptOutcome)],
        agrees: @escaping @Sendable (JSONValue, JSONValue) -> Bool
    ) {
        self.prompts = prompts
        self.agrees = agrees
    }

    /// Returns the replacement of the prompt that `request` is like.
    func outcome(like request: JSONObject) -> PromptOutcome? {
        prompts.first { prompt in
            prompt.request.members.count == request.members.count
                && prompt.request.members.allSatisfy { member in
                    guard let value = request[member.key] else { return false }
                    return member.value == value || agrees(member.value, value)
                }
        }?.outcome
    }
}
