/// A sentence with its numbers in figures, so that "room two" and "Room 2" are the same.
///
/// Numbers side by side are one: "seven thirty seven" and "737".
struct NumberedText: Sendable {
    /// The words, and the numbers in figures; ordinals have a full stop behind them.
    private(set) var tokens: [String] = []
    /// The words of each token.
    private(set) var words: [Range<Int>] = []
    /// The tokens that are numbers, in order.
    private(set) var numbers: [String] = []

    init(_ text: SpokenText, language: SpokenLanguage) {
        var word = 0
        var wasWhole = false
        for number in language.numberReader.numbers(in: text) {
            appendWords(of: text, word..<number.words.lowerBound)
            let isWhole = number.kind != .ordinal && number.value.isWhole
            let figures = number.digits ?? number.value.figures
            let isPause = text.words[number.words.lowerBound].isAfterPause
            if isWhole, wasWhole, !isPause, word == number.words.lowerBound, word > 0 {
                tokens[tokens.count - 1] += figures
                numbers[numbers.count - 1] += figures
                words[words.count - 1] = words[words.count - 1].lowerBound..<number.words.upperBound
            } else {
                tokens.append(number.kind == .ordinal ? figures + "." : figures)
                numbers.append(tokens[tokens.count - 1])
                words.append(number.words)
            }
            wasWhole = isWhole
            word = number.words.upperBound
        }
        appendWords(of: text, word..<text.words.count)
    }

    private mutating func appendWords(of text: SpokenText, _ range: Range<Int>) {
        for index in range {
            tokens.append(text.words[index].normal)
            words.append(index..<index + 1)
        }
    }

    /// Returns the places of `needle` in the sentence, as words.
    func places(of needle: NumberedText) -> [Range<Int>] {
        let parts = needle.tokens
        guard !parts.isEmpty, parts.count <= tokens.count else { return [] }
        return (0...tokens.count - parts.count).compactMap { start in
            for (offset, part) in parts.enumerated() where tokens[start + offset] != part {
                return nil
            }
            return words[start].lowerBound..<words[start + parts.count - 1].upperBound
        }
    }
}
