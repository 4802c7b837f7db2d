import Testing
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

/// Sessions of the release before, which lack a setting and have their manifest laid out otherwise,
/// and sessions of a later one.
@Suite("Sessions of other releases")
struct OlderSessionTests {
    private let program = Program()
    private static let setting = "flow.alternatives"

    /// A project whose golden was recorded before there was a setting.
    private func project() throws -> SessionFolder {
        try program.makeScriptedProject()
        let folder = SessionFolder(path: program.folder.path("pizza/happy.vsession"))
        try age(folder)
        return folder
    }

    /// Makes the session in `folder` one that lacks the setting, in the form of version 0.1.0.
    private func age(_ folder: SessionFolder) throws {
        var manifest = try folder.manifest()
        manifest.settings[Self.setting] = nil
        manifest.vocabulary = VoiceflowFactory().declaration.vocabulary
        try DiskFile.write(
            JSONWriter.prettyBytes(.object(manifest.object)), to: folder.manifestPath)
        var trace = try folder.golden()
        var settings = try #require(trace.events[0].settingsInForce)
        settings[Self.setting] = nil
        trace.events[0].why[TraceEvent.settingsKey] = .object(settings)
        try DiskFile.write(trace.fileBytes(), to: folder.tracePath)
    }

    /// The digests of golden and run that a test tells.
    private func digests(_ arguments: [String]) throws -> [JSONValue?] {
        let outcome = try program.run(arguments + ["--report", "report"])
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.messages)")
        let bytes = try DiskFile.read(program.folder.path("report/result.json"), limit: 1 << 20)
        let sessions = try JSONReader.value(of: bytes).object?["sessions"]?.array ?? []
        return sessions.flatMap { [$0.object?["golden"], $0.object?["actual"]] }
    }

    @Test(
        "test and replay see no difference and have the digest of the golden",
        arguments: [
            ["test", "pizza/happy.scenario.json"], ["replay", "pizza/happy.vsession"],
        ])
    func noDifference(_ arguments: [String]) throws {
        let golden = try project().golden().digest
        #expect(try digests(arguments) == [.string(golden), .string(golden)])
    }

    @Test("a project that sets it otherwise differs, and the line that sets it is named")
    func otherValue() throws {
        let folder = try project()
        try program.folder.write(
            "{\"recognizer\": \"scripted\",\n \"settings\": {\"\(Self.setting)\": 3}}\n",
            to: "pizza/voicetest.json")
        let red = try program.run(["test", "pizza/happy.scenario.json"])
        #expect(red.status == 1)
        let words = red.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains("voicetest.json:2: settings.\(Self.setting) 0 -> 3"), "\(red.output)")
        #expect(try program.run(["accept", folder.path, "--reason", "three"]).status == 0)
        #expect(try program.run(["test", "pizza/happy.scenario.json"]).status == 0)
        #expect(try folder.manifest().settings[Self.setting] == 3)
    }

    @Test("diff of an old and a new session shares all, in both directions")
    func diff() throws {
        try program.makeScriptedProject()
        let new = program.folder.path("pizza/happy.vsession")
        #expect(try program.runShell("cp -r pizza/happy.vsession old.vsession").status == 0)
        let old = program.folder.path("old.vsession")
        try age(SessionFolder(path: old))
        for pair in [[old, new], [new, old]] {
            let outcome = try program.run(["diff"] + pair)
            #expect(outcome.status == 0)
            #expect(!outcome.output.contains("not shared"), "\(outcome.output)")
        }
    }

    @Test("what is recorded now is a line a kind, with the kinds of its own trace")
    func compactManifest() throws {
        try program.makeScriptedProject()
        let folder = SessionFolder(path: program.folder.path("pizza/happy.vsession"))
        let bytes = try DiskFile.read(folder.manifestPath, limit: 1 << 20)
        #expect(bytes == (try folder.manifest()).fileBytes)
        #expect(bytes.count { $0 == 0x0A } < 90)
    }

    @Test("accept leaves the manifest alone where it says what the new trace has")
    func acceptLeavesManifest() throws {
        let (session, _) = try program.pending(dropping: "segment")
        let path = SessionFolder(path: session).manifestPath
        let before = try DiskFile.read(path, limit: 1 << 20)
        #expect(try program.run(["accept", session, "--reason", "a"]).status == 0)
        #expect(try DiskFile.read(path, limit: 1 << 20) == before)
    }

    @Test("a setting of a later version is named with what to do, by replay and validate")
    func laterSetting() throws {
        let session = try program.copySession("shutdown/field-set")
        let folder = SessionFolder(path: session)
        var manifest = try folder.manifest()
        manifest.createdBy = "voicetest 0.12.0"
        manifest.settings["speech.laterMs"] = 5
        try DiskFile.write(manifest.fileBytes, to: folder.manifestPath)
        var trace = try folder.golden()
        var settings = try #require(trace.events[0].settingsInForce)
        settings["speech.laterMs"] = 5
        trace.events[0].why[TraceEvent.settingsKey] = .object(settings)
        try DiskFile.write(trace.fileBytes(), to: folder.tracePath)
        let sentence =
            "voicetest 0.12.0 recorded it with settings that voicetest 0.1.0 does not have:"
            + " speech.laterMs. A replay leaves them out. Update voicetest."
        let replay = try program.run(["replay", session])
        #expect(replay.status == 0)
        #expect(replay.messages.contains("\(session): \(sentence)"))
        let checked = try program.run(["validate", session])
        #expect(checked.status == 0)
        #expect(checked.output.contains(sentence))
        manifest.createdBy = "voicetest 0.0.9"
        try DiskFile.write(manifest.fileBytes, to: folder.manifestPath)
        #expect(try program.run(["replay", session]).messages.contains("does not have") == false)
    }
}
