internal import Synchronization

/// The way from a document's root to one value.
public struct JSONPath: Sendable, Hashable, CustomStringConvertible {
    /// One step down.
    package enum Step: Sendable, Hashable {
        /// The member of an object with that key.
        case key(String)
        /// The element of an array, counted from 0.
        case index(Int)
    }

    /// The steps from the root.
    package let steps: [Step]

    /// The root itself.
    public static let root = JSONPath(steps: [])

    /// A path of `steps`.
    package init(steps: [Step]) { self.steps = steps }

    /// The path of a member of the value here.
    public func key(_ key: String) -> JSONPath { JSONPath(steps: steps + [.key(key)]) }

    /// The path of an element of the array here.
    public func index(_ index: Int) -> JSONPath { JSONPath(steps: steps + [.index(index)]) }

    /// Text as in `$[3].rules.first`.
    public var description: String {
        steps.reduce(into: "$") { text, step in
            switch step {
            case .index(let index): text += "[\(index)]"
            case .key(let key):
                let isPlain =
                    !key.isEmpty
                    && key.utf8.allSatisfy { byte in
                        byte == UInt8(ascii: "_") || byte >= 0x80
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    }
                text += isPlain ? ".\(key)" : "[\(JSONWriter.text(.string(key)))]"
            }
        }
    }
}

/// A place in a text: lines and columns count from 1, columns count characters (Unicode scalars).
public struct TextPlace: Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    /// The place at `line` and `column`, both from 1.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Text as in `line 3, column 14`.
    public var description: String { "line \(line), column \(column)" }
}

/// Reason why a text is not JSON.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in Unicode scalars.
    public let column: Int
    /// The way to the value that could not be read.
    public let path: JSONPath
    /// Description of what stands there.
    public let found: String

    /// Place and reason of the fault, on one line.
    public var description: String {
        "line \(line), column \(column) (\(path)): found \(found)"
    }
}

/// JSON text that was read: its value, and the places of everything.
package struct JSONDocument: Sendable {
    /// The value of the whole text.
    package let root: JSONValue
    /// Keys that stood twice in one object; the last value won.
    package let repeatedKeys: [JSONPath]

    private let places: PlaceTable

    init(root: JSONValue, repeatedKeys: [JSONPath], bytes: [UInt8], dialect: JSONReader.Dialect) {
        self.root = root
        self.repeatedKeys = repeatedKeys
        places = PlaceTable(bytes: bytes, dialect: dialect)
    }

    /// Returns the beginning of the value at `path`, or of the nearest value above it that exists.
    package func place(of path: JSONPath) -> TextPlace {
        places.place(of: path)
    }

    /// Returns the object or list at `path` as it is written; nil where there is none.
    package func text(of path: JSONPath) -> [UInt8]? {
        places.range(of: path).map { Array(places.bytes[$0]) }
    }

    /// Returns the bytes of the text that are the object or list at `path`; nil where there is
    /// none.
    package func range(of path: JSONPath) -> Range<Int>? { places.range(of: path) }
}

/// Places of the values of a text. Worked out by a second reading at the first request: most texts
/// are read without a finding.
private final class PlaceTable: Sendable {
    let bytes: [UInt8]
    private let dialect: JSONReader.Dialect
    private let found = Mutex<(offsets: [JSONPath: Int], text: PlacedText)?>(nil)

    init(bytes: [UInt8], dialect: JSONReader.Dialect) {
        self.bytes = bytes
        self.dialect = dialect
    }

    private var table: (offsets: [JSONPath: Int], text: PlacedText) {
        found.withLock { found in
            if let found { return found }
            let table = (JSONReader.offsets(in: bytes, dialect: dialect), PlacedText(bytes))
            found = table
            return table
        }
    }

    /// Returns the bytes from the opening bracket to the one that closes it. The text is JSON: its
    /// brackets match.
    func range(of path: JSONPath) -> Range<Int>? {
        guard let start = table.offsets[path] else { return nil }
        var depth = 0
        var isInText = false
        var isEscaped = false
        for (offset, byte) in bytes[start...].enumerated() {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "\""): isInText.toggle()
            case _ where isInText: break
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            if depth == 0 { return offset == 0 ? nil : start..<(start + offset + 1) }
        }
        return nil
    }

    func place(of path: JSONPath) -> TextPlace {
        let (offsets, text) = table
        var steps = path.steps
        while true {
            if let offset = offsets[JSONPath(steps: steps)] { return text.place(of: offset) }
            guard steps.popLast() != nil else { return TextPlace(line: 1, column: 1) }
        }
    }
}

/// A text whose places are found without walking it from the start each time: a file may be the
/// cause of thousands of findings.
struct PlacedText: Sendable {
    private static let stride = 1 << 12
    private let bytes: [UInt8]
    /// The place of every 4,096th byte.
    private var marks: [TextPlace] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var place = TextPlace(line: 1, column: 1)
        for start in Swift.stride(from: 0, to: bytes.count + 1, by: Self.stride) {
            marks.append(place)
            place = Self.place(after: place, start..<min(start + Self.stride, bytes.count), bytes)
        }
    }

    /// The place of the byte at `offset`, from 0 through the text's length.
    func place(of offset: Int) -> TextPlace {
        let mark = min(offset, bytes.count) / Self.stride
        return Self.place(
            after: marks[mark], mark * Self.stride..<min(offset, bytes.count), bytes)
    }

    /// One walk, for a single place.
    static func place(of offset: Int, in bytes: [UInt8]) -> TextPlace {
        place(after: TextPlace(line: 1, column: 1), 0..<min(offset, bytes.count), bytes)
    }

    private static func place(
        after start: TextPlace, _ range: Range<Int>, _ bytes: [UInt8]
    ) -> TextPlace {
        var line = start.line
        var column = start.column
        for offset in range {
            if bytes[offset] == 0x0A {
                line += 1
                column = 1
            } else if bytes[offset] & 0xC0 != 0x80 {
                column += 1
            }
        }
        // A byte-order mark is no character of the first line.
        let isPastMark = range.lowerBound == 0 && range.upperBound >= 3
        if isPastMark, line == 1, bytes.starts(with: JSONReader.byteOrderMark) { column -= 1 }
        return TextPlace(line: line, column: column)
    }
}
