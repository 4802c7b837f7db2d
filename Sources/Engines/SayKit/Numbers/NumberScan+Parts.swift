/// Numbers that are put together of others: parts of one, and years.
extension NumberScan {
    /// "Two and a half", "zweieinhalb", "1 1/2", "a million and a half".
    func addedFractions(to whole: Candidate, isOfScale: Bool) -> [Candidate] {
        switch part(whole.end) {
        case .addedFraction(let thousandths)?, .figureFraction(let thousandths)?:
            return sum(whole, thousandths, end: whole.end + 1)
        case .connector?: break
        default: return []
        }
        return counted(at: whole.end + 1).flatMap { count in
            if isOfScale, case .scale(let exponent) = parts[whole.end - 1], exponent >= 6 {
                return sum(whole, count.thousandths, end: count.end, of: .scale(exponent))
            }
            return sum(whole, count.thousandths, end: count.end)
        }
    }

    /// Adds to `whole` a part of one, or of what `scale` stands for; also times a scale behind it.
    private func sum(
        _ whole: Candidate, _ thousandths: Int, end: Int, of scale: NumberPart? = nil
    ) -> [Candidate] {
        guard
            let part = ExactNumber(significand: Int128(thousandths), decimals: 3),
            let part = scale.map({ Self.product(of: part, $0) }) ?? part,
            let value = whole.value.adding(part)
        else { return [] }
        let kind: NumberReading.Kind = value.isWhole ? .cardinal : .decimal
        let sum = Candidate(end: end, value: value, kind: kind)
        return scale == nil ? scaled(sum) : [sum]
    }

    private static func product(of number: ExactNumber, _ scale: NumberPart) -> ExactNumber? {
        switch scale {
        case .scale(let exponent): number.shifted(by: exponent)
        case .hundred: number.shifted(by: 2)
        case .dozen: number.multiplied(by: 12)
        default: nil
        }
    }

    /// An article or a number and parts of one behind it.
    private func counted(at first: Int) -> [(thousandths: Int, end: Int)] {
        guard first < parts.count else { return [] }
        if parts[first] == .article, case .fraction(let thousandths)? = part(first + 1) {
            return [(thousandths, first + 2)]
        }
        return cardinals(from: first).compactMap { count in
            guard case .fraction(let thousandths)? = part(count.end), count.kind == .cardinal,
                let number = count.value.integer, (1...999_999).contains(number)
            else { return nil }
            return (number * thousandths, count.end + 1)
        }
    }

    /// "Three quarters", "half a million", "a quarter of a million", "half a dozen".
    func fractions(from first: Int) -> [Candidate] {
        let zero = Candidate(end: first, value: ExactNumber(0), kind: .cardinal)
        switch parts[first] {
        case .wholeFraction(let thousandths), .figureFraction(let thousandths):
            return sum(zero, thousandths, end: first + 1)
        case .fraction(let thousandths):
            // "Half" alone is a word of many meanings.
            return partsOfScale(thousandths, zero, from: first + 1)
        default: break
        }
        return counted(at: first).flatMap { count in
            sum(zero, count.thousandths, end: count.end)
                + partsOfScale(count.thousandths, zero, from: count.end)
        }
    }

    /// Parts of the scale that follows, with or without "of" and an article.
    private func partsOfScale(_ thousandths: Int, _ zero: Candidate, from start: Int) -> [Candidate]
    {
        let link = part(start) == .fractionLink ? start + 1 : start
        let place = part(link) == .article ? link + 1 : link
        guard let scale = part(place) else { return [] }
        return sum(zero, thousandths, end: place + 1, of: scale)
    }

    /// Years in two parts: "nineteen eighty-four", "nineteen oh five", "twenty twenty".
    func years(from first: Int) -> [Candidate] {
        guard lexicon.yearStart <= lexicon.yearEnd else { return [] }
        var found: [Candidate] = []
        for century in cardinals(from: first) where century.kind == .cardinal {
            // Beyond the years of people only "oh five" leaves no doubt: "twenty-one oh five".
            guard let high = century.value.integer, (lexicon.yearStart...99).contains(high),
                isSaid(century, from: first), century.end < parts.count,
                !pauses[wordOfPart[century.end]]
            else { continue }
            let rows = digitRows(from: century.end, atLeast: 2).filter {
                $0.digits?.utf8.count == 2 && $0.digits?.first == "0"
            }
            let tens =
                high > lexicon.yearEnd
                ? [] : cardinals(from: century.end).filter { $0.kind == .cardinal }
            for low in rows + tens where isSaid(low, from: century.end) {
                guard let rest = low.value.integer, low.kind == .digits || 10...99 ~= rest
                else { continue }
                found.append(
                    Candidate(end: low.end, value: ExactNumber(high * 100 + rest), kind: .year))
            }
        }
        return found
    }
}
