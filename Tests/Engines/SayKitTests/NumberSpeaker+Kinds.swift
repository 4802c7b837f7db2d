import SayKit
import VoiceTime

/// What is said, and the number that it was made from; nil where it is to be refused.
struct SaidNumber {
    var text: String
    var figures: String?
}

extension NumberSpeaker {
    /// Ways to say English numbers.
    enum Kind: String, CaseIterable {
        case cardinal, negative, decimal, pointZero, digits, doubled, ordinal, year, century
        case teenHundred, half, mixed, portion, dozen, price, around
        case time, two, unread
    }

    /// Kinds of one number and nothing else.
    static let plainKinds = Kind.allCases.filter { ![.around, .time, .two, .unread].contains($0) }

    mutating func say(_ kind: Kind) -> SaidNumber {
        switch kind {
        case .cardinal, .negative, .ordinal, .around, .half, .dozen, .two, .unread: whole(kind)
        case .decimal, .pointZero, .mixed, .portion, .price: parted(kind)
        case .digits, .doubled, .year, .century, .teenHundred, .time: other(kind)
        }
    }

    private mutating func small(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + chance.below(range.count)
    }

    private mutating func one(_ texts: [String]) -> String { texts[chance.below(texts.count)] }

    private mutating func whole(_ kind: Kind) -> SaidNumber {
        let value = value()
        switch kind {
        case .negative:
            let text = one(["minus ", "negative "]) + cardinal(value)
            return SaidNumber(text: text, figures: value == 0 ? "0" : "-\(value)")
        case .ordinal:
            return SaidNumber(text: ordinal(max(1, value)), figures: "\(max(1, value))")
        case .around:
            let text = one(["um about ", "I think it is ", "my number is "]) + cardinal(value)
            return SaidNumber(text: text + one([" please", " thank you", ""]), figures: "\(value)")
        case .half:
            let count = small(1...999)
            return SaidNumber(text: cardinal(count) + " and a half", figures: "\(count).5")
        case .dozen:
            let count = small(1...99)
            return SaidNumber(text: cardinal(count) + " dozen", figures: "\(count * 12)")
        case .two:
            let text =
                cardinal(value) + one([" or ", " but maybe ", " no "]) + cardinal(self.value())
            return SaidNumber(text: text)
        case .unread:
            let text = cardinal(small(2...99)) + one([" thirds", " sevenths", " millions"])
            return SaidNumber(text: text)
        default: return SaidNumber(text: cardinal(value), figures: "\(value)")
        }
    }

    private mutating func parted(_ kind: Kind) -> SaidNumber {
        let value = value()
        switch kind {
        case .pointZero:
            let tail = String(repeating: "0", count: small(1...3)) + "\(small(1...9))"
            let text = cardinal(value) + " point " + digits(tail)
            return SaidNumber(text: text, figures: "\(value).\(tail)")
        case .mixed:
            let (count, quarters) = (small(1...99), small(1...3))
            let part = [" and a quarter", " and two quarters", " and three quarters"][quarters - 1]
            let total = ExactNumber(figures: "\(count).\(["25", "5", "75"][quarters - 1])")
            return SaidNumber(text: cardinal(count) + part, figures: total?.figures)
        case .portion:
            let scale = chance.below(2)
            let text = one(["half a ", "half of a "]) + ["million", "thousand"][scale]
            return SaidNumber(text: text, figures: ["500000", "500"][scale])
        case .price:
            let (major, minor) = (small(2...999), small(10...99))
            let text = cardinal(major) + one([" dollars and ", " dollars "]) + cardinal(minor)
            let total = ExactNumber(figures: "\(major).\(minor)")
            return SaidNumber(text: text + " cents", figures: total?.figures)
        default:
            let decimals = String(small(1...998))
            let text = cardinal(value) + " point " + digits(decimals)
            return SaidNumber(
                text: text, figures: ExactNumber(figures: "\(value).\(decimals)")?.figures)
        }
    }

    private mutating func other(_ kind: Kind) -> SaidNumber {
        switch kind {
        case .doubled:
            let (before, digit) = (small(1...9), small(1...9))
            let isTriple = flip()
            let text =
                "\(Self.small[before]) \(isTriple ? "triple" : "double") \(Self.small[digit])"
            let row = String(repeating: String(digit), count: isTriple ? 3 : 2)
            return SaidNumber(text: text, figures: "\(before)\(row)")
        case .year:
            let (high, low) = (small(10...20), small(10...99))
            return SaidNumber(text: cardinal(high) + " " + cardinal(low), figures: "\(high)\(low)")
        case .century:
            let (high, low) = (small(10...99), small(1...9))
            return SaidNumber(
                text: cardinal(high) + " oh " + Self.small[low], figures: "\(high)0\(low)")
        case .teenHundred:
            let (high, low) = (small(11...99), small(0...99))
            let isRound = high % 10 == 0
            let count = isRound ? high + 1 : high
            let text = cardinal(count) + " hundred" + (low == 0 ? "" : " and " + cardinal(low))
            return SaidNumber(text: text, figures: "\(count * 100 + low)")
        case .time:
            let hour = cardinal(small(1...12))
            let text = one(["half past ", "a quarter to ", "ten past "]) + hour
            return SaidNumber(text: flip() ? hour + " o'clock" : text)
        default:
            let value = String(value())
            return SaidNumber(text: digits(value), figures: value)
        }
    }

    private static let ordinals = [
        "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
        "nine": "ninth", "twelve": "twelfth",
    ]

    private mutating func ordinal(_ value: Int) -> String {
        let text = cardinal(value)
        let start = text.lastIndex { $0 == " " || $0 == "-" }.map { text.index(after: $0) }
        let last = String(text[(start ?? text.startIndex)...])
        let before = text[..<(start ?? text.startIndex)]
        if let special = Self.ordinals[last] { return before + special }
        return before + (last.hasSuffix("y") ? last.dropLast() + "ieth" : last + "th")
    }
}
