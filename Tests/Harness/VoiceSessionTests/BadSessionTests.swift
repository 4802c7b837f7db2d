import Testing
import VoiceAudio
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceMedia
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTrace

@Suite("Unusable session")
struct BadSessionTests {
    @Test(
        "a file that is not what was sealed is named",
        arguments: ["inputs.jsonl", "audio/mic.flac"])
    func changedFile(name: String) throws {
        let stage = Stage()
        let folder = try stage.seal()
        let path = "\(folder.path)/\(name)"
        var bytes = try DiskFile.read(path, limit: 1 << 24)
        bytes[bytes.count / 2] ^= 1
        try DiskFile.write(bytes, to: path)
        let error = try failure(stage, folder)
        #expect(error.contains("the manifest and \(name) disagree"))
    }

    @Test("a newer format is refused with both versions")
    func newer() throws {
        let (stage, folder) = try edited("formatVersion", 2)
        #expect(try failure(stage, folder).contains("format version 2"))
    }

    @Test("an engine this program does not have is refused")
    func unknownEngine() throws {
        let (stage, folder) = try edited("engine", ["kind": "telepathy", "version": "1"])
        #expect(try failure(stage, folder).contains("\"telepathy\""))
    }

    @Test("a recognizer this program does not have is refused, with the way round it")
    func unknownRecognizer() throws {
        let (stage, folder) = try edited(
            "recognizer", ["kind": "oracle", "model": "", "digest": ""])
        #expect(try failure(stage, folder).contains("--from words"))
        #expect(try stage.replay(folder) { $0.tap = .words }.events.count > 10)
    }

    @Test("a clock that is not the microphone's is refused")
    func otherClock() throws {
        let (stage, folder) = try edited("clock", ["sampleRate": 8_000])
        #expect(try failure(stage, folder).contains("the clock runs at 8000 Hz"))
    }

    @Test(
        "a length or a count that is not the inputs' is named", arguments: ["frames", "counts"])
    func otherNumbers(key: String) throws {
        let (stage, folder) = try edited(key, key == "frames" ? 160 : ["inputs": 99])
        #expect(try failure(stage, folder).contains("inputs.jsonl disagree"))
    }

    @Test("a recorded setting out of range is damage, named with its file")
    func badRecordedSetting() throws {
        let (stage, folder) = try edited("settings", ["endpoint.offsetMs": 99_999])
        let sentence = try failure(stage, folder)
        #expect(sentence.contains("session.json: damaged: setting endpoint.offsetMs"))
    }

    @Test("a setting out of range is refused")
    func badSetting() throws {
        let stage = Stage()
        let folder = try stage.seal()
        #expect(throws: SessionError.self) {
            _ = try stage.replay(folder) { $0.changes = [("flow.minSpeechToDetectMs", -1)] }
        }
        let error = #expect(throws: SessionError.self) {
            _ = try stage.replay(folder) { $0.changes = [("flow.colour", 1)] }
        }
        #expect(error?.description.contains("Unknown setting 'flow.colour'.") == true)
    }

    @Test("a prompt the session has no audio for is a difference that names it, not a crash")
    func unknownPrompt() throws {
        let stage = Stage()
        let folder = try stage.seal()
        let name = "audio/prompts/index.json"
        let index = try PromptIndex(
            bytes: DiskFile.read("\(folder.path)/\(name)", limit: 1 << 20), path: name)
        var smaller = PromptIndex()
        for digest in index.digests.dropFirst() { smaller[digest] = index[digest] }
        try DiskFile.write(smaller.fileBytes(), to: "\(folder.path)/\(name)")
        var manifest = try SessionManifest(path: folder.manifestPath)
        manifest.files.removeAll { $0.path == name }
        manifest.add(name, smaller.fileBytes())
        try DiskFile.write(
            JSONWriter.prettyBytes(.object(manifest.object)), to: folder.manifestPath)
        let result = try stage.replay(folder)
        #expect(result.unknownPrompts.count == 1)
        #expect(result.unknownPrompts.first?.contains(".wav") == true)
    }

    @Test(
        "an input that no replay can repeat is damage, named with its line",
        arguments: [
            (
                SessionInput.other(kind: "lightning", fields: ["bolts": 3]),
                "unknown kind of input \"lightning\""
            ),
            (
                .call(EngineCall(facade: "keenasr", name: "stop")),
                "a call of the engine \"keenasr\" in a session of the engine voiceflow"
            ),
            (
                .call(EngineCall(facade: "voiceflow", name: "explode")),
                "the engine voiceflow has no call \"explode\""
            ),
        ])
    func strangeInput(input: SessionInput, words: String) throws {
        let stage = Stage()
        var session = try stage.record()
        let end = session.inputs.removeLast()
        session.inputs.append(
            InputEvent(
                sequence: end.sequence, frame: end.frame, after: end.after, input: input))
        session.inputs.append(
            InputEvent(
                sequence: end.sequence + 1, frame: end.frame, after: end.after, input: end.input))
        let path = stage.folder.path("strange.vsession")
        try SessionWriter(path: path, isReplacing: true).write(session, timing: [:])
        let sentence = try failure(stage, SessionFolder(path: path))
        #expect(sentence.contains("inputs.jsonl: damaged: line \(end.sequence + 1): \(words)"))
    }

    private func edited(
        _ key: String, _ value: JSONValue
    ) throws -> (stage: Stage, folder: SessionFolder) {
        let stage = Stage()
        let folder = try stage.seal()
        var object = try SessionManifest(path: folder.manifestPath).object
        object[key] = value
        try DiskFile.write(JSONWriter.prettyBytes(.object(object)), to: folder.manifestPath)
        return (stage, folder)
    }

    private func failure(_ stage: Stage, _ folder: SessionFolder) throws -> String {
        let error = #expect(throws: SessionError.self) { _ = try stage.replay(folder) }
        return error?.description ?? ""
    }
}
