internal import VoiceTrace

/// Replaces words, the same word always by the same other of its length.
struct WordMask {
    /// Under these keys stands what people said; every other text is the engine's own.
    private static let textKeys: Set<String> = [
        "fails", "hypothesis", "input", "text", "value", "words",
    ]
    private let rules: [TextRule]
    private var masks: [String: String] = [:]
    private var used: Set<String>

    /// Words that were to be hidden and are not, since flow or engine need them.
    private(set) var kept: [String] = []
    /// How many words are hidden.
    var count: Int { masks.count }

    /// A mask of the words of `texts`, but for those in `needed`.
    init(hiding texts: [String], needed: Set<String>, rules: [TextRule]) {
        self.rules = rules
        used = needed
        let words = Self.unique(texts.flatMap(Self.words))
        used.formUnion(words)
        for word in words {
            if needed.contains(word) { kept.append(word) } else { masks[word] = unusedWord(word) }
        }
    }

    /// The words of `text`, in lower case.
    static func words(_ text: String) -> [String] {
        text.split { !isPartOfWord($0) }.map { $0.lowercased() }
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "'" || character == "’"
    }

    private static func unique(_ words: [String]) -> [String] {
        var seen: Set<String> = []
        return words.filter { seen.insert($0).inserted }
    }

    /// As long as the word, since a scripted recognizer times words by their letters.
    private mutating func unusedWord(_ word: String) -> String {
        var number = 0
        while true {
            var digits = ""
            var rest = number
            repeat {
                digits = String(Character(UnicodeScalar(UInt8(97 + rest % 26)))) + digits
                rest /= 26
            } while rest > 0
            let filler = String(repeating: "x", count: max(0, word.count - digits.count))
            let mask = filler + digits
            if used.insert(mask).inserted { return mask }
            number += 1
        }
    }

    /// Whether `text` holds a word that is hidden.
    func touches(_ text: String) -> Bool { Self.words(text).contains { masks[$0] != nil } }

    /// The text with its words replaced.
    func hide(_ text: String) -> String {
        var text = text
        for rule in rules { text = rule.pattern.replacing(in: text, with: rule.replacement) }
        var hidden = ""
        var word = ""
        func closed() -> String { masks[word.lowercased()] ?? word }
        for character in text {
            if Self.isPartOfWord(character) {
                word.append(character)
            } else {
                hidden += closed()
                hidden.append(character)
                word = ""
            }
        }
        return hidden + closed()
    }

    /// The members with what people said replaced; a prompt's own text is not theirs.
    func hide(_ object: JSONObject, inText: Bool = false) -> JSONObject {
        object.members.reduce(into: JSONObject()) { hidden, member in
            hidden[member.key] = hide(
                member.value, inText: inText || Self.textKeys.contains(member.key))
        }
    }

    private func hide(_ value: JSONValue, inText: Bool) -> JSONValue {
        switch value {
        case .string(let text): .string(inText ? hide(text) : text)
        case .array(let values): .array(values.map { hide($0, inText: inText) })
        case .object(let object): .object(hide(object, inText: inText))
        default: value
        }
    }

    /// The texts of `object` that ``hide(_:inText:)`` leaves alone.
    static func ownTexts(_ object: JSONObject) -> [String] {
        object.members.flatMap { member in
            textKeys.contains(member.key) ? [] : ownTexts(member.value)
        }
    }

    private static func ownTexts(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let values): values.flatMap(ownTexts)
        case .object(let object): ownTexts(object)
        default: []
        }
    }
}
