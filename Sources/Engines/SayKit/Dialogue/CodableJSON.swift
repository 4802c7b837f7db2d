internal import VoiceJSON

/// A JSON value for the coders of Foundation.
struct CodableJSON: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Key.self) {
            var object = JSONObject()
            for key in container.allKeys {
                object[key.stringValue] = try container.decode(Self.self, forKey: key).value
            }
            value = .object(object)
        } else if var container = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !container.isAtEnd { values.append(try container.decode(Self.self).value) }
            value = .array(values)
        } else {
            value = try Self.scalar(decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let flag = try? container.decode(Bool.self) { return .bool(flag) }
        if let number = try? container.decode(Int64.self) { return .integer(number) }
        if let number = try? container.decode(Double.self) { return .decimal("\(number)") }
        return .string(try container.decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .object(let object):
            var container = encoder.container(keyedBy: Key.self)
            for member in object.members {
                try container.encode(Self(member.value), forKey: Key(stringValue: member.key))
            }
        case .array(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(Self(value)) }
        default:
            var container = encoder.singleValueContainer()
            switch value {
            case .bool(let flag): try container.encode(flag)
            case .integer(let number): try container.encode(number)
            case .decimal(let figures): try container.encode(Double(figures) ?? 0)
            case .string(let text): try container.encode(text)
            case .null, .array, .object: try container.encodeNil()
            }
        }
    }
}
