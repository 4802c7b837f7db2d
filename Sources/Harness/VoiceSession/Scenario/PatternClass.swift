/// Characters that one step of an expression takes.
struct PatternClass: Sendable {
    /// One member of a class.
    enum Member: Sendable {
        case character(Character)
        case range(ClosedRange<Unicode.Scalar>)
        case any
        case notNewline
        case digit
        case word
        case space
        case letter
        case upper
        case lower
        case number
        case punctuation
        indirect case other(than: Member)
    }

    var members: [Member]
    var isNegated = false
    var ignoresCase = false

    /// Whether `character` is taken; `folded` is it in lower case.
    func holds(_ character: Character, folded: String) -> Bool {
        members.contains { holds($0, character, folded) } != isNegated
    }

    private func holds(_ member: Member, _ character: Character, _ folded: String) -> Bool {
        switch member {
        case .character(let wanted):
            return wanted == character || ignoresCase && wanted.lowercased() == folded
        case .range(let range):
            if Self.contains(range, character) { return true }
            guard ignoresCase else { return false }
            return [folded, character.uppercased()].contains { text in
                text.count == 1 && text.first.map { Self.contains(range, $0) } == true
            }
        case .any: return true
        case .notNewline: return !character.isNewline
        case .digit: return character.isWholeNumber
        case .word: return Self.isWord(character)
        case .space: return character.isWhitespace
        case .letter: return character.isLetter
        case .upper: return character.isUppercase || ignoresCase && character.isLowercase
        case .lower: return character.isLowercase || ignoresCase && character.isUppercase
        case .number: return character.isNumber
        case .punctuation: return character.isPunctuation
        case .other(let inner): return !holds(inner, character, folded)
        }
    }

    private static func contains(
        _ range: ClosedRange<Unicode.Scalar>, _ character: Character
    ) -> Bool {
        let scalars = character.unicodeScalars
        return scalars.count == 1 && scalars.first.map { range.contains($0) } == true
    }

    /// Whether the character is part of a word: a letter, a digit, or `_`.
    static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
