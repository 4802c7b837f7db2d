internal import VoiceJSON

/// Sound inside of JSON: long base64, and long lists of numbers.
enum EncodedSound {
    /// A text of fewer digits holds less than 3 ms of sound.
    private static let leastDigits = 64
    private static let leastNumbers = 32

    /// The value with zeros in the place of what may be sound.
    static func hidden(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): return .string(hidden(text))
        case .array(let values):
            let areNumbers = values.allSatisfy { value in
                switch value {
                case .integer, .decimal: true
                default: false
                }
            }
            guard areNumbers, values.count >= leastNumbers else {
                return .array(values.map(hidden))
            }
            return .array(values.map { _ in .integer(0) })
        case .object(let object):
            return .object(object.members.reduce(into: [:]) { $0[$1.key] = hidden($1.value) })
        default: return value
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

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "+/-_".utf8.contains(byte)
        }
    }
}
