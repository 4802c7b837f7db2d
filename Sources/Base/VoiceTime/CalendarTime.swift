/// Dates and times of day in the proleptic Gregorian calendar, without a zone, in seconds since
/// 1970-01-01T00:00:00.
///
/// Source: H. Hinnant 2014, "chrono-compatible low-level date algorithms".
package enum CalendarTime {
    private static let daySeconds: Int64 = 86_400
    /// 0000-03-01 through 9999-12-31, which four digits can write.
    package static let range: ClosedRange<Int64> = -62_162_208_000...253_402_300_799

    /// Returns `2026-03-29T01:59:50`; outside of ``range`` the text of its nearest second.
    package static func text(_ seconds: Int64) -> String {
        let moment = min(max(seconds, range.lowerBound), range.upperBound)
        let rest = ((moment % daySeconds) + daySeconds) % daySeconds
        let shifted = (moment - rest) / daySeconds + 719_468
        let era = shifted / 146_097
        let ofEra = shifted % 146_097
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * ofYear + 2) / 153
        let day = ofYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T"
            + "\(digits(rest / 3_600, 2)):\(digits(rest / 60 % 60, 2)):\(digits(rest % 60, 2))"
    }

    /// Returns the seconds of a text that ``text(_:)`` writes; nil for any other.
    package static func seconds(_ text: some StringProtocol) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count == 19 else { return nil }
        func number(_ place: Range<Int>) -> Int64? {
            Int64(String(decoding: bytes[place], as: UTF8.self))
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
        else { return nil }
        let found =
            days(year, month, day) * daySeconds + (hour * 60 + minute) * 60 + second
        return Self.text(found) == text ? found : nil
    }

    /// Returns the days since 1970-01-01 of a date whose month is 1 to 12.
    package static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let ofEra = year - era * 400
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
