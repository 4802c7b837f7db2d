internal import VoiceJSON

/// The runtime fields that app and flow share, and the user intent, by name.
struct FieldRepository: Sendable, Equatable {
    /// The name under which the user intent can be read like a field.
    static let intentName = "intent"

    private var values: [String: JSONValue] = [:]

    /// The field's value, nil when it is unset.
    subscript(name: String) -> JSONValue? { values[name] }

    /// The user intent, nil when it is unset.
    var intent: String? { resolve(.field(Self.intentName)) }

    /// Every field but the intent, sorted by name.
    var sorted: [(name: String, value: JSONValue)] {
        values.filter { $0.key != Self.intentName }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }

    /// Whether a field may be called `name`.
    static func isValid(_ name: String) -> Bool {
        !name.isEmpty && !name.contains("]") && name.utf8.count <= FlowText.nameLimit
    }

    /// Sets a field; false when the name cannot be one.
    mutating func set(_ name: String, to value: JSONValue) -> Bool {
        guard Self.isValid(name) else { return false }
        values[name] = value
        return true
    }

    /// Removes a field; false when it was not set.
    mutating func reset(_ name: String) -> Bool { values.removeValue(forKey: name) != nil }

    /// Resolves `text` to its meaning now: nil for an unset field, or one without a string's
    /// spelling.
    func resolve(_ text: FlowText) -> String? {
        switch text {
        case .literal(let literal): literal
        case .field(let name): values[name].flatMap(ScalarText.text)
        }
    }
}
