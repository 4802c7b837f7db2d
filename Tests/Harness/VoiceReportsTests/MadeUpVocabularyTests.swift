import Testing
import VoiceAudio
import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceReports

/// Pictures and sounds of an engine that never was.
@Suite("Reports of a vocabulary that no engine here has")
struct MadeUpVocabularyTests {
    private static let vocabulary = EventVocabulary(
        scopeWord: "show",
        kinds: [
            EventKind("onAir", .scopeBegin, fields: [EventField("show", .scope, isIdentity: true)]),
            EventKind("offAir", .scopeEnd, fields: [EventField("show", .scope, isIdentity: true)]),
            EventKind(
                "record", .sound,
                fields: [EventField("tune", .item, isIdentity: true), EventField("sha", .digest)]),
            EventKind(
                "deck", fields: [EventField("tune", .item, isIdentity: true), EventField("does")],
                cases: [
                    EventCase([.init("does", ["spins"])], .soundBegin),
                    EventCase([.init("does", ["stops"])], .soundEnd),
                    EventCase([.init("does", ["waits"])], .soundPause),
                    EventCase([.init("does", ["turns"])], .soundResume),
                    EventCase([.init("does", ["breaks"])], .soundFail, sentence: "{tune} broke"),
                ]),
            EventKind(
                "phone", .listenBegin, fields: [EventField("line", .item, isIdentity: true)],
                cases: [EventCase([.init("state", ["down"])], .listenEnd)]),
            EventKind(
                "dial", fields: [EventField("to"), EventField("from")],
                sentence: "{from|nowhere} to {to}"),
        ])

    private func event(_ frame: Frame, _ kind: String, _ fields: JSONObject) -> TraceEvent {
        TraceEvent(frame: frame, tap: .actions, kind: kind, fields: fields)
    }

    private func lane(_ lane: EventLane, _ events: [TraceEvent]) -> [String] {
        (TraceLanes(events, Self.vocabulary).spans[lane] ?? []).map { span in
            "\(span.label) \(span.from)-\(span.to)"
        }
    }

    @Test("every role is drawn on its lane")
    func lanes() {
        let events = [
            event(0, "onAir", ["show": "Quiz"]),
            event(10, "record", ["tune": "A", "sha": "d"]),
            event(10, "deck", ["tune": "A", "does": "spins"]),
            event(20, "deck", ["tune": "A", "does": "waits"]),
            event(30, "deck", ["tune": "A", "does": "turns"]),
            event(40, "deck", ["tune": "A", "does": "stops"]),
            event(45, "deck", ["tune": "B", "does": "breaks"]),
            event(50, "phone", ["line": "L"]),
            event(60, "phone", ["line": "L", "state": "down"]),
            event(65, "dial", ["to": "9"]),
            event(70, "offAir", ["show": "Quiz"]),
        ]
        #expect(lane(.modules, events) == ["Quiz 0-70"])
        #expect(lane(.prompts, events) == ["A 10-20", "A 30-40", "B broke 45-45"])
        #expect(lane(.listening, events) == ["L 50-60"])
        #expect(lane(.actions, events) == ["nowhere to 9 65-65"])
    }

    @Test("prompts are drawn where an engine tells no sounds of their own")
    func prompts() {
        let plain = EventVocabulary(kinds: [
            EventKind(
                "song", fields: [EventField("tune", .item, isIdentity: true)],
                cases: [
                    EventCase([.init("is", ["on"])], .playBegin),
                    EventCase([.init("is", ["off"])], .playEnd),
                ])
        ])
        let events = [
            event(5, "song", ["tune": "A", "is": "on"]),
            event(9, "song", ["tune": "A", "is": "off"]),
        ]
        let spans = TraceLanes(events, plain).spans[.prompts] ?? []
        #expect(spans.map { "\($0.label) \($0.from)-\($0.to)" } == ["A 5-9"])
    }

    @Test("what was played is put together from digests, holds and ends")
    func sound() {
        let events = [
            event(2, "record", ["tune": "A", "sha": "d"]),
            event(2, "deck", ["tune": "A", "does": "spins"]),
            event(4, "deck", ["tune": "A", "does": "waits"]),
            event(6, "deck", ["tune": "A", "does": "turns"]),
            event(7, "deck", ["tune": "A", "does": "stops"]),
        ]
        let pieces = PromptTrack.pieces(events, Self.vocabulary, frames: 10)
        #expect(
            pieces == [
                .init(digest: "d", from: 2, to: 4, start: 0),
                .init(digest: "d", from: 6, to: 7, start: 2),
            ])
    }

    @Test("the table's head and labels are the vocabulary's")
    func table() {
        let golden = [event(0, "onAir", ["show": "Quiz"]), event(160, "phone", ["line": "L"])]
        var actual = golden
        actual[1].frame = 320
        let diff = TraceDiff(
            golden: golden, actual: actual, sampleRate: .standard, vocabulary: Self.vocabulary)
        let text = TerminalReport().text(Verdict(name: "a", path: "a", diff: diff))
        #expect(text.contains("time ms  show"))
        #expect(text.contains("phone L at 10 ms in show Quiz comes 10 ms later"))
    }
}
