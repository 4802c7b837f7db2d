internal import VoiceSession

/// Replaces words that were said and words like them, the same word always by the same other: one
/// of its length, since a scripted recognizer times words by their letters, but for numbers that an
/// engine is to read.
struct WordMask {
    /// Source of a text.
    enum Source {
        /// A caller's words, which an engine decides by: those that the app needs stay.
        case heard
        /// Any other text: of a number that was said not even words that the app needs stay.
        case told
    }

    /// Key of a mask: the same letters in the same room have the same mask.
    struct Key: Hashable {
        let letters: Letters
        let count: Int

        init(letters: Letters, count: Int) {
            self.letters = letters
            self.count = count
        }

        init(_ text: String) {
            self.init(letters: LetterFolding.letters(text), count: text.count)
        }
    }

    /// Texts up to this size are looked at inside base64, in bytes.
    private static let encodedLimit = 1 << 16
    /// Number of masks that are tried for a number before one may be made of figures that were
    /// said.
    private static let choosiest = 200
    private let rules: [TextRule]
    private let telephone: TelephoneNumbers
    private let spoken: SpokenWords
    private let numbers: NumberWords
    private var masks: [Key: String] = [:]
    private var used: Set<Letters>

    /// Words that were said and are not hidden, since the app needs them.
    var kept: [String] { spoken.kept }
    /// Number of words that were said and are hidden.
    var count: Int { spoken.words.count }

    /// A mask of the words of `texts` and of all that is like them, but for those in `needed`;
    /// those in `swaps` become what stands there, and numbers of the `telephone` the usual ones.
    init(
        hiding texts: [String], needed: Set<Letters>, rules: [TextRule],
        numbers: NumberWords = .english, swaps: [Letters: String] = [:],
        telephone: TelephoneNumbers = TelephoneNumbers()
    ) {
        self.rules = rules
        self.telephone = telephone
        self.numbers = numbers
        spoken = SpokenWords(texts, needed: needed, numbers: numbers)
        used = needed.union(spoken.words).union(swaps.values.map { LetterFolding.letters($0) })
        for (letters, other) in swaps { masks[Key(letters: letters, count: letters.count)] = other }
        if !swaps.isEmpty { for text in Set(texts).sorted() { swapNumbers(of: text, swaps) } }
    }

    /// Replaces the numbers of a text whose words are swapped.
    private mutating func swapNumbers(of text: String, _ swaps: [Letters: String]) {
        func swap(_ digits: Letters, _ others: Letters) {
            // A number is masked as any other where words that stay would leave a part of it.
            guard !digits.isEmpty, digits != others, !DigitRow.shareWindow(digits, others) else {
                return
            }
            for key in [digits, Letters(digits.drop { $0 == 0x30 })] where !key.isEmpty {
                let other = String(String.UnicodeScalarView(others.compactMap(Unicode.Scalar.init)))
                let key = Key(letters: key, count: key.count)
                masks[key] = masks[key] ?? other
            }
        }
        for run in NumberRun.all(in: text, numbers) {
            let others = run.words.map { word in
                swaps[word].map { LetterFolding.letters($0) } ?? word
            }
            for (row, other) in zip(
                numbers.readings(of: run.words[...]), numbers.readings(of: others[...]))
            {
                swap(row.digits, other.digits)
            }
            for start in run.words.indices {
                let longest = min(run.words.count, start + NumberWords.longestRun)
                for end in start + 1...longest {
                    guard let value = numbers.value(of: run.words[start..<end]),
                        let other = numbers.value(of: others[start..<end])
                    else { continue }
                    swap(LetterFolding.letters("\(value)"), LetterFolding.letters("\(other)"))
                }
            }
        }
    }

    /// Whether `text` holds a word that is hidden.
    func touches(_ text: String) -> Bool {
        if segments(text, .told).contains(where: \.isHidden) { return true }
        if let plain = EncodedText.unescaped(text), touches(plain) { return true }
        return encoded(text) != nil
    }

    /// The text with its words replaced.
    mutating func hide(_ text: String, as source: Source = .told) -> String {
        segments(prepared(text), source).map { $0.isHidden ? mask(of: $0) : $0.text }.joined()
    }

    /// The text as the rules have it, decoded where it hides words in an encoding.
    private func prepared(_ text: String) -> String {
        var text = telephone.replaced(text)
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
        let number = Int64(telephone.replaced(String(number))) ?? number
        let digits = String(number.magnitude)
        guard spoken.hides(LetterFolding.letters(digits)) else { return number }
        let masked = Int64(mask(of: Key(digits), isNumber: true)) ?? 1
        return number < 0 ? -masked : masked
    }

    /// Whether `actual` is `text`, of which words that are hidden may be masked, in any case.
    func agrees(_ text: String, _ actual: String) -> Bool {
        text == actual || masks[Key(text)] == actual || agrees(text, actual, as: .told)
            || agrees(text, actual, as: .heard)
    }

    /// A mask of a key as a whole, where its words become those of another key.
    mutating func otherKey(for key: String) -> String { mask(of: Key(key), isNumber: false) }

    private func agrees(_ text: String, _ actual: String, as source: Source) -> Bool {
        var rest = actual[...]
        for segment in segments(prepared(text), source) {
            let mask = segment.isHidden ? existingMask(of: segment) : nil
            if let mask, rest.prefix(mask.count).lowercased() == mask.lowercased() {
                rest = rest.dropFirst(mask.count)
            } else if rest.hasPrefix(segment.text) {
                rest = rest.dropFirst(segment.text.count)
            } else {
                return false
            }
        }
        return rest.isEmpty
    }

    private struct Segment {
        let text: String
        var isHidden: Bool
        /// Whether it is hidden as a part of a number only.
        var isDigitOfRow = false
    }

    /// The stretches of `text`, words and pieces of words that are hidden each by itself.
    private func segments(_ text: String, _ source: Source) -> [Segment] {
        let parts = TextPart.all(in: text)
        let rows = source == .told ? rows(in: parts) : []
        return parts.enumerated().flatMap { index, part -> [Segment] in
            switch part {
            case .between(let text): [Segment(text: text, isHidden: false)]
            case .word(let pieces):
                segments(pieces) { rows.contains(NumberRun.Place(part: index, piece: $0)) }
            }
        }
    }

    /// The places of words that are, several together, a part of a number that was said.
    private func rows(in parts: [TextPart]) -> Set<NumberRun.Place> {
        var places: Set<NumberRun.Place> = []
        for run in NumberRun.all(in: parts, numbers) where run.words.count > 1 {
            for index in spoken.said(of: run) { places.insert(run.places[index]) }
        }
        return places
    }

    /// Whether words of `text` are, several together, a part of a number that was said.
    func hidesRow(in text: String) -> Bool { !rows(in: TextPart.all(in: text)).isEmpty }

    private func segments(_ pieces: [WordPiece], isInRow: (Int) -> Bool) -> [Segment] {
        let whole = pieces.map(\.text).joined()
        let letters = pieces.flatMap(\.letters)
        let rows = pieces.indices.map(isInRow)
        let hidden = pieces.map { spoken.hides($0.letters) }
        guard pieces.count > 1,
            rows.contains(true) || hidden.contains(true) && !spoken.needed.contains(letters)
        else {
            let isHidden = spoken.hides(letters)
            return [
                Segment(
                    text: whole, isHidden: isHidden || rows[0],
                    isDigitOfRow: rows[0] && letters.count == 1)
            ]
        }
        return pieces.indices.map { index in
            Segment(
                text: pieces[index].text, isHidden: hidden[index] || rows[index],
                isDigitOfRow: rows[index] && pieces[index].letters.count == 1)
        }
    }

    /// The text with base64 of hidden words struck out; nil if there is none.
    private func encoded(_ text: String) -> String? {
        guard text.utf8.count <= Self.encodedLimit, text.utf8.count >= 6 else { return nil }
        var masked = text
        var isChanged = false
        for (range, plain) in EncodedText.base64(in: text).reversed()
        where segments(plain, .told).contains(where: \.isHidden) {
            let length = text.distance(from: range.lowerBound, to: range.upperBound)
            masked.replaceSubrange(range, with: String(repeating: "x", count: length))
            isChanged = true
        }
        return isChanged ? masked : nil
    }

    private mutating func mask(of segment: Segment) -> String {
        if let mask = existingMask(of: segment) { return mask }
        return mask(
            of: Key(segment.text), isNumber: WordPiece(text: segment.text).isDigits)
    }

    /// The mask that a stretch has by now. Single digits of a row are all the same, which leaves
    /// nothing of the row but its length.
    private func existingMask(of segment: Segment) -> String? {
        if segment.isDigitOfRow, WordPiece(text: segment.text).isDigits { return "0" }
        return masks[Key(segment.text)]
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
