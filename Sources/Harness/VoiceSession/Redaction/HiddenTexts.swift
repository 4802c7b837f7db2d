internal import VoiceEngine
internal import VoiceJSON

/// How texts of a session that is redacted stand for those of before: a program that hears other
/// words says and asks other words, but leaves those of its own.
struct HiddenTexts: Sendable {
    /// What of the texts may be masked.
    let mask: WordMask
    /// The prompts that say what was said, and what is in their place.
    let prompts: [(request: JSONObject, outcome: PromptOutcome)]

    /// What is in the place of the prompt that `request` is like.
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
