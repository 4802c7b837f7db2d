import Testing
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

    @Test("says that a folder without manifest is no complete session")
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

    @Test("names a file that is missing")
    func missingFile() throws {
        let folder = TemporaryFolder()
        let session = try seal(["flow/a.json": "[]"], in: folder)
        try DiskFile.remove(folder.path("s.vsession/flow/a.json"))
        #expect(
            refusal(session)
                == .disagrees(path: session.path, file: "flow/a.json", what: "the file is missing"))
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
            "../secret", "flow/../../secret", "/etc/passwd", "link", "linked/secret", "", "a/\u{0}",
        ])
    func escapes(name: String) throws {
        let folder = TemporaryFolder()
        let session = try seal(in: folder)
        try folder.write("secret", to: "secret")
        folder.link("s.vsession/link", to: folder.path("secret"))
        folder.link("s.vsession/linked", to: "..")
        var manifest = SessionManifestTests.sample()
        manifest.add(name, Array("secret".utf8))
        manifest.files.removeFirst()
        try write(manifest, in: folder)
        #expect(refusal(session) == .disk(.escapes(path: name, folder: session.path)))
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
