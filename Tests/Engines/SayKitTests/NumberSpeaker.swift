import SayKit
import VoiceTime

/// Says numbers by a grammar of its own, with the choices that speakers have.
struct NumberSpeaker {
    var chance: ChanceStream
    let isGerman: Bool

    static let small = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen",
    ]
    private static let tens = [
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ]
    private static let kleine = [
        "null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn",
        "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn",
        "neunzehn",
    ]
    private static let zehner = [
        "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig",
    ]

    mutating func flip() -> Bool { chance.below(2) == 0 }

    mutating func cardinal(_ value: Int) -> String { isGerman ? german(value) : english(value) }

    private mutating func english(_ value: Int) -> String {
        if value == 0 { return "zero" }
        var words: [String] = []
        var rest = value
        for (scale, word) in [
            (1_000_000_000_000, "trillion"), (1_000_000_000, "billion"), (1_000_000, "million"),
            (1_000, "thousand"),
        ] where rest >= scale {
            words.append(contentsOf: group(rest / scale, isFirst: words.isEmpty))
            words.append(word)
            rest %= scale
        }
        if rest > 0 {
            if !words.isEmpty, rest < 100, flip() { words.append("and") }
            words += group(rest, isFirst: false)
        }
        return words.joined(separator: " ")
    }

    private mutating func group(_ value: Int, isFirst: Bool) -> [String] {
        var words: [String] = []
        if value >= 100 {
            words += [Self.small[value / 100], "hundred"]
            if value % 100 > 0, flip() { words.append("and") }
        } else if value == 1, isFirst, flip() {
            return ["a"]
        }
        let rest = value % 100
        if rest == 0 { return words }
        if rest < 20 { return words + [Self.small[rest]] }
        let ten = Self.tens[rest / 10 - 2]
        if rest % 10 == 0 { return words + [ten] }
        let unit = Self.small[rest % 10]
        words += flip() ? ["\(ten)-\(unit)"] : [ten, unit]
        return words
    }

    private mutating func german(_ value: Int) -> String {
        if value == 0 { return "null" }
        var words: [String] = []
        var rest = value
        for (scale, one, many) in [
            (1_000_000_000_000, "eine Billion", "Billionen"),
            (1_000_000_000, "eine Milliarde", "Milliarden"),
            (1_000_000, "eine Million", "Millionen"),
        ] where rest >= scale {
            let count = rest / scale
            words.append(count == 1 ? one : germanGroup(count, isLast: false) + " " + many)
            rest %= scale
        }
        var last = ""
        if rest >= 1_000 {
            last = germanGroup(rest / 1_000, isLast: false) + "tausend"
            rest %= 1_000
        }
        if rest > 0 { last += germanGroup(rest, isLast: true) }
        if !last.isEmpty { words.append(last) }
        return words.joined(separator: " ")
    }

    private mutating func germanGroup(_ value: Int, isLast: Bool) -> String {
        var text = ""
        if value >= 100 {
            text = (value / 100 == 1 ? (flip() ? "ein" : "") : Self.kleine[value / 100]) + "hundert"
        }
        let rest = value % 100
        if rest == 0 { return text }
        if !text.isEmpty, rest < 13, flip() { text += "und" }
        if rest == 1 { return text + (isLast ? "eins" : "ein") }
        if rest < 20 { return text + Self.kleine[rest] }
        let ten = Self.zehner[rest / 10 - 2]
        let unit = rest % 10
        if unit == 0 { return text + ten }
        let name = unit == 1 ? "ein" : Self.kleine[unit]
        return "\(text)\(name)und\(ten)"
    }

    /// Digits one by one, doubled ones as "double" now and then.
    mutating func digits(_ figures: String) -> String {
        let names = isGerman ? Self.kleine : Self.small
        return figures.compactMap(\.wholeNumberValue).map { digit in
            digit == 0 && !isGerman && figures.count > 1 && flip() ? "oh" : names[digit]
        }.joined(separator: " ")
    }

    mutating func value() -> Int {
        let digits = 1 + chance.below(15)
        var value = 0
        for _ in 0..<digits { value = value * 10 + chance.below(10) }
        return flip() ? value : value - value % 100
    }
}
