import Testing
import VoiceFiles
import VoiceTestSupport

@Suite("A claimed folder") struct FolderClaimTests {
    @Test("is made by one program only")
    func creating() throws {
        let folder = TemporaryFolder()
        let path = folder.path("a/b")
        let claim = try FolderClaim(creating: path)
        #expect(throws: DiskError.exists(path: path)) { _ = try FolderClaim(creating: path) }
        #expect(claim.path == path)
    }

    @Test("is had by one program at a time")
    func existing() throws {
        let folder = TemporaryFolder()
        let path = folder.path("a")
        do {
            let claim = try FolderClaim(creating: path)
            #expect(try !isFree(path))
            #expect(claim.path == path)
        }
        #expect(try isFree(path))
    }

    @Test("is free after its holder, also while a program that starts holds a copy of it")
    func copies() throws {
        let folder = TemporaryFolder()
        let path = folder.path("a")
        let copies: OpenCopies
        do {
            let claim = try FolderClaim(creating: path)
            copies = OpenCopies(of: claim.path)
            #expect(try !isFree(path))
        }
        let count = copies.count
        #expect(count == 1)
        #expect(try isFree(path))
        withExtendedLifetime(copies) {}
    }

    @Test("is free after work done under its lock, also while a program that starts holds a copy")
    func copiesOfLock() throws {
        let folder = TemporaryFolder()
        try DiskFile.makeFolder(folder.path("a"))
        let copies = try FolderLocks.held(on: folder.path("a")) { OpenCopies(of: folder.path("a")) }
        let count = copies.count
        #expect(count == 1)
        #expect(try isFree(folder.path("a")))
        withExtendedLifetime(copies) {}
    }

    private func isFree(_ path: String, following: Bool = false) throws -> Bool {
        let claim = try FolderClaim(existing: path, following: following)
        return claim != nil
    }

    @Test("is not a link, and is there")
    func others() throws {
        let folder = TemporaryFolder()
        try DiskFile.makeFolder(folder.path("real"))
        folder.link("link", to: "real")
        #expect(throws: DiskError.link(path: folder.path("link"))) {
            _ = try FolderClaim(existing: folder.path("link"))
        }
        #expect(throws: DiskError.missing(path: folder.path("no"))) {
            _ = try FolderClaim(existing: folder.path("no"))
        }
    }

    @Test("is the folder behind a link where that may be followed")
    func followed() throws {
        let folder = TemporaryFolder()
        folder.link("link", to: "real")
        do {
            let claim = try FolderClaim(creating: folder.path("real"))
            #expect(try !isFree(folder.path("link"), following: true))
            #expect(claim.path == folder.path("real"))
        }
        #expect(try isFree(folder.path("link"), following: true))
    }
}
