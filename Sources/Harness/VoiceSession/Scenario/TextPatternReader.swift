/// Reads the spelling of a regular expression.
struct TextPatternReader {
    struct Flags {
        var ignoresCase = false
        var hasLines = false
        var takesNewlines = false
    }

    private let characters: [Character]
    private var place = 0
    private var depth = 0
    private var flags = Flags()
    /// Groups inside groups at most.
    private static let depthLimit = 50

    init(_ source: String) { characters = Array(source) }

    /// The whole expression.
    mutating func pattern() throws(TextPatternError) -> PatternNode {
        let node = try choice()
        guard place == characters.count else { throw fault("a ')' closes no group", at: place) }
        return node
    }

    var next: Character? { place < characters.count ? characters[place] : nil }

    mutating func skip(_ character: Character) -> Bool {
        guard next == character else { return false }
        place += 1
        return true
    }

    mutating func readNext() -> Character? {
        defer { place += 1 }
        return next
    }

    func fault(_ what: String, at place: Int) -> TextPatternError {
        TextPatternError("\(what), at character \(min(place, characters.count) + 1)")
    }

    func fault(_ what: String) -> TextPatternError { fault(what, at: place - 1) }

    private func refusal(_ what: String) -> TextPatternError {
        fault("\(what) is not supported. Write it without")
    }

    private mutating func choice() throws(TextPatternError) -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else {
            throw fault("its groups are deeper than \(Self.depthLimit)", at: place)
        }
        var ways = [try sequence()]
        while skip("|") { ways.append(try sequence()) }
        return ways.count == 1 ? ways[0] : .choice(ways)
    }

    private mutating func sequence() throws(TextPatternError) -> PatternNode {
        var nodes: [PatternNode] = []
        while let character = next, character != "|", character != ")" {
            nodes.append(try quantified(try atom()))
        }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func atom() throws(TextPatternError) -> PatternNode {
        guard let character = readNext() else { return .empty }
        switch character {
        case "(": return try group()
        case "[": return .one(try characterClass())
        case ".": return .one(PatternClass(members: [flags.takesNewlines ? .any : .notNewline]))
        case "^": return .anchor(flags.hasLines ? .lineStart : .textStart)
        case "$": return .anchor(flags.hasLines ? .lineEnd : .textEnd)
        case "*", "+", "?": throw fault("'\(character)' repeats nothing")
        case "\\":
            if let anchor = anchor() { return .anchor(anchor) }
            return one(try escaped())
        default: return one(.character(character))
        }
    }

    private func one(_ member: PatternClass.Member) -> PatternNode {
        .one(PatternClass(members: [member], ignoresCase: flags.ignoresCase))
    }

    private mutating func anchor() -> PatternAnchor? {
        let anchors: [Character: PatternAnchor] = [
            "b": .wordEdge, "B": .noWordEdge, "A": .textStart, "z": .textEnd, "Z": .lastLineEnd,
        ]
        guard let anchor = next.flatMap({ anchors[$0] }) else { return nil }
        place += 1
        return anchor
    }

    // MARK: Repetition

    private mutating func quantified(_ node: PatternNode) throws(TextPatternError) -> PatternNode {
        guard let (least, most) = try quantifier() else { return node }
        if case .anchor = node { throw fault("an anchor cannot be repeated") }
        if case .look = node { throw fault("a lookahead cannot be repeated") }
        let isLazy = skip("?")
        if skip("+") { throw refusal("a possessive quantifier") }
        let repeated = PatternNode.repeated(node, least: least, most: most, isLazy: isLazy)
        if let character = next, try quantifier() != nil {
            throw fault("'\(character)' repeats nothing")
        }
        return repeated
    }

    private mutating func quantifier() throws(TextPatternError) -> (least: Int, most: Int?)? {
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        let start = place
        guard skip("{") else { return nil }
        let least = number()
        var most = least
        if skip(",") { most = number() } else if least == nil { place = start }
        guard place > start, skip("}") else {
            // A brace that begins no count is a brace.
            place = start
            return nil
        }
        let isOpen = characters[place - 2] == ","
        guard least != nil || !isOpen else {
            place = start
            return nil
        }
        if let most, most < least ?? 0 { throw fault("a count ends before it begins") }
        return (least ?? 0, isOpen ? nil : most)
    }

    /// A count, cut off far above what an expression may have.
    private mutating func number() -> Int? {
        var number: Int?
        while let digit = next?.wholeNumberValue, next?.isASCII == true {
            number = min((number ?? 0) * 10 + digit, 1_000_000)
            place += 1
        }
        return number
    }

    // MARK: Groups

    private mutating func group() throws(TextPatternError) -> PatternNode {
        let outer = flags
        var look: Bool?
        if skip("?") {
            switch readNext() {
            case ":": break
            case "=": look = false
            case "!": look = true
            case "P" where next == "<": fallthrough
            case "<":
                _ = skip("<")
                guard next != "=", next != "!" else { throw refusal("lookbehind") }
                while let character = readNext(), character != ">" {
                    guard PatternClass.isWord(character) else {
                        throw fault("a group's name is not a word")
                    }
                }
            case ">": throw refusal("an atomic group")
            case let character?:
                place -= 1
                guard "ims-".contains(character) else { throw refusal("this kind of group") }
                if try readFlags() { return .empty }
            case nil: throw fault("a group is not closed")
            }
        }
        let node = try choice()
        guard skip(")") else { throw fault("a '(' is not closed", at: place) }
        flags = outer
        return look.map { .look(node, isNegative: $0) } ?? node
    }

    /// Reads `i-s)` or `i-s:`; true for the first, which holds up to the end of the group around.
    private mutating func readFlags() throws(TextPatternError) -> Bool {
        var isOn = true
        while let character = readNext() {
            switch character {
            case "i": flags.ignoresCase = isOn
            case "m": flags.hasLines = isOn
            case "s": flags.takesNewlines = isOn
            case "-": isOn = false
            case ")": return true
            case ":": return false
            default: throw refusal("the flag '\(character)'")
            }
        }
        throw fault("a group is not closed")
    }

    // MARK: Characters

    private mutating func characterClass() throws(TextPatternError) -> PatternClass {
        var kind = PatternClass(members: [], ignoresCase: flags.ignoresCase)
        kind.isNegated = skip("^")
        while true {
            guard let character = readNext() else { throw fault("a '[' is not closed") }
            if character == "]", !kind.members.isEmpty { return kind }
            guard character != "[" else { throw fault("a '[' in a class is written '\\['") }
            let member = try character == "\\" ? escaped() : .character(character)
            guard next == "-", place + 1 < characters.count, characters[place + 1] != "]" else {
                kind.members.append(member)
                continue
            }
            place += 1
            let other = readNext() ?? "]"
            let last = try other == "\\" ? escaped() : .character(other)
            guard case .character(let low) = member, case .character(let high) = last,
                let from = Self.scalar(low), let to = Self.scalar(high), from <= to
            else { throw fault("a range in a class ends before it begins, or has no ends") }
            kind.members.append(.range(from...to))
        }
    }

    private static func scalar(_ character: Character) -> Unicode.Scalar? {
        character.unicodeScalars.count == 1 ? character.unicodeScalars.first : nil
    }

    private mutating func escaped() throws(TextPatternError) -> PatternClass.Member {
        guard let character = readNext() else { throw fault("a '\\' stands at the end") }
        switch character {
        case "d": return .digit
        case "D": return .other(than: .digit)
        case "w": return .word
        case "W": return .other(than: .word)
        case "s": return .space
        case "S": return .other(than: .space)
        case "n": return .character("\n")
        case "r": return .character("\r")
        case "t": return .character("\t")
        case "p", "P":
            let member = try property()
            return character == "p" ? member : .other(than: member)
        case "x", "u": return .character(try scalar(digits: character == "x" ? 2 : 4))
        case _ where character.isWholeNumber || character == "k":
            throw refusal("a back reference")
        case _ where character.isLetter: throw refusal("'\\\(character)'")
        default: return .character(character)
        }
    }

    private mutating func property() throws(TextPatternError) -> PatternClass.Member {
        var name = ""
        if skip("{") {
            while let character = readNext(), character != "}" { name.append(character) }
        }
        switch name {
        case "L", "Letter", "Alphabetic": return .letter
        case "Lu", "Uppercase": return .upper
        case "Ll", "Lowercase": return .lower
        case "N", "Number": return .number
        case "P", "Punctuation": return .punctuation
        default: throw refusal("'\\p{\(name)}' (L, Lu, Ll, N and P are)")
        }
    }

    private mutating func scalar(digits count: Int) throws(TextPatternError) -> Character {
        var digits = ""
        if skip("{") {
            while let character = readNext(), character != "}" { digits.append(character) }
        } else {
            while digits.count < count, let character = next, character.isHexDigit {
                digits.append(character)
                place += 1
            }
        }
        guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
            throw fault("a code names no character")
        }
        return Character(scalar)
    }
}
