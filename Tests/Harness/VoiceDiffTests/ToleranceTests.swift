import Testing
import VoiceFlow
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

@Suite("Tolerance")
struct ToleranceTests {
    private let golden = Sessions.conversation()

    private func tolerance(_ json: String) throws -> Tolerance {
        try Tolerance(json: Array(json.utf8))
    }

    @Test("reads the documented example")
    func readsDocumentedExample() throws {
        let read = try tolerance(
            """
            { "default": {"timeMs": 0}, "_why": "recognizer 5", "rules": [
              {"kind": "media", "event": "ended", "timeMs": 20},
              {"kind": "final", "fields": ["confidence"], "within": 50},
              {"kind": "partial", "ignore": true}, ] }
            """)
        #expect(
            read
                == Tolerance(rules: [
                    Tolerance.Rule(
                        matches: [
                            Tolerance.Match(name: "event", value: "ended"),
                            Tolerance.Match(name: "kind", value: "media"),
                        ], timeMs: 20),
                    Tolerance.Rule(
                        matches: [Tolerance.Match(name: "kind", value: "final")],
                        fields: ["confidence"], within: 50),
                    Tolerance.Rule(
                        matches: [Tolerance.Match(name: "kind", value: "partial")], ignore: true),
                ]))
    }

    @Test(
        "takes every kind of event, and the schema for editors",
        arguments: EventVocabulary.voiceflow.names)
    func takesKind(kind: String) throws {
        let read = try tolerance(
            """
            {"$schema": "https://voicetest.dev/schemas/Tolerance.schema.json",
             "rules": [{"kind": "\(kind)", "ignore": true}]}
            """)
        #expect(read.rules.count == 1)
    }

    @Test("is exact by default")
    func exact() throws {
        #expect(try tolerance("{}") == .exact)
    }

    @Test("allows a time up to its limit", arguments: [(320, true), (321, false)])
    func time(frames: Frame, agrees: Bool) throws {
        var actual = golden
        actual[3].frame += frames
        let allowed = try tolerance(#"{"rules": [{"kind": "media", "timeMs": 20}]}"#)
        #expect(Sessions.diff(golden, actual, tolerance: allowed).isEmpty == agrees)
        #expect(!Sessions.diff(golden, actual).isEmpty)
    }

    @Test("allows the default time where no rule speaks")
    func defaultTime() throws {
        var actual = golden
        actual[3].frame += 320
        let allowed = try tolerance(#"{"default": {"timeMs": 20}}"#)
        #expect(Sessions.diff(golden, actual, tolerance: allowed).isEmpty)
    }

    @Test("lets the last matching rule win")
    func lastWins() throws {
        var actual = golden
        actual[3].frame += 160
        let strict = try tolerance(
            #"{"rules": [{"timeMs": 30}, {"item": "P_Ask", "timeMs": 0}]}"#)
        #expect(Sessions.diff(golden, actual, tolerance: strict).counts[.retimed] == 1)
        let loose = try tolerance(
            #"{"rules": [{"item": "P_Ask", "timeMs": 0}, {"tap": "actions", "timeMs": 30}]}"#)
        #expect(Sessions.diff(golden, actual, tolerance: loose).isEmpty)
    }

    @Test("allows an integer field up to its limit", arguments: [(823, true), (822, false)])
    func within(confidence: Int64, agrees: Bool) throws {
        var actual = golden
        actual[7].fields["confidence"] = .integer(confidence)
        let allowed = try tolerance(
            #"{"rules": [{"kind": "final", "fields": ["confidence"], "within": 50}]}"#)
        #expect(Sessions.diff(golden, actual, tolerance: allowed).isEmpty == agrees)
    }

    @Test("leaves single fields of the evidence out")
    func ignoredField() throws {
        var actual = golden
        actual[4].why["energy"] = -1
        let allowed = try tolerance(#"{"rules": [{"fields": ["why.energy"], "ignore": true}]}"#)
        #expect(Sessions.diff(golden, actual, tolerance: allowed).isEmpty)
    }

    @Test("all evidence goes by one name")
    func evidence() throws {
        var actual = golden
        let place = try #require(actual.firstIndex { $0.why["threshold"] != nil })
        actual[place].why["threshold"] = 1
        actual[place].why["new"] = 2
        let allowed = try tolerance(#"{"rules": [{"fields": ["why"], "ignore": true}]}"#)
        #expect(Sessions.diff(golden, actual, tolerance: allowed).isEmpty)
        #expect(!Sessions.diff(golden, actual).isEmpty)
        var use = RuleUse(allowed)
        use.record(actual)
        #expect(use.unused == [])
    }

    @Test("leaves whole events out and counts them")
    func ignoredEvent() throws {
        var actual = golden
        actual.remove(at: 5)
        let allowed = try tolerance(#"{"rules": [{"kind": "partial", "ignore": true}]}"#)
        let diff = Sessions.diff(golden, actual, tolerance: allowed)
        #expect(diff.isEmpty)
        #expect(diff.counts.ignored == 1)
    }

    @Test("says which rules and fields matched nothing in any session")
    func unused() throws {
        let read = try tolerance(
            """
            {"rules": [{"kind": "language", "timeMs": 1}, {"kind": "final", "timeMs": 1},
              {"fields": ["confidnce", "why.energy"], "within": 5}]}
            """)
        var use = RuleUse(read)
        use.record(golden)
        #expect(
            use.unused == [
                "$.rules[0] matches no event of any session",
                "$.rules[2]: no event that it matches has a field 'confidnce'",
            ])
        var other = RuleUse(read)
        other.record([Sessions.action(0, "language", ["confidnce": 1])])
        use.add(other)
        #expect(use.unused == [])
    }

    @Test(
        "names line, column and path of what it cannot use",
        arguments: [
            ("{", "line 1, column 2 ($): found the end of the text"),
            ("[]", "tolerance:1:1: found an array. Write an object. ($)"),
            ("{\"x\": 1}", "tolerance:1:7: Unknown key \"x\". Use one of: default, rules. ($.x)"),
            (
                "{\"default\": {\"t\": 1}}",
                "1:19: Unknown key \"t\". Use one of: timeMs. ($.default.t)"
            ),
            ("{\"rules\": {}}", "1:11: found an object. Write an array of rules. ($.rules)"),
            (
                "{\"rules\": [\n {\"kind\": \"media\"}]}",
                "2:2: found a rule that allows nothing"
            ),
            ("{\"rules\": [{\"timeMS\": 1}]}", "Unknown key \"timeMS\". Did you mean \"timeMs\"?"),
            ("{\"rules\": [{\"timeMs\": -1}]}", "found -1. Write a whole number, 0 through"),
            ("{\"rules\": [{\"timeMs\": 1.5}]}", "found a number. Write a whole number"),
            ("{\"rules\": [{\"ignore\": 1}]}", "found a number. Write true or false."),
            ("{\"rules\": [{\"within\": 1}]}", "found 'within' without 'fields'"),
            ("{\"rules\": [{\"fields\": [\"a\"]}]}", "found 'fields' without an allowance"),
            ("{\"rules\": [{\"fields\": [], \"within\": 1}]}", "found an empty array"),
            (
                "{\"rules\": [{\"kind\": 7, \"timeMs\": 1}]}",
                "found a number. Write the value that the event must have. ($.rules[0].kind)"
            ),
            (
                "{\"rules\": [{\"kind\": \"medai\", \"timeMs\": 1}]}",
                "1:21: Unknown kind \"medai\". Did you mean \"media\"? ($.rules[0].kind)"
            ),
            (
                "{\"rules\": [{\"tap\": \"x\", \"timeMs\": 1}]}",
                "Unknown tap \"x\". Use one of: speech, words, actions."
            ),
            ("{\"rules\": [], \"rules\": []}", "found a key that stands twice"),
        ])
    func faults(json: String, message: String) {
        let error = #expect(throws: DiffError.self) { _ = try Tolerance(json: Array(json.utf8)) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
}
