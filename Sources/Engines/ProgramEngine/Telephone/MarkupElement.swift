internal import VoiceLanguage

/// One element of a document in XML: its name, attributes, text and children.
///
/// A small strict reader: it knows elements, attributes, text, CDATA, comments and the five named
/// and the numbered entities. It refuses document types.
struct MarkupElement: Equatable {
    let name: String
    var attributes: [String: String] = [:]
    /// Text directly inside, without the white space around it.
    var text = ""
    var children: [MarkupElement] = []

    /// Reads the root element of `document`.
    ///
    /// - Throws: ``ProgramFault``, which says what is wrong in which line.
    init(_ document: String) throws(ProgramFault) {
        var reader = MarkupReader(document)
        self = try reader.root()
    }

    fileprivate init(name: String) { self.name = name }
}

/// Reads XML from its first byte to its last.
private struct MarkupReader {
    private static let depthLimit = 32
    private let bytes: [UInt8]
    private var place = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func root() throws(ProgramFault) -> MarkupElement {
        try skipBeside()
        guard peek == UInt8(ascii: "<") else { throw fault("begins with no element") }
        let root = try element(depth: 0)
        try skipBeside()
        guard place == bytes.count else { throw fault("goes on behind the root element") }
        return root
    }

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    private func fault(_ what: String) -> ProgramFault {
        let line = bytes[..<min(place, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
        return ProgramFault("\(what) (line \(line))")
    }

    private func isNext(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

    /// Skips white space, the declaration, instructions and comments.
    private mutating func skipBeside() throws(ProgramFault) {
        while true {
            skipSpaces()
            if isNext("\u{FEFF}") {
                place += 3
            } else if isNext("<?") {
                _ = try text(upTo: "?>")
            } else if isNext("<!--") {
                _ = try text(upTo: "-->")
            } else if isNext("<!") {
                throw fault("has a document type, as HTML does")
            } else {
                return
            }
        }
    }

    private mutating func skipSpaces() {
        while let byte = peek, byte == 32 || (9...13).contains(byte) { place += 1 }
    }

    /// Returns what stands in front of `end`, and goes behind it.
    private mutating func text(upTo end: String) throws(ProgramFault) -> String {
        let start = place
        let last = Array(end.utf8)
        while place + last.count <= bytes.count {
            if bytes[place...].starts(with: last) {
                defer { place += last.count }
                return String(decoding: bytes[start..<place], as: UTF8.self)
            }
            place += 1
        }
        place = bytes.count
        throw fault("ends where \(end) is missing")
    }

    private mutating func name() throws(ProgramFault) -> String {
        let start = place
        while let byte = peek, byte > 32, !"<>/=\"'&".utf8.contains(byte) { place += 1 }
        guard place > start else { throw fault("has no name where one has to be") }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func element(depth: Int) throws(ProgramFault) -> MarkupElement {
        guard depth < Self.depthLimit else { throw fault("is too deep") }
        place += 1
        var element = MarkupElement(name: try name())
        while true {
            skipSpaces()
            if isNext("/>") {
                place += 2
                return element
            }
            if isNext(">") { break }
            let key = try name()
            skipSpaces()
            guard peek == UInt8(ascii: "=") else { throw fault("has \(key) without a value") }
            place += 1
            skipSpaces()
            guard let quote = peek, quote == 34 || quote == 39 else {
                throw fault("has \(key) with a value without quotes")
            }
            place += 1
            let value = try text(upTo: quote == 34 ? "\"" : "'")
            element.attributes[key] = try plain(value)
        }
        place += 1
        try readContent(of: &element, depth)
        return element
    }

    private mutating func readContent(
        of element: inout MarkupElement, _ depth: Int
    ) throws(ProgramFault) {
        var content = ""
        while true {
            guard place < bytes.count else { throw fault("does not close <\(element.name)>") }
            if isNext("</") {
                place += 2
                let end = try name()
                guard end == element.name else {
                    throw fault("closes <\(element.name)> as </\(end)>")
                }
                skipSpaces()
                guard peek == UInt8(ascii: ">") else { throw fault("does not close </\(end)>") }
                place += 1
                element.text = String(content.trimmed)
                return
            }
            if isNext("<!--") {
                _ = try text(upTo: "-->")
            } else if isNext("<![CDATA[") {
                place += 9
                content += try text(upTo: "]]>")
            } else if isNext("<") {
                element.children.append(try self.element(depth: depth + 1))
            } else {
                let start = place
                while let byte = peek, byte != UInt8(ascii: "<") { place += 1 }
                content += try plain(String(decoding: bytes[start..<place], as: UTF8.self))
            }
        }
    }

    /// Returns text with its entities as characters.
    private func plain(_ text: String) throws(ProgramFault) -> String {
        guard text.contains("&") else { return text }
        var parts = text.split(separator: "&", omittingEmptySubsequences: false)[...]
        var result = String(parts.popFirst() ?? "")
        for part in parts {
            guard let end = part.firstIndex(of: ";"),
                let character = Self.entity(String(part[..<end]))
            else { throw fault("has an & that is no entity: write &amp; for it") }
            result += character + part[part.index(after: end)...]
        }
        return result
    }

    private static func entity(_ name: String) -> String? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.first == "#" else { return nil }
            let digits = name.dropFirst()
            let code =
                digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return code.flatMap(Unicode.Scalar.init).map { String($0) }
        }
    }
}
