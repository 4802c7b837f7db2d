internal import VoiceJSON
internal import VoiceTrace

/// Reads the text of an expectation.
///
/// Shape: `answer<=N`, `stop<=N`, `talkover<=N`, `pause>=N`, `silence<=N`, `repeat=never`, those
/// of telephone calls (`cut<=N`, `stopped<=N`, `mute<=N`, `order=kept`, `end=once`, `marks=kept`,
/// `text=heard`), or `says|hears|calls PATTERN [before|after says|hears|calls PATTERN]`. A pattern
/// is words in quotation marks, a regular expression between slashes, or a JSON object. An object
/// alone is a member of a scenario's `expect`: `{"kind": "spoken"}` asks for an event.
struct ExpectationText {
    private let text: [Character]
    private var place = 0

    /// Characters that an expectation has at most.
    static let lengthLimit = 4_000
    /// The longest time that one may name, in milliseconds: the longest session.
    static let limit = SessionManifest.secondsLimit * 1_000
    /// Forms that can be written, for messages.
    static let forms =
        "answer<=N, stop<=N, talkover<=N, pause>=N, silence<=N (in milliseconds), repeat=never; of"
        + " telephone calls cut<=N, stopped<=N, mute<=N, order=kept, end=once, marks=kept,"
        + " text=heard; or"
        + " says, hears or calls with \"words\", /expression/ or {JSON}, alone or before or after"
        + " another, or {\"kind\": …} for an event"

    init(_ text: String) { self.text = Array(text) }

    /// The expectation that the text spells.
    mutating func expectation() throws(ExpectationError) -> TurnExpectation {
        guard text.count <= Self.lengthLimit else {
            throw ExpectationError("it is longer than \(Self.lengthLimit) characters.")
        }
        skipBlanks()
        if place < text.count, text[place] == "{" {
            let expectation = try ExpectationReader.expectation(of: try object())
            skipBlanks()
            guard place == text.count else {
                throw ExpectationError("\"\(rest)\" stands behind its end. Remove it.")
            }
            return expectation
        }
        let name = word()
        let demand: TurnExpectation.Demand
        if let verb = Happening.Verb(rawValue: name) {
            let happening = Happening(verb: verb, pattern: try pattern())
            demand = .happening(happening, try order())
        } else if let measure = TurnExpectation.Measure(rawValue: name) {
            demand = .bound(measure, milliseconds: try milliseconds(of: measure))
        } else if let rule = callRule(named: name) {
            let form = rule.rawValue
            guard "\(name)\(sign())\(word())" == form else {
                throw ExpectationError("\"\(name)\" has one form. Write \(form).")
            }
            demand = .call(rule)
        } else if name == "repeat" {
            guard sign() == "=", word() == "never" else {
                throw ExpectationError("\"repeat\" has one form. Write repeat=never.")
            }
            demand = .noRepetition
        } else {
            throw Self.unknown(name)
        }
        skipBlanks()
        guard place == text.count else {
            throw ExpectationError("\"\(rest)\" stands behind its end. Remove it.")
        }
        return TurnExpectation(demand)
    }

    private func callRule(named name: String) -> TurnExpectation.CallRule? {
        TurnExpectation.CallRule.allCases.first { $0.name == name }
    }

    private static func unknown(_ name: String) -> ExpectationError {
        let names =
            TurnExpectation.Measure.allCases.map(\.rawValue) + ["repeat"]
            + TurnExpectation.CallRule.allCases.map(\.name)
            + Happening.Verb.allCases.map(\.rawValue)
        let near = NearMiss.hint(for: name, in: names, quotes: "\"")
        return ExpectationError(
            (name.isEmpty ? "it names nothing." : "\"\(name)\" is not known.")
                + (near.isEmpty ? " Write one of: \(forms)." : near))
    }

    private mutating func milliseconds(
        of measure: TurnExpectation.Measure
    ) throws(ExpectationError) -> Int64 {
        guard sign() == measure.sign else {
            throw ExpectationError(
                "\"\(measure.rawValue)\" needs \(measure.sign) and milliseconds. Write"
                    + " \(measure.rawValue)\(measure.sign)1200.")
        }
        let digits = number()
        guard let number = Int64(digits), (0...Self.limit).contains(number) else {
            throw ExpectationError(
                "\"\(digits)\" is no time. Write whole milliseconds from 0 to \(Self.limit).")
        }
        return number
    }

    private mutating func order() throws(ExpectationError) -> TurnExpectation.Order? {
        skipBlanks()
        guard place < text.count else { return nil }
        let name = word()
        guard let side = TurnExpectation.Order.Side(rawValue: name) else {
            throw ExpectationError(
                "\"\(name.isEmpty ? rest : name)\" stands where \"before\" or \"after\" may.")
        }
        let verb = word()
        guard let verb = Happening.Verb(rawValue: verb) else {
            throw ExpectationError(
                "\"\(name)\" needs says, hears or calls and a pattern, as in \(name) hears \"yes\"."
            )
        }
        return TurnExpectation.Order(
            side: side, other: Happening(verb: verb, pattern: try pattern()))
    }

    private mutating func pattern() throws(ExpectationError) -> Happening.Pattern {
        skipBlanks()
        guard place < text.count else {
            throw ExpectationError(
                "a pattern is missing. Write \"words\", /expression/ or {JSON}.")
        }
        switch text[place] {
        case "\"": return .words(try words())
        case "/": return .expression(try expression())
        case "{": return try Happening.Pattern(try object())
        default:
            throw ExpectationError(
                "\"\(rest)\" is no pattern. Write \"words\" in quotation marks, /expression/ or"
                    + " {JSON}.")
        }
    }

    private mutating func words() throws(ExpectationError) -> String {
        guard let end = end(of: "\""), let value = value(upTo: end)?.string else {
            throw ExpectationError("the words do not end in a quotation mark. Add one.")
        }
        guard !TextPart.words(of: value).isEmpty else {
            throw ExpectationError("\"\(value)\" holds no word. Write what is said.")
        }
        return value
    }

    private mutating func expression() throws(ExpectationError) -> TextPattern {
        guard let end = end(of: "/") else {
            throw ExpectationError("the expression does not end in a slash. Add one.")
        }
        var source = ""
        var isEscaped = false
        for character in text[(place + 1)..<(end - 1)] {
            if isEscaped, character != "/" { source.append("\\") }
            isEscaped = !isEscaped && character == "\\"
            if !isEscaped { source.append(character) }
        }
        place = end
        guard !source.isEmpty else {
            throw ExpectationError("the expression is empty. Write one between the slashes.")
        }
        do { return try TextPattern(source) } catch {
            throw ExpectationError("/\(source)/ is not a regular expression: \(error).")
        }
    }

    private mutating func object() throws(ExpectationError) -> JSONObject {
        var depth = 0
        var end = place
        while end < text.count {
            switch text[end] {
            case "\"":
                guard let next = self.end(of: "\"", from: end) else { break }
                end = next
                continue
            case "{": depth += 1
            case "}": depth -= 1
            default: break
            }
            end += 1
            if depth == 0 { break }
        }
        guard depth == 0, let object = value(upTo: end)?.object else {
            throw ExpectationError("{…} is no JSON object. Write {\"name\": \"value\"}.")
        }
        return object
    }

    /// Returns the place past the mark that ends a stretch which begins at a mark; a backslash
    /// keeps the next character.
    private func end(of mark: Character, from start: Int? = nil) -> Int? {
        var index = (start ?? place) + 1
        while index < text.count, text[index] != mark { index += text[index] == "\\" ? 2 : 1 }
        return index < text.count ? index + 1 : nil
    }

    private mutating func value(upTo end: Int) -> JSONValue? {
        let value = try? JSONReader.value(of: Array(String(text[place..<end]).utf8))
        if value != nil { place = end }
        return value
    }

    private mutating func word() -> String {
        skipBlanks()
        let start = place
        while place < text.count, text[place].isLetter || text[place].isNumber { place += 1 }
        return String(text[start..<place])
    }

    /// Returns the text where a number belongs, with the sign or the point that it must not have.
    private mutating func number() -> String {
        skipBlanks()
        let start = place
        while place < text.count,
            text[place].isLetter || text[place].isNumber || "+-.,".contains(text[place])
        { place += 1 }
        return String(text[start..<place])
    }

    private mutating func sign() -> String {
        skipBlanks()
        let start = place
        while place < text.count, "<>=".contains(text[place]) { place += 1 }
        return String(text[start..<place])
    }

    private mutating func skipBlanks() {
        while place < text.count, text[place].isWhitespace { place += 1 }
    }

    private var rest: String { String(text[place...].prefix(40)) }
}

/// Reason why a text is no expectation, in whole sentences that begin small.
package struct ExpectationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The fault and the next step.
    package let description: String

    init(_ description: String) { self.description = description }
}

extension TurnExpectation {
    /// The expectation that `text` spells.
    ///
    /// - Throws: ``ExpectationError``, which says what is wrong and what can be written.
    package init(_ text: String) throws(ExpectationError) {
        var reader = ExpectationText(text)
        self = try reader.expectation()
    }
}

extension Happening.Pattern {
    /// The pattern that a JSON object spells.
    init(_ object: JSONObject) throws(ExpectationError) {
        var members = object
        for member in object.members where member.key.hasPrefix("_") { members[member.key] = nil }
        guard !members.isEmpty else {
            throw ExpectationError("{} fits everything. Name a member that has to be equal.")
        }
        guard let value = members[Happening.expressionKey] else {
            self = .members(members, nil)
            return
        }
        members[Happening.expressionKey] = nil
        guard let source = value.string else {
            throw ExpectationError("\"matches\" is no text. Write a regular expression.")
        }
        do {
            self = .members(members, try TextPattern(source))
        } catch {
            throw ExpectationError("\"\(source)\" is not a regular expression: \(error).")
        }
    }
}
