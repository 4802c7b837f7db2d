internal import VoiceFlow
internal import VoiceTrace

/// A rule of a module's `userInputCollection`: which words it waits for.
struct WordRule: Sendable, Equatable {
    let pattern: InputPattern
    /// Whether words of speech that is not over count too.
    let acceptsPartial: Bool

    /// The rule of a flow file's object; nil for one that the flow's reader refuses.
    init?(_ entry: JSONObject) {
        guard let input = entry["input"]?.string else { return nil }
        let word = entry["comparator"]?.string ?? InputPattern.Comparator.equals.rawValue
        guard let comparator = InputPattern.Comparator(rawValue: word) else { return nil }
        pattern = InputPattern(comparator, input)
        acceptsPartial = FlowFacts.isYes(entry["enablePartialSRHypothsis"])
    }

    /// As coverage tells the edge from others of its key.
    var detail: String { pattern.detail }

    /// Whether `text` is what the rule waits for.
    func matches(_ text: String) -> Bool { pattern.matches(text) }
}
