import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

@Suite struct ToldFigureTests {
    private static let vocabulary = EventVocabulary(
        scopeWord: "state",
        kinds: [
            EventKind(
                "measured", .figure,
                fields: [
                    EventField("of", isIdentity: true), EventField("what", isIdentity: true),
                    EventField("ms", .figure, unit: .milliseconds),
                ]),
            EventKind("took", .figure, fields: [EventField("n", .figure, unit: .frames)]),
            EventKind("grew", .figure, fields: [EventField("n", .figure, unit: .thousandths)]),
        ])

    private func figures(_ fill: (inout LatencySessions) -> Void) -> [ToldFigure] {
        var session = LatencySessions()
        session.vocabulary = Self.vocabulary
        session.say(1_000, 2_000)
        session.say(4_000, 5_000)
        fill(&session)
        return SessionLatency(session.subject).figures
    }

    private static func told(_ ms: JSONValue) -> JSONObject {
        ["of": "llm", "what": "first byte", "ms": ms]
    }

    @Test("a figure has its words, its time, negative too, and the turn that ended before it")
    func turns() {
        let found = figures { session in
            session.add(500, .actions, "measured", Self.told(120))
            session.add(2_000, .actions, "measured", Self.told(-35))
            session.add(4_500, .actions, "took", ["n": 1_600])
            session.add(6_000, .actions, "measured", Self.told(7))
        }
        let name = "llm first byte"
        #expect(
            found == [
                ToldFigure(name: name, frame: 8_000, microseconds: 120_000),
                ToldFigure(name: name, frame: 32_000, microseconds: -35_000, turn: 0),
                ToldFigure(name: "took", frame: 72_000, microseconds: 100_000, turn: 0),
                ToldFigure(name: name, frame: 96_000, microseconds: 7_000, turn: 1),
            ])
    }

    @Test("what is no time is no figure")
    func others() {
        let found = figures { session in
            session.add(500, .actions, "measured", Self.told("soon"))
            session.add(500, .actions, "measured", Self.told(.integer(.max)))
            session.add(500, .actions, "measured", Self.told(.integer(.min)))
            session.add(500, .actions, "grew", ["n": 3])
        }
        #expect(found.isEmpty)
    }
}
