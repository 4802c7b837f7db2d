import Testing
import VoiceAudio
import VoiceFiles
import VoiceJSON
import VoiceRedaction
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTrace

@Suite("Redaction")
struct RedactionTests {
    private static let scenario = """
        { "caller": [ { "after": { "kind": "media", "item": "P_Ask", "event": "ended" },
                        "delayMs": 300, "play": "clip.wav", "words": "perhaps tomorrow" },
                      { "after": { "kind": "media", "item": "P_Again", "event": "ended" },
                        "delayMs": 300, "play": "clip.wav", "words": "yes",
                        "fails": "it sounded like perhaps" } ] }
        """

    private func redact(
        _ stage: Stage, _ session: SessionFolder
    ) throws -> (redaction: SessionRedaction, folder: SessionFolder) {
        let place = try SessionWriter(path: stage.folder.path("out.vsession"), isReplacing: false)
        var replayer = SessionReplayer(factories: [stage.factory])
        let redaction = try SessionRedaction(
            session, hiding: .allSpeech, rules: [], replayer: &replayer, to: place)
        return (redaction, SessionFolder(path: place.path))
    }

    private func expectHidden(_ folder: SessionFolder) throws {
        for path in [folder.inputsPath, folder.tracePath] {
            let text = String(decoding: try DiskFile.read(path, limit: 1 << 20), as: UTF8.self)
            #expect(!text.contains("perhaps") && !text.contains("tomorrow"), "\(path)")
        }
    }

    /// The folder of a session whose microphone was not kept.
    private func silent(_ stage: inout Stage) throws -> SessionFolder {
        stage.scenario = Self.scenario
        var session = try stage.record()
        session.microphone = MonoSound(sampleRate: 16_000, samples: [])
        // Injected speech measures nothing.
        for index in session.events.indices where session.events[index].tap == .speech {
            for key in ["energy", "floor", "threshold"] { session.events[index].why[key] = 0 }
        }
        let path = stage.folder.path("silent.vsession")
        try SessionWriter(path: path, isReplacing: false).write(session, timing: [:])
        return SessionFolder(path: path)
    }

    @Test("hides the words of a session without a microphone, and those in a failure's text")
    func withoutMicrophone() throws {
        var stage = Stage()
        let (redaction, folder) = try redact(stage, try silent(&stage))
        #expect(redaction.outcome == .sealed)
        try expectHidden(folder)
        #expect(try folder.golden().events.contains { $0.kind == "recognitionError" })
    }

    @Test("redacts what a flight recorder kept")
    func flightRecorder() throws {
        var stage = Stage()
        stage.scenario = Self.scenario
        var keeping = JournalOptions()
        keeping.keepLastSeconds = 1
        let place = try SessionWriter(
            path: stage.folder.path("flight.vsession"), isReplacing: false)
        var recorder = stage.recorder
        _ = try recorder.record(
            try stage.plan(), to: place, keeping: keeping, watch: Unwatched())
        let (redaction, folder) = try redact(stage, SessionFolder(path: place.path))
        #expect(redaction.outcome == .sealed)
        try expectHidden(folder)
    }

    @Test("names the engine whose golden was accepted last: the copy has no ledger")
    func acceptedEngine() throws {
        var stage = Stage()
        let session = try silent(&stage)
        let entry = #"{"after":"","anchor":"","before":"","engine":"accepted","reason":"x"}"#
        try DiskFile.write(Array((entry + "\n").utf8), to: session.ledgerPath)
        let (redaction, folder) = try redact(stage, session)
        #expect(redaction.outcome == .sealed)
        #expect(try folder.manifest().engine.version == "accepted")
    }

    private struct Unwatched: BlockWatch {
        mutating func blockBegins() {}
        mutating func blockEnds() {}
        func timing(frames: Int64) -> JSONObject { [:] }
    }
}
