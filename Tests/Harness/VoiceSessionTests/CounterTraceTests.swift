import Testing
import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceMedia
import VoiceRecognition
import VoiceRedaction
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTime
import VoiceTrace

/// What is told of a session of an engine that no source names, by its declared vocabulary alone.
@Suite("The trace of a made-up engine")
struct CounterTraceTests {
    private let bench = CounterEngineTests()

    @Test("has declared kinds only, and the manifest keeps what their declaration says")
    func declared() throws {
        let session = try bench.record()
        let folder = try bench.seal(session)
        let vocabulary = CounterFactory.vocabulary
        #expect(vocabulary.undeclared(in: session.events).isEmpty)
        let own = vocabulary.needed(for: TraceNames(of: session.events))
        #expect(try folder.open().vocabulary == own)
        var stray = session.events
        stray[3].kind = "stray"
        #expect(vocabulary.undeclared(in: stray) == ["stray"])
    }

    @Test("is diffed: a late beat is found, named by its number, and its self-test goes green")
    func diffed() throws {
        let events = try bench.record().events
        let vocabulary = CounterFactory.vocabulary
        var late = events
        let place = try #require(late.firstIndex { $0.kind == "beat" })
        late[place].frame += 160
        let diff = TraceDiff(
            golden: events, actual: late, sampleRate: .standard, vocabulary: vocabulary)
        #expect(diff.differences.count == 1)
        #expect(vocabulary.label(of: late[place]).contains("1"))
        let test = GateSelfTest(
            sampleRate: .standard, vocabulary: vocabulary, tolerance: .exact)
        let outcome = test.run(golden: events, actual: events, named: "counter", seed: 1)
        #expect(outcome.failures.isEmpty && outcome.found > 20)
    }

    func redact(_ session: RecordedSession) throws -> (SessionRedaction, SessionFolder) {
        let folder = try bench.seal(session)
        var replayer = SessionReplayer(factories: [bench.factory])
        let place = try SessionWriter(
            path: bench.stage.folder.path("redacted.vsession"), isReplacing: false)
        let redaction = try SessionRedaction(
            folder, hiding: .allSpeech, rules: [], replayer: &replayer, to: place)
        return (redaction, SessionFolder(path: place.path))
    }

    @Test("is redacted: nothing of what the caller said stands in it, and it replays")
    func redacted() throws {
        let (redaction, folder) = try redact(try bench.record(levelFrames: 0))
        try #require(redaction.outcome == .sealed)
        for path in [folder.inputsPath, folder.tracePath] {
            let text = String(decoding: try DiskFile.read(path, limit: 1 << 20), as: UTF8.self)
            #expect(!text.contains("seven"), "\(path)")
        }
        let result = try bench.replay(folder) { $0.tap = .words }
        #expect(result.events == result.golden.events)
    }

    @Test("is refused where it tells how loud the caller was, more closely than can be hidden")
    func loud() throws {
        let (redaction, folder) = try redact(try bench.record(levelFrames: 4_000))
        guard case .refused(let reason) = redaction.outcome else {
            Issue.record("sealed")
            return
        }
        #expect(reason.contains("loud at 500 ms came with other fields"))
        #expect(!DiskFile.exists(folder.path))
    }
}
