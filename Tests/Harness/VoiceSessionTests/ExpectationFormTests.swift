import Testing
import VoiceJSON

@testable import VoiceSession

@Suite("How expectations of turn-taking are written")
struct ExpectationFormTests {
    private static let texts = [
        "answer<=1200", "stop<=300", "talkover<=0", "pause>=700", "silence<=3000", "repeat=never",
        "cut<=100", "stopped<=100", "mute<=5000", "order=kept", "end=once",
        "marks=kept", "text=heard",
        #"says "goodbye""#, #"hears "a \"b\"" before calls /x\/y/"#,
        #"calls {"call":"setField","matches":"Next"} after says "yes""#,
    ]

    @Test("a text is spelled as it was read", arguments: texts)
    func spelling(text: String) throws {
        #expect(try TurnExpectation(text).description == text)
    }

    @Test("blanks do not matter")
    func blanks() throws {
        #expect(try TurnExpectation(" answer <= 1200 ") == TurnExpectation("answer<=1200"))
    }

    @Test(
        "a text that says nothing names what is wrong and what to write",
        arguments: [
            ("", "it names nothing. Write one of: answer<=N"),
            ("answr<=1200", "Did you mean \"answer\"?"),
            ("answer>=1200", "\"answer\" needs <= and milliseconds. Write answer<=1200."),
            ("answer<=soon", "\"soon\" is no time. Write whole milliseconds from 0 to"),
            ("answer<=99999999999", "is no time"),
            ("answer<=1200ms", "\"1200ms\" is no time"),
            ("answer<=-1", "\"-1\" is no time"),
            ("answer<=1064.5", "\"1064.5\" is no time"),
            ("says //", "the expression is empty"),
            ("repeat=once", "Write repeat=never."),
            ("order=lost", "Write order=kept."),
            ("end<=1", "Write end=once."),
            ("says", "a pattern is missing."),
            ("says goodbye", "\"goodbye\" is no pattern."),
            (#"says "goodbye"#, "do not end in a quotation mark"),
            (#"says "?!""#, "holds no word"),
            ("says /(/", "is not a regular expression"),
            ("says /a", "does not end in a slash"),
            ("calls {}", "fits everything"),
            ("calls {x", "is no JSON object"),
            (#"calls {"matches": 3}"#, "\"matches\" is no text"),
            (#"calls {"matches": "("}"#, "is not a regular expression"),
            (#"says "a" during hears "b""#, "stands where \"before\" or \"after\" may"),
            (#"says "a" before "b""#, "\"before\" needs says, hears or calls"),
            ("answer<=1200 now", "\"now\" stands behind its end. Remove it."),
            (String(repeating: "a", count: 4_001), "it is longer than 4000 characters."),
        ])
    func refusals(text: String, why: String) {
        let error = #expect(throws: ExpectationError.self) { try TurnExpectation(text) }
        #expect(error?.description.contains(why) == true, "\(error?.description ?? "")")
    }

    private func read(_ list: String, takesEvents: Bool = true) throws -> (
        [TurnExpectation], [String]
    ) {
        var survey = try DocumentSurvey(
            bytes: Array("{\n\"expect\": \(list)\n}".utf8), file: "a.scenario.json")
        let found = ExpectationReader.expectations(
            in: survey.document.root.object ?? [:], takesEvents: takesEvents, &survey)
        return (found, survey.findings.map(\.description))
    }

    @Test("texts and objects of a list say the same")
    func list() throws {
        let (found, findings) = try read(
            #"""
            [ "answer<=1200", { "kind": "final" }, { "says": "goodbye" },
              { "says": { "matches": "bye" }, "after": { "hears": "no" } } ]
            """#)
        #expect(findings == [])
        #expect(
            found.map(\.description) == [
                "answer<=1200", #"says "goodbye""#, #"says {"matches":"bye"} after hears "no""#,
            ])
    }

    @Test(
        "what is wrong in a list is told with its line and column",
        arguments: [
            (#"[ "answer<=x" ]"#, "a.scenario.json:2:13"),
            (#"[ 8 ]"#, "expected a text or an object"),
            (#"[ { "say": "a" } ]"#, "Did you mean \"says\"?"),
            (#"[ { "says": "a", "hears": "b" } ]"#, "it needs one of"),
            (#"[ { "says": "a", "before": "b" } ]"#, "\"before\" is no object"),
            (#"[ { "says": "a", "before": { "hear": "b" } } ]"#, "Did you mean \"hears\"?"),
            (
                #"[ { "says": "a", "before": { "hears": "b" }, "after": { "hears": "b" } } ]"#,
                "are both there"
            ),
            (#"[ { "says": 3 } ]"#, "is neither words nor an object"), ("7", "expected an array"),
        ])
    func findings(list: String, why: String) throws {
        let (_, findings) = try read(list)
        #expect(findings.contains { $0.contains(why) }, "\(findings)")
    }

    @Test("a project's list takes no event")
    func noEvents() throws {
        let (_, findings) = try read(#"[ { "kind": "final" } ]"#, takesEvents: false)
        #expect(findings.contains { $0.contains("it needs one of") })
    }
}
