import Testing
import VoiceEngine
import VoiceJSON
import VoiceSession
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceRedaction

/// What redaction hides in the events of an engine that never was.
@Suite("Redaction of events that no engine here has")
struct MadeUpEventsTests {
    private static let vocabulary = EventVocabulary(
        scopeWord: "show",
        kinds: [
            EventKind(
                "jot", fields: [EventField("title", .name), EventField("colour")]),
            EventKind("spin", .sound, fields: [EventField("sha", .digest)]),
        ])
    private static let session = SessionFolder(
        path: String(#filePath.split(separator: "/Tests/")[0])
            + "/Corpora/yes-no/answers-yes.vsession")

    private func event(_ kind: String, _ fields: JSONObject) -> TraceEvent {
        TraceEvent(frame: 0, tap: .actions, kind: kind, fields: fields)
    }

    /// What becomes of `events` in a session whose app called with what a caller said.
    private func redacted(_ events: [TraceEvent]) throws -> [TraceEvent] {
        var parts = try SessionParts(folder: Self.session)
        parts.golden = RecordedTrace(events: events)
        let call = EngineCall(
            facade: "radio", name: "jot", arguments: ["hypothesis": "purple elephant"])
        parts.inputs = [
            InputEvent(sequence: 0, frame: 0, after: 0, during: nil, input: .call(call))
        ]
        let engine = SessionEngine(
            EngineDeclaration(
                kind: "radio", version: "1",
                calls: [.init("jot", [.init("hypothesis", content: .heard)])], callbacks: [],
                settings: []),
            vocabulary: Self.vocabulary)
        let said = SaidWords(parts, spans: nil, engine: engine)
        return SessionText(parts, said: said, rules: [], engine: engine).parts.golden.events
    }

    @Test("a name that the app took from a caller is hidden where the field holds names")
    func names() throws {
        let said: JSONValue = "purple elephant"
        let events = try redacted([event("jot", ["title": said, "colour": said])])
        #expect(events[0].fields["title"] != said)
        #expect(events[0].fields["colour"] == said)
    }

    @Test("of a kind that is not declared every field is hidden")
    func undeclared() throws {
        let said: JSONValue = "purple elephant"
        let events = try redacted([event("mystery", ["anything": said])])
        #expect(events[0].fields["anything"] != said)
    }

    @Test("a sound that was silenced is the same sound by its new digest")
    func digests() {
        let comparison = EventComparison(
            mask: nil, digests: ["old": "new"], vocabulary: Self.vocabulary, rate: .standard)
        let golden = [event("spin", ["sha": "old"])]
        #expect(comparison.difference(of: [event("spin", ["sha": "new"])], from: golden) == nil)
        #expect(comparison.difference(of: [event("spin", ["sha": "other"])], from: golden) != nil)
    }
}
