/// Number that an answer says, and the reason for the reading.
public struct NumericalReading: Sendable, Equatable {
    /// The rule that decided.
    public enum Rule: String, Sendable, Equatable {
        /// The sentence has no words.
        case silent
        /// The sentence has one number.
        case oneNumber
        /// The sentence says an amount of money: the number is the amount.
        case amount
        /// The sentence has several separate numbers.
        case severalNumbers
        /// The sentence says a time of day, which is not a number.
        case timeOfDay
        /// A word after the number makes it another one, which is not read: "two thirds".
        case unread
        /// Every number is rejected: "not five".
        case rejected
        /// The sentence has no number.
        case unknown
    }

    /// The number; nil where the sentence says none, or several.
    public var number: NumberReading?
    /// The rule that decided.
    public var rule: Rule
    /// The words that decided, as they are spelled in the sentence.
    public var phrases: [String] = []
}

/// Finds the one number of an answer; text around it is skipped.
public struct NumericalMatcher: Sendable {
    private let language: SpokenLanguage

    /// Prepares to read numbers of `language`.
    public init(language: SpokenLanguage) { self.language = language }

    /// Judges one sentence.
    public func read(_ text: SpokenText) -> NumericalReading {
        guard !text.words.isEmpty else { return NumericalReading(rule: .silent) }
        guard !text.isCut else { return NumericalReading(rule: .unknown) }
        var sentence = InterpretedSentence(text, language: language)
        var found: [NumberReading] = []
        var hasAmount = false
        var word = 0
        while word < text.words.count {
            let number = sentence.numbers(from: word).last
            let end = number?.words.upperBound ?? word
            if let time = language.timeReader.readings(in: &sentence, from: word)
                .filter({ $0.isMarked && $0.end > end }).max(by: { $0.end < $1.end })
            {
                return NumericalReading(
                    rule: .timeOfDay, phrases: [text.spelling(of: word..<time.end)])
            }
            if let amount = language.moneyReader.readings(in: &sentence, from: word)
                .filter({ $0.isMarked && $0.end > end }).max(by: { $0.end < $1.end })
            {
                found.append(
                    NumberReading(
                        value: amount.value.amount,
                        kind: amount.value.amount.isWhole
                            ? .cardinal : .decimal, words: word..<amount.end))
                hasAmount = true
                word = amount.end
            } else if let number,
                !language.numberReader.isPronoun(number, in: text, after: found.last)
            {
                found.append(number)
                word = end
            } else {
                word += 1
            }
        }
        return judge(found, hasAmount: hasAmount, in: sentence)
    }

    private func judge(
        _ found: [NumberReading], hasAmount: Bool, in sentence: InterpretedSentence
    ) -> NumericalReading {
        let text = sentence.text
        if let number = found.first(where: { sentence.scan.isUnread(at: $0.words.upperBound) }) {
            let words = number.words.lowerBound..<number.words.upperBound + 1
            return NumericalReading(rule: .unread, phrases: [text.spelling(of: words)])
        }
        let taken = taken(of: found, text)
        if taken.isEmpty, !found.isEmpty {
            return NumericalReading(
                rule: .rejected, phrases: found.map { text.spelling(of: $0.words) })
        }
        let phrases = taken.map { text.spelling(of: $0.words) }
        guard let first = taken.first else { return NumericalReading(rule: .unknown) }
        guard taken.count == 1 else {
            return NumericalReading(rule: .severalNumbers, phrases: phrases)
        }
        return NumericalReading(
            number: first, rule: hasAmount ? .amount : .oneNumber, phrases: phrases)
    }

    /// The numbers that no negation rejects. "No five" rejects none: it may correct another one.
    private func taken(of found: [NumberReading], _ text: SpokenText) -> [NumberReading] {
        let negations = ClauseNegations(text, language: language)
        guard !negations.isEmpty else { return found }
        let said = Set(found.flatMap { Array($0.words) })
        var rejected: Set<Int> = []
        return found.filter { number in
            let others = said.subtracting(number.words)
            guard
                negations.verdict(on: number.words, beside: others, rejected: rejected)
                    == .rejected, !negations.isDirect(before: number.words)
            else { return true }
            rejected.formUnion(number.words)
            return false
        }
    }
}
