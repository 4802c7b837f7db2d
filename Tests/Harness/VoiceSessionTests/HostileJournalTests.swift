import Foundation
import Testing
import VoiceFiles
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTrace

/// What a recording that broke off may hold when somebody else wrote it.
@Suite("Recovery of hostile journals") struct HostileJournalTests {
    @Test("a sparse terabyte in it is refused by its size", arguments: [0, 1, 2])
    func sparse(which: Int) throws {
        let cut = try InterruptedRecording()
        let path = [cut.soundPath, "\(cut.path)/journal/story", "\(cut.path)/session.draft.json"]
        #expect(truncate(path[which], 1 << 40) == 0)
        let error = #expect(throws: SessionError.self) { _ = try SessionRecovery(cut.path) }
        #expect(error?.description.contains("1099511627776 bytes") == true)
    }

    @Test("a prompt that is a sparse terabyte is lost, and the session is one that replays")
    func sparsePrompt() throws {
        let cut = try InterruptedRecording()
        let name = try #require(try DiskFile.names(in: "\(cut.path)/audio/prompts").first)
        #expect(truncate("\(cut.path)/audio/prompts/\(name)", 1 << 40) == 0)
        let recovery = try SessionRecovery(cut.path)
        #expect(recovery.missingPrompts == ["audio/prompts/\(name)"])
        #expect(try cut.stage.replay(recovery.folder).events.isEmpty == false)
    }

    @Test("a record with the greatest number is damage, and the others are taken")
    func greatestNumber() throws {
        let cut = try InterruptedRecording()
        let story = "\(cut.path)/journal/story"
        let record = JournalRecord(.settled, sequence: .max, payload: JournalRecord.place(1))
        var bytes = try DiskFile.read(story, limit: 1 << 20)
        bytes += record.bytes
        try DiskFile.write(bytes, to: story)
        #expect(try SessionRecovery(cut.path).damagedBytes >= Int64(record.bytes.count))
    }
}
