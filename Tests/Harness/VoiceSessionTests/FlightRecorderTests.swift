import Testing
import VoiceAudio
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceMedia
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@Suite("Flight recorder")
struct FlightRecorderTests {
    private func record(
        _ stage: Stage, _ trigger: RecordingTrigger = .end, seconds: Int = 2,
        watch: some BlockWatch = Patience()
    ) throws -> (outcome: RecordingOutcome, folder: SessionFolder) {
        var options = JournalOptions()
        options.keepLastSeconds = seconds
        options.trigger = trigger
        let place = try SessionWriter(
            path: stage.folder.path("flight.vsession"), isReplacing: false)
        var recorder = stage.recorder
        let outcome = try recorder.record(
            try stage.plan(), to: place, keeping: options, watch: watch)
        return (outcome, SessionFolder(path: place.path))
    }

    private static func long(_ more: String = "") -> Stage {
        var stage = Stage()
        stage.scenario = #"{ \#(more) "limits": { "seconds": 9 } }"#
        return stage
    }

    @Test("keeps the sound of the last seconds, silence before it, and all that happened")
    func window() throws {
        let stage = Self.long()
        let whole = try stage.record()
        let (outcome, folder) = try record(stage)
        let manifest = try #require(outcome.manifest)
        let start = try #require(manifest[other: "heardFrom"]?.integer)
        // At least what was asked for, and at most two parts more.
        #expect((Frame(5 * 16_000)...Frame(7 * 16_000)).contains(start))
        let track = try SoundFile.readMono(
            path: "\(folder.path)/audio/mic.flac", sampleRate: nil
        ).samples
        #expect(track[..<Int(start)].allSatisfy { $0 == 0 })
        #expect(track[Int(start)...] == whole.microphone.samples[Int(start)...])
        #expect(try folder.golden().events == whole.events)
    }

    @Test("replays exactly, from words, whatever it is asked for")
    func replays() throws {
        let stage = Self.long(
            #""caller": [ { "atMs": 6000, "play": "clip.wav", "words": "yes" } ],"#)
        let (_, folder) = try record(stage)
        let result = try stage.replay(folder)
        #expect(result.events == result.golden.events)
        #expect(result.manifest.firstTap(for: .audio) == .words)
    }

    @Test("keeps all of a session that is shorter, and that replays from its sound")
    func short() throws {
        let stage = Self.long()
        let (outcome, folder) = try record(stage, seconds: 60)
        #expect(outcome.manifest?[other: "heardFrom"] == nil)
        #expect(outcome.manifest?.firstTap(for: .audio) == .audio)
        let result = try stage.replay(folder)
        #expect(result.events == result.golden.events)
    }

    @Test("seals at the intent it waits for, and drops a session in which none came")
    func intent() throws {
        let stage = Self.long(#""app": [ { "atMs": 4000, "setIntent": "Sleep" } ],"#)
        let (outcome, folder) = try record(stage, .event(kind: "intent", name: "Sleep"))
        #expect(outcome.manifest?.frames == 64_000)
        #expect(
            try RecordedInputs(path: folder.inputsPath).inputs.last?.input
                == .end(reason: "trigger"))
        try DiskFile.remove(folder.path)
        #expect(try record(stage, .event(kind: "intent", name: "Wake")).outcome.manifest == nil)
        #expect(try stage.folder.names().filter { $0.contains("vsession") } == [])
    }

    @Test("seals where an expectation failed, and only there")
    func failure() throws {
        let failing = Self.long(#""expect": [ { "kind": "transition", "to": "Mars" } ],"#)
        #expect(try record(failing, .failure).outcome.manifest != nil)
        #expect(try record(Self.long(), .failure).outcome.manifest == nil)
    }

    @Test("seals at a sign from outside")
    func sign() throws {
        let (outcome, _) = try record(Self.long(), .sign, watch: Patience(blocks: 300))
        #expect(outcome.manifest?.frames == 48_000)
    }

    /// Wants the recording sealed after so many blocks; never without a number.
    private struct Patience: BlockWatch {
        var blocks = Int.max
        private var seen = 0

        init(blocks: Int = .max) { self.blocks = blocks }

        mutating func blockBegins() {}
        mutating func blockEnds() { seen += 1 }
        var isSealWanted: Bool { seen >= blocks }
        func timing(frames: Int64) -> JSONObject { [:] }
    }
}
