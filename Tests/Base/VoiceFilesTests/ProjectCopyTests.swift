import Foundation
import Testing
import VoiceFiles
import VoiceTestSupport

@Suite("A copy of a project")
struct ProjectCopyTests {
    private let project = TemporaryFolder()
    private let place = TemporaryFolder()
    private var copy: String { place.path("copy") }

    private func target(of name: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(copy)/\(name)")
    }

    @Test("has its files with their permissions, and does not change with it")
    func files() throws {
        let long = [UInt8](repeating: 7, count: 700_000)
        try project.write(long, to: "a/b/long")
        try project.write("#!/bin/sh\n", to: "run")
        try FileManager.default.createDirectory(
            atPath: project.path("empty"), withIntermediateDirectories: false)
        #expect(chmod(project.path("run"), 0o755) == 0)
        try ProjectCopy.make(of: project.path, at: copy)
        try project.write("changed", to: "a/b/long")
        #expect(try DiskFile.names(in: copy) == ["a", "empty", "run"])
        #expect(try DiskFile.read("\(copy)/a/b/long", limit: 1_000_000) == long)
        #expect(access("\(copy)/run", X_OK) == 0)
    }

    @Test("leaves repositories, caches and what is no file out, and links what is installed")
    func leavesOut() throws {
        let unwanted = [".git/config", "a/__pycache__/x.pyc", ".pytest_cache/CACHEDIR.TAG"]
        let installed = ["env/pyvenv.cfg", "node_modules/x", ".build/x", "target/CACHEDIR.TAG"]
        for name in unwanted + installed + ["envelope/x"] { try project.write("x", to: name) }
        #expect(mkfifo(project.path("pipe"), 0o600) == 0)
        try ProjectCopy.make(of: project.path, at: copy)
        let names = [".build", "a", "env", "envelope", "node_modules", "target"]
        #expect(try DiskFile.names(in: copy) == names)
        #expect(try DiskFile.names(in: "\(copy)/a") == [])
        for name in installed.map({ DiskFile.parent(of: $0) }) {
            #expect(target(of: name) == DiskFile.realPath(project.path(name)))
        }
        #expect(!DiskFile.isLink("\(copy)/envelope"))
    }

    @Test("has links as links, and those to a whole path in the project lead into the copy")
    func links() throws {
        let outside = TemporaryFolder()
        try outside.write("secret", to: "file")
        try project.write("x", to: "file")
        project.link("near", to: "file")
        project.link("up", to: "../elsewhere")
        project.link("out", to: outside.path)
        project.link("inside", to: DiskFile.realPath(project.path) + "/file")
        try ProjectCopy.make(of: project.path, at: copy)
        #expect(target(of: "near") == "file")
        #expect(target(of: "up") == "../elsewhere")
        #expect(target(of: "out") == outside.path)
        #expect(target(of: "inside") == DiskFile.realPath(copy) + "/file")
    }

    @Test("is refused past its limits, with its size and the largest part")
    func tooLarge() throws {
        try project.write([UInt8](repeating: 0, count: 10), to: "small")
        try project.write([UInt8](repeating: 0, count: 60), to: "data/one")
        try project.write([UInt8](repeating: 0, count: 31), to: "data/two")
        let path = DiskFile.realPath(project.path)
        let error = #expect(throws: DiskError.self) {
            try ProjectCopy.make(of: project.path, at: copy, byteLimit: 100)
        }
        #expect(error == .folderTooLarge(path: path, bytes: 101, parts: 4, largest: "data"))
        #expect(
            error?.description == "\(path): too large to copy: 101 bytes in 4 files, folders and"
                + " links, most of them in data. Move that out of the folder.")
        #expect(
            throws: DiskError.folderTooLarge(path: path, bytes: 60, parts: 2, largest: "data")
        ) {
            try ProjectCopy.make(of: project.path, at: copy, partLimit: 2)
        }
        #expect(!DiskFile.exists(copy))
        try ProjectCopy.make(of: project.path, at: copy, byteLimit: 101, partLimit: 4)
    }

    @Test("is made neither in the project nor over something else, and of a folder only")
    func wrongPlaces() throws {
        try project.write("x", to: "file")
        let inside = project.path("copy")
        #expect(throws: DiskError.self) { try ProjectCopy.make(of: project.path, at: inside) }
        #expect(throws: DiskError.exists(path: place.path)) {
            try ProjectCopy.make(of: project.path, at: place.path)
        }
        #expect(throws: DiskError.missing(path: project.path("file"))) {
            try ProjectCopy.make(of: project.path("file"), at: copy)
        }
        #expect(try project.names() == ["file"])
    }

    @Test("is refused where a name is not UTF-8")
    func unnameable() {
        project.makeUnnameable(".txt")
        #expect(throws: DiskError.self) { try ProjectCopy.make(of: project.path, at: copy) }
    }
}
