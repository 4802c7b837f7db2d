internal import VoiceJSON
internal import VoiceSession

extension WordMask {
    /// The value with its words replaced, keys and numbers too.
    mutating func hide(_ value: JSONValue, as source: Source = .told) -> JSONValue {
        switch value {
        case .string(let text): return .string(hide(text, as: source))
        case .integer(let number): return .integer(hide(number))
        case .decimal(let digits): return .decimal(hide(digits))
        case .array(let values):
            let isRow = source == .told && isRow(values)
            return .array(
                values.map { isRow ? Self.withoutDigits($0) ?? hide($0) : hide($0, as: source) })
        case .object(let object): return .object(hide(object, as: source))
        case .null, .bool: return value
        }
    }

    /// The members with their words replaced, but for the keys in `names`; a language stays.
    mutating func hide(
        _ object: JSONObject, as source: Source = .told, keeping names: Set<String> = []
    ) -> JSONObject {
        var hidden = JSONObject()
        for member in object.members {
            var key = names.contains(member.key) ? member.key : hide(member.key)
            // No member takes the place of another.
            if hidden[key] != nil { key = otherKey(for: member.key) }
            hidden[key] =
                member.key == "language" && Self.isLanguage(member.value)
                ? member.value : hide(member.value, as: source)
        }
        return hidden
    }

    /// The value with its words replaced; its keys, which are those of a form, stay, and so do
    /// texts that are one of `names`.
    mutating func hide(valuesOf value: JSONValue, but names: Set<String>) -> JSONValue {
        switch value {
        case .string(let text) where names.contains(text): return value
        case .array(let values) where !isRow(values):
            return .array(values.map { hide(valuesOf: $0, but: names) })
        case .object(let object):
            return .object(
                object.members.reduce(into: [:]) {
                    $0[$1.key] = hide(valuesOf: $1.value, but: names)
                })
        default: return hide(value)
        }
    }

    /// Whether the elements are, several together, a number that was said.
    private func isRow(_ values: [JSONValue]) -> Bool {
        guard values.count > 1 else { return false }
        let texts = values.compactMap { $0.string ?? $0.integer.map { String($0) } }
        return texts.count == values.count && hidesRow(in: texts.joined(separator: " "))
    }

    /// A number, in digits only, that tells nothing; nil for every other value.
    private static func withoutDigits(_ value: JSONValue) -> JSONValue? {
        if value.integer != nil { return .integer(0) }
        guard let text = value.string, WordPiece(text: text).isDigits, !text.isEmpty else {
            return nil
        }
        return .string(String(repeating: "0", count: text.count))
    }

    /// Whether a value is the name of a language: `en`, `en-US`, `zh-Hant-TW`.
    static func isLanguage(_ value: JSONValue) -> Bool {
        guard let text = value.string else { return false }
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard let first = parts.first, (2...3).contains(first.count), parts.count <= 3 else {
            return false
        }
        return parts.allSatisfy { part in
            (2...4).contains(part.count) && part.allSatisfy { $0.isASCII && $0.isLetter }
        }
    }

    /// Whether `actual` is `value`, in which words that are hidden may be masked.
    func agrees(_ value: JSONValue, _ actual: JSONValue) -> Bool {
        switch (value, actual) {
        case (.string(let text), .string(let other)): return agrees(text, other)
        case (.integer(let number), .integer(let other)):
            return number == other
                || (number < 0) == (other < 0)
                    && agrees(String(number.magnitude), String(other.magnitude))
        case (.decimal(let digits), .decimal(let other)): return agrees(digits, other)
        case (.array(let values), .array(let others)):
            let isRow = isRow(values)
            return values.count == others.count
                && zip(values, others).allSatisfy {
                    agrees($0, $1) || isRow && Self.withoutDigits($0) == $1
                }
        case (.object(let object), .object(let other)): return agrees(object, other)
        default: return value == actual
        }
    }

    /// Whether every member of `object` has one in `actual` that agrees, and the other way round.
    func agrees(_ object: JSONObject, _ actual: JSONObject) -> Bool {
        guard object.members.count == actual.members.count else { return false }
        return object.members.allSatisfy { member in
            if let value = actual[member.key] { return agrees(member.value, value) }
            return actual.members.contains {
                agrees(member.key, $0.key) && agrees(member.value, $0.value)
            }
        }
    }

    /// All texts of a value, keys too.
    static func texts(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let values): values.flatMap(texts)
        case .object(let object): object.members.flatMap { [$0.key] + texts($0.value) }
        default: []
        }
    }
}
