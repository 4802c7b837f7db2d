/// A time of day as it is said.
public struct SpokenTime: Sendable, Hashable, CustomStringConvertible {
    /// 0 through 23.
    public var hour: Int
    /// 0 through 59.
    public var minute: Int
    /// Whether the half of the day is open: "seven thirty" may be 7:30 or 19:30.
    public var isHalfOpen: Bool

    /// `hour` and `minute` of a day.
    public init(hour: Int, minute: Int, isHalfOpen: Bool = false) {
        self.hour = hour
        self.minute = minute
        self.isHalfOpen = isHalfOpen
    }

    /// `07:30`.
    public var description: String { padded(hour) + ":" + padded(minute) }

    private func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}

/// Spoken date; parts that are not said are nil.
///
/// It holds no calendar day where only a weekday or "tomorrow" is said: that needs today's date,
/// which the app knows.
public struct SpokenDate: Sendable, Hashable, CustomStringConvertible {
    /// 1000 through 9999.
    public var year: Int?
    /// 1 through 12.
    public var month: Int?
    /// 1 through 31, and no more than the month has.
    public var day: Int?
    /// 1 for Monday through 7 for Sunday.
    public var weekday: Int?
    /// Days from today: 1 for "tomorrow".
    public var daysFromToday: Int?
    /// Whether "next" stands before the weekday.
    public var isNext = false

    /// Creates a date without any part.
    public init() {}

    /// `2026-05-03`, `????-05-03`, `weekday 5`, `today+1`.
    public var description: String {
        if let days = daysFromToday { return "today" + (days < 0 ? "" : "+") + String(days) }
        let weekdayText = weekday.map { (isNext ? "next weekday " : "weekday ") + String($0) }
        guard year != nil || month != nil || day != nil else { return weekdayText ?? "" }
        let parts = [year.map(String.init) ?? "????", padded(month), padded(day)]
        return (weekdayText.map { $0 + " " } ?? "") + parts.joined(separator: "-")
    }

    private func padded(_ number: Int?) -> String {
        number.map { ($0 < 10 ? "0" : "") + String($0) } ?? "??"
    }
}

/// A length of time as it is said.
public struct SpokenDuration: Sendable, Hashable, CustomStringConvertible {
    /// The length in seconds.
    public var seconds: ExactNumber

    /// A length of `seconds`.
    public init(seconds: ExactNumber) { self.seconds = seconds }

    /// `5400 s`.
    public var description: String { "\(seconds) s" }
}

/// An amount of money as it is said.
public struct SpokenMoney: Sendable, Hashable, CustomStringConvertible {
    /// The amount in the currency's main unit.
    public var amount: ExactNumber
    /// The currency by ISO 4217; nil if none is said ("five fifty").
    public var currency: String?

    /// `amount` of `currency`.
    public init(amount: ExactNumber, currency: String?) {
        self.amount = amount
        self.currency = currency
    }

    /// `5.5 USD`.
    public var description: String {
        ([amount.figures] + [currency].compactMap(\.self)).joined(separator: " ")
    }
}

/// A quantity and the word it ends before.
struct QuantityReading<Value: Sendable>: Sendable {
    var end: Int
    var value: Value
    /// Whether a word of it says what it is, as "o'clock" does for a time.
    var isMarked = true
}
