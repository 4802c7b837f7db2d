import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

/// What an app does otherwise, as a first cause says it.
@Suite struct DeedChangeTests {
    private static let vocabulary = EventVocabulary(kinds: [
        EventKind("started"),
        EventKind(
            "says", .playBegin, fields: [EventField("text", .name, isIdentity: true)],
            deed: "says {text}"),
        EventKind("call", fields: [EventField("to", .name, isIdentity: true)], deed: "asks {to}"),
        EventKind("ended", .runEnd),
    ])

    private func trace(_ events: [(String, String)]) -> [TraceEvent] {
        let whole = [("started", "")] + events + [("ended", "")]
        return whole.enumerated().map { index, event in
            TraceEvent(
                sequence: index, frame: Frame(index) * 16_000, tap: .actions, kind: event.0,
                fields: event.1.isEmpty
                    ? [:] : [event.0 == "says" ? "text" : "to": .string(event.1)])
        }
    }

    private func cause(_ golden: [(String, String)], _ actual: [(String, String)]) -> Cause? {
        let diff = TraceDiff(
            golden: trace(golden), actual: trace(actual), sampleRate: .standard,
            vocabulary: Self.vocabulary)
        return FirstCause(diff)?.causes.first
    }

    @Test func anotherTextIsShownAroundItsChange() {
        let cause = cause(
            [("says", "A large pizza is 12 euros. Shall I order it?"), ("call", "kitchen")],
            [("says", "A large pizza is 12 euros. Shall I order that?"), ("call", "kitchen")])
        #expect(
            cause?.what == "says “…Shall I order that?” instead of “…Shall I order it?”")
        #expect(cause?.key == "says something else")
    }

    @Test func whatIsGoneAndWhatIsNewAreSaidAsSuch() {
        let all = [("says", "Hello."), ("call", "kitchen"), ("says", "Bye.")]
        #expect(cause(all, [all[0], all[2]])?.what == "no longer asks kitchen")
        #expect(cause(all, Array(all.dropLast()))?.what == "no longer says “Bye.”")
        #expect(cause([all[0], all[2]], all)?.what == "now asks kitchen")
    }

    @Test func anotherServerIsSaidBesideTheOldOne() {
        let cause = cause(
            [("call", "kitchen"), ("says", "Bye.")], [("call", "bar"), ("says", "Bye.")])
        #expect(cause?.what == "asks bar instead of kitchen")
    }

    @Test func anAppThatOnlyStartsAndEndsDoesNothing() {
        let cause = cause([("says", "Hello."), ("says", "Bye.")], [])
        #expect(cause?.what == "does nothing: no longer says “Hello.”, and so on to the end")
    }

    @Test func sidesOfATextKeepFourWordsBesideTheChange() {
        let sides = TextChange.sides("one two three four five six", "one two three four five seven")
        #expect(sides == ("…two three four five six", "…two three four five seven"))
        #expect(TextChange.sides("a", "b") == ("a", "b"))
        #expect(TextChange.sides("a b", "a b c") == ("a b", "a b c"))
    }
}
