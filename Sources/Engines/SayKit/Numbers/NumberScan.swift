/// The number parts of one sentence, and what can be read from each of its words.
struct NumberScan {
    /// A number that ends before part `end`.
    struct Candidate {
        var end: Int
        var value: ExactNumber
        var kind: NumberReading.Kind
        var digits: String?
    }

    private(set) var parts: [NumberPart] = []
    private(set) var wordOfPart: [Int] = []
    private var firstPart: [Int] = []
    let pauses: [Bool]
    let lexicon: NumberLexicon

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

    /// Whether word `index` makes the number directly before it none: "two thirds".
    func isUnread(at index: Int) -> Bool {
        index < firstPart.count - 1 && parts[firstPart[index]] == .unread && !pauses[index]
    }

    /// Whether word `index` is there and counts twelves.
    func isDozen(at index: Int) -> Bool {
        index < firstPart.count - 1 && parts[firstPart[index]] == .dozen
    }

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

    func part(_ index: Int) -> NumberPart? { index < parts.count ? parts[index] : nil }

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
            found += decimals(after: whole)
            found += addedFractions(to: whole, isOfScale: whole.end > first + 1)
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

    func cardinals(from first: Int) -> [Candidate] {
        var state = CardinalState(hasUnitsFirst: lexicon.hasUnitsFirst)
        var found: [Candidate] = []
        var index = first
        while let next = part(index), state.append(next) {
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
    func digitRows(from first: Int, atLeast least: Int) -> [Candidate] {
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

    /// Reads what follows a point: a row of digits, or one number from 10 through 99.
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

    func isSaid(_ candidate: Candidate, from start: Int) -> Bool {
        !parts[start..<candidate.end].contains { if case .figures = $0 { true } else { false } }
    }

    /// `candidate` itself, and times the scale that follows it.
    func scaled(_ candidate: Candidate) -> [Candidate] {
        guard case .scale(let exponent)? = part(candidate.end),
            let value = candidate.value.shifted(by: exponent)
        else { return [candidate] }
        return [candidate, Candidate(end: candidate.end + 1, value: value, kind: .decimal)]
    }
}
