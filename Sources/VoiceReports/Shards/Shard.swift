/// One share of a run's sessions: `2/5` is the second of five.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
    /// Shares at most.
    public static let limit = 10_000

    /// Which share, from 1.
    public let number: Int
    /// How many shares there are.
    public let count: Int

    /// All there is.
    public static let whole = Shard(unchecked: 1, of: 1)

    private init(unchecked number: Int, of count: Int) {
        self.number = number
        self.count = count
    }

    /// The share `number` of `count`; nil where there is none.
    public init?(number: Int, count: Int) {
        guard (1...Self.limit).contains(count), (1...count).contains(number) else { return nil }
        self.init(unchecked: number, of: count)
    }

    /// Reads `2/5`; nil when it is not a share.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        func digits(_ part: Substring) -> Int? {
            part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                ? Int(part) : nil
        }
        guard parts.count == 2, let number = digits(parts[0]), let count = digits(parts[1])
        else { return nil }
        self.init(number: number, count: count)
    }

    /// As it is written: `2/5`.
    public var description: String { "\(number)/\(count)" }
}
