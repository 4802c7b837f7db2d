import Testing
import VoiceAudio
import VoiceMedia
import VoiceSession
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

    @Test("a recording whose name is refused says why, in the trace and among the warnings")
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

    @Test("prompts are looked for in the language folder that the app took last")
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
