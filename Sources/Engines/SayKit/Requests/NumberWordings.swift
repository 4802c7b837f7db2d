/// Wordings of numbers in figures, for a recognizer: "101" as "one hundred and one", "one oh one"
/// and "one one".
///
/// Words of numbers that a language writes together stand apart, as ``NumberRules`` listens for
/// them.
struct NumberWordings {
    /// Wordings of one phrase at most.
    static let limit = 24
    /// Words that a language may have for one number, at most.
    private static let variants = 3

    private let lexicon: NumberLexicon
    private let table: NumberPartTable
    private let unheard: Set<String>

    init(_ lexicon: NumberLexicon) {
        self.lexicon = lexicon
        table = NumberPartTable(lexicon)
        unheard = Set(lexicon.unheard.map { SpokenText($0).normal })
    }

    /// The phrase with its numbers in words; as it is where it has no figures, and none where it
    /// has figures that are not said as a number.
    func wordings(of phrase: String) -> [String] {
        let text = SpokenText(phrase)
        var wordings = [""]
        var index = 0
        while index < text.words.count {
            var next = [text.words[index].normal]
            if text.words[index].isFigures {
                let isOrdinal =
                    index + 1 < text.words.count && text.words[index + 1].isJoined
                    && lexicon.figureEndings.contains(text.words[index + 1].normal)
                next = said(text.words[index], isOrdinal: isOrdinal)
                if isOrdinal { index += 1 }
            }
            let all = wordings.flatMap { start in
                next.map { start.isEmpty ? $0 : "\(start) \($0)" }
            }
            wordings = Array(all.prefix(Self.limit))
            index += 1
        }
        return wordings.filter { !$0.isEmpty }
    }

    /// The ordinal words of `value`, 1 through 99.
    func ordinals(of value: Int) -> [String] {
        let whole = words(lexicon.ordinals, value)
        guard whole.isEmpty, value > 20, value < 100, !lexicon.hasUnitsFirst else { return whole }
        return words(lexicon.tens, value - value % 10).prefix(1).flatMap { ten in
            words(lexicon.ordinals, value % 10).map { "\(ten) \($0)" }
        }
    }

    private func said(_ word: SpokenText.Word, isOrdinal: Bool) -> [String] {
        guard case .figures(let number, _)? = table.parts(of: word).first else { return [] }
        if isOrdinal { return number.integer.map { ordinals(of: $0) } ?? [] }
        let isPlain = word.normal.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let figures = isPlain ? word.normal : number.figures
        let sides = figures.split(separator: ".").map(String.init)
        var found: [String] = []
        for variant in 0..<Self.variants {
            var wholes = [cardinal(Int(sides[0]), variant), row(sides[0], variant)]
            wholes += pairs(sides[0], variant)
            for whole in wholes.compactMap(\.self) {
                var text = whole
                if sides.count > 1 {
                    guard let point = lexicon.points.first, let part = row(sides[1], variant)
                    else { continue }
                    text += " \(SpokenText(point).normal) \(part)"
                }
                if !found.contains(text) { found.append(text) }
            }
        }
        return found
    }

    private func words(_ values: [String: Int], _ value: Int) -> [String] {
        let known = values.filter { $0.value == value }.keys.map { SpokenText($0).normal }
        return Set(known).subtracting(unheard).sorted()
    }

    private func word(_ values: [String: Int], _ value: Int, _ variant: Int) -> String? {
        let known = words(values, value)
        return known.isEmpty ? nil : known[min(variant, known.count - 1)]
    }

    /// Says figures digit by digit; the last way of saying zero is the one within rows.
    private func row(_ figures: String, _ variant: Int) -> String? {
        var words: [String] = []
        for digit in figures.compactMap(\.wholeNumberValue) {
            let isLast = variant == Self.variants - 1 && figures.count > 1
            let short = isLast ? word(lexicon.rowDigits, digit, variant) : nil
            guard let said = short ?? word(lexicon.digits, digit, variant) else { return nil }
            words.append(said)
        }
        return words.joined(separator: " ")
    }

    /// "Three twenty", "nineteen eighty four".
    private func pairs(_ figures: String, _ variant: Int) -> [String?] {
        guard (3...4).contains(figures.count), figures.first != "0",
            let value = Int(figures), value % 100 >= 10,
            let high = below100(value / 100, variant), let low = below100(value % 100, variant)
        else { return [] }
        return ["\(high) \(low)"]
    }

    private func below100(_ value: Int, _ variant: Int) -> String? {
        switch value {
        case 0..<10: return word(lexicon.digits, value, variant)
        case 10..<20: return word(lexicon.teens, value, variant)
        default:
            guard let ten = word(lexicon.tens, value - value % 10, variant) else { return nil }
            let unit = value % 10
            guard unit > 0 else { return ten }
            let article = lexicon.articles.map { SpokenText($0).normal }.min { $0.count < $1.count }
            guard lexicon.hasUnitsFirst else {
                return word(lexicon.digits, unit, variant).map { "\(ten) \($0)" }
            }
            guard let and = lexicon.connectors.first,
                let first = unit == 1 ? article : word(lexicon.digits, unit, variant)
            else { return nil }
            return "\(first) \(SpokenText(and).normal) \(ten)"
        }
    }

    /// A cardinal below 10,000; the second variant has the word between hundreds and tens.
    private func cardinal(_ value: Int?, _ variant: Int) -> String? {
        guard let value, value < 10_000 else { return nil }
        var words: [String] = []
        func append(_ count: Int, _ scale: String?) -> Bool {
            guard let scale, let count = below100(count, variant) else { return false }
            words += [count, SpokenText(scale).normal]
            return true
        }
        let thousand = lexicon.scales.filter { $0.value == 3 }.keys.min()
        if value >= 1_000, !append(value / 1_000, thousand) { return nil }
        let hundreds = value / 100 % 10
        if hundreds > 0, !append(hundreds, lexicon.hundreds.first) { return nil }
        let rest = value % 100
        guard rest > 0 || words.isEmpty else { return words.joined(separator: " ") }
        guard let last = below100(rest, variant) else { return nil }
        if !words.isEmpty, variant == 1, let and = lexicon.connectors.first {
            words.append(SpokenText(and).normal)
        }
        return (words + [last]).joined(separator: " ")
    }
}
