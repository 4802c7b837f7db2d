import Testing
import VoiceMedia
import VoiceSession
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
        #expect(outcome.flowEnd == "end")
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
