internal import VoiceTrace

/// Replaces words that were said and words like them, the same word always by the same other of its
/// length: a scripted recognizer times words by their letters.
struct WordMask {
    /// What a mask is for: the same letters in the same room have the same mask.
    fileprivate struct Key: Hashable {
        let letters: Letters
        let count: Int
    }

    /// Texts up to this size are looked at inside base64, in bytes.
    private static let encodedLimit = 1 << 16
    /// So many numbers are tried as a mask before one may be made of figures that were said.
    private static let choosiest = 200
    private let rules: [TextRule]
    private let spoken: SpokenWords
    private var masks: [Key: String] = [:]
    private var used: Set<Letters>

    /// Words that were said and are not hidden, since the session's files hold them.
    var kept: [String] { spoken.kept }
    /// How many words that were said are hidden.
    var count: Int { spoken.words.count }

    /// A mask of the words of `texts` and of all that is like them, but for those in `needed`.
    init(hiding texts: [String], needed: Set<Letters>, rules: [TextRule]) {
        self.rules = rules
        spoken = SpokenWords(texts, needed: needed)
        used = needed.union(spoken.words)
    }

    /// Whether `text` holds a word that is hidden.
    func touches(_ text: String) -> Bool {
        if segments(text).contains(where: \.isHidden) { return true }
        if let plain = EncodedText.unescaped(text), touches(plain) { return true }
        return encoded(text) != nil
    }

    /// The text with its words replaced.
    mutating func hide(_ text: String) -> String {
        segments(prepared(text)).map { $0.isHidden ? mask(of: $0.text) : $0.text }.joined()
    }

    /// The text as the rules have it, decoded where it hides words in an encoding.
    private func prepared(_ text: String) -> String {
        var text = text
        for rule in rules { text = rule.pattern.replacing(in: text, with: rule.replacement) }
        if let plain = EncodedText.unescaped(text), touches(plain) { text = plain }
        return encoded(text) ?? text
    }

    /// A word that stands for the whole of a text, of which not even the number of words is told.
    mutating func token(for text: String) -> String {
        mask(of: Key(letters: LetterFolding.letters(text), count: 8), isNumber: false)
    }

    /// The whole number with the digits replaced that were said.
    mutating func hide(_ number: Int64) -> Int64 {
        let digits = String(number.magnitude)
        guard spoken.hides(LetterFolding.letters(digits)) else { return number }
        let masked = Int64(mask(of: digits)) ?? 1
        return number < 0 ? -masked : masked
    }

    /// Whether `actual` is `text`, of which words that are hidden may be masked.
    func agrees(_ text: String, _ actual: String) -> Bool {
        if text == actual { return true }
        var rest = actual[...]
        for segment in segments(prepared(text)) {
            let key = Key(segment.text)
            if segment.isHidden, let mask = masks[key], rest.hasPrefix(mask) {
                rest = rest.dropFirst(mask.count)
            } else if rest.hasPrefix(segment.text) {
                rest = rest.dropFirst(segment.text.count)
            } else {
                return false
            }
        }
        return rest.isEmpty
    }
}

extension WordMask {
    private struct Segment {
        let text: String
        let isHidden: Bool
    }

    /// The stretches of `text`, words and pieces of words that are hidden each by itself.
    private func segments(_ text: String) -> [Segment] {
        TextPart.all(in: text).flatMap { part -> [Segment] in
            switch part {
            case .between(let text): return [Segment(text: text, isHidden: false)]
            case .word(let pieces): return segments(pieces)
            }
        }
    }

    private func segments(_ pieces: [WordPiece]) -> [Segment] {
        let whole = pieces.map(\.text).joined()
        let letters = pieces.flatMap(\.letters)
        let hidden = pieces.map { spoken.hides($0.letters) }
        guard pieces.count > 1, hidden.contains(true), !spoken.needed.contains(letters) else {
            return [Segment(text: whole, isHidden: spoken.hides(letters))]
        }
        return zip(pieces, hidden).map { Segment(text: $0.text, isHidden: $1) }
    }

    /// The text with base64 of hidden words struck out; nil if there is none.
    private func encoded(_ text: String) -> String? {
        guard text.utf8.count <= Self.encodedLimit, text.utf8.count >= 6 else { return nil }
        var masked = text
        var isChanged = false
        for (range, plain) in EncodedText.base64(in: text).reversed()
        where segments(plain).contains(where: \.isHidden) {
            let length = text.distance(from: range.lowerBound, to: range.upperBound)
            masked.replaceSubrange(range, with: String(repeating: "x", count: length))
            isChanged = true
        }
        return isChanged ? masked : nil
    }

    private mutating func mask(of text: String) -> String {
        mask(of: Key(text), isNumber: WordPiece(text: text).isDigits)
    }

    private mutating func mask(of key: Key, isNumber: Bool) -> String {
        if let mask = masks[key] { return mask }
        var number = 0
        while true {
            let mask =
                isNumber
                ? Self.digits(number, length: key.count) : Self.word(number, length: key.count)
            number += 1
            // A number that was said is no mask, as long as others are left.
            guard
                !isNumber || number > Self.choosiest || !spoken.hides(LetterFolding.letters(mask)),
                used.insert(LetterFolding.letters(mask)).inserted
            else { continue }
            masks[key] = mask
            return mask
        }
    }

    private static func word(_ number: Int, length: Int) -> String {
        var letters = ""
        var rest = number
        repeat {
            letters = String(Character(UnicodeScalar(UInt8(97 + rest % 26)))) + letters
            rest /= 26
        } while rest > 0
        return String(repeating: "x", count: max(0, length - letters.count)) + letters
    }

    /// It begins with a 1, so that it is a number of as many digits; of one digit, with any but 0.
    private static func digits(_ number: Int, length: Int) -> String {
        guard length > 1 else { return String(number + 1) }
        let digits = String(number)
        return "1" + String(repeating: "0", count: max(0, length - 1 - digits.count)) + digits
    }
}

extension WordMask.Key {
    fileprivate init(_ text: String) {
        self.init(letters: LetterFolding.letters(text), count: text.count)
    }
}
