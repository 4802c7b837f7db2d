import Testing
import VoiceAudio
import VoiceEngine
import VoiceFlow
import VoiceJSON
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@Suite("A scripted caller of a session")
struct CallerScriptTests {
    @Test("each line starts so long after its prompt as the caller did, with silence around it")
    func lines() throws {
        let (session, script) = try script(of: Stage())
        let line = try #require(script.lines.first)
        #expect(script.lines.count == 1 && line.words == "yes")
        #expect(
            line.anchor.pattern == [
                "kind": "media", "function": "playAudio", "event": "ended", "item": "P_Ask",
            ])
        let rate = session.manifest.sampleRate
        #expect(
            line.clip.lowerBound
                == line.anchor.frame + rate.frames(milliseconds: line.delayMilliseconds))
        #expect(line.clip.lowerBound < line.speech.lowerBound)
        #expect(line.clip.upperBound > line.speech.upperBound)
        #expect(script.notes.isEmpty)
    }

    @Test("the scripted caller makes the same session again", arguments: ["ended", "started"])
    func roundTrip(event: String) throws {
        var stage = Stage()
        stage.scenario = """
            { "caller": [ { "after": { "kind": "media", "item": "P_Ask", "event": "\(event)" },
                            "delayMs": 250, "play": "clip.wav", "words": "yes" } ] }
            """
        let (session, script) = try script(of: stage)
        let sound = try CallerClips(of: Self.run(session))
        for (index, line) in script.lines.enumerated() {
            try SoundFile.writeMono(
                try sound.clip(of: line), path: stage.folder.path("again-\(index).wav"),
                overwrite: true)
        }
        let room = try sound.room(in: #require(script.room))
        try SoundFile.writeMono(room, path: stage.folder.path("room.wav"), overwrite: true)
        let names = script.lines.indices.map { "again-\($0).wav" }
        let file = script.file(clips: names, room: .file("room.wav"), of: "stage")
        stage.scenario = String(decoding: file, as: UTF8.self)
        let again = try stage.record()
        #expect(again.unreachedLines.isEmpty && again.failedExpectations.isEmpty)
        #expect(again.turnFaults.isEmpty)
        #expect(Self.steps(again) == Self.steps(session))
        let (first, second) = (Self.speech(session), Self.speech(again))
        #expect(first.count == second.count)
        for (one, other) in zip(first, second) { #expect(abs(one - other) <= 320) }
    }

    @Test("what is proposed holds of the session itself")
    func expectations() throws {
        let (session, script) = try script(of: Stage())
        let texts = script.expectations.compactMap(\.string)
        #expect(texts.count == 1 && texts[0].hasPrefix("answer<="))
        let judged = JudgedRun(session, vocabulary: VoiceflowFactory().declaration.vocabulary)
        #expect(try judged.faults(of: texts.map { try TurnExpectation($0) }).isEmpty)
        let events = script.expectations.compactMap(\.object)
        #expect(
            events.contains([
                "kind": "transition", "from": "Ask", "by": "userInputCollection", "to": "SayYes",
            ]))
        #expect(events.last == ["kind": "flowEnd", "reason": "end"])
    }

    @Test("says that words are not known")
    func unknownWords() throws {
        var stage = Stage()
        stage.scenario = """
            { "caller": [ { "after": { "kind": "media", "item": "P_Ask", "event": "ended" },
                            "delayMs": 300, "play": "clip.wav" } ] }
            """
        let (_, script) = try script(of: stage)
        #expect(script.lines.map(\.words) == [nil])
        #expect(
            script.notes == [
                "line 1: the words are not known, so a scripted recognizer does not understand"
                    + " them. Add \"words\", or run the scenario with a recognizer that hears"
            ])
    }

    @Test("says which line follows nothing of the app")
    func clock() throws {
        let (session, _) = try script(of: Stage())
        var run = Self.run(session)
        run.events = run.events.filter { $0.tap != .actions }
        let script = try CallerScript(run) { $0.lowerBound }
        let time = try #require(script.lines.first?.delayMilliseconds)
        #expect(
            script.notes == [
                "line 1: the app had neither played nor listened, so the line goes by the time of"
                    + " the session, \(time) ms"
            ])
        let file = String(
            decoding: script.file(clips: ["a.flac"], room: .silent, of: "s"), as: UTF8.self)
        #expect(file.contains("\"atMs\":\(time),"))
        #expect(file.contains("\"silence\": \"digital\""))
    }

    @Test("the room is looked for away from speech and prompts")
    func room() throws {
        let (session, script) = try script(of: Stage())
        let room = try #require(script.room)
        let distance = session.manifest.sampleRate.frames(milliseconds: 200)
        let speech = try #require(script.lines.first?.speech)
        #expect(
            room.upperBound <= speech.lowerBound - distance
                || room.lowerBound >= speech.upperBound + distance)
        #expect(room.lowerBound >= 8_000)
    }

    @Test("a session without the caller's sound gives no clips")
    func noSound() throws {
        var run = Self.run(try Stage().record())
        run.sounds.microphone = nil
        run.path = "quiet.vsession"
        let error = #expect(throws: SessionError.self) { try CallerClips(of: run) }
        #expect(
            error?.description
                == "quiet.vsession: holds no sound of its caller (audio/mic.flac) from which clips"
                + " could be cut. Name a session that was recorded with its sound.")
    }

    private func script(of stage: Stage) throws -> (RecordedSession, CallerScript) {
        let session = try stage.record()
        let run = Self.run(session)
        let sound = try CallerClips(of: run)
        let script = try CallerScript(run) { (range) throws(SessionError) in
            try sound.quietest(in: range)
        }
        return (session, script)
    }

    private static func run(_ session: RecordedSession) -> MeasuredRun {
        JudgedRun(session, vocabulary: VoiceflowFactory().declaration.vocabulary).run
    }

    private static func steps(_ session: RecordedSession) -> [JSONObject] {
        session.events.filter { $0.kind == "transition" }.map(\.fields)
    }

    /// Where the detector found that speech really began and ended.
    private static func speech(_ session: RecordedSession) -> [Frame] {
        session.events.filter { $0.tap == .speech }
            .compactMap { $0.fields[CoreKey.spoken]?.integer }
    }
}
