/// Bytes and samples as text of base64, with padding and without line ends.
///
/// Source: RFC 4648, section 4.
package enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    /// The value of each digit; 255 for what is none.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// Encodes bytes.
    package static func text(of bytes: [UInt8]) -> String { bytes.withUnsafeBytes(text) }

    /// Encodes samples as they lie in memory on every processor that Swift is made for: the least
    /// byte first.
    package static func text(of samples: [Int16]) -> String { samples.withUnsafeBytes(text) }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        digits.withUnsafeBufferPointer { digits in
            let whole = bytes.count / 3
            let count = (bytes.count + 2) / 3 * 4
            return String(unsafeUninitializedCapacity: count) { text in
                func write(_ bits: Int, at place: Int) {
                    text[place] = digits[bits &>> 18]
                    text[place &+ 1] = digits[bits &>> 12 & 63]
                    text[place &+ 2] = digits[bits &>> 6 & 63]
                    text[place &+ 3] = digits[bits & 63]
                }
                for group in 0..<whole {
                    let start = 3 &* group
                    let first = Int(bytes[start]) &<< 16
                    write(
                        first | Int(bytes[start &+ 1]) &<< 8 | Int(bytes[start &+ 2]),
                        at: 4 &* group)
                }
                let left = bytes.count - 3 * whole
                if left > 0 {
                    let second = left > 1 ? Int(bytes[3 * whole + 1]) : 0
                    write(Int(bytes[3 * whole]) << 16 | second << 8, at: 4 * whole)
                    for place in (4 * whole + 1 + left)..<count { text[place] = padding }
                }
                return count
            }
        }
    }

    /// Decodes `text`; nil where it is no base64.
    package static func bytes(of text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 4 == 0 else { return nil }
        let padded = digits.suffix(2).count { $0 == padding }
        let values = values
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3)
        for start in stride(from: 0, to: digits.count, by: 4) {
            var bits: UInt32 = 0
            for index in start..<start + 4 {
                let isPadding = index >= digits.count - padded
                let value = isPadding ? 0 : values[Int(digits[index])]
                guard value != 255 else { return nil }
                bits = bits << 6 | UInt32(value)
            }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            bytes.append(UInt8(truncatingIfNeeded: bits))
        }
        bytes.removeLast(min(padded, bytes.count))
        return bytes
    }

    /// Decodes samples, the least byte of each first; nil where `text` spells none.
    package static func samples(of text: String) -> [Int16]? {
        guard let bytes = bytes(of: text), bytes.count % 2 == 0 else { return nil }
        let count = bytes.count / 2
        return [Int16](unsafeUninitializedCapacity: count) { samples, filled in
            bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(samples).copyMemory(from: $0) }
            filled = count
        }
    }
}
