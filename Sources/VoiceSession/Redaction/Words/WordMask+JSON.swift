internal import VoiceTrace

extension WordMask {
    /// The value with its words replaced, keys and numbers too.
    mutating func hide(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): return .string(hide(text))
        case .integer(let number): return .integer(hide(number))
        case .decimal(let digits): return .decimal(hide(digits))
        case .array(let values): return .array(values.map { hide($0) })
        case .object(let object): return .object(hide(object))
        case .null, .bool: return value
        }
    }

    /// The members with their words replaced, but for the keys in `names`; a language stays.
    mutating func hide(_ object: JSONObject, keeping names: Set<String> = []) -> JSONObject {
        var hidden = JSONObject()
        for member in object.members {
            let key = names.contains(member.key) ? member.key : hide(member.key)
            hidden[key] =
                member.key == "language" && Self.isLanguage(member.value)
                ? member.value : hide(member.value)
        }
        return hidden
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
            return values.count == others.count && zip(values, others).allSatisfy { agrees($0, $1) }
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
