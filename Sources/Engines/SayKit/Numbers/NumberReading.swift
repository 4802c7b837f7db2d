/// A number in a sentence.
public struct NumberReading: Sendable, Equatable {
    /// Way in which a number is said.
    public enum Kind: String, Sendable, Equatable {
        /// "twenty-one", "21".
        case cardinal
        /// "twenty-first", "21st".
        case ordinal
        /// "two point five", "two and a half", "2.5".
        case decimal
        /// "nine oh two one oh": digit by digit.
        case digits
        /// "nineteen eighty-four".
        case year
    }

    /// The number.
    public var value: ExactNumber
    /// Way in which it is said.
    public var kind: Kind
    /// Digits of the number with zeros at the front, where it is said digit by digit or in whole
    /// figures.
    public var digits: String?
    /// Place in the sentence, counted in words from 0.
    public var words: Range<Int>

    /// A reading of `words`.
    public init(value: ExactNumber, kind: Kind, digits: String? = nil, words: Range<Int>) {
        self.value = value
        self.kind = kind
        self.digits = digits
        self.words = words
    }

    /// The value where it is whole and 0 through `limit`.
    func whole(to limit: Int) -> Int? {
        value.integer.flatMap { (0...limit).contains($0) ? $0 : nil }
    }
}
