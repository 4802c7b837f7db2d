internal import VoiceEngine
internal import VoiceJSON

/// Replacements of the texts of a redacted session: a program that hears other words says and asks
/// other words, but leaves those of its own.
struct HiddenTexts: Sendable {
    /// Mask of the texts.
    let mask: WordMask
    /// Prompts that say what was said, and their replacements.
    let prompts: [(request: JSONObject, outcome: PromptOutcome)]

    /// Returns the replacement of the prompt that `request` is like.
    func outcome(like request: JSONObject) -> PromptOutcome? {
        prompts.first { prompt in
            prompt.request.members.count == request.members.count
                && prompt.request.members.allSatisfy { member in
                    guard let value = request[member.key] else { return false }
                    return member.value == value || mask.agrees(member.value, value)
                }
        }?.outcome
    }
}
