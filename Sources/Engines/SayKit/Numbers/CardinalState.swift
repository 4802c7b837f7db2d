/// Takes the parts of a cardinal or an ordinal one by one.
///
/// `total` holds the closed groups, `group` the one under way, 0 through 9,999.
struct CardinalState {
    /// Level of the group under way, which decides what may follow.
    private enum Level {
        case empty, article, digit, ten, teen, hundreds, lateDigit, closed
    }

    private var total: Int128 = 0
    private var group: Int128 = 0
    private var level = Level.empty
    private var hasHundreds = false
    private var lastScale = 100
    private var isPending = false
    private var isEnded = false
    private let hasUnitsFirst: Bool

    /// Whether the last part was an ordinal.
    private(set) var isOrdinal = false

    init(hasUnitsFirst: Bool) { self.hasUnitsFirst = hasUnitsFirst }

    private var isStart: Bool { level == .empty && lastScale == 100 && !isPending }

    /// The number so far; nil where the last part needs another.
    var value: Int128? {
        guard !isPending, !isStart, level != .article else { return nil }
        return total + group
    }

    /// The value below 1,000 of a number without a scale, for parts such as minutes.
    var isPlain: Bool { lastScale == 100 }

    /// Appends one more part; false where it does not continue the number.
    mutating func append(_ part: NumberPart) -> Bool {
        guard !isEnded else { return false }
        switch part {
        case .digit(let value): return takeDigit(Int128(value))
        case .article: return takeArticle()
        case .teen(let value): return takeTeen(Int128(value))
        case .ten(let value): return takeTen(Int128(value))
        case .hundred: return takeHundred()
        case .scale(let exponent): return takeScale(exponent)
        case .dozen: return takeDozen()
        case .connector: return takeConnector()
        case .figures(let number, let count): return takeFigures(number, count: count)
        case .ordinal(let value): return takeOrdinal(Int128(value))
        default: return false
        }
    }

    private mutating func settle(_ value: Int128, _ next: Level) -> Bool {
        group += value
        level = next
        isPending = false
        return true
    }

    private mutating func takeDigit(_ value: Int128) -> Bool {
        if value == 0 {
            guard isStart else { return false }
            isEnded = true
            return settle(0, .closed)
        }
        switch level {
        case .empty: return settle(value, .digit)
        case .hundreds: return settle(value, hasUnitsFirst ? .lateDigit : .closed)
        case .ten where !hasUnitsFirst && !isPending:
            return settle(value, hasHundreds ? .closed : .teen)
        default: return false
        }
    }

    private mutating func takeArticle() -> Bool {
        if isStart { return settle(1, .article) }
        return hasUnitsFirst && takeDigit(1)
    }

    private mutating func takeTeen(_ value: Int128) -> Bool {
        switch level {
        case .empty: settle(value, .teen)
        case .hundreds: settle(value, .closed)
        default: false
        }
    }

    private mutating func takeTen(_ value: Int128) -> Bool {
        switch level {
        case .empty, .hundreds: settle(value, .ten)
        case .digit, .lateDigit, .article:
            hasUnitsFirst && isPending ? settle(value, hasHundreds ? .closed : .teen) : false
        default: false
        }
    }

    private mutating func takeHundred() -> Bool {
        guard !hasHundreds else { return false }
        switch level {
        case .empty where isStart || hasUnitsFirst: group = 100
        case .digit where !isPending, .teen,
            .article where !isPending, .ten where !isPending:
            group *= 100
        default: return false
        }
        hasHundreds = true
        isPending = false
        level = .hundreds
        return true
    }

    private mutating func takeScale(_ exponent: Int) -> Bool {
        guard exponent < lastScale, !isPending, group < 1_000 else { return false }
        if level == .empty {
            guard isStart || hasUnitsFirst else { return false }
            group = 1
        }
        let (product, overflow) = group.multipliedReportingOverflow(
            by: ExactNumber.power(exponent))
        guard !overflow else { return false }
        total += product
        group = 0
        level = .empty
        hasHundreds = false
        lastScale = exponent
        return true
    }

    private mutating func takeDozen() -> Bool {
        guard !isPending, isPlain, level != .empty, group < 1_000 else { return false }
        group *= 12
        level = .closed
        isEnded = true
        return true
    }

    private mutating func takeConnector() -> Bool {
        guard !isPending else { return false }
        switch level {
        case .hundreds: break
        case .empty where lastScale < 100: break
        case .digit, .lateDigit, .article: guard hasUnitsFirst else { return false }
        default: return false
        }
        isPending = true
        return true
    }

    private mutating func takeFigures(_ number: ExactNumber, count: Int) -> Bool {
        guard level == .empty, number.isWhole, count <= 3 || isStart else { return false }
        if count > 3 { isEnded = true }
        group = number.significand
        isPending = false
        level = count == 1 ? .digit : group >= 100 ? .closed : .teen
        if group == 0 { level = .closed }
        return true
    }

    private mutating func takeOrdinal(_ value: Int128) -> Bool {
        let taken =
            switch value {
            case 0: isStart && takeDigit(0)
            case 1..<10: takeDigit(value)
            case 10..<20: takeTeen(value)
            case 20..<100: takeTen(value)
            case 100: takeHundred()
            default: takeScale(Self.exponent(of: value))
            }
        isOrdinal = taken
        isEnded = isEnded || taken
        return taken
    }

    private static func exponent(of value: Int128) -> Int { String(value).utf8.count - 1 }
}
