internal import VoiceJSON

/// Values with a sibling: `loopCount` is fixed, `loopCountRuntime` names a field that overrides it.
extension DocumentSurvey {
    private static let suffix = "Runtime"

    /// `keys` and the names of their siblings.
    static func withSiblings(_ keys: [String]) -> Set<String> {
        Set(keys + keys.map { $0 + suffix })
    }

    /// Reads a flag, false where it is not given.
    mutating func runtimeFlag(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> RuntimeValue<Bool> {
        let fixed = flag(object, key, at: path) ?? false
        return runtimeValue(object, key, fixed: fixed, at: path)
    }

    /// Reads a count, 0 where it is not given.
    mutating func runtimeCount(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> RuntimeValue<Int64> {
        let fixed = count(object, key, at: path) ?? 0
        return runtimeValue(object, key, fixed: fixed, at: path)
    }

    /// Reads a limit, nil where it is not given.
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
            report(.fault, path.key(key), "\"\(text)\" must be written $[FieldName]")
            return nil
        }
        checkName(field, at: path.key(key))
        return field
    }
}

/// Strings that may be fields.
extension DocumentSurvey {
    /// Reads the string at `key`; nil where it is absent or empty.
    mutating func fieldText(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> FlowText? {
        guard let text = text(object, key, at: path), !text.isEmpty else { return nil }
        return fieldText(text, at: path.key(key))
    }

    /// Reads `text`, whose path is `path`.
    mutating func fieldText(_ text: String, at path: @autoclosure () -> JSONPath) -> FlowText {
        let read = FlowText(text)
        if case .field(let name) = read {
            checkName(name, at: path())
        } else if text.utf8.count > FlowText.textLimit {
            report(
                .error, path(),
                "the text has \(text.utf8.count) bytes. \(FlowText.textLimit) are the most")
        }
        return read
    }

    /// Reads the name of a prompt, a module or a job, whose path is `path`.
    mutating func nameText(_ text: String, at path: @autoclosure () -> JSONPath) -> FlowText {
        checkName(text, at: path())
        return FlowText(text)
    }

    /// A word of a closed list; `standard` where the file says none, and where it leaves the word
    /// to a field that does not hold one.
    mutating func runtimeWord<Word: RawRepresentable & CaseIterable>(
        _ object: JSONObject, _ key: String, standard: Word, at path: JSONPath
    ) -> RuntimeValue<Word> where Word.RawValue == String {
        if let text = object[key]?.string, let field = FlowText.fieldName(text) {
            checkName(field, at: path.key(key))
            return RuntimeValue(fixed: standard, field: field)
        }
        return RuntimeValue(
            fixed: word(object, key, standard: standard, at: path) ?? standard)
    }

    /// One of `words`, in any case, or a field; any other word is a fault.
    @discardableResult
    mutating func fieldText(
        _ object: JSONObject, _ key: String, of words: [String], at path: JSONPath
    ) -> FlowText? {
        let text = fieldText(object, key, at: path)
        if case .literal(let word) = text, !words.contains(word.lowercased()) {
            noteUnknownWord(word, key, among: words, at: path)
        }
        return text
    }

    /// Refuses a name that is too long.
    mutating func checkName(_ name: String, at path: @autoclosure () -> JSONPath) {
        guard name.utf8.count > FlowText.nameLimit else { return }
        report(
            .error, path(),
            "the name has \(name.utf8.count) bytes. \(FlowText.nameLimit) are the most")
    }
}
