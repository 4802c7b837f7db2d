/// The number parts of one sentence, and what can be read from each of its words.
struct NumberScan {
    /// A number that ends before part `end`.
    private struct Candidate {
        var end: Int
        var value: ExactNumber
        var kind: NumberReading.Kind
        var digits: String?
    }

    private var parts: [NumberPart] = []
    private var wordOfPart: [Int] = []
    private var firstPart: [Int] = []
    private let pauses: [Bool]
    private let lexicon: NumberLexicon

    init(text: SpokenText, table: NumberPartTable, lexicon: NumberLexicon) {
        self.lexicon = lexicon
        pauses = text.words.map(\.isAfterPause)
        for (index, word) in text.words.enumerated() {
            firstPart.append(parts.count)
            let found = table.parts(of: word)
            parts += found
            wordOfPart += Array(repeating: index, count: found.count)
        }
        firstPart.append(parts.count)
    }

    /// Whether word `index` could begin a number.
    func mayBegin(at index: Int) -> Bool { parts[firstPart[index]] != .other }

    /// Every number that begins at word `start`, at most one for each end, the shortest first.
    func readings(from start: Int) -> [NumberReading] {
        guard start < firstPart.count - 1, mayBegin(at: start) else { return [] }
        let first = firstPart[start]
        var found: [NumberReading] = []
        for candidate in candidates(from: first) {
            guard let end = word(after: candidate.end),
                !found.contains(where: { $0.words.upperBound == end })
            else { continue }
            found.append(
                NumberReading(
                    value: candidate.value, kind: candidate.kind, digits: candidate.digits,
                    words: start..<end))
        }
        return found.sorted { $0.words.upperBound < $1.words.upperBound }
    }

    private func word(after end: Int) -> Int? {
        guard end < parts.count else { return firstPart.count - 1 }
        let word = wordOfPart[end]
        return firstPart[word] == end ? word : nil
    }

    private func part(_ index: Int) -> NumberPart? { index < parts.count ? parts[index] : nil }

    private func candidates(from first: Int) -> [Candidate] {
        if parts[first] == .minus {
            return unsigned(from: first + 1).filter { $0.kind != .ordinal && $0.kind != .year }
                .map { Candidate(end: $0.end, value: -$0.value, kind: $0.kind, digits: nil) }
        }
        return unsigned(from: first)
    }

    private func unsigned(from first: Int) -> [Candidate] {
        guard first < parts.count else { return [] }
        let wholes = figures(from: first) + cardinals(from: first)
        let rows = digitRows(from: first, atLeast: 1)
        var found = wholes
        for whole in wholes where whole.kind == .cardinal {
            found += decimals(after: whole) + addedFractions(to: whole)
        }
        for row in rows { found += decimals(after: row) }
        found += decimals(after: Candidate(end: first, value: ExactNumber(0), kind: .cardinal))
        found += fractions(from: first)
        found += rows.filter { ($0.digits?.utf8.count ?? 0) > 1 }
        return found + years(from: first)
    }

    private func figures(from first: Int) -> [Candidate] {
        guard case .figures(let value, let count) = parts[first] else { return [] }
        guard value.isWhole else {
            return scaled(Candidate(end: first + 1, value: value, kind: .decimal))
        }
        let text = value.figures
        let digits = String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        var found = [Candidate(end: first + 1, value: value, kind: .cardinal, digits: digits)]
        if part(first + 1) == .figureEnding {
            found.append(Candidate(end: first + 2, value: value, kind: .ordinal))
        }
        return found
    }

    private func cardinals(from first: Int) -> [Candidate] {
        var state = CardinalState(hasUnitsFirst: lexicon.hasUnitsFirst)
        var found: [Candidate] = []
        var index = first
        while let next = part(index), state.take(next) {
            index += 1
            guard let total = state.value,
                let value = ExactNumber(significand: total, decimals: 0)
            else { continue }
            found.append(
                Candidate(end: index, value: value, kind: state.isOrdinal ? .ordinal : .cardinal))
        }
        return found
    }

    /// Rows of digits from part `first`, one for each end.
    private func digitRows(from first: Int, atLeast least: Int) -> [Candidate] {
        var digits = ""
        var index = first
        var times = 1
        var found: [Candidate] = []
        while let next = part(index), digits.utf8.count + times <= ExactNumber.digitLimit {
            index += 1
            switch next {
            case .digit(let digit), .rowDigit(let digit):
                digits += String(repeating: String(digit), count: times)
                times = 1
            case .figures(let value, 1) where value.isWhole:
                digits += String(repeating: value.figures, count: times)
                times = 1
            case .times(let count) where times == 1:
                times = count
                continue
            default: return found
            }
            if digits.utf8.count >= least, let value = ExactNumber(figures: digits) {
                found.append(Candidate(end: index, value: value, kind: .digits, digits: digits))
            }
        }
        return found
    }

    /// What follows a point: a row of digits, or one number from 10 through 99.
    private func decimals(after whole: Candidate) -> [Candidate] {
        guard part(whole.end) == .point else { return [] }
        var found: [Candidate] = []
        let start = whole.end + 1
        let tens =
            start < parts.count
            ? cardinals(from: start).filter {
                $0.kind == .cardinal && 10...99 ~= $0.value.integer ?? 0
            } : []
        let rows = digitRows(from: start, atLeast: 1)
        for row in rows + tens {
            guard
                let value = ExactNumber(
                    figures: whole.value.figures + "." + (row.digits ?? row.value.figures))
            else { continue }
            found += scaled(Candidate(end: row.end, value: value, kind: .decimal))
        }
        return found
    }

    private func isSaid(_ candidate: Candidate, from start: Int) -> Bool {
        !parts[start..<candidate.end].contains { if case .figures = $0 { true } else { false } }
    }

    /// `candidate` itself, and times the scale that follows it.
    private func scaled(_ candidate: Candidate) -> [Candidate] {
        guard case .scale(let exponent)? = part(candidate.end),
            let value = candidate.value.shifted(by: exponent)
        else { return [candidate] }
        return [candidate, Candidate(end: candidate.end + 1, value: value, kind: .decimal)]
    }

    private func addedFractions(to whole: Candidate) -> [Candidate] {
        if case .addedFraction(let thousandths)? = part(whole.end) {
            return sum(whole, thousandths, end: whole.end + 1)
        }
        guard part(whole.end) == .connector, whole.end + 1 < parts.count,
            let (thousandths, end) = counted(at: whole.end + 1)
        else { return [] }
        return sum(whole, thousandths, end: end)
    }

    private func sum(_ whole: Candidate, _ thousandths: Int, end: Int) -> [Candidate] {
        guard
            let part = ExactNumber(significand: Int128(thousandths), decimals: 3),
            let value = whole.value.adding(part)
        else { return [] }
        return scaled(Candidate(end: end, value: value, kind: .decimal))
    }

    /// An article or a digit and a part of one behind it.
    private func counted(at first: Int) -> (thousandths: Int, end: Int)? {
        guard case .fraction(let thousandths)? = part(first + 1) else { return nil }
        switch parts[first] {
        case .article: return (thousandths, first + 2)
        case .digit(let count) where count > 0: return (count * thousandths, first + 2)
        default: return nil
        }
    }

    private func fractions(from first: Int) -> [Candidate] {
        let zero = Candidate(end: first, value: ExactNumber(0), kind: .cardinal)
        if case .wholeFraction(let thousandths) = parts[first] {
            return sum(zero, thousandths, end: first + 1)
        }
        guard let (thousandths, end) = counted(at: first) else { return [] }
        return sum(zero, thousandths, end: end)
    }

    /// Years in two parts: "nineteen eighty-four", "nineteen oh five", "twenty twenty".
    private func years(from first: Int) -> [Candidate] {
        guard lexicon.yearStart <= lexicon.yearEnd else { return [] }
        var found: [Candidate] = []
        for century in cardinals(from: first) where century.kind == .cardinal {
            guard let high = century.value.integer,
                (lexicon.yearStart...lexicon.yearEnd).contains(high),
                isSaid(century, from: first), century.end < parts.count,
                !pauses[wordOfPart[century.end]]
            else { continue }
            let rows = digitRows(from: century.end, atLeast: 2).filter {
                $0.digits?.utf8.count == 2 && $0.digits?.first == "0"
            }
            let tens = cardinals(from: century.end).filter { $0.kind == .cardinal }
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
