/// Words that a caller can say, and the rules that they lead to.
struct Vocabulary: Sendable {
    /// Phrases that can be said; nil where anything can.
    let phrases: [String]?

    /// Words that no app listens for.
    private static let strange = ["umbrella", "pineapple", "kangaroo", "telescope", "marmalade"]
    /// Words that are said after those that count before speech is over.
    private static let rest = "and that would be really everything for today thank you"

    /// Returns words to say so that the rule at `index` decides, best first.
    func words(for index: Int, in rules: [GoToTable.InputRule]) -> [String] {
        let rule = rules[index]
        let before = rules[..<index]
        func decides(_ text: String) -> Bool {
            rule.pattern.matches(text) && !before.contains { $0.pattern.matches(text) }
        }
        if let phrases {
            // The shortest first; of equal ones the first.
            let found = phrases.filter(decides).enumerated()
                .map { (length: Self.length($0.element), place: $0.offset, text: $0.element) }
                .sorted { ($0.length, $0.place) < ($1.length, $1.place) }
            return found.prefix(2).map(\.text)
        }
        return rule.pattern.samples.filter { !$0.allSatisfy(\.isWhitespace) && decides($0) }
    }

    /// Returns texts to say so that the rule at `index` decides before speech is over.
    func wordsSoFar(for index: Int, in rules: [GoToTable.InputRule]) -> [String] {
        let rule = rules[index]
        guard rule.acceptsPartial else { return [] }
        let texts = phrases ?? ["\(rule.pattern.input) \(Self.rest)"]
        return Array(
            texts.filter { rule.takes($0, soFar: true) }
                .sorted { Self.length($0) > Self.length($1) }.prefix(2))
    }

    /// Returns words that none of `rules` takes; nil where they take all.
    func nonsense(for rules: [GoToTable.InputRule]) -> String? {
        Self.strange.first { word in !rules.contains { $0.pattern.matches(word) } }
    }

    /// Returns speech of `count` words that none of `rules` takes.
    func chatter(_ count: Int, for rules: [GoToTable.InputRule]) -> String? {
        guard let word = nonsense(for: rules) else { return nil }
        let others = Self.strange.filter { other in !rules.contains { $0.pattern.matches(other) } }
        return (0..<count).map { others.isEmpty ? word : others[$0 % others.count] }
            .joined(separator: " ")
    }

    /// Returns a text that a caller with this intent may say.
    func words(for intent: String) -> String {
        let words = Self.words(of: intent)
        guard let phrases, !phrases.isEmpty else {
            return words.isEmpty ? "please" : words.joined(separator: " ")
        }
        let name = words.joined()
        /// Letters of the phrase that the intent's name has too, in words that mean something.
        func shared(_ phrase: String) -> Int {
            phrase.lowercased().split(whereSeparator: \.isWhitespace)
                .filter { $0.count > 2 && name.contains($0) }.reduce(0) { $0 + $1.count }
        }
        let most = phrases.map(shared).max() ?? 0
        return phrases.first { shared($0) == most } ?? phrases[0]
    }

    /// Anything that a caller can say.
    var anything: String { phrases?.first ?? "hello there" }

    /// The shortest that a caller can say.
    var shortest: String { phrases?.min { $0.count < $1.count } ?? "hello" }

    private static func length(_ text: String) -> Int {
        text.split(whereSeparator: \.isWhitespace).count
    }

    /// The words in a name: `TransitionToSleepMode`, `ask_size`.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var before: Character?
        for character in name {
            let isNew =
                character.isUppercase && (before.map { $0.isLowercase || $0.isNumber } ?? false)
            if isNew || !(character.isLetter || character.isNumber) {
                if !word.isEmpty { words.append(word.lowercased()) }
                word = ""
            }
            if character.isLetter || character.isNumber { word.append(character) }
            before = character
        }
        if !word.isEmpty { words.append(word.lowercased()) }
        return words
    }
}
