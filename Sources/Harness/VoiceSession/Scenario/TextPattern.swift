/// A regular expression that is searched in bounded time, however it is written.
///
/// It knows literals, `.`, classes (`[a-z]`, `\d`, `\w`, `\s`, `\p{L}`), groups, `|`, the
/// quantifiers `* + ? {n,m}`, the anchors `^ $ \A \z \Z \b \B`, lookahead, and the flags `i`, `m`
/// and `s`. A search takes time in proportion to the text times the expression, so what such a
/// search cannot do is refused: back references, lookbehind, atomic groups, possessive quantifiers.
/// An apostrophe or a point between two letters is part of a word, as in "don't".
package struct TextPattern: Sendable, Equatable {
    /// Characters that an expression has at most.
    package static let lengthLimit = 1_000
    /// Steps that an expression takes at most once its repetitions are written out.
    static let stepLimit = 2_000
    /// Characters times steps that one search looks at: what lies behind is not searched.
    static let workLimit = 10_000_000

    /// The expression as it is written.
    package let source: String
    let program: [PatternStep]

    /// Reads `source`.
    ///
    /// - Throws: ``TextPatternError``, which says what cannot be used and why.
    package init(_ source: String) throws(TextPatternError) {
        guard source.count <= Self.lengthLimit else {
            throw TextPatternError(
                "it is longer than \(Self.lengthLimit) characters. Write a shorter one")
        }
        var reader = TextPatternReader(source)
        var compiler = PatternCompiler(limit: Self.stepLimit)
        self.source = source
        program = try compiler.program(of: try reader.pattern())
    }

    /// Two patterns are the same when they are written alike.
    package static func == (first: TextPattern, second: TextPattern) -> Bool {
        first.source == second.source
    }

    /// Whether the expression fits some part of `text`.
    package func isFound(in text: String) -> Bool {
        let search = PatternSearch(program, Array(text.prefix(Self.workLimit / program.count)))
        return (0...search.text.count).contains { search.fits(0, at: $0) }
    }

    /// `text` with every part that the expression fits replaced by `replacement`, word for word.
    ///
    /// Of a text that is too long for one search, parts of that length are searched one by one.
    package func replacing(in text: String, with replacement: String) -> String {
        var result = ""
        var rest = Array(text)[...]
        let limit = Self.workLimit / program.count
        repeat {
            let search = PatternSearch(program, Array(rest.prefix(limit)))
            rest = rest.dropFirst(limit)
            var place = 0
            while place <= search.text.count {
                let end = search.end(from: place)
                if end != nil { result += replacement }
                if let end, end > place {
                    place = end
                    if place == search.text.count { break }
                } else {
                    if place < search.text.count { result.append(search.text[place]) }
                    place += 1
                }
            }
        } while !rest.isEmpty
        return result
    }
}

/// Reason why an expression cannot be used, as the end of a sentence.
package struct TextPatternError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The fault and the remedy.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// One step of a compiled expression; the last one is `done`.
enum PatternStep: Sendable {
    /// Takes one character.
    case take(PatternClass)
    /// Goes on at the first place, or else at the second.
    case either(Int, Int)
    case jump(Int)
    case check(PatternAnchor)
    /// Goes on at `next` when what follows this step fits here up to the `done` before `next`, or
    /// does not where `isNegative`.
    case look(isNegative: Bool, next: Int)
    case done
}

/// A place between characters.
enum PatternAnchor: Sendable {
    case textStart, textEnd, lineStart, lineEnd
    /// The end, or before a newline that ends the text.
    case lastLineEnd
    case wordEdge, noWordEdge
}

/// Table of the steps of an expression that fit a text, worked out from its end to its start.
///
/// What fits from a step at a place depends on both alone, so every such pair is judged once.
struct PatternSearch {
    let text: [Character]
    private let folded: [String]
    private let program: [PatternStep]
    /// Whether the program fits from a step on, for every place one row of steps.
    private var table: [Bool]

    init(_ program: [PatternStep], _ text: [Character]) {
        self.program = program
        self.text = text
        folded = text.map { $0.lowercased() }
        table = [Bool](repeating: false, count: (text.count + 1) * program.count)
        for place in (0...text.count).reversed() { judge(place) }
    }

    /// Whether the rest of the program fits from `step` on at `place`.
    func fits(_ step: Int, at place: Int) -> Bool { table[place * program.count + step] }

    /// Judges the steps at a place: those of a lookahead before it, the innermost first.
    private mutating func judge(_ place: Int) {
        for step in program.indices.reversed() {
            if case .look(_, let next) = program[step] { settle(step + 1..<next, place) }
        }
        settle(program.indices, place)
    }

    /// Only repetitions lead back: the steps are judged again until nothing changes.
    private mutating func settle(_ steps: Range<Int>, _ place: Int) {
        let row = place * program.count
        var isChanged = true
        while isChanged {
            isChanged = false
            for step in steps.reversed() where !table[row + step] && judged(step, place) {
                table[row + step] = true
                isChanged = true
            }
        }
    }

    private func judged(_ step: Int, _ place: Int) -> Bool {
        switch program[step] {
        case .done: true
        case .jump(let next): fits(next, at: place)
        case .either(let first, let second): fits(first, at: place) || fits(second, at: place)
        case .check(let anchor): holds(anchor, place) && fits(step + 1, at: place)
        case .take(let kind):
            place < text.count && kind.holds(text[place], folded: folded[place])
                && fits(step + 1, at: place + 1)
        case .look(let isNegative, let next):
            fits(step + 1, at: place) != isNegative && fits(next, at: place)
        }
    }

    /// Returns the end of a fit that begins at `place`, as a search from left to right would find
    /// it.
    func end(from place: Int) -> Int? {
        var open = [(step: 0, place: place)]
        var seen: Set<Int> = []
        while let (step, place) = open.popLast() {
            // A loop that took nothing is left.
            guard fits(step, at: place), seen.insert(place * program.count + step).inserted
            else { continue }
            switch program[step] {
            case .done: return place
            case .jump(let next), .look(_, let next): open.append((next, place))
            case .check: open.append((step + 1, place))
            case .take: open.append((step + 1, place + 1))
            case .either(let first, let second): open += [(second, place), (first, place)]
            }
        }
        return nil
    }

    private func holds(_ anchor: PatternAnchor, _ place: Int) -> Bool {
        switch anchor {
        case .textStart: place == 0
        case .textEnd: place == text.count
        case .lineStart: place == 0 || text[place - 1].isNewline
        case .lineEnd: place == text.count || text[place].isNewline
        case .lastLineEnd:
            place == text.count || place == text.count - 1 && text[place].isNewline
        case .wordEdge: isWord(place - 1) != isWord(place)
        case .noWordEdge: isWord(place - 1) == isWord(place)
        }
    }

    private func isWord(_ place: Int) -> Bool {
        guard text.indices.contains(place) else { return false }
        if PatternClass.isWord(text[place]) { return true }
        guard ["'", "’", "."].contains(text[place]), place > 0, place + 1 < text.count else {
            return false
        }
        return PatternClass.isWord(text[place - 1]) && PatternClass.isWord(text[place + 1])
    }
}
