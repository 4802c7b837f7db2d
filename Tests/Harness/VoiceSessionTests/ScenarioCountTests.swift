import Testing
import VoiceEngine
import VoiceJSON
import VoiceSession
import VoiceSessionSupport
import VoiceTime
import VoiceTrace

@Suite("A line after one of several events")
struct ScenarioCountTests {
    @Test("starts at the event of its number among those that fit", arguments: [1, 2, 3])
    func placement(count: Int) throws {
        var stage = Stage()
        stage.scenario = """
            { "caller": [
                { "after": { "kind": "media", "item": "P_Ask", "event": "ended" },
                  "delayMs": 300, "play": "clip.wav", "words": "yes" },
                { "after": { "kind": "moduleStart", "count": \(count) }, "play": "clip.wav" } ] }
            """
        let session = try stage.record()
        let begins = session.events.filter { $0.kind == "moduleStart" }.map(\.frame)
        let start = try #require(Self.starts(in: session)[1])
        #expect((begins[count - 1]..<begins[count - 1] + 160).contains(start))
    }

    @Test("says how often the event came where the line never played")
    func tooFew() throws {
        var stage = Stage()
        stage.scenario = """
            { "caller": [ { "after": { "kind": "moduleStart", "count": 9 }, "play": "clip.wav" },
                          { "after": { "kind": "intent", "count": 2 }, "play": "clip.wav" } ],
              "app": [ { "atMs": 100, "stop": true } ] }
            """
        let session = try stage.record()
        let begins = session.events.count { $0.kind == "moduleStart" }
        let sentences = session.unreachedLines
        #expect(
            sentences.first
                == "Caller line 1 (clip.wav) never played: event moduleStart came \(begins) times,"
                + " and the line waits for number 9.")
        #expect(
            sentences.last
                == "Caller line 2 (clip.wav) never played: no event intent came.")
    }

    @Test("says that the app has no event of the name that a line waits for")
    func unknownKind() throws {
        var stage = Stage()
        stage.scenario = """
            { "caller": [ { "after": { "kind": "moduleStrat" }, "play": "clip.wav" } ],
              "app": [ { "atMs": 100, "stop": true } ] }
            """
        #expect(
            try stage.record().unreachedLines == [
                "Caller line 1 (clip.wav) never played: the app has no event 'moduleStrat'; it has"
                    + " 'moduleStart'."
            ])
    }

    @Test("a field that is called count stays a field")
    func ownField() throws {
        let vocabulary = EventVocabulary(kinds: [
            EventKind("left", fields: [EventField("count")]), EventKind("plain"),
        ])
        let engine = EngineDeclaration(
            kind: "counting", version: "1", calls: [], callbacks: [], settings: [],
            vocabulary: vocabulary)
        let text = """
            { "caller": [ { "after": { "kind": "left", "count": 3 }, "say": "a" },
                          { "after": { "kind": "plain", "count": 3 }, "say": "b" } ] }
            """
        let reader = try ScenarioReader(
            bytes: Array(text.utf8), file: "scenario.json", engine: engine)
        #expect(reader.findings.isEmpty)
        guard case .after(let own, let first, _) = reader.scenario.lines[0].trigger,
            case .after(let plain, let third, _) = reader.scenario.lines[1].trigger
        else { return #expect(Bool(false), "both lines wait for an event") }
        #expect(own.fields == ["count": 3] && first == 1)
        #expect(plain.fields == [:] && third == 3)
    }

    private static func starts(in session: RecordedSession) -> [Int: Frame] {
        var starts: [Int: Frame] = [:]
        for input in session.inputs {
            if case .caller(let line) = input.input { starts[line.line] = line.start }
        }
        return starts
    }
}
