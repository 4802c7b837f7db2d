/// A decimal number without rounding: a whole number of up to 36 digits and a count of decimals.
public struct ExactNumber: Sendable, Hashable {
    /// The digits without the point; negative numbers are below zero.
    public let significand: Int128
    /// Number of digits behind the point, 0 through 36; the last one is not zero.
    public let decimals: Int

    /// Longer numbers are not represented.
    public static let digitLimit = 36

    /// The number `significand / 10^decimals`, without trailing zeros behind the point.
    ///
    /// Nil outside ``digitLimit``.
    public init?(significand: Int128, decimals: Int) {
        guard (0...Self.digitLimit).contains(decimals),
            significand.magnitude < UInt128(Self.power(Self.digitLimit))
        else { return nil }
        var (digits, places) = (significand, decimals)
        while places > 0, digits % 10 == 0 {
            digits /= 10
            places -= 1
        }
        self.significand = digits
        self.decimals = places
    }

    /// A whole number.
    public init(_ value: Int) {
        significand = Int128(value)
        decimals = 0
    }

    /// The number that `figures` spell: digits, at most one point, an optional minus before them.
    public init?(figures: String) {
        var digits: Int128 = 0
        var (places, count) = (0, 0)
        var hasPoint = false
        for (index, byte) in figures.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "-") where index == 0: continue
            case UInt8(ascii: ".") where !hasPoint && count > 0: hasPoint = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                count += 1
                places += hasPoint ? 1 : 0
                guard count <= Self.digitLimit else { return nil }
                digits = digits * 10 + Int128(byte - UInt8(ascii: "0"))
            default: return nil
            }
        }
        guard count > 0, !(hasPoint && places == 0) else { return nil }
        self.init(significand: figures.hasPrefix("-") ? -digits : digits, decimals: places)
    }

    /// 10 to the power of `exponent`, 0 through 37.
    static func power(_ exponent: Int) -> Int128 { powers[exponent] }

    private static let powers = (0...digitLimit + 1).map { exponent in
        (0..<exponent).reduce(Int128(1)) { product, _ in product * 10 }
    }

    /// Whether there are no decimals.
    public var isWhole: Bool { decimals == 0 }

    /// The value as an integer; nil with decimals or outside 64 bits.
    public var integer: Int? { isWhole ? Int(exactly: significand) : nil }

    /// The nearest value in floating point, by way of the figures.
    public var double: Double { Double(figures) ?? .nan }

    /// The number in figures: `-12.5`, no exponent, no thousands separators.
    public var figures: String {
        let digits = String(significand.magnitude)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let whole = padded.dropLast(decimals)
        let sign = significand < 0 ? "-" : ""
        return sign + whole + (decimals > 0 ? "." + padded.suffix(decimals) : "")
    }

    /// The number with the opposite sign.
    public static prefix func - (number: Self) -> Self {
        Self(significand: -number.significand, decimals: number.decimals) ?? number
    }

    /// The sum; nil where it has more than ``digitLimit`` digits.
    public func adding(_ other: Self) -> Self? {
        let places = max(decimals, other.decimals)
        guard let left = aligned(to: places), let right = other.aligned(to: places) else {
            return nil
        }
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? nil : Self(significand: sum, decimals: places)
    }

    /// The product; nil where it has more than ``digitLimit`` digits.
    public func multiplied(by other: Self) -> Self? {
        let (product, overflow) = significand.multipliedReportingOverflow(by: other.significand)
        return overflow ? nil : Self(significand: product, decimals: decimals + other.decimals)
    }

    /// The product with 10 to the power of `exponent`, 0 through 18; nil beyond ``digitLimit``.
    public func shifted(by exponent: Int) -> Self? {
        if exponent <= decimals {
            return Self(significand: significand, decimals: decimals - exponent)
        }
        let (product, overflow) = significand.multipliedReportingOverflow(
            by: Self.power(exponent - decimals))
        return overflow ? nil : Self(significand: product, decimals: 0)
    }

    private func aligned(to places: Int) -> Int128? {
        let (digits, overflow) = significand.multipliedReportingOverflow(
            by: Self.power(places - decimals))
        return overflow ? nil : digits
    }
}

extension ExactNumber: Comparable, CustomStringConvertible {
    /// Compares two numbers by value, exactly.
    public static func < (left: Self, right: Self) -> Bool {
        let (leftScale, rightScale) = (power(left.decimals), power(right.decimals))
        let leftWhole = left.significand / leftScale
        let rightWhole = right.significand / rightScale
        guard leftWhole == rightWhole else { return leftWhole < rightWhole }
        let leftRest = left.significand % leftScale * power(digitLimit - left.decimals)
        let rightRest = right.significand % rightScale * power(digitLimit - right.decimals)
        return leftRest < rightRest
    }

    /// The number in figures.
    public var description: String { figures }
}

extension ExactNumber: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral value: Int) { self.init(value) }
}
