import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport

@Suite("voicetest recover")
struct RecoverCommandTests {
    private let program = Program()

    private func record(_ name: String) -> [String] {
        let flow = "\(Program.package)/Corpora/pause-resume"
        return [
            "record", "--flow", "\(flow)/voiceflow.json", "--prompts", "\(flow)/prompts.json",
            "--scenario", "\(flow)/app-stops.scenario.json", "--recognizer", "scripted",
            "--output", program.folder.path(name),
        ]
    }

    @Test("seals what was recorded until the disk was full, and it replays")
    func fullDisk() throws {
        let full = try program.runLimited(blocks: 80, record("a.vsession"))
        #expect(full.status == 74)
        let partial = program.folder.path("a.vsession.partial")
        #expect(full.messages.contains("voicetest recover \(partial)"))
        #expect(try program.run(record("a.vsession") + ["--force"]).status == 73)
        let recovered = try program.run(["recover", partial])
        #expect(recovered.status == 0)
        #expect(recovered.output.contains("the session replays from its words as recorded"))
        #expect(try program.run(["replay", program.folder.path("a.vsession")]).status == 0)
        #expect(try program.run(["recover", partial]).status == 66)
    }

    @Test("says in JSON how much there is and what is missing")
    func json() throws {
        _ = try program.runLimited(blocks: 80, record("b.vsession"))
        let outcome = try program.run(
            ["recover", program.folder.path("b.vsession.partial"), "--format", "json"])
        let facts = try JSONReader.value(of: Array(outcome.output.utf8)).object
        #expect(facts?["isWhole"] == true)
        #expect(facts?["replaysAlike"] == true)
        #expect(facts?["difference"] == .null)
        #expect(facts?["frames"]?.integer ?? 0 > 8_000)
    }

    @Test("says of a session that does not replay alike that it does not")
    func changedDraft() throws {
        _ = try program.runLimited(blocks: 80, record("d.vsession"))
        let partial = program.folder.path("d.vsession.partial")
        let path = "\(partial)/session.draft.json"
        let draft = String(decoding: try DiskFile.read(path, limit: 1 << 20), as: UTF8.self)
        let changed = draft.replacing(
            "\"kind\": \"none\"", with: "\"kind\": \"oracle\"")
        #expect(changed != draft)
        try DiskFile.write(Array(changed.utf8), to: path)
        let outcome = try program.run(["recover", partial])
        #expect(outcome.status == 0)
        #expect(!outcome.output.contains("the session replays from its words as recorded"))
        #expect(outcome.output.contains("the session replays differently"))
    }

    @Test("refuses what is not an interrupted recording, and a session that is there already")
    func refusals() throws {
        try program.folder.write("x", to: "c.vsession.partial/notes.txt")
        #expect(
            try program.run(["recover", program.folder.path("c.vsession.partial")]).status == 65)
        try program.folder.write("x", to: "c.vsession/notes.txt")
        #expect(
            try program.run(["recover", program.folder.path("c.vsession.partial")]).status == 73)
        #expect(try program.run(["recover"]).status == 64)
    }
}
