package import VoiceJSON

/// Reads the expectations of turn-taking in the list `expect` of a scenario or a project.
///
/// A member is a text as a command has it, or an object with `says`, `hears` or `calls`, and with
/// `before` or `after` where it has an order. A member with `kind` is an event of the trace, which
/// is not read.
package struct ExpectationReader {
    /// The key of the list.
    package static let key = "expect"
    /// The key of a member that names an event.
    static let eventKey = "kind"

    /// The expectations in the list of `root`, an object at `path`; what is wrong is noted in
    /// `survey`. An event is an error unless `takesEvents`.
    package static func expectations(
        in root: JSONObject, at path: JSONPath = .root, takesEvents: Bool = false,
        _ survey: inout DocumentSurvey
    ) -> [TurnExpectation] {
        guard let value = root[key] else { return [] }
        guard let elements = value.array else {
            survey.report(.error, path.key(key), "found \(value.kindName), expected an array")
            return []
        }
        return elements.enumerated().compactMap { index, element in
            let place = path.key(key).index(index)
            if takesEvents, element.object?[eventKey] != nil { return nil }
            do throws(ExpectationError) {
                return try expectation(element, at: place, &survey)
            } catch {
                survey.report(.error, place, error.description)
                return nil
            }
        }
    }

    /// The expectation of an `object` that stands alone, as a scenario has it.
    static func expectation(of object: JSONObject) throws(ExpectationError) -> TurnExpectation {
        if object[eventKey] != nil { return TurnExpectation(.event(try event(object))) }
        var survey: DocumentSurvey
        do throws(JSONError) {
            survey = try DocumentSurvey(
                bytes: Array(JSONWriter.text(.object(object)).utf8), file: "it")
        } catch { throw ExpectationError("{…} is no JSON object: \(error).") }
        let found = try expectation(.object(object), at: .root, &survey)
        if let finding = survey.findings.first { throw ExpectationError(finding.message + ".") }
        guard let found else { throw ExpectationError("{…} expects nothing.") }
        return found
    }

    /// The event that `object` asks for.
    private static func event(_ object: JSONObject) throws(ExpectationError) -> EventPattern {
        guard let kind = object[eventKey]?.string, !kind.isEmpty else {
            throw ExpectationError("\"kind\" is no text. Write the kind of an event.")
        }
        var fields = object
        fields[eventKey] = nil
        for member in object.members where member.key.hasPrefix("_") { fields[member.key] = nil }
        var pattern = EventPattern(name: kind, fields: fields)
        guard let expression = object[EventPattern.expressionKey]?.string else { return pattern }
        pattern.fields[EventPattern.expressionKey] = nil
        do throws(TextPatternError) {
            pattern.expression = try TextPattern(expression)
        } catch {
            throw ExpectationError("/\(expression)/ is not a regular expression: \(error).")
        }
        return pattern
    }

    private static func expectation(
        _ element: JSONValue, at path: JSONPath, _ survey: inout DocumentSurvey
    ) throws(ExpectationError) -> TurnExpectation? {
        if let text = element.string { return try TurnExpectation(text) }
        guard let object = element.object else {
            throw ExpectationError("found \(element.kindName), expected a text or an object.")
        }
        let sides = TurnExpectation.Order.Side.allCases.filter { object[$0.rawValue] != nil }
        survey.noteUnknownKeys(
            object,
            known: Set(
                Happening.Verb.allCases.map(\.rawValue)
                    + TurnExpectation.Order.Side.allCases.map(\.rawValue)), at: path,
            severity: .error)
        guard sides.count <= 1 else {
            throw ExpectationError("\"before\" and \"after\" are both there. Keep one of them.")
        }
        let happening = try happening(object)
        guard let side = sides.first else {
            return TurnExpectation(.happening(happening, nil))
        }
        guard let other = object[side.rawValue]?.object else {
            throw ExpectationError(
                "\"\(side.rawValue)\" is no object. Write {\"says\": …}, {\"hears\": …} or"
                    + " {\"calls\": …}.")
        }
        survey.noteUnknownKeys(
            other, known: Set(Happening.Verb.allCases.map(\.rawValue)), at: path.key(side.rawValue),
            severity: .error)
        return TurnExpectation(
            .happening(
                happening, TurnExpectation.Order(side: side, other: try Self.happening(other))))
    }

    private static func happening(_ object: JSONObject) throws(ExpectationError) -> Happening {
        let verbs = Happening.Verb.allCases.filter { object[$0.rawValue] != nil }
        guard let verb = verbs.first, verbs.count == 1, let value = object[verb.rawValue] else {
            throw ExpectationError(
                "it needs one of \"kind\", \"says\", \"hears\" and \"calls\", or is a text:"
                    + " \(ExpectationText.forms).")
        }
        if let members = value.object {
            return Happening(verb: verb, pattern: try Happening.Pattern(members))
        }
        guard let words = value.string, !TextPart.words(of: words).isEmpty else {
            throw ExpectationError(
                "\"\(verb.rawValue)\" is neither words nor an object. Write what is said, or"
                    + " {\"matches\": \"expression\"}.")
        }
        return Happening(verb: verb, pattern: .words(words))
    }
}
