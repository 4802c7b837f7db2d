import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

/// Edits that a session comes by stand before those that it does not.
@Suite struct ReachedEditsTests {
    private func edit(_ key: String) -> Cause {
        Cause(.file, file: "flow.json", key: key, what: key, names: ["Bye."])
    }

    private func event(_ frame: Frame, _ fields: JSONObject) -> TraceEvent {
        TraceEvent(sequence: Int(frame), frame: frame, tap: .actions, kind: "play", fields: fields)
    }

    @Test func whatIsNeverPlayedAndANameAreNeverFirst() {
        let golden = [event(0, ["module": "Ask"]), event(1, ["item": "P_Bye", "text": "Bye."])]
        let actual = [event(0, ["module": "Ask"]), event(2, ["item": "P_Bye", "text": "Bye."])]
        let diff = TraceDiff(
            golden: golden, actual: actual, sampleRate: .standard,
            vocabulary: EventVocabulary(kinds: [EventKind("play")]))
        let causes = [edit("P_Free.textString"), edit("Ask.name"), edit("Ask.retries")]
            .marked(["Ask", "P_Free", "P_Bye"], reachedBy: golden + actual)
        #expect(causes.map(\.isReached) == [false, false, true])
        #expect(FirstCause(diff, causes: causes)?.causes.first?.key == "Ask.retries")
    }

    @Test func aPhraseThatIsNeverHeardIsNeverFirst() {
        func phrase(_ text: String, file: String = "phrases.txt") -> Cause {
            Cause(.file, file: file, what: "\"\(text)\" is gone", names: [text])
        }
        let golden = [event(0, ["text": "Yes please"]), event(1, ["item": "P_Bye"])]
        let actual = [event(0, ["text": "no"]), event(3, ["item": "P_Bye"])]
        let diff = TraceDiff(
            golden: golden, actual: actual, sampleRate: .standard,
            vocabulary: EventVocabulary(kinds: [EventKind("play")]))
        let causes = [
            phrase("two hours"), phrase("yes"), phrase("two hours", file: "aliases.txt"),
        ].marked([], phrases: "phrases.txt", reachedBy: golden + actual)
        #expect(causes.map(\.isReached) == [false, true, true])
        #expect(FirstCause(diff, causes: [causes[0], edit("Ask")])?.causes.first?.key == "Ask")
    }

    @Test func whatIsNoIdentifierStaysWhereItIs() {
        let causes = [edit("app[1].delayMs")].marked(["Ask"], reachedBy: [])
        #expect(causes.map(\.isReached) == [true])
    }

    @Test func identifiersAreThoseOfListsAndNodes() {
        let flow = #"[{"id": "Ask", "steps": [{"id": "Deep"}]}]"#
        let dialogue = #"{"nodes": {"greet": {"say": "Hello."}}}"#
        #expect(
            Renames.identifiers(in: ["f": Array(flow.utf8), "d": Array(dialogue.utf8)])
                == ["Ask", "Deep", "greet"])
    }
}
