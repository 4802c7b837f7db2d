internal import VoiceHypothesis

/// Cuts a grammar in JSGF 1.0 into its tokens, comments and tags left out.
///
/// Source: JSpeech Grammar Format, W3C note of June 2000, section 2; the scanner of sphinxbase.
struct GrammarScanner {
    /// Token of a grammar.
    enum Token: Equatable {
        /// `#JSGF`.
        case header
        /// A word, as it is written.
        case word(String)
        /// Text between two quotes: one word or several.
        case quoted(String)
        /// A rule's name with its angle brackets.
        case name(String)
        /// A weight, as it is written between its slashes, and its number.
        case weight(String, Float)
        /// One of `; = | ( ) [ ] * +`.
        case mark(Character)

        /// The token as a grammar spells it.
        var text: String {
            switch self {
            case .header: "#JSGF"
            case .word(let text), .name(let text): text
            case .quoted(let text): "\"\(text)\""
            case .weight(let text, _): "/\(text)/"
            case .mark(let mark): String(mark)
            }
        }
    }

    private let bytes: [UInt8]
    private var place = 0
    /// The line that the next token is looked for in, from 1.
    private(set) var line = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    /// The next token; nil at the end.
    ///
    /// - Throws: ``RecognitionError/grammarMalformed(reason:line:)`` where no token begins.
    mutating func next() throws(RecognitionError) -> Token? {
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): place += 1
            case UInt8(ascii: "\n"): advance(to: place + 1)
            case UInt8(ascii: "/") where follows("/"): skipLine()
            case UInt8(ascii: "/") where follows("*"): try skipComment()
            case UInt8(ascii: "{"): try skipTag()
            default: return try token()
            }
        }
        return nil
    }

    private func follows(_ mark: Unicode.Scalar) -> Bool {
        place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: mark)
    }

    private mutating func advance(to end: Int) {
        for byte in bytes[place..<end] where byte == UInt8(ascii: "\n") { line += 1 }
        place = end
    }

    private mutating func skipLine() {
        while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
    }

    private mutating func skipComment() throws(RecognitionError) {
        var end = place + 2
        while end + 1 < bytes.count {
            if bytes[end] == UInt8(ascii: "*"), bytes[end + 1] == UInt8(ascii: "/") {
                return advance(to: end + 2)
            }
            end += 1
        }
        throw malformed("the comment does not end")
    }

    private mutating func skipTag() throws(RecognitionError) {
        var end = place + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "}") {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard end < bytes.count else { throw malformed("the tag does not end") }
        advance(to: end + 1)
    }

    private mutating func token() throws(RecognitionError) -> Token {
        let first = bytes[place]
        if first == UInt8(ascii: "<") { return try name() }
        if first == UInt8(ascii: "/") { return try weight() }
        if first == UInt8(ascii: "\"") { return try quoted() }
        if ";=|()[]*+".utf8.contains(first) {
            place += 1
            return .mark(Character(Unicode.Scalar(first)))
        }
        let text = run { !" \t\r\n;=|*+<>()[]{}/\"".utf8.contains($0) }
        guard !text.isEmpty, !text.utf8.contains(where: { $0 < 32 || $0 == 127 }) else {
            throw malformed("a character that no word has stands there")
        }
        return text == "#JSGF" ? .header : .word(text)
    }

    /// A rule's name: letters, digits and marks, no white space and no control characters.
    private mutating func name() throws(RecognitionError) -> Token {
        place += 1
        let text = run { $0 > 32 && $0 != 127 && !"<>".utf8.contains($0) }
        guard !text.isEmpty, place < bytes.count, bytes[place] == UInt8(ascii: ">") else {
            throw malformed("a rule's name is written <name>")
        }
        place += 1
        return .name("<\(text)>")
    }

    /// Reads the text between two quotes; a backslash keeps the next character from ending it.
    private mutating func quoted() throws(RecognitionError) -> Token {
        var text: [UInt8] = []
        var next = place + 1
        while next < bytes.count, bytes[next] != UInt8(ascii: "\"") {
            if bytes[next] == UInt8(ascii: "\\") { next += 1 }
            guard next < bytes.count, bytes[next] >= 32, bytes[next] != 127 else { break }
            text.append(bytes[next])
            next += 1
        }
        guard next < bytes.count, bytes[next] == UInt8(ascii: "\"") else {
            throw malformed("a quoted word does not end in its line")
        }
        guard text.contains(where: { $0 != UInt8(ascii: " ") }) else {
            throw malformed("a quoted word is empty")
        }
        place = next + 1
        return .quoted(String(decoding: text, as: UTF8.self))
    }

    /// A weight, written as the literals of floating-point numbers are in Java: `5`, `.5`, `1.`,
    /// `2.5e-1f`.
    private mutating func weight() throws(RecognitionError) -> Token {
        place += 1
        let text = run { "0123456789.eEfFdD+-".utf8.contains($0) }
        let number = text.last.map { "fFdD".contains($0) } ?? false ? text.dropLast() : text[...]
        guard place < bytes.count, bytes[place] == UInt8(ascii: "/"),
            number.first.map({ $0 == "." || $0.isNumber }) ?? false, let value = Float(number)
        else { throw malformed("a weight is written /2.5/") }
        place += 1
        return .weight(text, value)
    }

    /// The longest run of bytes that are wanted.
    private mutating func run(_ isWanted: (UInt8) -> Bool) -> String {
        let start = place
        while place < bytes.count, isWanted(bytes[place]) { place += 1 }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// The error at the place that was reached.
    func malformed(_ what: String) -> RecognitionError {
        .grammarMalformed(reason: "syntax error in line \(line): \(what).", line: line)
    }
}
