/// The phones that a bundle's acoustic model tells apart: `lang/phones.txt`, one a line.
///
/// A number behind the name, as Kaldi writes, is ignored. A vowel may be written with a mark of
/// stress, as in `OW1`: the model has one phone for all three.
public struct KIOSPhoneSet: Sendable, Equatable {
    /// More phones are no language.
    static let limit = 1_000
    static let byteLimit: Int64 = 1 << 16
    /// The longest name, in bytes.
    static let nameLimit = 8

    /// The names in upper case, in the file's order.
    public let names: [String]
    private let known: Set<String>
    /// Whether a name of one or two bytes is known, by these bytes.
    private let short: [Bool]

    /// A set of these names.
    init(_ names: [String]) {
        self.names = names
        known = Set(names)
        var short = [Bool](repeating: false, count: 1 << 16)
        for name in names where name.utf8.count <= 2 {
            short[Self.key(Array(name.utf8)[...])] = true
        }
        self.short = short
    }

    /// Reads the bytes of `phones.txt`; `path` names it in errors.
    ///
    /// - Throws: ``KIOSBundleError/malformed(path:line:what:)`` or
    ///   ``KIOSBundleError/tooLarge(path:what:)``.
    init(parsing bytes: [UInt8], path: String) throws(KIOSBundleError) {
        var names: [String] = []
        var seen: Set<String> = []
        for (number, line) in TextLines(bytes).numbered {
            let parts = line.split(separator: " ")
            let name = String(parts[0])
            guard parts.count <= 2, parts.count == 1 || Int(parts[1]) != nil, Self.isName(name.utf8)
            else {
                throw .malformed(
                    path: path, line: number,
                    what: "expected a phone in upper case, as in AH, of up to \(Self.nameLimit)"
                        + " letters")
            }
            guard seen.insert(name).inserted else {
                throw .malformed(path: path, line: number, what: "the phone \(name) stands twice")
            }
            names.append(name)
        }
        guard names.count <= Self.limit else {
            throw .tooLarge(path: path, what: "it has more than \(Self.limit) phones")
        }
        self.init(names)
    }

    /// The model's name of `phone`: itself, or a vowel without its mark of stress; nil for a phone
    /// that the model does not have.
    public func name(of phone: String) -> String? {
        if known.contains(phone) { return phone }
        guard let mark = phone.utf8.last, (0x30...0x32).contains(mark),
            let first = phone.first, "AEIOU".contains(first)
        else { return nil }
        let plain = String(phone.dropLast())
        return known.contains(plain) ? plain : nil
    }

    /// Whether the bytes are one of ``names``.
    func contains(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        switch bytes.count {
        case 1: short[Int(bytes[bytes.startIndex])]
        case 2: short[Int(bytes[bytes.startIndex]) << 8 | Int(bytes[bytes.startIndex + 1])]
        default: known.contains(String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func key(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Whether the bytes may be the name of a phone.
    static func isName(_ bytes: some Collection<UInt8>) -> Bool {
        (1...nameLimit).contains(bytes.count)
            && bytes.allSatisfy { byte in
                (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F
            }
    }
}
