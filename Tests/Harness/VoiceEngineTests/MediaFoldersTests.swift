import Testing
import VoiceEngine
import VoiceFiles
import VoiceTestSupport

@Suite struct MediaFoldersTests {
    private func folders(
        _ folder: borrowing TemporaryFolder, language: String = "en-US"
    ) throws -> MediaFolders {
        var folders = try MediaFolders(language: language)
        folders.setAll(to: folder.path)
        return folders
    }

    @Test("looks in the language's folder first", .fact("voiceflow-4-1"))
    func languageFirst() throws {
        let folder = TemporaryFolder()
        try folder.write([], to: "a.wav")
        try folder.write([], to: "en-US/a.wav")
        #expect(
            try folders(folder).path(of: "a.wav", category: .playAudio)
                == folder.path("en-US/a.wav"))
    }

    @Test(
        "takes the folder itself where the language has no such file", .fact("voiceflow-4-1"),
        arguments: ["en-US", "de-DE", ""])
    func folderSecond(language: String) throws {
        let folder = TemporaryFolder()
        try folder.write([], to: "x/a.wav")
        #expect(
            try folders(folder, language: language).path(of: "x/a.wav", category: .playText)
                == folder.path("x/a.wav"))
    }

    @Test("takes a file of the engine where no folder has one of that name")
    func engineFiles() throws {
        let folder = TemporaryFolder()
        try folder.write([], to: "tone.wav")
        var folders = try folders(folder)
        folders.offer(["tone.wav": "/engine/tone.wav", "end.wav": "/engine/end.wav"])
        #expect(
            try folders.path(of: "tone.wav", category: .playAudio) == folder.path("tone.wav"))
        #expect(try folders.path(of: "end.wav", category: .playAudio) == "/engine/end.wav")
        #expect(throws: FolderError.self) {
            try folders.path(of: "../end.wav", category: .playAudio)
        }
    }

    @Test("has a folder for every category", .fact("voiceflow-4-1"))
    func categories() throws {
        let folder = TemporaryFolder()
        try folder.write([], to: "texts/a")
        var folders = try folders(folder)
        folders.set(.playText, to: folder.path("texts"))
        #expect(try folders.path(of: "a", category: .playText) == folder.path("texts/a"))
        #expect(throws: FolderError.disk(.missing(path: folder.path("a")))) {
            try folders.path(of: "a", category: .playAudio)
        }
    }

    @Test(
        "takes absolute paths as they stand, with file:// before them or not",
        .fact("voiceflow-4-1"),
        arguments: ["", "file://"])
    func absolute(prefix: String) throws {
        let folder = TemporaryFolder()
        try folder.write([], to: "a.wav")
        let folders = try MediaFolders()
        #expect(
            try folders.path(of: prefix + folder.path("a.wav"), category: .playAudio)
                == folder.path("a.wav"))
        #expect(throws: FolderError.disk(.missing(path: folder.path("b.wav")))) {
            try folders.path(of: prefix + folder.path("b.wav"), category: .playAudio)
        }
    }

    @Test(
        "takes percent escapes of a file URL as bytes, and those of a plain name as they stand",
        .fact("voiceflow-4-2"))
    func percentEscapes() throws {
        #expect(try MediaFolders.path(of: "file:///a%20b/%c3%9C%25.wav") == "/a b/Ü%.wav")
        #expect(try MediaFolders.path(of: "/a%20b.wav") == "/a%20b.wav")
        for name in [
            "file:///%", "file:///%4", "file:///%+1", "file:///%00", "file:///%ff", "\u{0}",
        ] {
            let error = #expect(throws: FolderError.self) { try MediaFolders.path(of: name) }
            #expect(error == .fileName(name))
            #expect(error?.description.contains("%25 for a percent sign") == true)
        }
    }

    @Test(
        "takes a name that leads up and stays inside", .fact("voiceflow-4-1"),
        arguments: ["a/../b.wav", "a/c/../../b.wav", "a/.././b.wav", "file://a/%2e%2e/b.wav"])
    func climbs(name: String) throws {
        let folder = TemporaryFolder()
        try folder.write([], to: "media/en-US/b.wav")
        var folders = try MediaFolders()
        folders.setAll(to: folder.path("media"))
        #expect(
            try folders.path(of: name, category: .playAudio)
                == folder.path("media/en-US/b.wav"))
    }

    @Test(
        "refuses names that lead out of the folder", .fact("voiceflow-4-1"),
        arguments: [
            "../secret", "a/../../secret", "a/..", "a/../../media/a/b", "link", "",
            "file://../secret", "file://%2e%2e/secret",
        ])
    func escapes(name: String) throws {
        let folder = TemporaryFolder()
        try folder.write([], to: "secret")
        try folder.write([], to: "media/a/b")
        folder.link("media/link", to: "../secret")
        var folders = try MediaFolders()
        folders.setAll(to: folder.path("media"))
        let error = #expect(throws: FolderError.self) {
            try folders.path(of: name, category: .playAudio)
        }
        #expect(error?.description.contains(": leads out of \(folder.path("media")).") == true)
    }

    @Test(
        "refuses languages that are no folder name",
        arguments: ["..", ".", "a/b", "/", "a..b", "a\u{0}"])
    func language(name: String) {
        let error = #expect(throws: FolderError.self) { try MediaFolders(language: name) }
        #expect(error == .language(name))
    }
}

extension MediaFoldersTests {
    @Test("a file with a name of its own comes before the folders, and must be there")
    func namedFiles() throws {
        let folder = TemporaryFolder()
        try folder.write([], to: "a.wav")
        try folder.write([], to: "elsewhere/b.wav")
        var folders = try folders(folder)
        let bare = folders
        folders.set(file: "a.wav", at: folder.path("elsewhere/b.wav"))
        folders.set(file: "c.wav", at: folder.path("missing.wav"))
        #expect(
            try folders.path(of: "a.wav", category: .playAudio) == folder.path("elsewhere/b.wav"))
        #expect(throws: FolderError.disk(.missing(path: folder.path("missing.wav")))) {
            try folders.path(of: "c.wav", category: .playAudio)
        }
        #expect(folders.extends(bare))
        #expect(!bare.extends(folders))
    }
}
