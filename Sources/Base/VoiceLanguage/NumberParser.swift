/// Reads the meanings of words as one number, from left to right.
struct NumberParser {
    private let words: [NumberWord]
    private var position = 0

    init(_ words: [NumberWord]) { self.words = words }

    private var next: NumberWord? { position < words.count ? words[position] : nil }
    private var isAtEnd: Bool { position == words.count }

    private mutating func append(_ word: NumberWord) -> Bool {
        guard next == word else { return false }
        position += 1
        return true
    }

    /// The number that all words make; nil where they make none.
    static func number(_ words: [NumberWord]) -> SpokenNumber? {
        var parser = NumberParser(words)
        let isNegative = parser.append(.negative)
        let hasSign = isNegative || parser.append(.positive)
        let rest = Array(words.dropFirst(hasSign ? 1 : 0))
        for reading in [readDecimal, readCardinal, readDigits] {
            if let figures = reading(rest) { return signed(figures, isNegative) }
        }
        guard !hasSign else { return nil }
        return readOrdinal(rest).map { SpokenNumber(figures: $0, isOrdinal: true) }
    }

    private static func signed(_ figures: String, _ isNegative: Bool) -> SpokenNumber {
        let isZero = figures.allSatisfy { $0 == "0" || $0 == "." }
        return SpokenNumber(figures: isNegative && !isZero ? "-" + figures : figures)
    }

    /// Figures with a point, alone or before a scale: "1.5 million".
    private static func readDecimal(_ words: [NumberWord]) -> String? {
        guard case .decimal(let figures)? = words.first else { return nil }
        let whole = figures.prefix { $0 != "." }
        var parser = NumberParser(words)
        parser.position = 1
        return parser.scaled(
            whole: whole.isEmpty ? "0" : String(whole),
            fraction: String(figures.dropFirst(whole.count + 1)))
    }

    /// A cardinal, with a fraction where there is one.
    private static func readCardinal(_ words: [NumberWord]) -> String? {
        var parser = NumberParser(words)
        if parser.next == .point { return parser.decimal(whole: "0") }
        if parser.takeHalf(isAlone: true) { return parser.scaled(whole: "0", fraction: "5") }
        guard let value = parser.cardinal() else { return nil }
        if parser.isAtEnd { return String(value) }
        if parser.takeHalf(isAlone: false) {
            return parser.scaled(whole: String(value), fraction: "5")
        }
        return parser.decimal(whole: String(value))
    }

    /// "a half", and "and a half" after a number.
    private mutating func takeHalf(isAlone: Bool) -> Bool {
        let start = position
        guard isAlone || append(.joiner) else { return false }
        _ = append(.article)
        if append(.half) { return true }
        position = start
        return false
    }

    /// Digits and pairs of digits one after the other, with a fraction where there is one.
    private static func readDigits(_ words: [NumberWord]) -> String? {
        var parser = NumberParser(words)
        guard let whole = parser.digits() else { return nil }
        return parser.isAtEnd ? whole : parser.decimal(whole: whole)
    }

    /// A cardinal whose last word is an ordinal.
    private static func readOrdinal(_ words: [NumberWord]) -> String? {
        var words = words
        if words.first == .definiteArticle { words.removeFirst() }
        guard case .ordinal(let last)? = words.popLast() else { return nil }
        var parser = NumberParser(words + [last])
        guard let value = parser.cardinal(), parser.isAtEnd, value > 0 else { return nil }
        return String(value)
    }

    // MARK: Cardinals

    /// Groups below a thousand with falling scales, as in "two million six hundred and ten".
    private mutating func cardinal() -> Int? {
        if case .figures(let figures)? = next, figures.count > 3 {
            position += 1
            return Int(figures)
        }
        var total = 0
        var limit = Int.max
        var isFirst = true
        while limit > 1 {
            let start = position
            if !isFirst { _ = append(.joiner) }
            guard let group = group(isFirst: isFirst), isFirst || group > 0 else {
                position = start
                break
            }
            var scale = 1
            if case .scale(let value)? = next {
                scale = value
                position += 1
            }
            let (part, isTooLarge) = group.multipliedReportingOverflow(by: scale)
            guard !isTooLarge, part < limit, group > 0 || scale == 1 else { return nil }
            total += part
            limit = scale
            isFirst = false
            if group == 0 { break }
        }
        return isFirst ? nil : total
    }

    /// A number below a thousand, or hundreds such as "twelve hundred".
    private mutating func group(isFirst: Bool) -> Int? {
        let start = position
        if append(.article) {
            if append(.hundred) { return 100 + restOfHundred() }
            if append(.dozen) { return 12 }
            if case .scale? = next { return 1 }
            position = start
            return nil
        }
        if isFirst {
            if append(.hundred) { return 100 + restOfHundred() }
            if append(.dozen) { return 12 }
            if case .scale? = next { return 1 }
        }
        if case .figures(let figures)? = next, figures.count == 3 {
            position += 1
            return Int(figures)
        }
        guard let value = belowHundred() else { return nil }
        if value > 0, append(.dozen) { return value * 12 }
        guard value > 0, append(.hundred) else { return value }
        return value * 100 + restOfHundred()
    }

    /// Reads what follows a hundred, 0 for nothing: "and six", "forty two".
    private mutating func restOfHundred() -> Int {
        let start = position
        _ = append(.joiner)
        if let rest = belowHundred(), rest > 0 { return rest }
        position = start
        return 0
    }

    private mutating func belowHundred() -> Int? {
        switch next {
        case .digit(let value), .teen(let value):
            position += 1
            return value
        case .tens(let value):
            position += 1
            guard case .digit(let unit)? = next, unit > 0 else { return value }
            position += 1
            return value + unit
        case .figures(let figures) where figures.count == 2:
            position += 1
            return Int(figures)
        default: return nil
        }
    }

    // MARK: Digits

    /// Digits, pairs and repeated digits up to the end or a point; nil if there are none.
    private mutating func digits() -> String? {
        var found = ""
        while let word = next {
            switch word {
            case .digit(let value): found += String(value)
            case .teen(let value): found += String(value)
            case .figures(let figures): found += figures
            case .tens(let value):
                if position + 1 < words.count, case .digit(let unit) = words[position + 1], unit > 0
                {
                    found += String(value + unit)
                    position += 1
                } else {
                    found += String(value)
                }
            case .repeats(let count):
                guard position + 1 < words.count, case .digit(let value) = words[position + 1]
                else {
                    return nil
                }
                found += String(repeating: String(value), count: count)
                position += 1
            default: return found.isEmpty ? nil : found
            }
            position += 1
        }
        return found.isEmpty ? nil : found
    }

    /// A point and the digits after it, up to the end or a scale: "point five million".
    private mutating func decimal(whole: String) -> String? {
        guard append(.point), let fraction = digits() else { return nil }
        return scaled(whole: whole, fraction: fraction)
    }

    /// A decimal, times the scale that is left of the words where there is one.
    private mutating func scaled(whole: String, fraction: String) -> String? {
        if isAtEnd { return whole + "." + fraction }
        guard case .scale(let scale)? = next else { return nil }
        position += 1
        guard isAtEnd else { return nil }
        let places = String(scale).count - 1
        let kept = fraction.dropFirst(places)
        let moved = fraction.prefix(places)
        let padding = String(repeating: "0", count: places - moved.count)
        let digits = (whole + moved + padding).drop { $0 == "0" }
        return (digits.isEmpty ? "0" : String(digits)) + (kept.isEmpty ? "" : "." + kept)
    }
}
