internal import VoiceLanguage

/// Part of a template: words, entities, choices.
indirect enum TemplatePart: Sendable, Equatable {
    case word(String)
    case entity(name: String, type: EntityType)
    case optional([TemplatePart])
    case choice([[TemplatePart]])
}

/// Reads one template.
///
/// Words are literal, without case and punctuation. `@name` and `@name:Type` are entities. The
/// additions begin with signs that are faults otherwise: `@[words]` is optional, `@(one|other)` is
/// one of several, `@name:(red|blue|blue=azure)` is one of listed values. An at sign within a word
/// is punctuation.
struct TemplateParser {
    /// The longest template, in characters.
    static let lengthLimit = 2_000
    /// The most words, entities and groups of a template.
    static let partLimit = 256
    /// The deepest nesting of groups.
    static let depthLimit = 8

    private let characters: [Unicode.Scalar]
    private let template: Int
    private var offset = 0
    private var partCount = 0

    /// The parts of `source`, which is template number `template`, from 0.
    static func parts(
        of source: String, template: Int
    ) throws(TemplateError) -> [TemplatePart] {
        guard source.unicodeScalars.count <= lengthLimit else { throw .tooLong(template: template) }
        var parser = TemplateParser(source, template: template)
        let parts = try parser.sequence(depth: 0, closedBy: nil)
        guard !parts.isEmpty else { throw .empty(template: template) }
        _ = try parser.names(of: parts)
        return parts
    }

    private init(_ source: String, template: Int) {
        characters = Array(source.unicodeScalars)
        self.template = template
    }

    private var current: Unicode.Scalar? { offset < characters.count ? characters[offset] : nil }

    private func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || WordFolding.isLetter(scalar) || WordFolding.isDigit(scalar)
    }

    private var isWithinWord: Bool {
        offset > 0
            && (WordFolding.isLetter(characters[offset - 1])
                || WordFolding.isDigit(characters[offset - 1]))
    }

    /// The parts up to `closing`, or up to `|` within alternatives, which are left unread.
    private mutating func sequence(
        depth: Int, closedBy closing: Unicode.Scalar?
    ) throws(TemplateError) -> [TemplatePart] {
        var parts: [TemplatePart] = []
        var literal = String.UnicodeScalarView()
        while let scalar = current {
            if let closing, scalar == closing || closing == ")" && scalar == "|" { break }
            if scalar == "@", !isWithinWord {
                try append(&parts, words: String(literal))
                literal = String.UnicodeScalarView()
                try append(&parts, entityOrGroup(depth: depth))
            } else {
                literal.append(scalar)
                offset += 1
            }
        }
        try append(&parts, words: String(literal))
        return parts
    }

    private mutating func append(
        _ parts: inout [TemplatePart], words: String
    ) throws(TemplateError) {
        for word in SpokenText(words).normals { try append(&parts, .word(word)) }
    }

    private mutating func append(
        _ parts: inout [TemplatePart], _ part: TemplatePart
    ) throws(TemplateError) {
        partCount += 1
        guard partCount <= Self.partLimit else { throw .tooLong(template: template) }
        parts.append(part)
    }

    private mutating func entityOrGroup(depth: Int) throws(TemplateError) -> TemplatePart {
        let start = offset
        offset += 1
        guard let scalar = current else {
            throw .nameMissing(template: template, column: start + 1)
        }
        switch scalar {
        case "[":
            offset += 1
            return .optional(try group(depth: depth, start: start, closedBy: "]").parts)
        case "(": return .choice(try alternatives(depth: depth, start: start))
        default:
            guard scalar == "_" || WordFolding.isLetter(scalar) else {
                throw .nameMissing(template: template, column: start + 1)
            }
            return try entity(start: start)
        }
    }

    /// The parts of a group or of one alternative, at least one, and whether the closing sign was
    /// read behind them.
    private mutating func group(
        depth: Int, start: Int, closedBy closing: Unicode.Scalar
    ) throws(TemplateError) -> (parts: [TemplatePart], isClosed: Bool) {
        guard depth < Self.depthLimit else { throw .tooDeep(template: template) }
        let parts = try sequence(depth: depth + 1, closedBy: closing)
        guard let scalar = current else { throw .unclosed(template: template, column: start + 1) }
        guard !parts.isEmpty else { throw .emptyGroup(template: template, column: start + 1) }
        if scalar == closing { offset += 1 }
        return (parts, scalar == closing)
    }

    private mutating func alternatives(
        depth: Int, start: Int
    ) throws(TemplateError) -> [[TemplatePart]] {
        var branches: [[TemplatePart]] = []
        while true {
            // The opening sign, or the bar between two alternatives.
            offset += 1
            let branch = try group(depth: depth, start: start, closedBy: ")")
            branches.append(branch.parts)
            if branch.isClosed { return branches }
        }
    }

    private mutating func entity(start: Int) throws(TemplateError) -> TemplatePart {
        let name = read(while: isNamePart)
        guard current == ":", offset + 1 < characters.count else {
            return .entity(name: name, type: .string)
        }
        if characters[offset + 1] == "(" {
            offset += 2
            return .entity(name: name, type: .list(try values(start: start)))
        }
        guard WordFolding.isLetter(characters[offset + 1]) else {
            return .entity(name: name, type: .string)
        }
        offset += 1
        let typeName = read(while: WordFolding.isLetter)
        guard let type = EntityType.named.first(where: { $0.name == typeName })?.type else {
            throw .unknownType(template: template, entity: name, type: typeName)
        }
        return .entity(name: name, type: type)
    }

    private mutating func read(while isPart: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = current, isPart(scalar) {
            text.append(scalar)
            offset += 1
        }
        return String(text)
    }

    /// `red|dark blue|blue=azure)`.
    private mutating func values(start: Int) throws(TemplateError) -> [EntityType.ListedValue] {
        let source = read { $0 != ")" }
        guard current == ")" else { throw .unclosed(template: template, column: start + 1) }
        offset += 1
        var values: [EntityType.ListedValue] = []
        for item in source.split(separator: "|", omittingEmptySubsequences: false) {
            let sides = item.split(separator: "=", maxSplits: 1).map { String($0.trimmed) }
            guard let value = sides.first, let phrase = sides.last,
                !SpokenText(phrase).words.isEmpty
            else { throw .emptyGroup(template: template, column: start + 1) }
            values.append(EntityType.ListedValue(phrase: phrase, value: value))
        }
        partCount += values.count
        guard partCount <= Self.partLimit else { throw .tooLong(template: template) }
        return values
    }

    /// The names of entities in `parts`; alternatives may share a name, as one of them is said.
    private func names(of parts: [TemplatePart]) throws(TemplateError) -> Set<String> {
        var known: Set<String> = []
        for part in parts {
            var own: Set<String> = []
            switch part {
            case .word: continue
            case .entity(let name, _): own = [name]
            case .optional(let inner): own = try names(of: inner)
            case .choice(let branches):
                for branch in branches { own.formUnion(try names(of: branch)) }
            }
            if let name = own.sorted().first(where: known.contains) {
                throw .repeatedName(template: template, entity: name)
            }
            known.formUnion(own)
        }
        return known
    }
}
