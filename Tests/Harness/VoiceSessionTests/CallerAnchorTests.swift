import Testing
import VoiceJSON
import VoiceSession
import VoiceTime
import VoiceTrace

/// What a caller goes by, in traces of a small vocabulary.
///
///     app    A----a   B----b   (a prompt from its letter to the small one)
@Suite("What a scripted caller follows")
struct CallerAnchorTests {
    private static let vocabulary = EventVocabulary(kinds: [
        EventKind(
            "play", fields: [EventField("item", .item, isIdentity: true), EventField("what")],
            cases: [
                EventCase([.init("what", ["begins"])], .playBegin),
                EventCase([.init("what", ["ends"])], .playEnd),
                EventCase([.init("what", ["stops"])], .playStop),
            ]),
        EventKind("sound", .soundBegin, fields: [EventField("item", .item)]),
        EventKind("listens", .listenBegin, fields: [EventField("job", .item)]),
        EventKind("screen", .scopeBegin, fields: [EventField("name", .scope)]),
        EventKind("other"),
    ])

    private func anchor(_ events: [(Frame, String, JSONObject)], at frame: Frame) -> CallerAnchor {
        let events = events.enumerated().map { index, event in
            TraceEvent(
                sequence: index, frame: event.0, tap: .actions, kind: event.1, fields: event.2)
        }
        return CallerAnchors(events, Self.vocabulary).anchor(ofSpeechAt: frame)
    }

    private static func play(_ item: String, _ what: String) -> JSONObject {
        ["item": .string(item), "what": .string(what)]
    }

    @Test("a caller who speaks after a prompt follows its end")
    func afterPrompt() {
        let found = anchor(
            [
                (100, "play", Self.play("A", "begins")), (500, "play", Self.play("A", "ends")),
                (510, "listens", ["job": "1"]), (2_000, "play", Self.play("A", "begins")),
            ], at: 1_000)
        #expect(found.reason == .promptOver && found.frame == 500 && found.count == 1)
        #expect(found.pattern == ["kind": "play", "item": "A", "what": "ends"])
    }

    @Test("a caller who speaks over a prompt follows its beginning, or its latest sound")
    func overPrompt() {
        let begin: (Frame, String, JSONObject) = (100, "play", Self.play("A", "begins"))
        let plain = anchor([begin, (2_000, "play", Self.play("A", "stops"))], at: 900)
        #expect(plain.reason == .promptUnderWay && plain.frame == 100)
        #expect(plain.pattern == ["kind": "play", "item": "A", "what": "begins"])
        let parts = anchor(
            [(50, "sound", ["item": "x"]), begin, (700, "sound", ["item": "y"])], at: 900)
        #expect(parts.reason == .promptUnderWay && parts.frame == 700)
        #expect(parts.pattern == ["kind": "sound", "item": "y"])
    }

    @Test("what ended last counts where something plays all the time")
    func music() {
        let found = anchor(
            [
                (0, "play", Self.play("music", "begins")), (100, "play", Self.play("A", "begins")),
                (500, "play", Self.play("A", "ends")),
            ], at: 900)
        #expect(found.reason == .promptOver && found.frame == 500)
    }

    @Test("the same prompt is counted")
    func counted() {
        let events: [(Frame, String, JSONObject)] = (0..<3).flatMap { index in
            let start = Frame(index) * 1_000
            return [
                (start, "play", Self.play("A", "begins")),
                (start + 200, "play", Self.play("B", "ends")),
                (start + 300, "play", Self.play("A", "ends")),
            ]
        }
        #expect([900, 1_900, 2_900].map { anchor(events, at: $0).count } == [1, 2, 3])
    }

    @Test("an app that plays nothing is followed by what it listens for, else by where it is")
    func silentApp() {
        let screen: (Frame, String, JSONObject) = (10, "screen", ["name": "main"])
        let listens: (Frame, String, JSONObject) = (40, "listens", ["job": "7"])
        #expect(anchor([screen, listens], at: 900).pattern == ["kind": "listens", "job": "7"])
        #expect(anchor([screen], at: 900).pattern == ["kind": "screen", "name": "main"])
        #expect(anchor([screen, listens], at: 5) == .clock)
        #expect(anchor([(1, "other", [:])], at: 900) == .clock)
    }
}
