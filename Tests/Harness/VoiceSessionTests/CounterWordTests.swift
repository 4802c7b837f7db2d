import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceRedaction
import VoiceSession
import VoiceSessionSupport
import VoiceSynthesis
import VoiceTestSupport
import VoiceTime
import VoiceTrace

/// Phones of words that are heard, and the words of what is said.
@Suite("Words of a made-up engine")
struct CounterWordTests {
    private let bench = CounterEngineTests()
    private let traces = CounterTraceTests()
    private static let canSpeak = (try? SpeechSynthesizer(cacheFolder: nil).engineVersion()) != nil

    private func phones(_ events: [TraceEvent]) -> [[String]] {
        events.filter { $0.kind == "final" }.flatMap { event in
            (event.fields["words"]?.array ?? []).map { word in
                (word.object?["phones"]?.array ?? []).compactMap { $0.object?["phone"]?.string }
            }
        }
    }

    @Test("carry their phones with frames and scores where the engine asks for them")
    func heardPhones() throws {
        let session = try bench.record(levelFrames: 0, phones: true)
        #expect(phones(session.events).first == ["s", "e", "v", "e", "n"])
        let final = try #require(session.events.first { $0.kind == "final" })
        let word = try #require(final.fields["words"]?.array?.first?.object)
        let first = try #require(word["phones"]?.array?.first?.object)
        #expect(first["start"] == word["start"] && first["score"] == 1_000)
        let understood = try #require(session.events.first { $0.kind == "understood" })
        #expect(understood.fields["phones"]?.array?.count == 7)
    }

    @Test("have no phones where the engine does not ask for them")
    func noPhones() throws {
        let session = try bench.record(levelFrames: 0)
        #expect(phones(session.events).joined().isEmpty)
        #expect(!session.events.contains { $0.fields["phones"] != nil })
    }

    @Test("replay bit for bit with their phones from every tap", arguments: StartingTap.allCases)
    func replaysPhones(tap: StartingTap) throws {
        let folder = try bench.seal(try bench.record(phones: true))
        let result = try bench.replay(folder) { $0.tap = tap }
        #expect(result.events == result.golden.events)
        #expect(!phones(result.golden.events).isEmpty)
    }

    @Test("are redacted with their phones, which spell nothing any more")
    func redactedPhones() throws {
        let session = try bench.record(levelFrames: 0, phones: true)
        let (redaction, folder) = try traces.redact(session)
        try #require(redaction.outcome == .sealed)
        let names = try phones(folder.golden().events).map { $0.joined() }
        #expect(names.count == 4 && !names.contains("seven") && !names.contains("up"))
        let result = try bench.replay(folder) { $0.tap = .words }
        #expect(result.events == result.golden.events)
    }

    private static let recital = """
        { "app": [ { "atMs": 100, "recite": "one, two" },
                   { "on": { "kind": "said", "word": 0 }, "hush": true } ] }
        """

    @Test(
        "are told as they are said, and replay from every tap and from a recovered journal",
        .enabled(if: canSpeak, "voicetest-speak is not built, or espeak-ng has no data"),
        arguments: StartingTap.allCases)
    func recites(tap: StartingTap) throws {
        let session = try bench.record(
            Self.recital, levelFrames: 0, synthesizer: SpeechSynthesizer(cacheFolder: nil))
        let said = session.events.filter { $0.kind == "said" }
        #expect(said.map { $0.fields["start"] } == [0, 5])
        #expect(said.map { $0.fields["end"] } == [3, 8])
        let begun = try #require(session.events.last { $0.kind == "playing" }?.frame)
        #expect(said.first?.frame == begun && (said.last?.frame ?? 0) > begun + 3_200)
        let result = try bench.replay(try bench.seal(session)) { $0.tap = tap }
        #expect(result.events == result.golden.events)
        let target = bench.stage.folder.path("cut.vsession")
        try InterruptedRecording.write(session, to: target)
        let recovered = try bench.replay(try SessionRecovery(target + ".partial").folder)
        #expect(recovered.events == session.events)
    }

    @Test("a receiver that the engine does not declare is a fault of the session and its replay")
    func undeclaredReceiver() throws {
        let session = try bench.record(#"{ "app": [ { "atMs": 100, "shout": true } ] }"#)
        let fault =
            "The engine called the receiver \"crowd\", which it does not declare. Add it to the"
            + " engine's declaration."
        #expect(session.unmet == [fault])
        let folder = try bench.seal(session)
        #expect(try folder.manifest().unmet == [fault])
        let result = try bench.replay(folder)
        #expect(result.engineFaults == [fault])
        #expect(result.events == result.golden.events)
    }
}
