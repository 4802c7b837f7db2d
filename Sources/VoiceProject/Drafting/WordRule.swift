internal import VoiceTrace

/// A rule of a module's `userInputCollection`: which words it waits for.
struct WordRule: Sendable, Equatable {
    enum Comparator: String, Sendable {
        case equals, starts, contains
    }

    let comparator: Comparator
    /// As the flow spells it.
    let input: String
    /// Whether words of speech that is not over count too.
    let acceptsPartial: Bool

    /// The rule of a flow file's object; nil for one that the flow's reader refuses.
    init?(_ entry: JSONObject) {
        guard let input = entry["input"]?.string else { return nil }
        let word = entry["comparator"]?.string ?? Comparator.equals.rawValue
        guard let comparator = Comparator(rawValue: word) else { return nil }
        self.comparator = comparator
        self.input = input
        acceptsPartial = FlowFacts.isYes(entry["enablePartialSRHypothsis"])
    }

    /// As coverage tells the edge from others of its key.
    var detail: String { "\(comparator.rawValue) \(input)" }

    /// Whether `text` is what the rule waits for.
    func matches(_ text: String) -> Bool { takes(Self.folded(text)) }

    /// Whether the rule takes every text that `other` takes: placed before `other`, it leaves
    /// nothing to it.
    func covers(_ other: WordRule) -> Bool {
        let wanted = Self.folded(other.input)
        let own = Self.folded(input)
        switch other.comparator {
        case .equals: return takes(wanted)
        case .starts:
            return comparator == .starts && wanted.starts(with: own)
                || comparator == .contains && Self.contains(own, in: wanted)
        case .contains: return comparator == .contains && Self.contains(own, in: wanted)
        }
    }

    private func takes(_ heard: [Character]) -> Bool {
        let wanted = Self.folded(input)
        switch comparator {
        case .equals: return heard == wanted
        case .starts: return heard.starts(with: wanted)
        case .contains: return Self.contains(wanted, in: heard)
        }
    }

    private static func contains(_ wanted: [Character], in heard: [Character]) -> Bool {
        guard wanted.count <= heard.count else { return false }
        return (0...(heard.count - wanted.count)).contains { start in
            heard[start..<(start + wanted.count)].elementsEqual(wanted)
        }
    }

    private static func folded(_ text: String) -> [Character] {
        Array(text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
}
