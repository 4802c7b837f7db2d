/// A word of a text in the form in which texts are compared.
package struct ScoringWord: Sendable, Hashable {
    /// The word in lower case, without punctuation.
    package var text: String
    /// The word as the text has it.
    package var source: String
    /// Tag behind a `#` in lower case: `inc` where the word was begun and not finished, else the
    /// tag of a pronunciation; nil for nothing.
    package var tag: String?

    /// Puts a word together.
    package init(text: String, source: String? = nil, tag: String? = nil) {
        self.text = text
        self.source = source ?? text
        self.tag = tag
    }

    /// Whether the word was begun and not finished.
    package var isFalseStart: Bool { tag == ScoringText.falseStart }
}

/// Rules that make texts comparable before words are counted as right or wrong.
///
/// The rules, in their order, for every part of a text between white space:
///
/// 1. A part in `< >`, in `[ ]` or between `++` and `++` stands for a noise and is not a word.
/// 2. What follows the first `#` is a tag, as in `cold#drop` or `cat#inc`.
/// 3. A number in parentheses at the end, as in `read(2)`, names a pronunciation and is dropped.
/// 4. Hyphens, dashes, slashes, underscores and `…` part words: `ice-cream` is `ice cream`.
/// 5. Letters become lower case. Every apostrophe becomes `'`; it stays between letters or digits
///    (`don't` is one word and not `do not`) and is dropped at the ends of a word.
/// 6. Between digits a full stop stays and a comma is dropped: `3.5`, `1,000` is `1000`.
/// 7. Every other character that is no letter and no digit is dropped: `a.m.` is `am`.
///
/// Digits are not turned into words: a transcript says `twelve` where the recognizer does.
package enum ScoringText {
    /// The tag of a word that was begun and not finished.
    package static let falseStart = "inc"

    private static let apostrophes: Set<Character> = ["'", "’", "‘", "ʼ", "`", "´", "＇"]
    private static let partings: Set<Character> = ["-", "‐", "‑", "‒", "–", "—", "/", "_", "…"]

    /// The words of `text` in their order.
    package static func words(of text: String) -> [ScoringWord] {
        text.split(whereSeparator: \.isWhitespace).flatMap { words(ofPart: $0) }
    }

    private static func words(ofPart part: Substring) -> [ScoringWord] {
        guard !isNoise(part) else { return [] }
        let (body, tag) = tagged(part)
        let pieces = withoutNumber(body).split(whereSeparator: partings.contains)
        var words = pieces.compactMap { piece -> ScoringWord? in
            let text = plain(piece)
            return text.isEmpty ? nil : ScoringWord(text: text, source: String(piece))
        }
        if !words.isEmpty { words[words.count - 1].tag = tag }
        return words
    }

    private static func isNoise(_ part: Substring) -> Bool {
        for (open, close) in [("<", ">"), ("[", "]"), ("++", "++")]
        where part.count > 2 && part.hasPrefix(open) && part.hasSuffix(close) { return true }
        return false
    }

    private static func tagged(_ part: Substring) -> (body: Substring, tag: String?) {
        guard let mark = part.firstIndex(of: "#"), mark > part.startIndex else {
            return (part, nil)
        }
        let tag = part[part.index(after: mark)...].lowercased()
        guard !tag.isEmpty, tag.allSatisfy({ $0.isLetter || $0.isNumber }) else {
            return (part, nil)
        }
        return (part[..<mark], tag)
    }

    private static func withoutNumber(_ part: Substring) -> Substring {
        guard part.last == ")", let open = part.lastIndex(of: "("), open > part.startIndex else {
            return part
        }
        let number = part[part.index(after: open)...].dropLast()
        return !number.isEmpty && number.allSatisfy(\.isWholeNumber) ? part[..<open] : part
    }

    private static func plain(_ piece: Substring) -> String {
        let letters = Array(piece)
        var text = ""
        for (index, letter) in letters.enumerated() {
            let before = index > 0 ? letters[index - 1] : " "
            let after = index + 1 < letters.count ? letters[index + 1] : " "
            if letter.isLetter || letter.isNumber {
                text += letter.lowercased()
            } else if apostrophes.contains(letter) {
                if isKept(before), isKept(after) { text += "'" }
            } else if letter == ".", before.isWholeNumber, after.isWholeNumber {
                text += "."
            }
        }
        return text
    }

    private static func isKept(_ letter: Character) -> Bool { letter.isLetter || letter.isNumber }
}
