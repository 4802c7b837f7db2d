/// The words of one language for money.
public struct MoneyLexicon: Sendable, Equatable {
    /// Main units, words and signs, by their codes of ISO 4217.
    public var currencies: [String: String] = [:]
    /// Hundredths of any main unit.
    public var hundredths: [String] = []

    /// A lexicon without words.
    public init() {}
}

/// Reads amounts of money.
struct MoneyReader: Sendable {
    private typealias Reading = QuantityReading<SpokenMoney>

    private let currencies: PhraseTable<String>
    private let hundredths: PhraseTable<Bool>

    init(_ lexicon: MoneyLexicon) {
        currencies = PhraseTable(
            lexicon.currencies.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        hundredths = PhraseTable(lexicon.hundredths)
    }

    /// Every amount that begins at word `start`.
    func readings(in sentence: inout InterpretedSentence, from start: Int) -> [QuantityReading<
        SpokenMoney
    >] {
        let words = sentence.text.words
        var found: [Reading] = []
        if let sign = currencies.longest(in: words, at: start) {
            for number in sentence.numbers(from: start + sign.count) where number.kind != .ordinal {
                found.append(reading(number, sign.value, end: number.words.upperBound))
            }
        }
        if sentence.isArticle(start), let unit = currencies.longest(in: words, at: start + 1) {
            let end = start + 1 + unit.count
            found.append(Reading(end: end, value: money(ExactNumber(1), unit.value)))
            found += cents(&sentence, from: end, major: ExactNumber(1), unit.value)
        }
        for number in sentence.numbers(from: start) where number.kind != .ordinal {
            let end = number.words.upperBound
            if let unit = currencies.longest(in: words, at: end) {
                let after = end + unit.count
                found.append(reading(number, unit.value, end: after))
                found += cents(&sentence, from: after, major: number.value, unit.value)
            }
            if let part = hundredths.longest(in: words, at: end),
                let amount = ExactNumber(significand: 1, decimals: 2)?
                    .multiplied(by: number.value)
            {
                found.append(Reading(end: end + part.count, value: money(amount, nil)))
            }
            found += pairs(&sentence, number)
        }
        return found
    }

    private func money(_ amount: ExactNumber, _ currency: String?) -> SpokenMoney {
        SpokenMoney(amount: amount, currency: currency)
    }

    private func reading(_ number: NumberReading, _ currency: String?, end: Int) -> Reading {
        Reading(end: end, value: money(number.value, currency))
    }

    /// "… and fifty cents", "… fifty".
    private func cents(
        _ sentence: inout InterpretedSentence, from start: Int, major: ExactNumber,
        _ currency: String
    ) -> [Reading] {
        guard major.isWhole, major >= ExactNumber(0) else { return [] }
        let first = sentence.isConnector(start) ? start + 1 : start
        let words = sentence.text.words
        return sentence.numbers(from: first).compactMap { number in
            guard let value = number.whole(to: 99), number.kind == .cardinal,
                let part = ExactNumber(significand: Int128(value), decimals: 2),
                let amount = major.adding(part)
            else { return nil }
            let end = number.words.upperBound
            let mark = hundredths.longest(in: words, at: end)
            guard mark != nil || first == start && value >= 10 else { return nil }
            return Reading(end: end + (mark?.count ?? 0), value: money(amount, currency))
        }
    }

    /// "five fifty", "nineteen ninety-nine": 10 through 99 hundredths behind a number to 999.
    private func pairs(_ sentence: inout InterpretedSentence, _ major: NumberReading) -> [Reading] {
        guard major.kind == .cardinal, major.whole(to: 999) != nil else {
            return []
        }
        return sentence.numbers(from: major.words.upperBound).compactMap { number in
            guard number.kind == .cardinal, let value = number.whole(to: 99), value >= 10,
                let part = ExactNumber(significand: Int128(value), decimals: 2),
                let amount = major.value.adding(part)
            else { return nil }
            return Reading(
                end: number.words.upperBound, value: money(amount, nil), isMarked: false)
        }
    }
}
