import Testing
import VoiceEngine
import VoiceJSON

@Suite("Files that a program loaded")
struct LoadedFilesTests {
    private static let blob = String(repeating: "0a", count: 20)

    private func files(_ path: String, _ blob: String = blob) -> LoadedFiles? {
        LoadedFiles([path: .string(blob)] as JSONObject)
    }

    @Test("are read as they were written, in the order of their paths")
    func roundTrip() throws {
        var all = try #require(files("b/bot.py"))
        all.add(try #require(files("a.py")))
        #expect(LoadedFiles(bytes: all.bytes) == all)
        let members = try JSONReader.value(of: all.bytes).object?.members
        #expect(members?.map(\.key) == ["a.py", "b/bot.py"])
    }

    @Test("one that is there stays as it was first")
    func first() throws {
        var all = try #require(files("bot.py"))
        all.add(try #require(files("bot.py", String(repeating: "1b", count: 20))))
        #expect(all.blobs == ["bot.py": Self.blob])
    }

    @Test(
        "none leads out of the project, or has a path that no project has",
        arguments: [
            "../bot.py", "a/../../bot.py", "/bot.py", "a//bot.py", "./bot.py", "", "a\u{1b}.py",
            String(repeating: "a", count: 5_000),
        ])
    func paths(path: String) {
        #expect(files(path) == nil)
    }

    @Test(
        "each has the ID of a blob of Git, by SHA-1 or SHA-256",
        arguments: [
            (String(repeating: "0", count: 40), true), (String(repeating: "f", count: 64), true),
            (String(repeating: "0", count: 41), false), (String(repeating: "F", count: 40), false),
            (String(repeating: "g", count: 40), false), ("", false),
        ])
    func blobs(blob: String, isRead: Bool) {
        #expect((files("bot.py", blob) != nil) == isRead)
    }

    @Test("what is no object is none")
    func noObject() {
        #expect(LoadedFiles(bytes: Array("[]".utf8)) == nil)
        #expect(LoadedFiles(bytes: Array("{".utf8)) == nil)
    }
}
