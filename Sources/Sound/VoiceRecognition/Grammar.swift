internal import VoiceHypothesis

/// A grammar in JSGF 1.0 without imports.
///
/// Words are in small letters, as those of phrases are; a quoted token is its words.
struct Grammar {
    /// A rule's name with its grammar's, by its bytes: two that only look alike are two.
    struct Name: Hashable {
        let bytes: [UInt8]
        init(_ text: String) { bytes = Array(text.utf8) }
        /// The name as a message shows it.
        var shown: String { String(decoding: bytes, as: UTF8.self).clipped }
    }

    /// One thing that is said in a sequence.
    indirect enum Item: Sendable {
        case word(String)
        case rule(Name)
        /// `<NULL>`: nothing.
        case nothing
        /// `( … )`.
        case group([[Item]])
        /// `[ … ]`.
        case optional([[Item]])
        /// `item*`, or `item+` where it is needed once.
        case repeated(Item, isNeeded: Bool)
        /// `/weight/ item`: how often the alternative that it begins is said.
        case weighted(Item, weight: Float)
    }

    /// A rule's alternatives.
    struct Rule: Sendable {
        let isPublic: Bool
        let alternatives: [[Item]]
    }

    /// The rules by name; of several with one name the first.
    fileprivate(set) var rules: [Name: Rule] = [:]

    /// Reads a grammar.
    ///
    /// - Throws: ``RecognitionError/grammarMalformed(reason:line:)``,
    ///   ``RecognitionError/grammarTooLarge(what:)`` or
    ///   ``RecognitionError/publicRules(count:)``.
    init(reading jsgf: String) throws(RecognitionError) {
        guard jsgf.utf8.count <= GrammarLimits.bytes else {
            throw .grammarTooLarge(what: "has more than \(GrammarLimits.bytes) bytes")
        }
        var reader = try GrammarReader(jsgf)
        self = try reader.grammar()
        let count = rules.values.count { $0.isPublic }
        guard count == 1 else { throw .publicRules(count: count) }
    }

    fileprivate init() {}

    /// The name of the public rule.
    var publicRule: Name { rules.first { $0.value.isPublic }?.key ?? Name("") }
}

/// Limits of a grammar. Each limit keeps decoding within seconds and 300 MB.
enum GrammarLimits {
    /// The size of the text.
    static let bytes = 1 << 20
    /// Rules, groups and optional parts.
    static let rules = 10_000
    /// Depth to which rules, groups and repetitions nest.
    static let depth = 200
    /// Words on all ways, after every rule has been replaced by its content.
    static let words = 20_000
    /// States of the graph.
    static let states = 10_000
    /// Steps that it takes to replace names by rules.
    static let steps = 200_000
    /// Pairs of states between which nothing need be said.
    static let silentPairs = 100_000
    /// Phrases of a phrase file.
    static let phrases = 10_000
    /// Words of all phrases together.
    static let phraseWords = 100_000
    /// Words of all phrases together that are read aloud: each may be left out, said again and
    /// begun falsely.
    static let readingWords = 20_000
    /// Ways of saying one word.
    static let ways = 100
    /// Phones of one way of saying a word.
    static let phonesOfWay = 64
    /// Largest number of phones of all ways of saying the phrases, with the false starts of reading
    /// aloud.
    static let phones = 1_500_000
    /// The weights that an alternative can have.
    static let weights: ClosedRange<Float> = 0.001...1_000
}

/// Reads the tokens of a grammar.
private struct GrammarReader {
    private typealias Token = GrammarScanner.Token
    private var scanner: GrammarScanner
    private var token: Token?
    private var result = Grammar()
    private var parts = 0
    private var depth = 0

    init(_ text: String) throws(RecognitionError) {
        scanner = GrammarScanner(text)
        token = try scanner.next()
    }

    mutating func grammar() throws(RecognitionError) -> Grammar {
        guard token == .header else { throw expected("#JSGF V1.0;") }
        try advance()
        while case .word = token { try advance() }
        try expect(";")
        guard token == .word("grammar") else { throw expected("grammar name;") }
        try advance()
        guard case .word(let name)? = token else { throw expected("the grammar's name") }
        try advance()
        try expect(";")
        guard token != .word("import") else {
            throw scanner.malformed("rules cannot be imported; write them into the grammar")
        }
        while token != nil { try rule(of: name) }
        return result
    }

    private mutating func rule(of grammar: String) throws(RecognitionError) {
        let isPublic = token == .word("public")
        if isPublic { try advance() }
        guard case .name(let short)? = token else { throw expected("a rule, <name> = words;") }
        guard short != "<NULL>", short != "<VOID>" else { throw expected("another name") }
        try advance()
        try expect("=")
        try count()
        let alternatives = try alternatives(in: grammar)
        try expect(";")
        let name = try defined(short, in: grammar)
        if result.rules[name] == nil {
            result.rules[name] = Grammar.Rule(isPublic: isPublic, alternatives: alternatives)
        }
    }

    /// The whole name of a rule that is defined in this grammar.
    private func defined(
        _ name: String, in grammar: String
    ) throws(RecognitionError) -> Grammar.Name {
        let prefix = "<\(grammar)."
        let bare = name.dropFirst(name.hasPrefix(prefix) ? prefix.count : 1).dropLast()
        guard !bare.isEmpty, !bare.utf8.contains(UInt8(ascii: ".")) else {
            throw scanner.malformed("\(name.clipped) is a name of another grammar")
        }
        // pocketsphinx calls its own rules for groups so.
        let number = bare.utf8.dropFirst()
        if bare.utf8.first == UInt8(ascii: "g"), number.count > 4,
            number.allSatisfy({ (48...57).contains($0) })
        {
            throw scanner.malformed("pocketsphinx keeps the name \(name.clipped) for itself")
        }
        return Grammar.Name(prefix + bare + ">")
    }

    /// The whole name that a rule is mentioned by.
    private static func full(_ name: String, in grammar: String) -> Grammar.Name {
        let isWhole = name.utf8.contains(UInt8(ascii: "."))
        return Grammar.Name(isWhole ? name : "<\(grammar).\(name.dropFirst())")
    }

    private mutating func alternatives(
        in grammar: String
    ) throws(RecognitionError) -> [[Grammar.Item]] {
        var all: [[Grammar.Item]] = []
        repeat {
            if !all.isEmpty { try advance() }
            var sequence: [Grammar.Item] = []
            while let item = try item(in: grammar, isFirst: sequence.isEmpty) {
                sequence.append(item)
            }
            guard !sequence.isEmpty else { throw expected("a word, a rule or a group") }
            all.append(sequence)
        } while token == .mark("|")
        return all
    }

    private mutating func item(
        in grammar: String, isFirst: Bool
    ) throws(RecognitionError) -> Grammar.Item? {
        var weight: Float?
        if case .weight(_, let number)? = token {
            // Only beside other alternatives does more than 1 say anything.
            guard GrammarLimits.weights.contains(number), isFirst || number <= 1 else {
                throw scanner.malformed(
                    "a weight stands before an alternative and is 0.001 to 1000")
            }
            weight = number
            try advance()
        }
        var item: Grammar.Item
        switch token {
        case .word(let word)?:
            item = .word(word.lowercased())
            try advance()
        case .quoted(let text)?:
            let words = text.lowercased().split(separator: " ").map {
                Grammar.Item.word(String($0))
            }
            item = words.count == 1 ? words[0] : .group([words])
            try advance()
        case .name("<NULL>")?:
            item = .nothing
            try advance()
        case .name("<VOID>")?: throw scanner.malformed("<VOID> cannot be said")
        case .name(let name)?:
            item = .rule(Self.full(name, in: grammar))
            try advance()
        case .mark("(")?: item = .group(try group(to: ")", in: grammar))
        case .mark("[")?: item = .optional(try group(to: "]", in: grammar))
        default: return nil
        }
        var repeats = 0
        while token == .mark("*") || token == .mark("+") {
            item = .repeated(item, isNeeded: token == .mark("+"))
            repeats += 1
            try count()
            try check(depth: depth + repeats)
            try advance()
        }
        if let weight { item = .weighted(item, weight: weight) }
        return item
    }

    private mutating func group(
        to end: Character, in grammar: String
    ) throws(RecognitionError) -> [[Grammar.Item]] {
        try advance()
        try count()
        depth += 1
        try check(depth: depth)
        let inside = try alternatives(in: grammar)
        depth -= 1
        try expect(end)
        return inside
    }

    private mutating func count() throws(RecognitionError) {
        parts += 1
        guard parts <= GrammarLimits.rules else {
            throw .grammarTooLarge(
                what: "has more than \(GrammarLimits.rules) rules, groups and repetitions")
        }
    }

    private func check(depth: Int) throws(RecognitionError) {
        guard depth <= GrammarLimits.depth else {
            throw .grammarTooLarge(
                what: "nests groups more than \(GrammarLimits.depth) deep")
        }
    }

    private mutating func expect(_ mark: Character) throws(RecognitionError) {
        guard token == .mark(mark) else { throw expected("'\(mark)'") }
        try advance()
    }

    private mutating func advance() throws(RecognitionError) {
        token = try scanner.next()
    }

    private func expected(_ what: String) -> RecognitionError {
        let found = token.map { "'\($0.text.clipped)'" } ?? "the end"
        return scanner.malformed("expected \(what), found \(found)")
    }
}
