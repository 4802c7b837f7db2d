internal import VoiceTrace

/// Values with a sibling: `loopCount` is fixed, `loopCountRuntime` names a field that overrides it.
extension DocumentSurvey {
    private static let suffix = "Runtime"

    /// `keys` and the names of their siblings.
    static func withSiblings(_ keys: [String]) -> Set<String> {
        Set(keys + keys.map { $0 + suffix })
    }

    /// A flag, false where it is not given.
    mutating func runtimeFlag(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> RuntimeValue<Bool> {
        let fixed = flag(object, key, at: path) ?? false
        return runtimeValue(object, key, fixed: fixed, at: path)
    }

    /// A count, 0 where it is not given.
    mutating func runtimeCount(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> RuntimeValue<Int64> {
        let fixed = count(object, key, at: path) ?? 0
        return runtimeValue(object, key, fixed: fixed, at: path)
    }

    /// A limit, nil where it is not given.
    mutating func runtimeLimit(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> RuntimeValue<Int64?> {
        let fixed = count(object, key, at: path)
        return runtimeValue(object, key, fixed: fixed, at: path)
    }

    /// `fixed`, with the field that the sibling of `key` names.
    mutating func runtimeValue<Value: Sendable & Equatable>(
        _ object: JSONObject, _ key: String, fixed: Value, at path: JSONPath
    ) -> RuntimeValue<Value> {
        RuntimeValue(fixed: fixed, field: runtimeField(object, key + Self.suffix, at: path))
    }

    /// The field that `key` names as `$[Field]`; nil, and a finding, for anything else.
    mutating func runtimeField(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> String? {
        guard let text = text(object, key, at: path) else { return nil }
        guard let field = FlowText.fieldName(text) else {
            note(.fault, path.key(key), "\"\(text)\" must be written $[FieldName]")
            return nil
        }
        return field
    }
}
