import Foundation
import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@Suite struct SessionFolderTests {
    /// Seals a session of these files, `inputs.jsonl` among them, and gives its folder.
    private func seal(
        _ files: [String: String] = [:], in folder: borrowing TemporaryFolder
    ) throws -> SessionFolder {
        var files = files
        files["inputs.jsonl"] = files["inputs.jsonl"] ?? ""
        var manifest = SessionManifestTests.sample()
        manifest.files = []
        for name in files.keys.sorted() {
            let text = files[name] ?? ""
            try folder.write(text, to: "s.vsession/\(name)")
            manifest.add(name, Array(text.utf8))
        }
        try write(manifest, in: folder)
        return SessionFolder(path: folder.path("s.vsession"))
    }

    private func write(
        _ manifest: SessionManifest, in folder: borrowing TemporaryFolder
    ) throws {
        try DiskFile.write(
            JSONWriter.prettyBytes(.object(manifest.object)),
            to: folder.path("s.vsession/session.json"))
    }

    private func refusal(_ session: SessionFolder) -> TraceError? {
        #expect(throws: TraceError.self) { try session.open() }
    }

    @Test("opens what was sealed, whatever else lies about")
    func opens() throws {
        let folder = TemporaryFolder()
        let session = try seal(["flow/voiceflow.json": "[]"], in: folder)
        try folder.write("notes", to: "s.vsession/flow/notes.txt")
        #expect(try session.open().files.map(\.path) == ["flow/voiceflow.json", "inputs.jsonl"])
    }

    @Test("takes a path with slashes at its end")
    func slashes() {
        #expect(SessionFolder(path: "a/s.vsession//").path == "a/s.vsession")
        #expect(SessionFolder(path: "/").path == "/")
    }

    @Test("says that nothing is there")
    func missing() {
        let folder = TemporaryFolder()
        let path = folder.path("no.vsession")
        #expect(refusal(SessionFolder(path: path)) == .disk(.missing(path: path)))
    }

    @Test("says that a folder without manifest is not a complete session")
    func noManifest() throws {
        let folder = TemporaryFolder()
        try folder.write("", to: "s.vsession/inputs.jsonl")
        let session = SessionFolder(path: folder.path("s.vsession"))
        #expect(refusal(session) == .notASession(path: session.path))
    }

    @Test("names a file of another size")
    func size() throws {
        let folder = TemporaryFolder()
        let session = try seal(["flow/a.json": "[]"], in: folder)
        try folder.write("[] ", to: "s.vsession/flow/a.json")
        #expect(
            refusal(session)
                == .disagrees(
                    path: session.path, file: "flow/a.json",
                    what: "2 bytes were sealed, 3 are there"))
    }

    @Test("names a file of another content")
    func digest() throws {
        let folder = TemporaryFolder()
        let session = try seal(["flow/a.json": "[]"], in: folder)
        try folder.write("{}", to: "s.vsession/flow/a.json")
        #expect(
            refusal(session)
                == .disagrees(path: session.path, file: "flow/a.json", what: "the SHA-256 differs"))
    }

    @Test("names line ends that git changed, and tells them from another damage")
    func lineEnds() throws {
        let folder = TemporaryFolder()
        let session = try seal(["flow/a.json": "[\n\n]"], in: folder)
        try folder.write("[\r\n\r\n]", to: "s.vsession/flow/a.json")
        #expect(refusal(session) == .lineEnds(path: "\(session.path)/flow/a.json"))
        for other in ["[\r\n\n]", "[\r\n\r\n] ", "{\r\n\r\n]"] {
            try folder.write(other, to: "s.vsession/flow/a.json")
            let refusal = refusal(session)
            guard case .disagrees = refusal else {
                Issue.record("\(other.debugDescription): \(String(describing: refusal))")
                continue
            }
        }
    }

    @Test("names a file that is missing")
    func missingFile() throws {
        let folder = TemporaryFolder()
        let session = try seal(["flow/a.json": "[]"], in: folder)
        try DiskFile.remove(folder.path("s.vsession/flow/a.json"))
        #expect(
            refusal(session)
                == .fileMissing(path: session.path, file: "flow/a.json"))
    }

    @Test("refuses a session that lists no inputs")
    func noInputs() throws {
        let folder = TemporaryFolder()
        let session = try seal(in: folder)
        var manifest = SessionManifestTests.sample()
        manifest.files = []
        try write(manifest, in: folder)
        #expect(
            refusal(session)
                == .disagrees(path: session.path, file: "inputs.jsonl", what: "it is not listed"))
    }

    @Test(
        "refuses listed paths that lead out of the session",
        arguments: [
            "../secret", "flow/../../secret", "/etc/passwd", "", "a/\u{0}",
        ])
    func escapes(name: String) throws {
        let folder = TemporaryFolder()
        let session = try seal(in: folder)
        try folder.write("secret", to: "secret")
        var manifest = SessionManifestTests.sample()
        manifest.add(name, Array("secret".utf8))
        manifest.files.removeFirst()
        try write(manifest, in: folder)
        #expect(refusal(session) == .disk(.escapes(path: name, folder: session.path)))
    }

    @Test(
        "refuses links, also those that stay inside",
        arguments: ["link", "linked/secret", "inside"])
    func links(name: String) throws {
        let folder = TemporaryFolder()
        let session = try seal(in: folder)
        try folder.write("secret", to: "secret")
        folder.link("s.vsession/link", to: folder.path("secret"))
        folder.link("s.vsession/linked", to: "..")
        folder.link("s.vsession/inside", to: "inputs.jsonl")
        var manifest = SessionManifestTests.sample()
        manifest.add(name, Array((name == "inside" ? "" : "secret").utf8))
        manifest.files.removeFirst()
        try write(manifest, in: folder)
        let link = DiskFile.parent(of: name).isEmpty ? name : DiskFile.parent(of: name)
        #expect(
            refusal(session)
                == .damaged(
                    path: "\(session.path)/\(link)", what: "it is a link, and a session holds none")
        )
    }

    private static let others = [
        "session.json", "inputs.jsonl", "trace.jsonl", "trace.new.jsonl", "timing.json",
        "accepted.jsonl", "accepted.anchor.jsonl",
    ]

    @Test("refuses a pipe in any file's place, and does not wait for it", arguments: others)
    func pipes(name: String) throws {
        let folder = TemporaryFolder()
        let session = try seal(in: folder)
        try DiskFile.remove("\(session.path)/\(name)")
        #expect(mkfifo("\(session.path)/\(name)", 0o600) == 0)
        #expect(
            refusal(session)
                == .damaged(path: "\(session.path)/\(name)", what: "it is a pipe and no file"))
    }

    @Test("refuses a link in any file's place", arguments: others)
    func linkedFiles(name: String) throws {
        let folder = TemporaryFolder()
        let session = try seal(in: folder)
        let path = "\(session.path)/\(name)"
        if DiskFile.exists(path) {
            try DiskFile.move(path, to: folder.path("moved"))
        } else {
            try folder.write("", to: "moved")
        }
        folder.link("s.vsession/\(name)", to: folder.path("moved"))
        #expect(
            refusal(session)
                == .damaged(path: path, what: "it is a link, and a session holds none"))
    }

    @Test("a listed file that is larger than its kind may be is refused by its size")
    func sparse() throws {
        let folder = TemporaryFolder()
        let session = try seal(["flow/a.json": "[]"], in: folder)
        #expect(truncate("\(session.path)/flow/a.json", 1 << 40) == 0)
        #expect(
            refusal(session)
                == .disagrees(
                    path: session.path, file: "flow/a.json",
                    what: "it holds \(Int64(1) << 40) bytes, the limit is 67108864"))
    }

    @Test("a trace without lines is refused before it is read to its end")
    func endlessLine() throws {
        let folder = TemporaryFolder()
        let session = try seal(in: folder)
        try folder.write("", to: "s.vsession/trace.jsonl")
        #expect(truncate(session.tracePath, 3 << 30) == 0)
        for read in [
            { _ = try session.golden() }, { _ = try session.goldenLines() },
        ] {
            let error = #expect(throws: TraceError.self) { try read() }
            #expect(error?.description.contains("longer than 1 MiB") == true)
        }
    }

    @Test("a folder that cannot be looked into is not taken for an unfinished session")
    func unreadable() {
        let folder = TemporaryFolder()
        folder.link("s.vsession", to: "s.vsession")
        let session = SessionFolder(path: folder.path("s.vsession"))
        guard case .disk(.unreadable(let path, _))? = refusal(session) else {
            Issue.record("a folder that leads to itself was read")
            return
        }
        #expect(path == session.path)
    }

    @Test(
        "a folder without permission is unreadable", .enabled(if: geteuid() != 0, "root may read"))
    func forbidden() throws {
        let folder = TemporaryFolder()
        let session = try seal(in: folder)
        chmod(session.path, 0)
        defer { chmod(session.path, 0o700) }
        #expect(
            refusal(session)
                == .disk(.unreadable(path: session.path, reason: "Permission denied")))
    }

    @Test("what was said is never more open than the microphone")
    func transcriptMode() throws {
        let folder = TemporaryFolder()
        let session = try seal(["trace.jsonl": "x"], in: folder)
        chmod(session.tracePath, 0o640)
        #expect(session.transcriptMode == 0o640)
        try DiskFile.write([1], to: "\(session.path)/audio/mic.flac", mode: 0o600)
        #expect(session.transcriptMode == 0o600)
    }

    @Test("refuses sizes that no file has", arguments: [-1, .max] as [Int64])
    func hugeSize(size: Int64) throws {
        let folder = TemporaryFolder()
        let session = try seal(in: folder)
        var manifest = try session.open()
        manifest.files[0].entry.size = size
        try write(manifest, in: folder)
        #expect(
            refusal(session)
                == .disagrees(
                    path: session.path, file: "inputs.jsonl",
                    what: "\(size) bytes were sealed, 0 are there"))
    }

    @Test("says that there is nothing to compare with")
    func noGolden() throws {
        let folder = TemporaryFolder()
        let session = try seal(in: folder)
        #expect(throws: TraceError.noGolden(path: session.path)) { try session.golden() }
    }

    @Test("finds nested sessions in order and leaves out what is not complete")
    func find() throws {
        let folder = TemporaryFolder()
        for name in [
            "b/z.vsession/session.json", "b/a.vsession/session.json", "a.vsession/inputs.jsonl",
            "c.vsession.partial/session.json", ".hidden/d.vsession/session.json", "e/notes.txt",
            "plain/session.json", "a.vsession/in.vsession/session.json",
        ] { try folder.write("{}", to: name) }
        let root = folder.path
        let found = try SessionFolder.find(at: root).map { $0.path.dropFirst(root.count + 1) }
        #expect(found == ["a.vsession", "b/a.vsession", "b/z.vsession", "plain"])
    }

    @Test("misses what it should look through")
    func findNothing() throws {
        let folder = TemporaryFolder()
        let path = folder.path("none")
        #expect(throws: DiskError.missing(path: path)) { try SessionFolder.find(at: path) }
        #expect(try SessionFolder.find(at: folder.path) == [])
    }
}
