import Testing
import VoiceFiles
import VoiceTestSupport

@testable import VoiceTrace

@Suite("The search for sessions")
struct SessionSearchTests {
    private let folder = TemporaryFolder()

    private func write(_ names: String...) throws {
        for name in names { try folder.write("{}", to: "\(name)/session.json") }
    }

    /// What was found and skipped, by paths inside the folder.
    private func search() throws -> (found: [String], skipped: [String]) {
        let found = try SessionFolder.search(folder.path)
        func inside(_ path: String) -> String { String(path.dropFirst(folder.path.count + 1)) }
        return (found.sessions.map { inside($0.path) }, found.skipped.map { inside($0.path) })
    }

    @Test("names sessions in hidden folders, also deep inside of them")
    func hidden() throws {
        try write("a.vsession", ".old/b.vsession", "x/.y/z/c.vsession", ".d.vsession")
        let (found, skipped) = try search()
        #expect(found == ["a.vsession"])
        #expect(skipped == [".d.vsession", ".old/b.vsession", "x/.y/z/c.vsession"])
    }

    @Test("names sessions inside of a session and of an unfinished recording")
    func nested() throws {
        try write("a.vsession", "a.vsession/audio/b.vsession", "c.vsession.partial/d.vsession")
        let found = try SessionFolder.search(folder.path)
        #expect(found.sessions.map(\.path) == [folder.path("a.vsession")])
        #expect(found.unfinished == [folder.path("c.vsession.partial")])
        #expect(
            found.skipped.map(\.reason) == [
                .nested(in: folder.path("a.vsession")),
                .nested(in: folder.path("c.vsession.partial")),
            ])
    }

    @Test("names a session more than 32 folders deep, and takes one that is not")
    func deep() throws {
        let deep = (1...31).map { "\($0)" }.joined(separator: "/")
        try write("\(deep)/a.vsession", "\(deep)/32/b.vsession")
        let (found, skipped) = try search()
        #expect(found == ["\(deep)/a.vsession"])
        #expect(skipped == ["\(deep)/32/b.vsession"])
    }

    @Test("skips and names a link to a session, whatever it is called")
    func linkedSession() throws {
        try write("a.vsession", "plain")
        folder.link("b.vsession", to: "a.vsession")
        folder.link("named", to: "plain")
        folder.link("gone.vsession", to: "nowhere")
        let found = try SessionFolder.search(folder.path)
        #expect(found.sessions.count == 2)
        #expect(found.skipped.map(\.reason) == [.link, .link, .link])
        #expect(found.skipped[0].sessions == [folder.path("a.vsession")])
    }

    @Test("skips and names a link to a folder with sessions, and no other link")
    func linkedFolder() throws {
        let other = TemporaryFolder()
        try other.write("{}", to: "in/a.vsession/session.json")
        try other.write("", to: "notes.txt")
        folder.link("far", to: other.path)
        folder.link("notes", to: other.path("notes.txt"))
        try folder.write("", to: "empty/file")
        folder.link("nothing", to: "empty")
        let found = try SessionFolder.search(folder.path)
        #expect(found.sessions.isEmpty)
        #expect(found.skipped.map(\.path) == [folder.path("far")])
        #expect(found.skipped.first?.reason == .linkedFolder)
        #expect(found.skipped.first?.sessions == [other.path("in/a.vsession")])
    }

    @Test("takes a link that is named itself")
    func namedLink() throws {
        try write("real/a.vsession")
        folder.link("link", to: "real")
        #expect(try SessionFolder.search(folder.path("link")).sessions.count == 1)
        folder.link("l.vsession", to: "real/a.vsession")
        #expect(try SessionFolder.search(folder.path("l.vsession")).sessions.count == 1)
        folder.link("loop", to: "loop")
        #expect(try SessionFolder.search(folder.path("loop")).unreadable.count == 1)
    }

    @Test("links that lead up or round do not make the way endless")
    func round() throws {
        try write("a.vsession", "b/c.vsession")
        folder.link("round", to: ".")
        folder.link("about", to: ".")
        folder.link("b/up", to: "..")
        let (found, skipped) = try search()
        #expect(found == ["a.vsession", "b/c.vsession"])
        #expect(skipped == ["about", "b/up", "round"])
    }

    @Test("a folder that cannot be read is told, and costs no other session")
    func unreadable() throws {
        try write("a.vsession", "locked/b.vsession", "z/c.vsession")
        let locked = folder.path("locked")
        let refusal = DiskError.unreadable(path: locked, reason: "locked")
        var walk = SessionWalk { (path) throws(DiskError) in
            if path == locked { throw refusal }
            return try DiskFile.names(in: path)
        }
        walk.walk(folder.path)
        #expect(walk.found.sessions.map(\.path) == ["a.vsession", "z/c.vsession"].map(folder.path))
        #expect(walk.found.unreadable == [refusal])
    }

    @Test("too many files are told: what is searched cannot be read, what is skipped is named")
    func limits() throws {
        try write("a.vsession", ".many/1.vsession", ".many/2.vsession", ".many/3.vsession")
        var walk = SessionWalk(limit: 4)
        walk.walk(folder.path)
        #expect(walk.found.skipped.last?.reason == .tooLarge)
        #expect(walk.found.unreadable.isEmpty)
        var short = SessionWalk(limit: 0)
        try write("b.vsession")
        short.walk(folder.path)
        #expect(short.found.skipped.first?.reason == .tooLarge)
        #expect(short.found.unreadable.count == 1)
    }

    @Test("every reason to skip has a sentence with the next step")
    func sentences() {
        let reasons: [FoundSessions.Reason] = [
            .link, .linkedFolder, .hidden, .nested(in: "o.vsession"), .deep, .tooLarge,
        ]
        for reason in reasons {
            let told = FoundSessions.Skipped(path: "p", reason: reason, sessions: ["s"]).description
            #expect(told.hasPrefix("p: ") && told.hasSuffix("."))
            #expect(told.contains("Name ") || told.contains("Move ") || told.contains("move "))
        }
    }
}
