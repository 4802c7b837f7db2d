/// One tag of SSML, as its characters spell it: `<break time="1s"/>`, `</p>`, `<!-- … -->`.
struct MarkupTag {
    /// One attribute and its value, entities as they are written.
    struct Attribute {
        let name: String
        let value: String
    }

    /// The name behind `<` or `</`; empty for comments, declarations and what has none.
    let name: String
    let attributes: [Attribute]
    /// Whether it ends an element: `</p>`.
    let isEnd: Bool
    /// Whether it is a whole element: `<break/>`.
    let isEmpty: Bool
    /// Whether nothing in it breaks the rules of XML.
    let isWellFormed: Bool

    /// Reads a tag, its brackets included.
    init(_ text: ArraySlice<Character>) {
        var rest = text.dropFirst().dropLast()
        isEnd = rest.first == "/"
        if isEnd { rest = rest.dropFirst() }
        isEmpty = !isEnd && rest.last == "/"
        if isEmpty { rest = rest.dropLast() }
        let letters = rest.prefix { Self.isNamed($0) }
        let hasName = letters.first.map { $0.isLetter || $0 == "_" } ?? false
        name = hasName ? String(letters) : ""
        rest = rest.dropFirst(letters.count)
        var attributes: [Attribute] = []
        var isSound = hasName
        while isSound {
            let blanks = rest.prefix(while: \.isWhitespace)
            rest = rest.dropFirst(blanks.count)
            guard !rest.isEmpty else { break }
            guard !blanks.isEmpty, !isEnd, let attribute = Self.attribute(&rest) else {
                isSound = false
                break
            }
            isSound = !attributes.contains { $0.name == attribute.name }
            attributes.append(attribute)
        }
        self.attributes = attributes
        isWellFormed = isSound
    }

    /// Returns the value of an attribute; nil where it is absent.
    subscript(attribute: String) -> String? {
        attributes.first { $0.name == attribute }?.value
    }

    private static func isNamed(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_:.-".contains(character)
    }

    /// Takes `name="value"` from the beginning of `rest`; nil for other text.
    private static func attribute(_ rest: inout ArraySlice<Character>) -> Attribute? {
        let name = rest.prefix { isNamed($0) }
        rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
        guard !name.isEmpty, rest.first == "=" else { return nil }
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: quote) else { return nil }
        let value = rest[..<end]
        rest = rest[(end + 1)...]
        return value.contains("<") ? nil : Attribute(name: String(name), value: String(value))
    }

    /// The longest pause that is spoken, in milliseconds.
    static let longestPause = 3_600_000.0

    /// Length of the pause that a `break` asks for, in milliseconds; nil where it is no `break` or
    /// its length cannot be read.
    ///
    /// Source: SSML 1.1, 3.2.3, with the lengths that espeak-ng gives the strengths.
    var pauseMilliseconds: Int64? {
        guard name == "break", !isEnd else { return nil }
        if let time = self["time"] { return Self.milliseconds(time) }
        return Self.strengths[self["strength"] ?? "medium"]
    }

    /// The words for the strength of a pause.
    static let strengths: [String: Int64] = [
        "none": 0, "x-weak": 70, "weak": 140, "medium": 210, "strong": 400, "x-strong": 800,
    ]

    /// The length that `1s`, `1.5s`, `.5s` or `250ms` names, in milliseconds.
    private static func milliseconds(_ time: String) -> Int64? {
        let isMilliseconds = time.hasSuffix("ms")
        guard isMilliseconds || time.hasSuffix("s") else { return nil }
        let number = time.dropLast(isMilliseconds ? 2 : 1)
        guard number.first != "-", number.allSatisfy({ "+.0123456789".contains($0) }),
            let value = Double(number)
        else { return nil }
        let length = isMilliseconds ? value : value * 1_000
        return length <= longestPause ? Int64(length.rounded()) : nil
    }

    /// Whether espeak-ng reads the length of the pause itself: a whole number, or a word.
    var hasPlainPause: Bool {
        self["time"].map { time in
            time.drop(while: { $0.isASCII && $0.isNumber }).allSatisfy { "ms".contains($0) }
        } ?? true
    }
}
