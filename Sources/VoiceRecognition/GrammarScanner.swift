/// Cuts a grammar in JSGF 1.0 into its tokens, comments and tags left out.
///
/// Source: JSpeech Grammar Format, W3C note of June 2000, section 2; the scanner of sphinxbase.
struct GrammarScanner {
    /// What a grammar is made of.
    enum Token: Equatable {
        /// `#JSGF`.
        case header
        /// A word, as it is written.
        case word(String)
        /// A rule's name with its angle brackets.
        case name(String)
        /// The text of a weight, without its slashes.
        case weight(String)
        /// One of `; = | ( ) [ ] * +`.
        case mark(Character)

        /// The token as a grammar spells it.
        var text: String {
            switch self {
            case .header: "#JSGF"
            case .word(let text), .name(let text): text
            case .weight(let text): "/\(text)/"
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
    /// - Throws: ``RecognitionError/grammarMalformed(reason:)`` where no token begins.
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
        if ";=|()[]*+".utf8.contains(first) {
            place += 1
            return .mark(Character(Unicode.Scalar(first)))
        }
        let text = run { !" \t\r\n;=|*+<>()[]{}/".utf8.contains($0) }
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

    private mutating func weight() throws(RecognitionError) -> Token {
        place += 1
        let text = run { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
        guard place < bytes.count, bytes[place] == UInt8(ascii: "/"),
            text.utf8.last != UInt8(ascii: "."), Float(text) != nil
        else { throw malformed("a weight is written /2.5/") }
        place += 1
        return .weight(text)
    }

    /// The longest run of bytes that are wanted.
    private mutating func run(_ isWanted: (UInt8) -> Bool) -> String {
        let start = place
        while place < bytes.count, isWanted(bytes[place]) { place += 1 }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// The error at the place that was reached.
    func malformed(_ what: String) -> RecognitionError {
        .grammarMalformed(reason: "syntax error in line \(line): \(what).")
    }
}
