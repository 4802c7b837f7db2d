/// Samples and bytes as base64, the form in which lines of the protocol hold them.
/// Source: RFC 4648, section 4.
enum SampleText {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    /// The value of each digit; 255 for what is none.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// `samples` as little-endian bytes in base64.
    static func text(of samples: [Int16]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((2 * samples.count + 2) / 3 * 4)
        var bits: UInt32 = 0
        var count = 0
        func digit(_ shift: UInt32) -> UInt8 { digits[Int(bits >> shift) & 63] }
        func append(_ byte: UInt8) {
            bits = bits << 8 | UInt32(byte)
            count += 1
            guard count == 3 else { return }
            text += [digit(18), digit(12), digit(6), digit(0)]
            (bits, count) = (0, 0)
        }
        for sample in samples {
            append(UInt8(truncatingIfNeeded: sample))
            append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        if count == 1 {
            bits <<= 16
            text += [digit(18), digit(12)] + Array("==".utf8)
        } else if count == 2 {
            bits <<= 8
            text += [digit(18), digit(12), digit(6)] + Array("=".utf8)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that `text` spells; nil where it is no base64.
    static func bytes(of text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 4 == 0 else { return nil }
        let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3)
        for start in stride(from: 0, to: digits.count, by: 4) {
            var bits: UInt32 = 0
            for index in start..<start + 4 {
                let isPadding = index >= digits.count - padding
                let value = isPadding ? 0 : values[Int(digits[index])]
                guard value != 255 else { return nil }
                bits = bits << 6 | UInt32(value)
            }
            bytes += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
        }
        bytes.removeLast(min(padding, bytes.count))
        return bytes
    }

    /// The samples whose little-endian bytes `text` spells; nil where it spells none.
    static func samples(of text: String) -> [Int16]? {
        guard let bytes = bytes(of: text), bytes.count % 2 == 0 else { return nil }
        return (0..<bytes.count / 2).map { index in
            Int16(bitPattern: UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8)
        }
    }
}
