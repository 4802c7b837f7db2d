extension JSONReader {
    mutating func readString() throws(JSONError) -> String {
        offset += 1
        let start = offset
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20
        {
            offset += 1
        }
        var text: [UInt8]?
        if peek != UInt8(ascii: "\"") {
            var unescaped = Array(bytes[start..<offset])
            try readEscaped(into: &unescaped, from: start)
            text = unescaped
        }
        let decoded =
            if let text {
                String(validating: text, as: UTF8.self)
            } else {
                String(
                    validating: UnsafeBufferPointer(rebasing: bytes[start..<offset]), as: UTF8.self)
            }
        guard let decoded else { throw fault("text that is not UTF-8", at: start) }
        offset += 1
        return decoded
    }

    private mutating func readEscaped(into text: inout [UInt8], from start: Int) throws(JSONError) {
        while let byte = peek, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else {
                throw fault("a control character inside a string: write it as an escape")
            }
            offset += 1
            if byte == UInt8(ascii: "\\") {
                try readEscape(into: &text)
            } else {
                text.append(byte)
            }
        }
        guard peek != nil else { throw fault("a string that never ends", at: start - 1) }
    }

    private mutating func readEscape(into text: inout [UInt8]) throws(JSONError) {
        guard let byte = peek else { throw fault("a string that never ends") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let start = offset - 2
            let first = try readHex()
            var scalar = UInt32(first)
            let isPaired = bytes[offset...].starts(with: #"\u"#.utf8)
            if (0xD800..<0xDC00).contains(first), isPaired {
                offset += 2
                let second = try readHex()
                guard (0xDC00..<0xE000).contains(second) else {
                    throw fault("half a surrogate pair", at: start)
                }
                scalar = 0x10000 + (UInt32(first - 0xD800) << 10) + UInt32(second - 0xDC00)
            }
            guard let valid = Unicode.Scalar(scalar) else {
                throw fault("half a surrogate pair", at: start)
            }
            text.append(contentsOf: String(Character(valid)).utf8)
        default: throw fault("an unknown escape", at: offset - 2)
        }
    }

    private mutating func readHex() throws(JSONError) -> UInt16 {
        var number: UInt16 = 0
        for place in offset..<offset + 4 {
            // A digit each: the standard library would take a sign as well.
            guard place < bytes.count,
                let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue
            else { throw fault("a \\u escape without four hexadecimal digits") }
            number = number << 4 | UInt16(digit)
        }
        offset += 4
        return number
    }
}
