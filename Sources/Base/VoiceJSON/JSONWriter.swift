/// JSON as bytes: keys sorted, no spaces, one spelling for everything.
package struct JSONWriter {
    /// Bytes that were written so far.
    package private(set) var bytes: [UInt8] = []

    /// A writer that has written nothing.
    package init() {}

    /// The canonical text of `value`, on one line.
    package static func text(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.write(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns the JSON laid out for people: one member a line, two spaces a level, final newline.
    ///
    /// A value deeper than `levels` levels is written on one line. Values of the keys in `spread`
    /// take a level more.
    package static func prettyBytes(
        _ value: JSONValue, levels: Int = .max, spread: Set<String> = []
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.writePretty(value, level: 0, levels: levels, spread: spread)
        writer.bytes.append(UInt8(ascii: "\n"))
        return writer.bytes
    }

    /// Forgets the bytes so far and keeps the memory.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Appends one byte as it is.
    package mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Appends `value` on one line.
    package mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .integer(let number): write(number)
        case .decimal(let digits): bytes.append(contentsOf: digits.utf8)
        case .string(let text): write(text)
        case .array(let elements):
            append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { append(UInt8(ascii: ",")) }
                write(element)
            }
            append(UInt8(ascii: "]"))
        case .object(let object):
            append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { append(UInt8(ascii: ",")) }
                writeKey(member.key)
                write(member.value)
            }
            append(UInt8(ascii: "}"))
        }
    }

    /// Appends a key and its colon.
    package mutating func writeKey(_ key: String) {
        write(key)
        append(UInt8(ascii: ":"))
    }

    /// Appends an integer in decimal.
    mutating func write(_ number: Int64) {
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Appends a quoted string; only quotes, backslashes and control characters are escaped.
    mutating func write(_ text: String) {
        append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes.append(contentsOf: (byte < 16 ? "\\u000" : "\\u00").utf8)
                bytes.append(contentsOf: digits.utf8)
            default: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func writePretty(
        _ value: JSONValue, level: Int, levels: Int, spread: Set<String>
    ) {
        switch value {
        case _ where level >= levels: write(value)
        case .array(let elements) where !elements.isEmpty:
            append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                startLine(level: level + 1, comma: index > 0)
                writePretty(element, level: level + 1, levels: levels, spread: spread)
            }
            startLine(level: level, comma: false)
            append(UInt8(ascii: "]"))
        case .object(let object) where !object.isEmpty:
            append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                startLine(level: level + 1, comma: index > 0)
                writeKey(member.key)
                append(UInt8(ascii: " "))
                let own = spread.contains(member.key) ? levels + 1 : levels
                writePretty(member.value, level: level + 1, levels: own, spread: spread)
            }
            startLine(level: level, comma: false)
            append(UInt8(ascii: "}"))
        default: write(value)
        }
    }

    private mutating func startLine(level: Int, comma: Bool) {
        if comma { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }
}
