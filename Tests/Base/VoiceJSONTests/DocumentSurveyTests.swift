import Testing
import VoiceJSON
import VoiceTestSupport

@Suite struct DocumentSurveyTests {
    private enum Colour: String, CaseIterable { case red, green }

    private func survey(_ text: String) throws -> DocumentSurvey {
        try DocumentSurvey(bytes: Array(text.utf8), file: "flow.json")
    }

    /// What `ask` gives for a member `k` of this value, and the findings.
    private func asked<Value>(
        _ value: String, _ ask: (inout DocumentSurvey, JSONObject) -> Value
    ) throws -> (value: Value, findings: [String]) {
        var survey = try survey("{\"k\": \(value)}")
        let value = ask(&survey, survey.document.root.object ?? [:])
        return (value, survey.findings.map(\.description))
    }

    @Test(
        "takes booleans in all their spellings",
        arguments: [
            ("true", true), ("\"true\"", true), ("\"YES\"", true), ("\"Yes\"", true),
            ("false", false), ("\"False\"", false), ("\"no\"", false),
        ])
    func flags(text: String, flag: Bool) throws {
        let found = try asked(text) { $0.flag($1, "k", at: .root) }
        #expect(found.value == flag)
        #expect(found.findings == [])
    }

    @Test(
        "refuses what is not a boolean",
        arguments: [("1", "a number"), ("\"on\"", "a string"), ("null", "null")])
    func noFlags(text: String, kind: String) throws {
        let found = try asked(text) { $0.flag($1, "k", at: .root) }
        #expect(found.value == nil)
        #expect(
            found.findings == ["flow.json:1:7: error: found \(kind), expected true or false ($.k)"])
    }

    @Test("takes whole numbers and strings that spell one", arguments: ["15", "\"15\"", "\"+15\""])
    func counts(text: String) throws {
        #expect(try asked(text) { $0.count($1, "k", at: .root) }.value == 15)
    }

    @Test("counts a negative number as 0 and warns", .fact("voiceflow-4-8"))
    func negativeCount() throws {
        let found = try asked("\"-5\"") { $0.count($1, "k", at: .root) }
        #expect(found.value == 0)
        #expect(
            found.findings == ["flow.json:1:7: warning: -5 is negative and counts as 0 ($.k)"])
    }

    @Test(
        "refuses what is not a whole number",
        arguments: ["1.5", "\"1.5\"", "\"\"", "\" 1\"", "true", "9223372036854775808"])
    func noCounts(text: String) throws {
        let found = try asked(text) { $0.count($1, "k", at: .root) }
        #expect(found.value == nil)
        #expect(found.findings.count == 1)
    }

    @Test("gives a text, nil for none and a finding for another kind")
    func texts() throws {
        #expect(try asked("\"x\"") { $0.text($1, "k", at: .root) }.value == "x")
        #expect(try asked("1") { $0.text($1, "other", at: .root) }.findings == [])
        #expect(
            try asked("1") { $0.text($1, "k", at: .root) }.findings
                == ["flow.json:1:7: error: found a number, expected a string ($.k)"])
    }

    @Test(
        "misses a required text that is absent or empty",
        arguments: [
            ("k", "flow.json:1:7: error: \"k\" is empty ($.k)"),
            ("other", "flow.json:1:1: error: \"other\" is missing ($)"),
        ])
    func requiredText(key: String, finding: String) throws {
        let found = try asked("\"\"") { $0.requiredText($1, key, at: .root) }
        #expect(found.value == nil)
        #expect(found.findings == [finding])
    }

    @Test(
        "gives the word of a closed list, and a fault with the list for another",
        .fact("voiceflow-4-8"))
    func words() throws {
        let ask = { (survey: inout DocumentSurvey, object: JSONObject) -> Colour? in
            survey.word(object, "k", at: .root)
        }
        #expect(try asked("\"green\"", ask).value == .green)
        let found = try asked("\"blue\"", ask)
        #expect(found.value == nil)
        #expect(
            found.findings == [
                "flow.json:1:7: error: Unknown k \"blue\"; the default applies."
                    + " Use one of: red, green. ($.k)"
            ])
    }

    @Test("keeps the objects of a list and finds the others")
    func lists() throws {
        let found = try asked(#"[{"a":1}, 2, {}]"#) { $0.list($1, "k", at: .root) }
        #expect(found.value.map(\.object) == [["a": 1], [:]])
        #expect(found.value.map(\.path.description) == ["$.k[0]", "$.k[2]"])
        #expect(
            found.findings == ["flow.json:1:17: error: found a number, expected an object ($.k[1])"]
        )
    }

    @Test("gives an empty list and object for none, and finds other kinds")
    func containers() throws {
        #expect(try asked("1") { $0.list($1, "x", at: .root).count }.findings == [])
        #expect(
            try asked("1") { $0.list($1, "k", at: .root).count }.findings
                == ["flow.json:1:7: error: found a number, expected an array ($.k)"])
        #expect(
            try asked("1") { $0.object($1, "k", at: .root) }.findings
                == ["flow.json:1:7: error: found a number, expected an object ($.k)"])
        #expect(try asked(#"{"b":2}"#) { $0.object($1, "k", at: .root) }.value == ["b": 2])
    }

    @Test("wants an array at the top")
    func topLevel() throws {
        var survey = try survey("{}")
        #expect(survey.topLevelObjects().isEmpty)
        #expect(
            survey.findings.map(\.description)
                == ["flow.json:1:1: error: found an object, expected an array of objects ($)"])
    }

    @Test("notes unknown keys, but none that begin with an underscore", .fact("voiceflow-4-7"))
    func unknownKeys() throws {
        var survey = try survey(#"{"k": 1, "_note": 2, "z": 3}"#)
        let object = try #require(survey.document.root.object)
        survey.noteUnknownKeys(object, known: ["k"], at: .root)
        #expect(
            survey.findings.map(\.description)
                == ["flow.json:1:27: warning: Unknown key \"z\". Use one of: k. ($.z)"])
    }

    @Test("warns of a key that stands twice")
    func repeatedKey() throws {
        #expect(
            try survey("{\"k\": 1,\n \"k\": 2}").findings.map(\.description) == [
                "flow.json:2:7: warning: the key stands twice; the last value counts ($.k)"
            ])
    }

    @Test(
        "says nothing of ignored keys that stand twice, or of what stands in them",
        .fact("voiceflow-4-7"))
    func repeatedNotes() throws {
        #expect(
            try survey(#"{"_comment": 1, "_comment": 2, "_c": {"k": 1, "k": 2}}"#).findings == [])
    }

    @Test("throws for a text that is no JSON")
    func noJSON() {
        #expect(throws: JSONError.self) { try survey("[1") }
    }

    @Test("orders findings by gravity")
    func gravity() {
        let severities: [Finding.Severity] = [.error, .warning, .fault]
        #expect(severities.sorted() == [.warning, .fault, .error])
    }

    @Test(
        "spells scalars as runtime fields do",
        arguments: [
            (JSONValue.string("x"), "x"), (7, "7"), (.decimal("1.50"), "1.50"), (true, "true"),
            (.null, nil), (.array([]), nil), (.object([:]), nil),
        ] as [(JSONValue, String?)])
    func scalars(value: JSONValue, text: String?) {
        #expect(ScalarText.text(value) == text)
    }
}
