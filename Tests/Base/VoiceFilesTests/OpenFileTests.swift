import Foundation
import Testing
import VoiceFiles
import VoiceTestSupport

@Suite("A file that is opened for reading") struct OpenFileTests {
    @Test(
        "what is not a file is refused at once, and named", arguments: ["pipe", "/dev/zero", "."])
    func notAFile(name: String) {
        let folder = TemporaryFolder()
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let path = name.hasPrefix("/") ? name : folder.path(name)
        let kind = ["pipe": FileKind.pipe, "/dev/zero": .device][name] ?? .folder
        #expect(throws: DiskError.notAFile(path: path, kind: kind)) {
            _ = try DiskFile.read(path, limit: 100)
        }
        #expect(throws: DiskError.notAFile(path: path, kind: kind)) {
            _ = try DiskFile.entry(of: path)
        }
        #expect(throws: DiskError.notAFile(path: path, kind: kind)) {
            _ = try OpenFile(path: path)
        }
    }

    @Test("a sparse file over the limit is refused by its size, before a byte is read")
    func sparse() throws {
        let folder = TemporaryFolder()
        try folder.write("", to: "file")
        let size: Int64 = 1 << 40
        #expect(truncate(folder.path("file"), off_t(size)) == 0)
        #expect(
            throws: DiskError.tooLarge(path: folder.path("file"), bytes: size, limit: 4 << 30)
        ) { _ = try DiskFile.read(folder.path("file"), limit: 4 << 30) }
    }

    @Test("files that say no size are read")
    func systemFile() throws {
        #expect(try !DiskFile.read("/proc/self/statm", limit: 4_096).isEmpty)
    }

    @Test("inside a folder no link is followed, wherever it leads")
    func links() throws {
        let folder = TemporaryFolder()
        try folder.write("x", to: "a/b/file")
        folder.link("a/link", to: "b/file")
        folder.link("a/nowhere", to: "nothing")
        folder.link("a/linked", to: "b")
        for name in ["link", "nowhere", "linked/file"] {
            let path = folder.path("a/" + (name == "linked/file" ? "linked" : name))
            #expect(throws: DiskError.link(path: path)) {
                _ = try DiskFile.read(name, inside: folder.path("a"), limit: 9)
            }
        }
        folder.link("all", to: "a")
        #expect(try DiskFile.read("b/./file", inside: folder.path("all"), limit: 9) == [0x78])
    }

    @Test("inside a folder nothing else is opened either")
    func others() throws {
        let folder = TemporaryFolder()
        try folder.write("x", to: "file")
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let cases: [(String, DiskError)] = [
            ("pipe", .notAFile(path: folder.path("pipe"), kind: .pipe)),
            ("no", .missing(path: folder.path("no"))),
            ("file/no", .missing(path: folder.path("file"))),
            ("../x", .escapes(path: "../x", folder: folder.path)),
            ("/etc/passwd", .escapes(path: "/etc/passwd", folder: folder.path)),
        ]
        for (name, error) in cases {
            #expect(throws: error) { _ = try OpenFile(name, inside: folder.path) }
        }
    }
}
