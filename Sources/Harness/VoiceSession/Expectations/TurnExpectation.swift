package import VoiceJSON

/// Something that a run's turn-taking has to do, whatever its golden does.
///
/// Written as a text: `answer<=1200`, `repeat=never`, `says "goodbye" after hears /no( thanks)?/`,
/// `{"kind": "spoken"}`.
package struct TurnExpectation: Sendable, Equatable, CustomStringConvertible {
    /// Demand on the run.
    package enum Demand: Sendable, Equatable {
        /// A time that is not to be longer, or a pause that is not to be shorter, in milliseconds.
        case bound(Measure, milliseconds: Int64)
        /// Nothing is said twice in a row.
        case noRepetition
        /// A rule of telephone calls that has no bound.
        case call(CallRule)
        /// Something happens, at any time or on one side of something else.
        case happening(Happening, Order?)
        /// The trace has such an event.
        case event(EventPattern)
    }

    /// A time that has a bound.
    package enum Measure: String, Sendable, CaseIterable {
        /// From the caller's end to the answer.
        case answer
        /// From the caller's beginning over a prompt to where the app stops talking.
        case stop
        /// The app and the caller at once, in one stretch.
        case talkover
        /// The shortest pause of the caller in which a prompt may begin.
        case pause
        /// Neither a prompt nor the caller.
        case silence
        /// Of a telephone call: between the place where the server cuts an item of its model and
        /// what the caller heard of it.
        case cut
        /// Of a telephone call: sound of an item that is heard behind the cut of it.
        case stopped
        /// Of a telephone call: behind the caller's turn, nothing said.
        case mute

        /// Sign before its bound.
        var sign: String { self == .pause ? ">=" : "<=" }
    }

    /// A rule of telephone calls, by the name of what is kept.
    package enum CallRule: String, Sendable, CaseIterable {
        /// No sound of an older item of the model is sent behind a newer one.
        case order = "order=kept"
        /// The call ends once.
        case end = "end=once"
        /// No two marks under way have one name, and no sound lacks its mark.
        case marks = "marks=kept"
        /// The text that a model is told as said is what was heard.
        case text = "text=heard"

        /// The text before the sign.
        var name: String { String(rawValue.prefix { $0 != "=" }) }
    }

    /// The rules of each telephone call.
    package static let rulesOfCalls =
        [
            TurnExpectation(.bound(.cut, milliseconds: 100)),
            TurnExpectation(.bound(.stopped, milliseconds: 100)),
            TurnExpectation(.bound(.mute, milliseconds: 5_000)),
        ] + CallRule.allCases.map { TurnExpectation(.call($0)) }

    /// Position before or after something else.
    package struct Order: Sendable, Equatable {
        /// Relation in time to something else.
        package enum Side: String, Sendable, CaseIterable {
            /// Nothing like ``Order/other`` came earlier.
            case before
            /// Something like ``Order/other`` came earlier.
            case after
        }

        /// Whether it has to come earlier or later than ``other``.
        package var side: Side
        /// Thing that it is before or after.
        package var other: Happening
    }

    /// Demand on the run.
    package var demand: Demand

    /// An expectation of `demand`.
    package init(_ demand: Demand) { self.demand = demand }

    /// The expectation as a command spells it.
    package var description: String {
        switch demand {
        case .bound(let measure, let limit): "\(measure.rawValue)\(measure.sign)\(limit)"
        case .noRepetition: "repeat=never"
        case .call(let rule): rule.rawValue
        case .happening(let happening, let order):
            happening.description + (order.map { " \($0.side.rawValue) \($0.other)" } ?? "")
        case .event(let pattern): JSONWriter.text(.object(pattern.object))
        }
    }
}

/// Something that an app says, hears or calls.
package struct Happening: Sendable, Equatable, CustomStringConvertible {
    /// Action of the app.
    package enum Verb: String, Sendable, CaseIterable {
        /// It plays a prompt.
        case says
        /// It gets what the recognizer makes of the caller, or the answer that the engine tells.
        case hears
        /// It calls its engine.
        case calls
    }

    /// Words, or fields, that are said, heard or called.
    package enum Pattern: Sendable, Equatable {
        /// These words in a row, whatever their case, accents and punctuation.
        case words(String)
        /// A regular expression that fits some part of the text.
        case expression(TextPattern)
        /// Members that the event's fields or the call's arguments have, with a regular expression
        /// for its text where there is one.
        case members(JSONObject, TextPattern?)
    }

    /// Action of the app.
    package var verb: Verb
    /// Words, or fields, that are said, heard or called.
    package var pattern: Pattern

    /// The happening as a command spells it.
    package var description: String {
        switch pattern {
        case .words(let words): "\(verb.rawValue) \(JSONWriter.text(.string(words)))"
        case .expression(let expression): "\(verb.rawValue) /\(Self.escaped(expression.source))/"
        case .members(let members, let expression):
            "\(verb.rawValue) \(JSONWriter.text(.object(Self.object(members, expression))))"
        }
    }

    private static func escaped(_ source: String) -> String {
        source.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "\\/")
    }

    private static func object(_ members: JSONObject, _ expression: TextPattern?) -> JSONObject {
        var object = members
        object[expressionKey] = expression.map { .string($0.source) }
        return object
    }

    /// The member of a JSON pattern that is a regular expression.
    static let expressionKey = "matches"
}
