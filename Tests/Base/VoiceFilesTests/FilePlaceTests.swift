import Testing
import VoiceTestSupport

@testable import VoiceFiles

@Suite("Places of files")
struct FilePlaceTests {
    private let folder = TemporaryFolder()

    @Test("a path lies inside of a folder by identity, however it is spelled")
    func lies() throws {
        try folder.write("", to: "a/b/file")
        folder.link("link", to: "a/b")
        let a = folder.path("a")
        for path in ["a", "a/", "a/b", "a/./b/../b", "link", "link/new/file", "a/none/at/all"] {
            #expect(DiskFile.lies(folder.path(path), inside: a), "\(path)")
        }
        for path in ["", "ab", "b", "a/../c"] {
            #expect(!DiskFile.lies(folder.path(path), inside: a), "\(path)")
        }
        #expect(!DiskFile.lies(a, inside: folder.path("gone")))
    }

    @Test("a new file never takes the place of one that came in the meantime")
    func placesNew() throws {
        try folder.write("first", to: "file")
        try folder.write("second", to: "file.writing")
        let (new, path) = (folder.path("file.writing"), folder.path("file"))
        #expect(throws: DiskError.exists(path: path)) {
            try DiskFile.publish(new, as: path, replacing: false)
        }
        #expect(try DiskFile.read(path, limit: 9) == Array("first".utf8))
        #expect(try folder.names() == ["file"])
    }
}
