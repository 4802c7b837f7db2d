internal import VoiceJSON
internal import VoiceTime

/// Times as logs write them, in nanoseconds.
enum LogTime {
    /// Unit of a number.
    enum Unit: String, CaseIterable {
        case seconds = "s"
        case milliseconds = "ms"
        case microseconds = "us"
        case nanoseconds = "ns"
        /// Date and time of day, as ISO 8601 and RFC 3339 write them.
        case date = "iso"

        /// Length of one unit in nanoseconds; a date counts seconds.
        var nanoseconds: Int64 {
            switch self {
            case .seconds, .date: 1_000_000_000
            case .milliseconds: 1_000_000
            case .microseconds: 1_000
            case .nanoseconds: 1
            }
        }
    }

    /// Times that a log may have, in nanoseconds: their differences are numbers, too. With dates
    /// since 1970 they end in 2116.
    static let range: Range<Int64> = -(1 << 61)..<(1 << 62)

    /// The time that `value` writes; nil where it is none, or outside of ``range``.
    static func nanoseconds(_ value: JSONValue?, _ unit: Unit) -> Int64? {
        number(value, unit).flatMap { range.contains($0) ? $0 : nil }
    }

    private static func number(_ value: JSONValue?, _ unit: Unit) -> Int64? {
        switch value {
        case .integer(let number)?:
            guard unit != .date else { return nil }
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: unit.nanoseconds)
            return isTooLarge ? nil : product
        case .decimal(let digits)?:
            return unit == .date ? nil : decimal(digits, unit)
        case .string(let text)?: return unit == .date ? date(text) : decimal(text, unit)
        default: return nil
        }
    }

    /// The whole part is counted apart: seconds since 1970 have more digits than a `Double`.
    private static func decimal(_ text: String, _ unit: Unit) -> Int64? {
        guard let value = Double(text), abs(value * Double(unit.nanoseconds)) < 4e18 else {
            return nil
        }
        let digits = text.prefix { $0 != "." }
        guard !text.contains(where: { "eE".contains($0) }), let whole = Int64(digits),
            let rest = Double("0" + text.dropFirst(digits.count))
        else { return Int64((value * Double(unit.nanoseconds)).rounded()) }
        let part = Int64((rest * Double(unit.nanoseconds)).rounded())
        return whole * unit.nanoseconds + (text.hasPrefix("-") ? -part : part)
    }

    /// The time of `YYYY-MM-DD HH:MM:SS.fff`, with `T` or a space, and with `Z`, an offset such as
    /// `+02:00` or neither behind it; nil for any other text, and outside of ``range``.
    static func date(_ text: some StringProtocol) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes[4] == minus, bytes[7] == minus, bytes[13] == colon,
            bytes[16] == colon, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
            let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        var rest = bytes[19...]
        var fraction: Int64 = 0
        if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty else { return nil }
            fraction = number(digits.prefix(9)) ?? 0
            for _ in min(9, digits.count)..<9 { fraction *= 10 }
            rest = rest.dropFirst(digits.count + 1)
        }
        guard let zone = zone(rest) else { return nil }
        let days = CalendarTime.days(year, month, day)
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second - zone
        let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return isTooLarge || !range.contains(whole) ? nil : whole + fraction
    }

    private static let minus = UInt8(ascii: "-")
    private static let colon = UInt8(ascii: ":")

    /// Seconds east of Greenwich; nil where the bytes are no zone.
    private static func zone(_ bytes: ArraySlice<UInt8>) -> Int64? {
        let bytes = Array(bytes)
        if bytes.isEmpty || bytes == [UInt8(ascii: "Z")] { return 0 }
        let digits = bytes.dropFirst().filter { $0 != colon }
        guard bytes[0] == minus || bytes[0] == UInt8(ascii: "+"), digits.count == 4,
            let hours = number(digits.prefix(2)), let minutes = number(digits.suffix(2))
        else { return nil }
        return (hours * 60 + minutes) * 60 * (bytes[0] == minus ? -1 : 1)
    }

    private static func number(_ digits: some Collection<UInt8>) -> Int64? {
        var number: Int64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            number = number * 10 + Int64(digit - 0x30)
        }
        return digits.isEmpty ? nil : number
    }
}
