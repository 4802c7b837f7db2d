internal import VoiceAudio

/// Pattern of a rule of `userInputCollection`: the words that it waits for, and how what was heard
/// is compared.
///
/// Case, outer blanks and runs of blanks do not count, nor how accents are encoded.
public struct InputPattern: Sendable, Equatable {
    /// Relation in which what was heard has to stand to the rule's words.
    ///
    /// Everything that the engine, its checks and its drafts know of a comparator is its `form`.
    public enum Comparator: String, Sendable, CaseIterable {
        /// Compares the whole text.
        case equals
        /// Compares the beginning of the text, which may be a part of a word.
        case starts
        /// Looks for the words anywhere in the text, as whole words.
        case contains
        /// Looks for the letters anywhere in the text, also inside of words.
        case containsText

        /// Form of the comparison: where the rule's words have to stand in the text, and how a
        /// sentence says it.
        var form: Form {
            switch self {
            case .equals: Form(start: .text, end: .text, verb: "is")
            case .starts: Form(start: .text, end: .anywhere, verb: "starts with")
            case .contains: Form(start: .word, end: .word, verb: "contains the words")
            case .containsText: Form(start: .anywhere, end: .anywhere, verb: "contains")
            }
        }
    }

    /// Places where the words of a rule have to stand in a text.
    struct Form: Sendable, Equatable {
        /// Requirement at one end of the words.
        enum Edge: Sendable, Equatable {
            /// The end of the text.
            case text
            /// The end of a word of the text.
            case word
            /// No requirement: the text may continue inside of a word.
            case anywhere
        }

        /// Requirement before the words.
        let start: Edge
        /// Requirement behind the words.
        let end: Edge
        /// Verb in "no phrase VERB \"yes\"".
        let verb: String
    }

    /// Comparator by which what was heard is compared.
    public let comparator: Comparator
    /// The words, as the flow spells them.
    public let input: String

    /// A pattern of `input`.
    public init(_ comparator: Comparator, _ input: String) {
        self.comparator = comparator
        self.input = input
    }

    /// Text by which coverage tells an edge from others of its key.
    public var detail: String { "\(comparator.rawValue) \(input)" }

    /// Whether `text` is what the rule waits for.
    public func matches(_ text: String) -> Bool {
        let heard = Self.folded(text)
        let wanted = Self.folded(input)
        let form = comparator.form
        // The last place where the words have room; at an end of the text there is one place only.
        let last = heard.count - wanted.count
        let places = (from: form.end == .text ? last : 0, to: form.start == .text ? 0 : last)
        guard last >= 0, places.from <= places.to else { return false }
        func isEnd(_ edge: Form.Edge, at place: Int) -> Bool {
            edge != .word || Self.isWordEdge(at: place, of: heard)
        }
        return (places.from...places.to).contains { place in
            heard[place..<place + wanted.count].elementsEqual(wanted)
                && isEnd(form.start, at: place) && isEnd(form.end, at: place + wanted.count)
        }
    }

    /// Whether this takes every text that `later` takes: placed before it, it leaves nothing to it.
    public func covers(_ later: Self) -> Bool {
        // What goes on in the same word, or in another, must not be what keeps this from taking it.
        guard !input.contains(Self.strange) else { return false }
        let form = later.comparator.form
        return Self.additions(at: form.start, blankLast: true).allSatisfy { before in
            Self.additions(at: form.end, blankLast: false).allSatisfy { after in
                matches(before + later.input + after)
            }
        }
    }

    /// A letter of no language that flows are written in.
    private static let strange = "\u{A66E}"

    /// Returns what may stand at one end of a rule's words in a text that it takes.
    private static func additions(at edge: Form.Edge, blankLast: Bool) -> [String] {
        let word = blankLast ? "\(strange) " : " \(strange)"
        return switch edge {
        case .text: [""]
        case .word: ["", word]
        case .anywhere: ["", word, strange]
        }
    }

    /// Whether it waits for nothing but keys of a telephone.
    var isOfKeys: Bool { !input.isEmpty && input.allSatisfy(KeyPad.keys.contains) }

    /// Texts that a caller may say for this rule, the plainest first.
    var samples: [String] {
        let form = comparator.form
        let longer =
            (form.start == .text ? "" : "the ") + input + (form.end == .text ? "" : " please")
        return longer == input ? [input] : [input, longer]
    }

    /// Patterns that single words of a text have to fit so that the text can be what the rule waits
    /// for: one pattern a word of the rule, in their order.
    var ofWords: [InputPattern] {
        let words = input.split(whereSeparator: \.isWhitespace).map(String.init)
        let form = comparator.form
        return words.enumerated().map { index, word in
            let isOpen =
                index == 0 && form.start == .anywhere
                || index == words.count - 1 && form.end == .anywhere
            // A word of the text may hold several of the rule's, as in "twenty-one".
            let isPart =
                form.start == .word || index == words.count - 1 && form.end == .word
            return InputPattern(isOpen || isPart ? comparator : .equals, word)
        }
    }

    /// Copy of this pattern without regard to where words begin and end; nil where it has none.
    var insideWords: InputPattern? {
        func opened(_ edge: Form.Edge) -> Form.Edge { edge == .word ? .anywhere : edge }
        let form = comparator.form
        guard form.start == .word || form.end == .word else { return nil }
        return Comparator.allCases.first {
            $0.form.start == opened(form.start) && $0.form.end == opened(form.end)
        }.map { InputPattern($0, input) }
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
