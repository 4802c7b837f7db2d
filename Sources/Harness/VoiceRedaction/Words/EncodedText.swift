/// Text inside of text that a search for words would not see: escapes and base64.
enum EncodedText {
    /// `text` with the escapes of JSON, of web addresses and of HTML decoded; nil where it has none
    /// that can be.
    static func unescaped(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { "\\%&".utf8.contains($0) }) else { return nil }
        var decoded: [UInt8] = []
        var index = 0
        var isChanged = false
        while index < bytes.count {
            guard let (scalars, length) = escape(bytes[index...]) else {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            decoded += scalars
            index += length
            isChanged = true
        }
        return isChanged ? String(decoding: decoded, as: UTF8.self) : nil
    }

    /// Returns the bytes that an escape at the beginning of `bytes` stands for, and its length.
    private static func escape(_ bytes: ArraySlice<UInt8>) -> (bytes: [UInt8], length: Int)? {
        func number(_ digits: ArraySlice<UInt8>, radix: Int) -> UInt32? {
            UInt32(String(decoding: digits, as: UTF8.self), radix: radix)
        }
        func text(_ value: UInt32?, _ length: Int) -> (bytes: [UInt8], length: Int)? {
            guard let scalar = value.flatMap({ Unicode.Scalar($0) }) else { return nil }
            return (Array(String(Character(scalar)).utf8), length)
        }
        let rest = bytes.dropFirst()
        switch bytes.first {
        case UInt8(ascii: "\\"):
            guard rest.first == UInt8(ascii: "u"), rest.count >= 5 else { return nil }
            return text(number(rest.dropFirst().prefix(4), radix: 16), 6)
        case UInt8(ascii: "%"):
            guard rest.count >= 2, let byte = number(rest.prefix(2), radix: 16) else { return nil }
            return ([UInt8(byte)], 3)
        case UInt8(ascii: "&"):
            guard rest.first == UInt8(ascii: "#"),
                let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";"))
            else { return nil }
            let digits = rest[(rest.startIndex + 1)..<end]
            let isHex = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
            let value = number(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10)
            return text(value, end - bytes.startIndex + 1)
        default: return nil
        }
    }

    /// The stretches of `text` that may be base64 and what they decode to.
    static func base64(in text: String) -> [(range: Range<String.Index>, text: String)] {
        var found: [(range: Range<String.Index>, text: String)] = []
        var start: String.Index?
        var isPadded = false
        func close(_ end: String.Index) {
            defer { (start, isPadded) = (nil, false) }
            guard let begun = start, let decoded = decoded(text[begun..<end]) else { return }
            found.append((begun..<end, decoded))
        }
        for index in text.indices {
            let ascii = text[index].asciiValue
            if ascii.flatMap(value) != nil {
                // Behind padding another begins, as behind the key of a web address.
                if isPadded { close(index) }
                start = start ?? index
            } else if ascii == UInt8(ascii: "="), start != nil {
                isPadded = true
            } else {
                close(index)
            }
        }
        close(text.endIndex)
        return found
    }

    private static func value(_ ascii: UInt8) -> UInt32? {
        switch ascii {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(ascii - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(ascii - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(ascii - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }

    private static func decoded(_ text: Substring) -> String? {
        var (bits, count): (UInt32, Int) = (0, 0)
        var bytes: [UInt8] = []
        for ascii in text.utf8 {
            guard let value = value(ascii) else { break }
            bits = bits << 6 | value
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            bits &= (1 << UInt32(count)) - 1
        }
        guard bytes.count >= 4, let text = String(validating: bytes, as: UTF8.self),
            text.allSatisfy({ $0.isASCII || $0.isLetter || $0.isPunctuation })
        else { return nil }
        return text.contains { $0.isLetter || $0.isNumber } ? text : nil
    }
}
