import Testing
import VoiceAudio
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTrace

@Suite("What a recorded flow writes and reads")
struct FlowRecordingTests {
    private func flow(_ modules: String, first: String) -> String {
        """
        [ { "id": "VF_START", "type": "node", "goTo": { "DEFAULT": "\(first)" } }, \(modules),
          { "id": "VF_END", "type": "node", "goTo": { "DEFAULT": "" } } ]
        """
    }

    @Test(
        "a recording whose name is refused says why, in the trace and among the warnings",
        .fact("voiceflow-8-10"))
    func refused() throws {
        var stage = Stage()
        stage.flow = flow(
            """
            { "id": "Take", "type": "recordAudio", "recordAudioParams": {
                "saveAudioParams": { "fileName": "../take.wav" },
                "stopRecordParams": { "maxAudioLengthMs": 200 } },
              "goTo": { "DEFAULT": "VF_END" } }
            """, first: "Take")
        stage.scenario = "{}"
        var plan = try stage.plan()
        var folders = try MediaFolders(language: "en-US")
        folders.set(.recordAudio, to: stage.folder.path("recordings"))
        plan.recordings = folders
        var recorder = stage.recorder
        let session = try recorder.record(plan)
        let ended = session.events.first { $0.fields["event"] == "ended" }?.fields
        #expect(ended?["stopReason"] == "recordingFileError")
        let reason = try #require(ended?["reason"]?.string)
        #expect(reason.contains("../take.wav"))
        #expect(session.warnings == ["a recording was not kept: \(reason)"])
    }

    @Test("a recording holds as much as it says, to the millisecond", .fact("voiceflow-8-7"))
    func length() throws {
        var stage = Stage()
        stage.flow = flow(
            """
            { "id": "Take", "type": "recordAudio", "recordAudioParams": {
                "saveAudioParams": { "fileName": "take.wav" },
                "stopRecordParams": { "maxRecordLengthMs": 1234 } },
              "goTo": { "DEFAULT": "VF_END" } }
            """, first: "Take")
        stage.scenario = "{}"
        var plan = try stage.plan()
        var folders = try MediaFolders(language: "")
        folders.set(.recordAudio, to: stage.folder.path("recordings"))
        plan.recordings = folders
        var recorder = stage.recorder
        let session = try recorder.record(plan)
        let ended = session.events.first { $0.fields["event"] == "ended" }?.fields
        #expect(ended?["durationMs"] == 1_234)
        let path = stage.folder.path("recordings/en-US/take.wav")
        let take = try SoundFile.readMono(path: path, sampleRate: nil)
        #expect(take.samples.count == 1_234 * 16)
        // It is what the microphone heard.
        #expect(take.samples == Array(session.microphone.samples.prefix(1_234 * 16)))
    }

    @Test("a prompt of no length is recorded as a session that replays", .fact("voiceflow-7-19"))
    func frameless() throws {
        var stage = Stage()
        stage.flow = flow(
            """
            { "id": "Say", "type": "playAudio", "playAudioParams": { "promptID": "P_Ask" },
              "goTo": { "DEFAULT": "VF_END" } }
            """, first: "Say")
        stage.scenario = "{}"
        let plan = try stage.plan()
        let header: [UInt8] =
            Array("RIFF".utf8) + [36, 0, 0, 0] + Array("WAVEfmt ".utf8)
            + [16, 0, 0, 0, 1, 0, 1, 0, 0x80, 0x3E, 0, 0, 0, 0x7D, 0, 0, 2, 0, 16, 0]
            + Array("data".utf8) + [0, 0, 0, 0]
        try DiskFile.write(header, to: stage.folder.path("ask.wav"))
        var recorder = stage.recorder
        let session = try recorder.record(plan)
        let segment = session.events.first { $0.kind == "segment" }
        #expect(segment?.fields["frames"] == 0)
        let folder = SessionFolder(path: stage.folder.path("empty.vsession"))
        try SessionWriter(path: folder.path, isReplacing: true).write(session, timing: [:])
        var replayer = SessionReplayer(factories: [stage.factory])
        let result = try replayer.replay(folder, options: ReplayOptions())
        #expect(result.events == session.events)
    }

    @Test(
        "prompts are looked for in the language folder that the app took last",
        .fact("voiceflow-4-5"))
    func language() throws {
        var stage = Stage()
        let play = """
            "type": "playAudio", "playAudioParams": { "promptID": "P_Yes" }
            """
        stage.flow = flow(
            """
            { "id": "One", \(play), "goTo": { "DEFAULT": "Two" } },
            { "id": "Two", \(play), "goTo": { "DEFAULT": "Three" } },
            { "id": "Three", \(play), "goTo": { "DEFAULT": "VF_END" } }
            """, first: "One")
        stage.scenario = """
            { "app": [ { "on": { "callback": "PreModuleStart", "module": "Two" },
                         "setLanguage": "fr-FR" },
                       { "on": { "callback": "PreModuleStart", "module": "Three" },
                         "setLanguage": "en-US" } ] }
            """
        try DiskFile.makeFolder(stage.folder.path("fr-FR"))
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: [Int16](repeating: 7, count: 1_600)),
            path: stage.folder.path("fr-FR/yes.wav"))
        let segments = try stage.record().events.filter { $0.kind == "segment" }
        #expect(segments.map { $0.fields["frames"]?.integer } == [4_800, 1_600, 4_800])
    }
}
