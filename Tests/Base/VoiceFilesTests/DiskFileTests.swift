import Foundation
import Testing
import VoiceFiles
import VoiceTestSupport

@Suite struct DiskFileTests {
    @Test(
        "reads what it wrote and makes the folders on the way", arguments: [0, 1, 65_536, 200_000])
    func readsWhatItWrote(count: Int) throws {
        let folder = TemporaryFolder()
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        try DiskFile.write(bytes, to: folder.path("a/b/c"))
        #expect(try DiskFile.read(folder.path("a/b/c"), limit: Int64(count)) == bytes)
    }

    @Test("leaves nothing but the file behind")
    func atomic() throws {
        let folder = TemporaryFolder()
        try folder.write("old", to: "file")
        try folder.write("new", to: "file")
        #expect(try folder.names() == ["file"])
    }

    @Test("no file is half written between writes")
    func betweenWrites() async throws {
        let folder = TemporaryFolder()
        let bytes = [UInt8](repeating: 1, count: 1 << 20)
        let path = folder.path("file")
        try DiskFile.write(bytes, to: path)
        async let written: Void = { for _ in 0..<50 { try DiskFile.write(bytes, to: path) } }()
        var seen: Set<[String]> = []
        for _ in 0..<500 { DiskFile.betweenWrites { seen.insert((try? folder.names()) ?? []) } }
        try await written
        #expect(seen == [["file"]])
    }

    @Test(
        "removes a folder that its owner may not read",
        .enabled(if: geteuid() != 0, "root may read"))
    func removesUnreadable() throws {
        let folder = TemporaryFolder()
        try folder.write("x", to: "closed/file")
        #expect(chmod(folder.path("closed"), 0) == 0)
        try DiskFile.remove(folder.path("closed"))
        #expect(try folder.names() == [])
    }

    @Test("leaves nothing behind when something else has the name")
    func failure() throws {
        let folder = TemporaryFolder()
        try folder.write("x", to: "name/inside")
        let error = #expect(throws: DiskError.self) { try folder.write("y", to: "name") }
        #expect(error?.description.contains("name: cannot be created (") == true)
        #expect(try folder.names() == ["name"])
    }

    @Test("makes no folder where a file stands")
    func fileOnTheWay() throws {
        let folder = TemporaryFolder()
        try folder.write("x", to: "file")
        let error = #expect(throws: DiskError.self) { try folder.write("y", to: "file/inside") }
        #expect(error?.description.contains("file: cannot be created (") == true)
    }

    @Test("leaves a file as it is unless it may replace it")
    func exists() throws {
        let folder = TemporaryFolder()
        try folder.write("old", to: "file")
        #expect(throws: DiskError.exists(path: folder.path("file"))) {
            try DiskFile.write([], to: folder.path("file"), replacing: false)
        }
        #expect(DiskFile.size(folder.path("file")) == 3)
    }

    @Test("takes a dangling link for something that exists")
    func danglingLink() {
        let folder = TemporaryFolder()
        folder.link("link", to: "nowhere")
        #expect(throws: DiskError.exists(path: folder.path("link"))) {
            try DiskFile.write([], to: folder.path("link"), replacing: false)
        }
    }

    @Test("replaces a link, never what it leads to")
    func writeOverLink() throws {
        let folder = TemporaryFolder()
        try folder.write("kept", to: "target")
        folder.link("link", to: "target")
        try folder.write("new", to: "link")
        #expect(try DiskFile.read(folder.path("target"), limit: 9) == Array("kept".utf8))
    }

    @Test("refuses a file over the limit and takes one at it")
    func limit() throws {
        let folder = TemporaryFolder()
        try folder.write("12345", to: "file")
        #expect(try DiskFile.read(folder.path("file"), limit: 5).count == 5)
        #expect(throws: DiskError.tooLarge(path: folder.path("file"), bytes: 5, limit: 4)) {
            try DiskFile.read(folder.path("file"), limit: 4)
        }
    }

    @Test("tells what is missing from what cannot be read")
    func unreadable() throws {
        let folder = TemporaryFolder()
        try folder.write("x", to: "file")
        #expect(throws: DiskError.missing(path: folder.path("no"))) {
            try DiskFile.read(folder.path("no"), limit: 1)
        }
        #expect(throws: DiskError.missing(path: folder.path("file/no"))) {
            try DiskFile.read(folder.path("file/no"), limit: 1)
        }
        #expect(throws: DiskError.notAFile(path: folder.path, kind: .folder)) {
            try DiskFile.read(folder.path, limit: 1)
        }
    }

    @Test("a new file follows the process's mask, a replaced one passes its mode on")
    func modes() throws {
        let folder = TemporaryFolder()
        let path = folder.path("file")
        try DiskFile.write([1], to: path, mode: 0o600)
        #expect(DiskFile.mode(of: path) == 0o600)
        try DiskFile.write([2], to: path)
        #expect(DiskFile.mode(of: path) == 0o600)
        try DiskFile.write(together: [(path, [3]), (folder.path("new"), [4])], mode: 0o640)
        #expect(DiskFile.mode(of: path) == 0o600)
        #expect(DiskFile.mode(of: folder.path("new")).map { $0 & ~0o640 } == 0)
    }

    @Test("never writes through a link that has the name of its unfinished file")
    func plantedLink() throws {
        let folder = TemporaryFolder()
        try folder.write("kept", to: "target")
        let planted = "file.\(ProcessInfo.processInfo.processIdentifier)-0.partial"
        folder.link(planted, to: "target")
        try folder.write("new", to: "file")
        #expect(try DiskFile.read(folder.path("target"), limit: 9) == Array("kept".utf8))
        #expect(try folder.names() == ["file", planted, "target"])
    }

    @Test("a writer of a long file replaces a link, hard or not, and never what it leads to")
    func longFileOverLink() throws {
        let folder = TemporaryFolder()
        for kind in ["symbolic", "hard"] {
            try folder.write("kept", to: "target")
            if kind == "hard" {
                #expect(link(folder.path("target"), folder.path("long")) == 0)
            } else {
                folder.link("long", to: "target")
            }
            var writer = try DiskFileWriter(path: folder.path("long"))
            try writer.append(Array("new".utf8))
            _ = try writer.finish()
            #expect(try DiskFile.read(folder.path("target"), limit: 9) == Array("kept".utf8))
            try DiskFile.remove(folder.path("long"))
        }
    }

    @Test(
        "tells a disk that is full from a name that cannot be had",
        arguments: [(ENOSPC, true), (EDQUOT, true), (EIO, true), (EACCES, false), (EROFS, false)])
    func fullDisk(number: Int32, isDisk: Bool) {
        guard case .writeFailed = DiskError(creating: "a", errno: number) else {
            #expect(!isDisk)
            return
        }
        #expect(isDisk)
    }

    @Test("removes a folder with names that are no UTF-8")
    func removesOddNames() throws {
        let folder = TemporaryFolder()
        try folder.write("x", to: "odd/plain")
        let file = Array((folder.path("odd") + "/").utf8) + [0xFF, 0xFE, 0]
        #if os(Linux)  // other systems refuse such names
            #expect(close(open(file.map(CChar.init(bitPattern:)), O_CREAT | O_WRONLY, 0o600)) == 0)
        #endif
        try DiskFile.remove(folder.path("odd"))
        #expect(try folder.names() == [])
    }

    @Test("removes folders with all in them, and links without what they lead to")
    func remove() throws {
        let folder = TemporaryFolder()
        try folder.write("kept", to: "kept/file")
        try folder.write("x", to: "gone/a/b")
        folder.link("gone/link", to: folder.path("kept"))
        folder.link("gone/dangling", to: "nowhere")
        try DiskFile.remove(folder.path("gone"))
        try DiskFile.remove(folder.path("never there"))
        #expect(try folder.names() == ["kept"])
        #expect(DiskFile.exists(folder.path("kept/file")))
    }

    @Test("moves to a free name only")
    func move() throws {
        let folder = TemporaryFolder()
        try folder.write("a", to: "a")
        try folder.write("b", to: "b")
        #expect(throws: DiskError.exists(path: folder.path("b"))) {
            try DiskFile.move(folder.path("a"), to: folder.path("b"))
        }
        try DiskFile.move(folder.path("a"), to: folder.path("c"))
        #expect(try folder.names() == ["b", "c"])
    }

    @Test("lists names by their bytes")
    func names() throws {
        let folder = TemporaryFolder()
        for name in ["b", "a", "é", "Z", ".x"] { try folder.write("", to: name) }
        #expect(try folder.names() == [".x", "Z", "a", "b", "é"])
        #expect(throws: DiskError.missing(path: folder.path("no"))) {
            try DiskFile.names(in: folder.path("no"))
        }
    }

    @Test("knows a path that stays inside")
    func inside() throws {
        let folder = TemporaryFolder()
        try folder.write("x", to: "real/..file")
        folder.link("link", to: "real")
        #expect(
            try DiskFile.path(of: "link/..file", inside: folder.path) == folder.path("link/..file"))
    }

    @Test(
        "refuses paths that lead out",
        arguments: [
            "", "/", "..", "../x", "a/..", "a/../../x", "out", "a\u{0}b", "..//\u{301}x",
            "/\u{301}",
        ])
    func outside(name: String) {
        let folder = TemporaryFolder()
        folder.link("out", to: "/")
        #expect(throws: DiskError.escapes(path: name, folder: folder.path)) {
            try DiskFile.path(of: name, inside: folder.path)
        }
    }

    @Test("does not take a folder for one whose name it begins with")
    func neighbour() throws {
        let folder = TemporaryFolder()
        try folder.write("x", to: "ab/file")
        try DiskFile.makeFolder(folder.path("a"))
        folder.link("a/link", to: "../ab")
        #expect(throws: DiskError.escapes(path: "link/file", folder: folder.path("a"))) {
            try DiskFile.path(of: "link/file", inside: folder.path("a"))
        }
    }

    @Test(
        "takes paths apart",
        arguments: [
            ("a/b", "a", "b"), ("/a", "/", "a"), ("a", "", "a"), ("/", "/", ""),
            ("a/b/", "a/b", "b"),
        ])
    func parts(path: String, parent: String, name: String) {
        #expect(DiskFile.parent(of: path) == parent)
        #expect(DiskFile.name(of: path) == name)
    }
}
