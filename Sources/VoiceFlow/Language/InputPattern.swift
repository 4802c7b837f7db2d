/// Which words a rule of `userInputCollection` waits for, and how what was heard is compared.
///
/// Case, outer blanks and runs of blanks do not count, nor how accents are encoded.
public struct InputPattern: Sendable, Equatable {
    /// How what was heard has to stand to the rule's words.
    public enum Comparator: String, Sendable, CaseIterable {
        /// Compares the whole text.
        case equals
        /// Compares the beginning of the text, which may be a part of a word.
        case starts
        /// Looks for the words anywhere in the text, as whole words.
        case contains
        /// Looks for the letters anywhere in the text, also inside of words.
        case containsText
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
        case .contains:
            return Self.places(of: wanted, in: heard).contains { place in
                Self.isWordEdge(at: place.lowerBound, of: heard)
                    && Self.isWordEdge(at: place.upperBound, of: heard)
            }
        case .containsText: return !Self.places(of: wanted, in: heard).isEmpty
        }
    }

    /// Whether this takes every text that `later` takes: placed before it, it leaves nothing to it.
    public func covers(_ later: Self) -> Bool {
        switch (comparator, later.comparator) {
        case (.equals, .equals), (.starts, .equals), (.starts, .starts), (.containsText, _),
            (.contains, .equals), (.contains, .contains):
            return matches(later.input)
        // What goes on in the same word must not be what keeps this from taking it.
        case (.contains, .starts): return matches(later.input) && matches(later.input + "x")
        case (.contains, .containsText):
            return matches(later.input) && matches("x" + later.input + "x")
        case (.equals, _), (.starts, .contains), (.starts, .containsText): return false
        }
    }

    /// What single words of a text have to fit so that the text can be what the rule waits for:
    /// one pattern a word of the rule, in their order.
    var ofWords: [InputPattern] {
        let words = input.split(whereSeparator: \.isWhitespace).map(String.init)
        return words.enumerated().map { index, word in
            let isLast = index == words.count - 1
            switch comparator {
            case .equals: return InputPattern(.equals, word)
            case .starts: return InputPattern(isLast ? .starts : .equals, word)
            case .contains: return InputPattern(.contains, word)
            case .containsText:
                return InputPattern(index == 0 || isLast ? .containsText : .equals, word)
            }
        }
    }

    /// Where `wanted` stands in `heard`.
    private static func places(
        of wanted: [Character], in heard: [Character]
    ) -> [Range<Int>] {
        guard wanted.count <= heard.count else { return [] }
        return (0...(heard.count - wanted.count)).map { $0..<$0 + wanted.count }
            .filter { heard[$0].elementsEqual(wanted) }
    }

    /// Whether no word goes on from before `place` of `text` to behind it. An apostrophe between
    /// two letters is inside of a word.
    private static func isWordEdge(at place: Int, of text: [Character]) -> Bool {
        func isLetter(_ index: Int) -> Bool {
            text.indices.contains(index) && (text[index].isLetter || text[index].isNumber)
        }
        func isInside(_ index: Int) -> Bool {
            if isLetter(index) { return true }
            guard text.indices.contains(index), text[index] == "'" || text[index] == "’" else {
                return false
            }
            return isLetter(index - 1) && isLetter(index + 1)
        }
        return !isInside(place - 1) || !isInside(place)
    }

    /// Characters are equal however their accents are encoded.
    private static func folded(_ text: String) -> [Character] {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        return Array(words.joined(separator: " "))
    }
}
