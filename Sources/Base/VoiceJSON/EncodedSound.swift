/// Sound inside of JSON: long base64, and long lists of numbers.
package enum EncodedSound {
    /// A text of fewer digits holds less than 3 ms of sound.
    private static let leastDigits = 64
    private static let leastNumbers = 32
    /// Length from which on a text of base64 alone is hardly anything but bytes: a digest has fewer
    /// digits.
    private static let likelyDigits = 200

    /// Returns the value with zeros in the place of possible sound.
    package static func hidden(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): return .string(hidden(text))
        case .array(let values):
            guard areSamples(values) else { return .array(values.map(hidden)) }
            return .array(values.map { _ in .integer(0) })
        case .object(let object):
            return .object(object.members.reduce(into: [:]) { $0[$1.key] = hidden($1.value) })
        default: return value
        }
    }

    /// Whether `value` has a part that may be sound, as ``hidden(_:)`` takes it.
    package static func mayStand(in value: JSONValue) -> Bool {
        switch value {
        case .string(let text):
            text.utf8.split { !isDigit($0) }.contains { $0.count >= leastDigits }
        case .array(let values): areSamples(values) || values.contains { mayStand(in: $0) }
        case .object(let object): object.members.contains { mayStand(in: $0.value) }
        default: false
        }
    }

    /// Whether all of `text` is likely to be bytes in base64.
    package static func isLikely(_ text: String) -> Bool {
        let letters = text.utf8
        return letters.count >= likelyDigits && letters.count % 4 == 0
            && letters.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "=") }
    }

    /// Whether the digits of base64 around `place` in `text`, some of them before it, are likely to
    /// be bytes.
    package static func isLikely(around place: String.Index, in text: String) -> Bool {
        let before = text.utf8[..<place].reversed().prefix(while: isDigit).count
        let after = text.utf8[place...].prefix(while: isDigit).count
        return before > 0 && before + after >= likelyDigits
    }

    private static func areSamples(_ values: [JSONValue]) -> Bool {
        values.count >= leastNumbers
            && values.allSatisfy { value in
                switch value {
                case .integer, .decimal: true
                default: false
                }
            }
    }

    private static func hidden(_ text: String) -> String {
        guard text.utf8.count >= leastDigits else { return text }
        var bytes = Array(text.utf8)
        var start = 0
        for index in 0...bytes.count {
            if index < bytes.count, isDigit(bytes[index]) { continue }
            if index - start >= leastDigits {
                for place in start..<index { bytes[place] = UInt8(ascii: "A") }
            }
            start = index + 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether `byte` is a digit of base64, as in texts or in addresses.
    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "+/-_".utf8.contains(byte)
        }
    }
}
