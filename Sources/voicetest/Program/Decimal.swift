import VoiceTrace

/// Numbers with so many digits after the point.
enum Decimal {
    /// The text of a number; "-inf", "inf" or "nan" when it is none.
    static func text(_ value: Double, digits: Int) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
        var unit = 1.0
        for _ in 0..<digits { unit *= 10 }
        let steps = Int64((abs(value) * unit).rounded())
        let sign = value < 0 && steps > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(steps)" }
        let whole = steps / Int64(unit)
        let rest = String(steps % Int64(unit))
        let zeros = String(repeating: "0", count: digits - rest.count)
        return "\(sign)\(whole).\(zeros)\(rest)"
    }

    /// The same as JSON; null for what is missing or not finite.
    static func value(_ value: Double?, digits: Int) -> JSONValue {
        guard let value, value.isFinite else { return .null }
        return .decimal(text(value, digits: digits))
    }
}
