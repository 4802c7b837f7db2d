internal import VoiceFiles
internal import VoiceJSON

/// Headers of an answer in the order and spelling of the server; by name in sessions of clients
/// that kept only three of them.
struct AnswerHeaders: Equatable, ExpressibleByDictionaryLiteral {
    /// One header line.
    struct Field: Equatable {
        let name: String
        var value: String
    }

    /// Headers of one answer at most.
    private static let limit = 1_000

    var fields: [Field]
    /// Whether they stand as an object, in which nothing says how long the body is.
    private let isNamed: Bool

    init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0, value: $1) }
        isNamed = true
    }

    /// Reads the headers of a line or an interaction: pairs, or an object; nil where it is neither.
    init?(_ value: JSONValue) {
        if let object = value.object {
            isNamed = true
            fields = object.members.compactMap { member in
                member.value.string.map { Field(name: member.key, value: $0) }
            }
            guard fields.count == object.members.count else { return nil }
        } else {
            guard let pairs = value.array, pairs.count <= Self.limit else { return nil }
            isNamed = false
            fields = pairs.compactMap { pair in
                guard let pair = pair.array, pair.count == 2, let name = pair[0].string,
                    let value = pair[1].string
                else { return nil }
                return Field(name: name, value: value)
            }
            guard fields.count == pairs.count else { return nil }
        }
    }

    /// Headers in the form of a line or an interaction.
    var value: JSONValue {
        guard isNamed else {
            return .array(fields.map { .array([.string($0.name), .string($0.value)]) })
        }
        return .object(fields.reduce(into: [:]) { $0[$1.name] = .string($1.value) })
    }

    /// The headers with every value as `change` gives it.
    func mapValues(_ change: (Field) -> String) -> Self {
        var copy = self
        copy.fields = fields.map { Field(name: $0.name, value: change($0)) }
        return copy
    }
}

extension OutsideAnswer {
    private static let lengthHeader = "content-length"

    /// Returns the answer with the new length of its body in the header that says it, where the
    /// body of `before` has another length.
    func measured(from before: Self) -> Self {
        let bytes = bodyBytes
        guard bytes != before.bodyBytes else { return self }
        var copy = self
        copy.headers = headers.mapValues {
            $0.name.lowercased() == Self.lengthHeader ? String(bytes) : $0.value
        }
        return copy
    }

    private var bodyBytes: Int {
        chunks.reduce(0) { sum, chunk in
            let text = chunk.body.value.string ?? ""
            return sum
                + (chunk.body.encoding == .base64
                    ? Base64.bytes(of: text)?.count ?? 0 : text.utf8.count)
        }
    }
}
