import Foundation
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

@Suite("Recovery")
struct RecoveryTests {
    @Test("seals what a dead recorder left, up to its last 50 ms, and it replays alike")
    func death() throws {
        let cut = try InterruptedRecording()
        let recovery = try SessionRecovery(cut.path)
        #expect(recovery.isWhole && !recovery.wasEnded)
        #expect(recovery.manifest.frames == cut.session.manifest.frames)
        #expect(!DiskFile.exists(cut.path))
        let result = try cut.stage.replay(recovery.folder)
        #expect(result.events == result.golden.events)
        #expect(result.golden.events == cut.session.events)
        let inputs = try RecordedInputs(path: recovery.folder.inputsPath).inputs
        #expect(inputs.dropLast() == cut.session.inputs.dropLast())
        #expect(inputs.last?.input == .end(reason: "recovered"))
        #expect(inputs.last?.after == cut.session.events.count)
    }

    @Test("holds the same files as one that was sealed at its end, but for the reason")
    func sameFiles() throws {
        let cut = try InterruptedRecording()
        let recovery = try SessionRecovery(cut.path)
        let sealed = cut.stage.folder.path("whole.vsession")
        try SessionWriter(path: sealed, isReplacing: false).write(cut.session, timing: [:])
        for (name, entry) in try SessionFolder(path: sealed).open().files
        where name != SessionFolder.Part.inputs {
            let other = recovery.manifest.files.first { $0.path == name }?.entry
            #expect(other == entry, "\(name)")
        }
        #expect(
            try DiskFile.read(recovery.folder.tracePath, limit: 1 << 20)
                == DiskFile.read(SessionFolder(path: sealed).tracePath, limit: 1 << 20))
    }

    @Test("a journal cut anywhere loses what stands behind the last frame all share, no more")
    func cuts() throws {
        let cut = try InterruptedRecording()
        for file in [cut.storyPath, cut.soundPath] {
            let bytes = try DiskFile.read(file, limit: 1 << 24)
            let records = try InterruptedRecording.records(file)
            let inside = stride(from: 0, to: bytes.count, by: file == cut.storyPath ? 211 : 1_999)
            for length in Set(inside).union(records.map(\.start)).sorted() {
                let places = records.filter { $0.start + $0.record.bytes.count <= length }
                    .compactMap { record -> Frame? in
                        switch record.record.kind {
                        case JournalRecord.Kind.settled.rawValue: record.record.frame
                        case JournalRecord.Kind.sound.rawValue:
                            record.record.frame.map { $0 + Frame(record.record.samples.count) }
                        default: nil
                        }
                    }
                try cut.recovering(file, as: bytes.prefix(length)) { result in
                    guard let end = places.last else {
                        #expect(throws: SessionError.self) { try result.get() }
                        #expect(DiskFile.exists(cut.path))
                        return
                    }
                    let recovery = try result.get()
                    #expect(recovery.isWhole)
                    #expect(recovery.manifest.frames == end)
                    let replayed = try cut.stage.replay(recovery.folder)
                    #expect(replayed.events == replayed.golden.events)
                    #expect(replayed.golden.events == cut.session.events.filter { $0.frame <= end })
                }
            }
        }
    }

    @Test("damaged sound in the middle becomes silence, and the loss is stated to the frame")
    func damagedSound() throws {
        let cut = try InterruptedRecording()
        let records = try InterruptedRecording.records(cut.soundPath)
        let bytes = try DiskFile.read(cut.soundPath, limit: 1 << 24)
        for (number, place) in records.enumerated().dropLast() {
            var damaged = bytes
            damaged[place.start + number % 24] ^= 1 << (number % 8)
            try cut.recovering(cut.soundPath, as: damaged) { result in
                let recovery = try result.get()
                let hole = Frame(number * 800)..<Frame(number * 800 + 800)
                #expect(recovery.holes == [hole])
                #expect(recovery.manifest.frames == cut.session.manifest.frames)
                #expect(recovery.damagedBytes == Int64(place.record.bytes.count))
                _ = try recovery.folder.open()
                let track = try SoundFile.readMono(
                    path: "\(recovery.folder.path)/audio/mic.flac", sampleRate: nil)
                var expected = cut.session.microphone.samples
                for frame in hole { expected[Int(frame)] = 0 }
                #expect(track.samples == expected)
                let inputs = try RecordedInputs(path: recovery.folder.inputsPath).inputs
                #expect(inputs.contains { $0.input == .gap(frames: 800) })
                #expect(try recovery.folder.golden().events == cut.session.events)
            }
        }
    }

    @Test("a damaged record of the story costs that record, and the rest is there")
    func damagedStory() throws {
        let cut = try InterruptedRecording()
        let records = try InterruptedRecording.records(cut.storyPath)
        let bytes = try DiskFile.read(cut.storyPath, limit: 1 << 24)
        for (number, place) in records.enumerated().dropLast() {
            var damaged = bytes
            damaged[place.start + number % 24] ^= 1 << (number % 8)
            try cut.recovering(cut.storyPath, as: damaged) { result in
                let recovery = try result.get()
                #expect(recovery.missingRecords == 1)
                #expect(recovery.manifest.frames == cut.session.manifest.frames)
                var lost: Set<Int> = []
                if place.record.kind == JournalRecord.Kind.events.rawValue {
                    try JournalLine.eachEvent(in: place.record.payload, path: "") {
                        lost.insert($0.sequence)
                    }
                }
                let kept = cut.session.events.filter { !lost.contains($0.sequence) }
                #expect(try recovery.folder.golden().events == kept)
            }
        }
    }

    @Test("sealing that was cut off is begun anew, or only completed")
    func sealingAnew() throws {
        let cut = try InterruptedRecording()
        for name in [
            "audio/mic.flac", "audio/mic.flac.1-0.partial", "inputs.jsonl", "session.json",
        ] {
            try cut.stage.folder.write("half", to: "cut.vsession.partial/\(name)")
        }
        let first = try SessionRecovery(cut.path)
        #expect(!DiskFile.exists("\(first.folder.path)/audio/mic.flac.1-0.partial"))
        _ = try first.folder.open()
        try DiskFile.move(first.folder.path, to: cut.path)
        #expect(try SessionRecovery(cut.path).manifest == first.manifest)
    }

    @Test("leaves everything as it is where a session stands already, or nothing can be sealed")
    func refusals() throws {
        let cut = try InterruptedRecording()
        try cut.stage.folder.write("mine", to: "cut.vsession/diary.txt")
        #expect(throws: SessionError.disk(.exists(path: cut.target))) {
            _ = try SessionRecovery(cut.path)
        }
        #expect(DiskFile.exists(cut.storyPath))
        let folder = TemporaryFolder()
        try folder.write("x", to: "other.vsession.partial/notes.txt")
        for name in ["other.vsession.partial", "other.vsession.partial/notes.txt"] {
            #expect(throws: SessionError.notInterrupted(path: folder.path(name))) {
                _ = try SessionRecovery(folder.path(name))
            }
        }
        #expect(throws: SessionError.disk(.missing(path: folder.path("no.vsession.partial")))) {
            _ = try SessionRecovery(folder.path("no.vsession.partial"))
        }
    }

    @Test("a recorder that was killed at once is told from one that recorded, with the way on")
    func killedAtOnce() throws {
        let folder = TemporaryFolder()
        let path = folder.path("a.vsession.partial")
        try DiskFile.makeFolder(path)
        let error = #expect(throws: SessionError.nothingRecorded(path: path)) {
            _ = try SessionRecovery(path)
        }
        #expect(error?.description.contains("Remove the folder") == true)
        let cut = try InterruptedRecording()
        try DiskFile.remove("\(cut.path)/session.draft.json")
        let lone = #expect(throws: SessionError.self) { _ = try SessionRecovery(cut.path) }
        #expect(lone?.description.contains("session.draft.json: damaged: it is missing") == true)
        #expect(lone?.description.contains("Restore the file from a copy") == true)
        #expect(DiskFile.exists(cut.soundPath))
    }

    @Test(
        "a link in it is refused, and nothing is written through it",
        arguments: ["audio/mic.flac", "audio", "inputs.jsonl", "journal/story", "flow"])
    func links(name: String) throws {
        let cut = try InterruptedRecording()
        let outside = TemporaryFolder()
        try outside.write("mine", to: "target")
        try DiskFile.makeFolder("\(cut.path)/audio")
        try DiskFile.remove("\(cut.path)/\(name)")
        let isFolder = !name.contains(".") && name != "journal/story"
        let target = isFolder ? outside.path : outside.path("target")
        cut.stage.folder.link("cut.vsession.partial/\(name)", to: target)
        let error = #expect(throws: SessionError.self) { _ = try SessionRecovery(cut.path) }
        #expect(error?.description.contains("it is a link, and a session holds none") == true)
        #expect(try outside.names() == ["target"])
        #expect(try DiskFile.read(outside.path("target"), limit: 9) == Array("mine".utf8))
    }

    @Test("a prompt whose file is damaged is lost, and the session is one that replays")
    func damagedPrompt() throws {
        let cut = try InterruptedRecording()
        let name = try #require(try DiskFile.names(in: "\(cut.path)/audio/prompts").first)
        let path = "\(cut.path)/audio/prompts/\(name)"
        var bytes = try DiskFile.read(path, limit: 1 << 20)
        for place in bytes.count - 9..<bytes.count { bytes[place] ^= 0xFF }
        try DiskFile.write(bytes, to: path)
        let recovery = try SessionRecovery(cut.path)
        #expect(recovery.missingPrompts == ["audio/prompts/\(name)"])
        for tap in StartingTap.allCases {
            let result = try cut.stage.replay(recovery.folder) { $0.tap = tap }
            #expect(result.events == result.golden.events)
        }
    }

    @Test("a file that had grown when the recorder died is cut to what the draft lists")
    func grownFile() throws {
        let cut = try InterruptedRecording()
        let draft = "\(cut.path)/session.draft.json"
        var manifest = try SessionManifest(path: draft)
        manifest.add("flow/calls.jsonl", Array("{}\n".utf8))
        try DiskFile.write(JSONWriter.prettyBytes(.object(manifest.object)), to: draft)
        let path = "flow/calls.jsonl"
        try cut.stage.folder.write("{}\n[]\n", to: "cut.vsession.partial/\(path)")
        let recovery = try SessionRecovery(cut.path)
        #expect(try recovery.folder.read(path, limit: 100) == Array("{}\n".utf8))
    }

    @Test("a draft that lists what is made of the journals makes no session that is refused")
    func greedyDraft() throws {
        let cut = try InterruptedRecording()
        let draft = "\(cut.path)/session.draft.json"
        var manifest = try SessionManifest(path: draft)
        try cut.stage.folder.write("mine", to: "cut.vsession.partial/inputs.jsonl")
        manifest.add("inputs.jsonl", Array("mine".utf8))
        try DiskFile.write(JSONWriter.prettyBytes(.object(manifest.object)), to: draft)
        let recovery = try SessionRecovery(cut.path)
        #expect(try cut.stage.replay(recovery.folder).events.isEmpty == false)
    }

    @Test("a record that holds the end may be lost: the session ends all the same")
    func lostEnd() throws {
        let cut = try InterruptedRecording()
        let place = try SessionWriter(
            path: cut.stage.folder.path("end.vsession"), isReplacing: false)
        var journal = try SessionJournal(
            at: place, draft: cut.session.manifest, files: cut.session.files)
        try journal.append(cut.session.prompts) { cut.session.promptSounds[$0] }
        try journal.append(
            inputs: Array(cut.session.inputs.dropLast()), events: cut.session.events)
        try cut.session.microphone.samples.withUnsafeBufferPointer { try journal.append($0) }
        // The end comes last, and the recorder says that it ended.
        try journal.append(inputs: Array(cut.session.inputs.suffix(1)), events: [])
        let kept = cut.stage.folder.path("kept.vsession.partial")
        try FileManager.default.createDirectory(
            atPath: kept, withIntermediateDirectories: false)
        try journal.flush()
        for name in try DiskFile.names(in: place.partialPath) {
            try FileManager.default.copyItem(
                atPath: "\(place.partialPath)/\(name)", toPath: "\(kept)/\(name)")
        }
        try journal.discard()
        let story = "\(kept)/journal/story"
        let records = try InterruptedRecording.records(story)
        let last = try #require(
            records.last { $0.record.kind == JournalRecord.Kind.inputs.rawValue })
        var bytes = try DiskFile.read(story, limit: 1 << 24)
        bytes[last.start + 30] ^= 1
        bytes +=
            JournalRecord(
                .end, sequence: UInt64(records.count),
                payload: JournalRecord.place(cut.session.manifest.frames)
            ).bytes
        try DiskFile.write(bytes, to: story)
        let recovery = try SessionRecovery(kept)
        #expect(recovery.wasEnded && !recovery.isWhole)
        let result = try cut.stage.replay(recovery.folder)
        #expect(result.events == result.golden.events)
    }

    @Test("a recording that still goes on is left alone")
    func stillRecording() throws {
        let cut = try InterruptedRecording()
        let place = try SessionWriter(
            path: cut.stage.folder.path("live.vsession"), isReplacing: false)
        let journal = try SessionJournal(
            at: place, draft: cut.session.manifest, files: cut.session.files)
        #expect(throws: SessionError.stillRecording(path: place.partialPath)) {
            _ = try SessionRecovery(place.partialPath)
        }
        try journal.discard()
        #expect(!DiskFile.exists(place.partialPath))
    }
}
