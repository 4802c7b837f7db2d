/// Reads JSON by RFC 8259, or the lenient dialect of files that people write.
///
/// The lenient dialect allows one trailing comma in objects and arrays and a byte-order mark; a
/// repeated key keeps its last value and is noted. Strict texts repeat no key. Every error names
/// line, column and path.
package struct JSONReader {
    /// Dialect of texts that are accepted.
    package enum Dialect: Sendable {
        /// RFC 8259 and nothing else.
        case strict
        /// RFC 8259 plus one trailing comma per object or array.
        case lenient
    }

    /// Nesting deeper than this is refused.
    package static let depthLimit = 128

    package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The text, which its owner holds on to; everything read from it is checked against its end.
    let bytes: UnsafeBufferPointer<UInt8>
    private let dialect: Dialect
    /// Whether ``path`` and ``places`` are kept: it costs as much as the rest of the reading.
    private let notesPlaces: Bool
    var offset = 0
    private var depth = 0
    private var path: [JSONPath.Step] = []
    private var places: [JSONPath: Int] = [:]
    private var repeated: [JSONPath] = []

    /// The value that `bytes` spell.
    ///
    /// - Throws: ``JSONError`` with line, column and path of the first fault.
    package static func value(
        of bytes: [UInt8], dialect: Dialect = .strict
    ) throws(JSONError) -> JSONValue {
        let (root, repeated) = try read(bytes, dialect)
        if dialect == .strict, let path = repeated.first {
            let places = JSONDocument(
                root: root, repeatedKeys: repeated, bytes: bytes, dialect: dialect)
            let place = places.place(of: path)
            throw JSONError(
                line: place.line, column: place.column, path: path,
                found: "a key that stands there more than once")
        }
        return root
    }

    /// The value that `bytes` spell, together with the place of every value in the text.
    ///
    /// - Throws: ``JSONError`` with line, column and path of the first fault.
    package static func document(
        of bytes: [UInt8], dialect: Dialect
    ) throws(JSONError) -> JSONDocument {
        let (root, repeated) = try read(bytes, dialect)
        return JSONDocument(root: root, repeatedKeys: repeated, bytes: bytes, dialect: dialect)
    }

    /// Returns the offset of every value of a text that is JSON.
    static func offsets(in bytes: [UInt8], dialect: Dialect) -> [JSONPath: Int] {
        bytes.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes: bytes, dialect: dialect, notesPlaces: true)
            _ = try? reader.readAll()
            return reader.places
        }
    }

    /// Reads without keeping track of the path; only a text that needs it is read once more.
    private static func read(
        _ bytes: [UInt8], _ dialect: Dialect
    ) throws(JSONError) -> (root: JSONValue, repeated: [JSONPath]) {
        try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
            var reader = JSONReader(bytes: bytes, dialect: dialect, notesPlaces: false)
            if let root = try? reader.readAll(), reader.repeated.isEmpty { return (root, []) }
            reader = JSONReader(bytes: bytes, dialect: dialect, notesPlaces: true)
            return (try reader.readAll(), reader.repeated)
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, dialect: Dialect, notesPlaces: Bool) {
        self.bytes = bytes
        self.dialect = dialect
        self.notesPlaces = notesPlaces
    }

    private mutating func readAll() throws(JSONError) -> JSONValue {
        if bytes.starts(with: Self.byteOrderMark) { offset = Self.byteOrderMark.count }
        let value = try readValue()
        skipSpace()
        guard offset == bytes.count else { throw fault("text after the end of the document") }
        return value
    }

    private mutating func readValue() throws(JSONError) -> JSONValue {
        skipSpace()
        if notesPlaces { places[JSONPath(steps: path)] = offset }
        let opensLevel = peek == UInt8(ascii: "{") || peek == UInt8(ascii: "[")
        guard !opensLevel || depth < Self.depthLimit else {
            throw fault("nesting deeper than \(Self.depthLimit) levels")
        }
        switch peek {
        case UInt8(ascii: "{"): return .object(try readObject())
        case UInt8(ascii: "["): return .array(try readArray())
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
            return try readNumber()
        default: throw fault("\(found) where a value should stand")
        }
    }

    private mutating func readValue(
        below step: @autoclosure () -> JSONPath.Step
    ) throws(JSONError) -> JSONValue {
        depth += 1
        if notesPlaces { path.append(step()) }
        let value = try readValue()
        if notesPlaces { path.removeLast() }
        depth -= 1
        return value
    }

    private mutating func readObject() throws(JSONError) -> JSONObject {
        var members: [JSONObject.Member] = []
        offset += 1
        skipSpace()
        while peek != UInt8(ascii: "}") {
            guard peek == UInt8(ascii: "\"") else {
                throw fault("\(found) where a quoted key or '}' should stand")
            }
            let key = try readString()
            skipSpace()
            guard peek == UInt8(ascii: ":") else { throw fault("\(found) where ':' should stand") }
            offset += 1
            members.append(JSONObject.Member(key: key, value: try readValue(below: .key(key))))
            guard try readSeparator(closing: UInt8(ascii: "}")) else { break }
        }
        offset += 1
        let (object, repeatedKeys) = JSONObject.sorting(members)
        repeated += repeatedKeys.map { JSONPath(steps: path).key($0) }
        return object
    }

    private mutating func readArray() throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        offset += 1
        skipSpace()
        while peek != UInt8(ascii: "]") {
            elements.append(try readValue(below: .index(elements.count)))
            guard try readSeparator(closing: UInt8(ascii: "]")) else { break }
        }
        offset += 1
        return elements
    }

    /// True when another member follows; false when the closing bracket is next.
    private mutating func readSeparator(closing: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        if peek == closing { return false }
        guard peek == UInt8(ascii: ",") else {
            throw fault(
                "\(found) where ',' or '\(Character(Unicode.Scalar(closing)))' should stand")
        }
        let comma = offset
        offset += 1
        skipSpace()
        guard peek == closing else { return true }
        if dialect == .lenient { return false }
        offset = comma
        throw fault("a trailing comma")
    }

    private mutating func readWord(
        _ word: String, _ value: JSONValue
    ) throws(JSONError) -> JSONValue {
        let end = offset + word.utf8.count
        guard end <= bytes.count, bytes[offset..<end].elementsEqual(word.utf8) else {
            throw fault("an unknown word")
        }
        offset = end
        return value
    }

    private mutating func readNumber() throws(JSONError) -> JSONValue {
        let start = offset
        if peek == UInt8(ascii: "-") { offset += 1 }
        let whole = countDigits()
        let leadingZero = whole > 1 && bytes[offset - whole] == UInt8(ascii: "0")
        guard whole > 0, !leadingZero else { throw fault("a malformed number", at: start) }
        var isWhole = true
        if peek == UInt8(ascii: ".") {
            isWhole = false
            offset += 1
            guard countDigits() > 0 else { throw fault("a malformed number", at: start) }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            isWhole = false
            offset += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
            guard countDigits() > 0 else { throw fault("a malformed number", at: start) }
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isWhole, let number = Int64(text) { return .integer(number) }
        return .decimal(text)
    }

    private mutating func countDigits() -> Int {
        let start = offset
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            offset += 1
        }
        return offset - start
    }

    var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            offset += 1
        }
    }

    private var found: String {
        guard let byte = peek else { return "the end of the text" }
        return byte > 0x20 && byte < 0x7F
            ? "'\(Character(Unicode.Scalar(byte)))'" : "an unexpected character"
    }

    func fault(_ found: String, at start: Int? = nil) -> JSONError {
        let place = PlacedText.place(of: start ?? offset, in: Array(bytes))
        return JSONError(
            line: place.line, column: place.column, path: JSONPath(steps: path), found: found)
    }
}
