/// The codecs of plain values, and the members of objects.
package enum JSON {
    /// A JSON string, without its escapes.
    package static let text = JSONCodec<String>(write: { .string($0) }, read: \.string)
    /// True or false.
    package static let flag = JSONCodec<Bool>(write: { .bool($0) }, read: \.bool)
    /// Members that no codec takes apart.
    package static let object = JSONCodec<JSONObject>(write: { .object($0) }, read: \.object)

    /// A number in `range`.
    package static func integer(
        _ range: ClosedRange<Int64> = .min ... .max
    ) -> JSONCodec<Int64> {
        JSONCodec(
            write: { .integer($0) },
            read: { $0.integer.flatMap { range.contains($0) ? $0 : nil } })
    }

    /// Codec of an `Int` in `range`.
    package static func count(_ range: ClosedRange<Int> = .min ... .max) -> JSONCodec<Int> {
        let codec = integer(Int64(range.lowerBound)...Int64(range.upperBound))
        return JSONCodec(
            write: { codec.write(Int64($0)) }, read: { codec.read($0).map { Int($0) } })
    }

    /// A case of `type` by its name.
    package static func name<Name: RawRepresentable & Sendable>(
        of type: Name.Type
    ) -> JSONCodec<Name> where Name.RawValue == String {
        JSONCodec(write: { .string($0.rawValue) }, read: { $0.string.flatMap(Name.init) })
    }

    /// Codec of an optional element of an array: null stands for nil.
    package static func orNull<Value>(_ codec: JSONCodec<Value>) -> JSONCodec<Value?> {
        JSONCodec(
            write: { $0.map(codec.write) ?? .null },
            read: { $0 == .null ? .some(nil) : codec.read($0).map { .some($0) } })
    }

    /// An array of values, at most `limit`.
    package static func list<Element>(
        _ codec: JSONCodec<Element>, limit: Int = .max
    ) -> JSONCodec<[Element]> {
        JSONCodec(
            write: { .array($0.map(codec.write)) },
            read: { value in
                guard let array = value.array, array.count <= limit else { return nil }
                let elements = array.compactMap(codec.read)
                return elements.count == array.count ? elements : nil
            })
    }

    /// A member that is always there.
    package static func member<Part>(_ key: String, _ codec: JSONCodec<Part>) -> JSONMember<Part> {
        JSONMember(key: key, write: codec.write, read: { $0.flatMap(codec.read) })
    }

    /// A member that is absent for nil.
    package static func optional<Part>(
        _ key: String, _ codec: JSONCodec<Part>
    ) -> JSONMember<Part?> {
        JSONMember(
            key: key, write: { $0.map(codec.write) },
            read: { value in
                guard let value else { return .some(nil) }
                return codec.read(value).map { .some($0) }
            })
    }

    /// A member that is absent for `value`, and only then.
    package static func member<Part: Equatable & Sendable>(
        _ key: String, _ codec: JSONCodec<Part>, absentFor value: Part
    ) -> JSONMember<Part> {
        JSONMember(
            key: key, write: { $0 == value ? nil : codec.write($0) },
            read: { found in
                guard let found else { return value }
                return codec.read(found).flatMap { $0 == value ? nil : $0 }
            })
    }
}
