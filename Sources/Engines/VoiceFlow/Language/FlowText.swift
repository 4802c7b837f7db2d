internal import VoiceJSON

/// String of a flow file: itself, or the value of a runtime field when it is needed.
public enum FlowText: Sendable, Hashable {
    /// The string as it is written.
    case literal(String)
    /// The value of the runtime field of this name: written `$[Name]`.
    case field(String)

    /// Names longer than this many bytes of UTF-8 are refused: every event about them tells them.
    static let nameLimit = 1_024

    /// Texts longer than this many bytes of UTF-8 are refused: one line of a trace tells each.
    static let textLimit = 1 << 18

    /// Reads `text`: `$[Name]` as a whole means the field, anything else itself.
    public init(_ text: String) {
        self = Self.fieldName(text).map { .field($0) } ?? .literal(text)
    }

    /// The name inside a string that is entirely `$[Name]`.
    public static func fieldName(_ text: String) -> String? {
        guard text.hasPrefix("$["), text.hasSuffix("]"), text.utf8.count > 3 else { return nil }
        let name = text.dropFirst(2).dropLast()
        return name.contains("]") ? nil : String(name)
    }

    var isField: Bool { if case .field = self { true } else { false } }

    /// As a flow file spells it.
    public var spelling: String {
        switch self {
        case .literal(let text): text
        case .field(let name): "$[\(name)]"
        }
    }
}

/// A value with a runtime sibling: the field's value where it holds one of the right type.
struct RuntimeValue<Value: Sendable & Equatable>: Sendable, Equatable {
    var fixed: Value
    var field: String?

    func resolved(_ fields: FieldRepository, _ read: (JSONValue) -> Value?) -> Value {
        field.flatMap { fields[$0] }.flatMap(read) ?? fixed
    }
}
