internal import VoiceJSON

/// Reads the members of one object, and names their places in errors.
struct FormReader {
    /// Longest text of a form, in Unicode scalars.
    static let textLimit = 10_000

    let object: JSONObject
    /// The way to the object, as in `request.options[2]`.
    let place: String

    /// Reads `value`, which stands at `place`.
    init(_ value: JSONValue?, at place: String) throws(SayFormError) {
        guard let object = value?.object else {
            throw .wrongKind(
                place: place, found: value?.kindName ?? "missing", expected: "an object")
        }
        self.object = object
        self.place = place
    }

    private func place(of key: String) -> String { "\(place).\(key)" }

    /// The value of `key`; nil where it is absent or null.
    func value(_ key: String) -> JSONValue? {
        guard let value = object[key], value != .null else { return nil }
        return value
    }

    /// The text of `key`; nil where it is absent or null.
    func text(_ key: String) throws(SayFormError) -> String? {
        guard let value = value(key) else { return nil }
        return try Self.text(value, at: place(of: key))
    }

    static func text(_ value: JSONValue, at place: String) throws(SayFormError) -> String {
        guard let text = value.string else {
            throw .wrongKind(place: place, found: value.kindName, expected: "a string")
        }
        let count = text.unicodeScalars.count
        guard count <= textLimit else {
            throw .tooLong(place: place, count: count, limit: textLimit)
        }
        return text
    }

    /// The whole number of `key` within `range`; nil where it is absent or null.
    func number(_ key: String, _ range: ClosedRange<Int64>) throws(SayFormError) -> Int64? {
        guard let value = value(key) else { return nil }
        guard let number = value.integer else {
            throw .wrongKind(
                place: place(of: key), found: value.kindName, expected: "a whole number")
        }
        guard range.contains(number) else {
            throw .outOfRange(place: place(of: key), value: number, range: range)
        }
        return number
    }

    /// The boolean of `key`; nil where it is absent or null.
    func flag(_ key: String) throws(SayFormError) -> Bool? {
        guard let value = value(key) else { return nil }
        guard let flag = value.bool else {
            throw .wrongKind(
                place: place(of: key), found: value.kindName, expected: "true or false")
        }
        return flag
    }

    /// The elements of the array of `key`, with their places; none where it is absent or null.
    func list(
        _ key: String, limit: Int
    ) throws(SayFormError) -> [(value: JSONValue, place: String)] {
        guard let value = value(key) else { return [] }
        return try Self.list(value, at: place(of: key), limit: limit)
    }

    static func list(
        _ value: JSONValue, at place: String, limit: Int
    ) throws(SayFormError) -> [(value: JSONValue, place: String)] {
        guard let elements = value.array else {
            throw .wrongKind(place: place, found: value.kindName, expected: "an array")
        }
        guard elements.count <= limit else {
            throw .tooLong(place: place, count: elements.count, limit: limit)
        }
        return elements.enumerated().map { ($1, "\(place)[\($0)]") }
    }

    /// The texts of the array of `key`; none where it is absent or null.
    func texts(_ key: String, limit: Int) throws(SayFormError) -> [String] {
        var texts: [String] = []
        for (value, place) in try list(key, limit: limit) {
            texts.append(try Self.text(value, at: place))
        }
        return texts
    }

    /// The word of `key` as a case of `Word`; nil where it is absent or null.
    func word<Word: RawRepresentable & CaseIterable>(
        _ key: String, as type: Word.Type
    ) throws(SayFormError) -> Word? where Word.RawValue == String {
        guard let text = try text(key) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw .unknownWord(
                place: place(of: key), word: text, choices: Word.allCases.map(\.rawValue))
        }
        return word
    }
}
