internal import VoiceJSON

/// A message with names in braces, which a carrier's file has.
///
/// Members of the object under a key `*` stand beside it. A text that is one name becomes the
/// value, as `"{sound}"`; `"{#chunk}"` becomes its number. Names inside a longer text become texts.
struct MessageTemplate: Equatable {
    let value: JSONValue
    /// Whether it has the number of the message.
    let isNumbered: Bool

    init(value: JSONValue) {
        self.value = value
        isNumbered = JSONWriter.text(value).contains("sequence}")
    }

    /// Returns the message with `values` in the place of their names.
    func filled(_ values: [String: JSONValue]) -> JSONValue { Self.fill(value, values) }

    /// Returns a text with `values` in the place of their names.
    static func text(_ text: String, _ values: [String: JSONValue]) -> String {
        guard text.contains("{") else { return text }
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            result += rest[..<open]
            result += values[name]?.string ?? "{\(name)}"
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private static func fill(_ value: JSONValue, _ values: [String: JSONValue]) -> JSONValue {
        switch value {
        case .array(let list): return .array(list.map { fill($0, values) })
        case .object(let object):
            return .object(
                object.members.reduce(into: [:]) { filled, member in
                    let value = fill(member.value, values)
                    if member.key == "*", let more = value.object {
                        filled = filled.adding(more)
                    } else {
                        filled[member.key] = value
                    }
                })
        case .string(let text):
            guard text.first == "{", text.last == "}" else {
                return .string(Self.text(text, values))
            }
            let name = String(text.dropFirst().dropLast())
            if let found = values[name] { return found }
            if name.first == "#", let found = values[String(name.dropFirst())]?.string {
                return Int64(found).map { .integer($0) } ?? .string(found)
            }
            return .string(Self.text(text, values))
        default: return value
        }
    }
}

/// A form of a message to a carrier: members that it has, and the way to its content.
struct MessagePattern: Equatable {
    /// Members by which the message is known.
    let when: MessageTemplate
    /// Way to the member with its content; empty for none.
    let path: [String]

    /// Whether `message` has the members, with `values` in the place of their names.
    func matches(_ message: JSONObject, _ values: [String: JSONValue]) -> Bool {
        Self.fits(when.filled(values), .object(message))
    }

    /// Whether a value has the members of another one, also inside lists.
    private static func fits(_ wanted: JSONValue, _ found: JSONValue?) -> Bool {
        switch wanted {
        case .object(let object):
            guard let found = found?.object else { return false }
            return object.members.allSatisfy { fits($0.value, found[$0.key]) }
        case .array(let list):
            let found = found?.array ?? []
            return list.allSatisfy { wanted in found.contains { fits(wanted, $0) } }
        default: return wanted == found
        }
    }

    /// Returns the content of `message`; nil where it has none.
    func content(of message: JSONObject) -> JSONValue? {
        var value: JSONValue? = .object(message)
        for key in path { value = value?.object?[key] }
        return value
    }

    /// Returns `message` with other content.
    func replacing(contentOf message: JSONObject, with text: String) -> JSONObject {
        func replaced(_ object: JSONObject, _ path: ArraySlice<String>) -> JSONObject {
            guard let key = path.first else { return object }
            var copy = object
            copy[key] =
                path.count == 1
                ? .string(text)
                : .object(replaced(object[key]?.object ?? [:], path.dropFirst()))
            return copy
        }
        return replaced(message, path[...])
    }
}
