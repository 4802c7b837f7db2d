/// A name or a path as a disk tells it from others: by its bytes.
///
/// Two Unicode forms of one text, such as `é` in one character or in two, are two names. As
/// `String` they are equal.
package struct NameBytes: Hashable, Sendable, Comparable {
    private let bytes: [UInt8]

    /// The name.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The bytes of `name`.
    package init(_ name: String) { bytes = Array(name.utf8) }

    package static func < (left: NameBytes, right: NameBytes) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// Whether `left` stands before `right` in a list: by their texts, and where these are equal by
    /// their bytes.
    package static func precedes(_ left: String, _ right: String) -> Bool {
        left == right ? NameBytes(left) < NameBytes(right) : left < right
    }
}
