/// Which words a rule of `userInputCollection` waits for, and how what was heard is compared.
///
/// Case, outer blanks and runs of blanks do not count, nor how accents are encoded.
public struct InputPattern: Sendable, Equatable {
    /// How what was heard has to stand to the rule's words.
    public enum Comparator: String, Sendable, CaseIterable {
        /// Compares the whole text, its beginning, or any part of it.
        case equals, starts, contains
    }

    /// How what was heard is compared.
    public let comparator: Comparator
    /// The words, as the flow spells them.
    public let input: String

    /// A pattern of `input`.
    public init(_ comparator: Comparator, _ input: String) {
        self.comparator = comparator
        self.input = input
    }

    /// As coverage tells an edge from others of its key.
    public var detail: String { "\(comparator.rawValue) \(input)" }

    /// Whether `text` is what the rule waits for.
    public func matches(_ text: String) -> Bool {
        let heard = Self.folded(text)
        let wanted = Self.folded(input)
        switch comparator {
        case .equals: return heard == wanted
        case .starts: return heard.starts(with: wanted)
        case .contains: return Self.contains(wanted, in: heard)
        }
    }

    /// Whether this takes every text that `later` takes: placed before it, it leaves nothing to it.
    public func covers(_ later: Self) -> Bool {
        switch (comparator, later.comparator) {
        case (.equals, .equals), (.starts, .equals), (.starts, .starts), (.contains, _):
            matches(later.input)
        case (.equals, _), (.starts, .contains): false
        }
    }

    private static func contains(_ wanted: [Character], in heard: [Character]) -> Bool {
        guard wanted.count <= heard.count else { return false }
        return (0...(heard.count - wanted.count)).contains { start in
            heard[start..<(start + wanted.count)].elementsEqual(wanted)
        }
    }

    /// Characters are equal however their accents are encoded.
    private static func folded(_ text: String) -> [Character] {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        return Array(words.joined(separator: " "))
    }
}
