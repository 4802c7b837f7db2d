/// A JSON value whose text is the same on every machine.
///
/// Numbers are whole (`integer`) or keep the digits they were written with (`decimal`): no floating
/// point is involved anywhere between reading and writing.
public enum JSONValue: Sendable, Hashable {
    /// The value `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number that is a 64-bit integer.
    case integer(Int64)
    /// A number that is not a 64-bit integer, as its source wrote it.
    case decimal(String)
    /// A text, without its escapes.
    case string(String)
    /// Values in their order.
    case array([JSONValue])
    /// Members by their keys.
    case object(JSONObject)

    /// Equal when written alike, byte by byte: a trace's digest sees no other equality.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.decimal(let left), .decimal(let right)): left.isSpelled(right)
        case (.string(let left), .string(let right)): left.isSpelled(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// The string inside, nil for every other kind.
    package var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The integer inside, nil for every other kind.
    public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// The boolean inside, nil for every other kind.
    package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// The elements inside, nil for every other kind.
    public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The object inside, nil for every other kind.
    public var object: JSONObject? { if case .object(let object) = self { object } else { nil } }

    /// Kind of the value, as an error message names it.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .decimal: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

/// The members of a JSON object, always sorted by key, so that equal objects are written alike.
public struct JSONObject: Sendable, Hashable {
    /// One key and its value.
    public struct Member: Sendable, Hashable {
        /// The key, unique within its object.
        public let key: String
        /// Value of the member.
        public var value: JSONValue

        /// Equal when written alike.
        public static func == (left: Self, right: Self) -> Bool {
            left.key.isSpelled(right.key) && left.value == right.value
        }
    }

    /// The members in order of their keys' UTF-8 bytes.
    public private(set) var members: [Member] = []

    /// An object without members.
    package init() {}

    /// Whether there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of `key`; setting nil removes the member.
    public subscript(key: String) -> JSONValue? {
        get {
            // Nearly every key of a short object differs in length already.
            guard members.count > Self.shortCount else {
                return members.first { $0.key.isSpelled(key) }?.value
            }
            let index = position(of: key)
            return index < members.count && members[index].key.isSpelled(key)
                ? members[index].value : nil
        }
        set {
            let index = position(of: key)
            let found = index < members.count && members[index].key.isSpelled(key)
            switch (newValue, found) {
            case (let value?, true): members[index].value = value
            case (let value?, false) where index == members.count:
                members.append(Member(key: key, value: value))
            case (let value?, false): members.insert(Member(key: key, value: value), at: index)
            case (nil, true): members.remove(at: index)
            case (nil, false): break
            }
        }
    }

    /// The members of both; `more` wins.
    package func adding(_ more: JSONObject) -> JSONObject {
        var all = self
        for member in more.members { all[member.key] = member.value }
        return all
    }

    /// Makes an object of `members` in any order, and returns the repeated keys; of these the last
    /// value counts.
    static func sorting(
        _ members: consuming [Member]
    ) -> (object: JSONObject, repeatedKeys: [String]) {
        var object = JSONObject()
        object.members = inOrder(members)
        let sorted = object.members
        let repeated = sorted.indices.dropLast().filter { index in
            sorted[index].key.isSpelled(sorted[index + 1].key)
        }
        guard !repeated.isEmpty else { return (object, []) }
        // The last of each is the one that no equal follows.
        object.members = sorted.indices.filter { index in
            index + 1 == sorted.count || !sorted[index].key.isSpelled(sorted[index + 1].key)
        }.map { sorted[$0] }
        return (object, repeated.map { sorted[$0].key })
    }

    /// `members` by key, equal ones as they came. A few are put in place where they are; many are
    /// sorted at once: one by one takes minutes for a hostile file.
    private static func inOrder(_ members: consuming [Member]) -> [Member] {
        guard members.count > shortCount else {
            for index in members.indices.dropFirst() {
                var place = index
                while place > 0, members[place].key.precedes(members[place - 1].key) {
                    members.swapAt(place, place - 1)
                    place -= 1
                }
            }
            return members
        }
        let sorted = members
        let isSorted = zip(sorted, sorted.dropFirst()).allSatisfy { $0.key.precedes($1.key) }
        guard !isSorted else { return sorted }
        let order = sorted.indices.sorted { left, right in
            sorted[left].key.precedes(sorted[right].key)
                || left < right && sorted[left].key.isSpelled(sorted[right].key)
        }
        return order.map { sorted[$0] }
    }

    /// Largest number of members that are searched and sorted in the plainest way.
    private static let shortCount = 12

    private func position(of key: String) -> Int {
        // Files written by this program come sorted: appending is the common case.
        guard let last = members.last else { return 0 }
        if last.key.precedes(key) { return members.count }
        var low = 0
        var high = members.count
        while low < high {
            let middle = (low + high) / 2
            if members[middle].key.precedes(key) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// An object from pairs; a repeated key keeps its last value.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        members.reserveCapacity(elements.count)
        for (key, value) in elements { self[key] = value }
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// An object from pairs; a repeated key keeps its last value.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
}

/// Comparison of texts by their bytes: the standard operators take `é` and `e` with an accent for
/// the same, and what is the same depends on the Unicode version of the machine.
extension String {
    package func precedes(_ other: String) -> Bool { compared(to: other) < 0 }

    func isSpelled(_ other: String) -> Bool {
        utf8.count == other.utf8.count && compared(to: other) == 0
    }

    /// Compares by bytes: below 0 if this text comes before `other`, above 0 if behind it, 0 if
    /// they are equal.
    private func compared(to other: String) -> Int {
        var (left, right) = (self, other)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                let shared = min(left.count, right.count)
                for index in 0..<shared where left[index] != right[index] {
                    return Int(left[index]) - Int(right[index])
                }
                return left.count - right.count
            }
        }
    }
}
