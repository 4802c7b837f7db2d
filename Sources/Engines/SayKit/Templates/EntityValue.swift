/// Type of the values that a sentence may fill an entity with.
public enum EntityType: Sendable, Equatable {
    /// One word or more, in their original spelling.
    case string
    /// A number in words or figures.
    case number
    /// A day, with or without its year.
    case date
    /// A time of day.
    case time
    /// A length of time.
    case duration
    /// An amount of money.
    case money
    /// One of these values: a phrase, and the value that it stands for.
    case list([ListedValue])

    /// A phrase of a list of values.
    public struct ListedValue: Sendable, Equatable {
        /// Phrase that is said.
        public var phrase: String
        /// Value that the phrase stands for.
        public var value: String
    }

    /// The types that have a name.
    static let named: [(name: String, type: EntityType)] = [
        ("String", .string), ("Number", .number), ("Date", .date), ("Time", .time),
        ("Duration", .duration), ("Money", .money),
    ]

    static var names: [String] { named.map(\.name) }
}

/// Value that a sentence fills an entity with.
public enum EntityValue: Sendable, Hashable, CustomStringConvertible {
    /// The words of a `String`, in their original spelling.
    case string(String)
    /// The number of a `Number`.
    case number(ExactNumber)
    /// The date of a `Date`.
    case date(SpokenDate)
    /// The time of a `Time`.
    case time(SpokenTime)
    /// The length of a `Duration`.
    case duration(SpokenDuration)
    /// The amount of a `Money`.
    case money(SpokenMoney)
    /// The value from a list.
    case listed(String)

    /// The text or the listed value; nil for every other kind.
    public var string: String? {
        switch self {
        case .string(let text), .listed(let text): text
        default: nil
        }
    }

    /// The number; nil for every other kind.
    public var number: ExactNumber? { if case .number(let number) = self { number } else { nil } }

    /// Value that it holds: a `String`, an ``ExactNumber``, a date, a time, a duration or an
    /// amount.
    public var plain: any Sendable {
        switch self {
        case .string(let text), .listed(let text): text
        case .number(let number): number
        case .date(let date): date
        case .time(let time): time
        case .duration(let duration): duration
        case .money(let money): money
        }
    }

    /// The value as text, for prompts.
    public var description: String {
        switch self {
        case .string(let text), .listed(let text): text
        case .number(let number): number.description
        case .date(let date): date.description
        case .time(let time): time.description
        case .duration(let duration): duration.description
        case .money(let money): money.description
        }
    }
}
