import Testing
import VoiceAudio
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceMedia
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTrace

@Suite("Session journal")
struct JournalTests {
    @Test("a recording on disk has the files of one in memory")
    func sameFiles() throws {
        let stage = Stage()
        let inMemory = try stage.seal("memory.vsession")
        let place = try SessionWriter(
            path: stage.folder.path("journal.vsession"), isReplacing: false)
        var recorder = stage.recorder
        let outcome = try recorder.record(
            try stage.plan(), to: place, keeping: JournalOptions(), watch: Counting())
        let manifest = try SessionFolder(path: place.path).open()
        #expect(manifest == outcome.manifest)
        #expect(manifest == (try inMemory.open()))
        #expect(
            try SessionFolder(path: place.path).golden().events == inMemory.golden().events)
        #expect(outcome.events == Int(manifest.counts["events"]?.integer ?? 0))
        #expect(outcome.engineEnd == "end")
        #expect(
            try DiskFile.read("\(place.path)/timing.json", limit: 100)
                == JSONWriter.prettyBytes(["blocks": .integer(manifest.frames / 160)]))
    }

    @Test("draft, flow files and prompts are on disk before what uses them")
    func order() throws {
        let cut = try InterruptedRecording()
        for name in ["session.draft.json", "flow/voiceflow.json", "flow/prompts.json"] {
            #expect(DiskFile.exists("\(cut.path)/\(name)"), "\(name)")
        }
        let kinds = try InterruptedRecording.records(cut.storyPath).map(\.record.kind)
        let prompts = try #require(kinds.firstIndex(of: JournalRecord.Kind.prompts.rawValue))
        let events = try #require(kinds.firstIndex(of: JournalRecord.Kind.events.rawValue))
        #expect(prompts < events)
        #expect(try DiskFile.names(in: "\(cut.path)/audio/prompts").count == 1)
    }

    @Test("prompts go into as many records as they need; one that no reader would take is refused")
    func manyPrompts() throws {
        let stage = Stage()
        let session = try stage.record()
        let path = stage.folder.path("prompts.vsession")
        var journal = try SessionJournal(
            at: SessionWriter(path: path, isReplacing: false), draft: session.manifest,
            files: session.files)
        func prompts(_ names: [String], bytes: Int) -> PromptIndex {
            var index = PromptIndex()
            let text = String(repeating: "a", count: bytes)
            for name in names {
                index[name] = .init(
                    request: ["text": .string(text)], outcome: .failed(reason: "none"))
            }
            return index
        }
        try journal.append(prompts((0..<9).map { "p\($0)" }, bytes: 400_000)) { _ in nil }
        try journal.synchronize()
        let records = try InterruptedRecording.records("\(path).partial/journal/story")
        let kept = records.filter { $0.record.kind == JournalRecord.Kind.prompts.rawValue }
        #expect(kept.count > 1)
        #expect(throws: SessionError.self) {
            try journal.append(prompts(["long"], bytes: 3 << 20)) { _ in nil }
        }
    }

    @Test("no record holds more than 100 ms of sound")
    func shortRecords() throws {
        let cut = try InterruptedRecording()
        let records = try InterruptedRecording.records(cut.soundPath)
        #expect(records.count == 20)
        #expect(records.allSatisfy { $0.record.samples.count <= 1_600 })
    }

    @Test("an interrupted recording is in the way of the next, with the way round it")
    func inTheWay() throws {
        let cut = try InterruptedRecording()
        let error = #expect(throws: SessionError.interrupted(path: cut.path)) {
            _ = try SessionWriter(path: cut.target, isReplacing: true)
        }
        #expect(error?.description.contains("voicetest recover \(cut.path)") == true)
    }

    @Test("a file that took the name since the recording began stays, and so does the recording")
    func nameTaken() throws {
        let stage = Stage()
        let session = try stage.record()
        let path = try stage.seal().path
        var journal = try SessionJournal(
            at: SessionWriter(path: path, isReplacing: true), draft: session.manifest,
            files: session.files)
        try journal.append(session.prompts) { session.promptSounds[$0] }
        try journal.append(inputs: session.inputs, events: session.events)
        try session.microphone.samples.withUnsafeBufferPointer { try journal.append($0) }
        try DiskFile.remove(path)
        try DiskFile.write(Array("mine".utf8), to: path)
        var refusal: SessionError?
        do throws(SessionError) { _ = try journal.seal(timing: [:]) } catch { refusal = error }
        #expect(refusal?.description.contains("is not a session") == true)
        #expect(try DiskFile.read(path, limit: 9) == Array("mine".utf8))
        #expect(DiskFile.exists("\(path).partial"))
    }

    @Test("of two recordings to one name one goes on, and the other leaves it alone")
    func together() throws {
        let stage = Stage()
        let session = try stage.record()
        let path = stage.folder.path("one.vsession")
        let places = try (0..<2).map { _ in try SessionWriter(path: path, isReplacing: false) }
        var journal = try SessionJournal(
            at: places[0], draft: session.manifest, files: session.files)
        let refusal = SessionError.stillRecording(path: places[0].partialPath)
        #expect(throws: refusal) {
            _ = try SessionJournal(at: places[1], draft: session.manifest, files: session.files)
        }
        #expect(throws: refusal) { try places[1].write(session, timing: [:]) }
        #expect(throws: refusal) { _ = try SessionWriter(path: path, isReplacing: true) }
        var silent = session
        silent.microphone.samples = []
        #expect(throws: refusal) { try places[1].write(silent, timing: [:]) }
        try journal.append(session.prompts) { session.promptSounds[$0] }
        try journal.append(inputs: session.inputs, events: session.events)
        try session.microphone.samples.withUnsafeBufferPointer { try journal.append($0) }
        _ = try journal.seal(timing: [:])
        // One that had been begun before, and comes too late.
        #expect(throws: SessionError.disk(.exists(path: path))) {
            try places[1].write(session, timing: [:])
        }
        #expect(!DiskFile.exists("\(path).partial"))
        let result = try stage.replay(SessionFolder(path: path))
        #expect(result.events == result.golden.events)
    }

    @Test("what was said is as private as the microphone")
    func modes() throws {
        let stage = Stage()
        let folder = try stage.seal()
        for name in ["audio/mic.flac", "inputs.jsonl", "trace.jsonl"] {
            #expect(DiskFile.mode(of: "\(folder.path)/\(name)") == 0o600, "\(name)")
        }
    }

    /// Counts blocks.
    private struct Counting: BlockWatch {
        private var begun: Int64 = 0
        private var ended: Int64 = 0

        mutating func blockBegins() { begun += 1 }
        mutating func blockEnds() { ended += 1 }
        func timing(frames: Int64) -> JSONObject {
            ["blocks": .integer(begun == ended ? begun : -1)]
        }
    }
}
