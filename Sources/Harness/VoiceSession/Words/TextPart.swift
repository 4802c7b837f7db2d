/// A stretch of a text: a word, or the text between words.
package enum TextPart {
    case between(String)
    case word([WordPiece])

    /// The parts of `text`; put together they are the text again.
    package static func all(in text: String) -> [TextPart] {
        var parts: [TextPart] = []
        var other = ""
        var word: [Character] = []
        func isWord(_ letters: [Character]) -> Bool {
            !LetterFolding.letters(String(letters)).isEmpty
        }
        func close() {
            guard !word.isEmpty else { return }
            if isWord(word) {
                if !other.isEmpty { parts.append(.between(other)) }
                other = ""
                parts.append(.word(WordPiece.all(in: word)))
            } else {
                other += String(word)
            }
            word = []
        }
        for character in text {
            if LetterFolding.isPartOfWord(character) {
                word.append(character)
            } else {
                close()
                other.append(character)
            }
        }
        close()
        if !other.isEmpty { parts.append(.between(other)) }
        return parts
    }

    /// The words of `text`, each in one piece.
    package static func words(of text: String) -> [WordPiece] {
        all(in: text).compactMap { part in
            guard case .word(let pieces) = part else { return nil }
            return WordPiece(text: pieces.map(\.text).joined())
        }
    }
}

/// A word, or what a change of case or from letters to digits sets apart in one: `ice`, `Cream`.
package struct WordPiece {
    /// The text as it is written.
    package let text: String
    /// The letters as they are compared.
    package let letters: Letters

    package init(text: String) {
        self.text = text
        letters = LetterFolding.letters(text)
    }

    /// Whether it is a number in digits.
    package var isDigits: Bool { letters.allSatisfy(Self.isDigit) }

    private static func isDigit(_ letter: UInt32) -> Bool { (0x30...0x39).contains(letter) }

    /// The pieces of a word.
    package static func all(in word: [Character]) -> [WordPiece] {
        var pieces: [WordPiece] = []
        var start = 0
        func following(_ index: Int) -> Kind? {
            index + 1 < word.count ? Kind(word[index + 1]) : nil
        }
        var last = Kind.other
        for index in word.indices {
            let kind = Kind(word[index])
            let isNew =
                switch (last, kind) {
                case (.other, _), (_, .other): false
                case (.digit, .digit): false
                case (.digit, _), (_, .digit): true
                case (.small, .capital): true
                case (.capital, .capital): following(index) == .small
                default: false
                }
            if isNew, index > start {
                pieces.append(WordPiece(text: String(word[start..<index])))
                start = index
            }
            if kind != .other { last = kind }
        }
        pieces.append(WordPiece(text: String(word[start...])))
        return pieces
    }

    private enum Kind {
        case small
        case capital
        case digit
        case other

        init(_ character: Character) {
            if character.isNumber {
                self = .digit
            } else if character.isLetter {
                self = character.isUppercase ? .capital : .small
            } else {
                self = .other
            }
        }
    }
}
