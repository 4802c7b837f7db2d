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
import VoiceTime
import VoiceTrace

@Suite("Recording")
struct RecordingTests {
    @Test("starts a caller's line so long after the event it waits for")
    func linePlacement() throws {
        let session = try Stage().record()
        let line = try #require(
            session.inputs.compactMap { input in
                if case .caller(let line) = input.input { line } else { nil }
            }.first)
        // The prompt ends at frame 8,000; the caller waits 300 ms.
        #expect(line.start == 8_000 + 4_800)
        #expect(line.words == "yes")
        #expect(line.active.lowerBound >= line.start && line.active.upperBound <= line.end)
    }

    @Test("names lines that were never reached and expectations that failed")
    func unreached() throws {
        var stage = Stage()
        stage.scenario = """
            { "caller": [ { "after": { "kind": "media", "item": "P_Never" }, "play": "clip.wav" } ],
              "expect": [ { "kind": "transition", "to": "SayYes" } ],
              "app": [ { "atMs": 100, "stop": true } ] }
            """
        let session = try stage.record()
        #expect(
            session.unreachedLines == [
                "Caller line 1 (clip.wav) never played: no event media item=P_Never came."
            ])
        #expect(session.failedExpectations == ["transition to=SayYes"])
    }

    @Test("ends at its limit when the flow does not")
    func limit() throws {
        var stage = Stage()
        stage.scenario = #"{ "limits": { "seconds": 2 } }"#
        let session = try stage.record()
        #expect(session.manifest.frames == 32_000)
        #expect(session.inputs.last?.input == .end(reason: "limits"))
        let folder = try stage.seal()
        #expect(try stage.replay(folder).events == session.events)
    }

    @Test("brings every clip to exactly the ratio asked for over a bed of noise")
    func signalToNoise() throws {
        var stage = Stage()
        stage.flow = """
            [ { "id": "VF_START", "type": "node", "goTo": { "DEFAULT": "Wait" } },
              { "id": "Wait", "type": "pauseResume", "goTo": { "DEFAULT": "VF_END" } },
              { "id": "VF_END", "type": "node", "goTo": { "DEFAULT": "" } } ]
            """
        stage.scenario = """
            { "caller": [ { "atMs": 1000, "play": "clip.wav", "words": "yes" },
                          { "atMs": 3000, "play": "quiet.wav", "words": "yes" } ],
              "noise": { "play": "bed.wav", "snrDB": 10 }, "limits": { "seconds": 5 } }
            """
        let clip = SpeechLikeSound.syllables(frames: 11_200)
        let quiet = SpeechLikeSound.syllables(frames: 11_200, amplitude: 0.05)
        let bed = SpeechLikeSound.noise(frames: 16_000, decibels: -20)
        for (name, samples) in [("quiet.wav", quiet), ("bed.wav", bed.samples)] {
            try SoundFile.writeMono(
                MonoSound(sampleRate: 16_000, samples: samples), path: stage.folder.path(name))
        }
        let track = try stage.record().microphone.samples
        let noise = Level.power(track[0..<16_000])
        for (start, samples) in [(16_000, clip), (48_000, quiet)] {
            let active = Level.activePower(MonoSound(sampleRate: 16_000, samples: samples))
            let mixed = track[start..<(start + 11_200)]
            // What the mix holds beyond the noise is the clip, over its whole length.
            let whole = Level.power(samples)
            let heard = (Level.power(mixed) - noise) * active / whole
            #expect(abs(Level.decibels(power: heard / noise) - 10) < 0.7)
        }
    }

    @Test("puts silence of exact zeros under the caller where it is asked for")
    func digitalSilence() throws {
        var stage = Stage()
        stage.scenario = #"{ "silence": "digital", "limits": { "seconds": 1 } }"#
        #expect(try stage.record().microphone.samples.allSatisfy { $0 == 0 })
        stage.scenario = #"{ "limits": { "seconds": 1 } }"#
        #expect(try stage.record().microphone.samples.contains { $0 != 0 })
    }

    @Test("takes a recording as the microphone, and the room after its end")
    func recordingAsMicrophone() throws {
        let stage = Stage()
        var plan = try stage.plan()
        plan.scenario = Scenario()
        let silence = [Int16](repeating: 0, count: 16_000)
        let track = silence + SpeechLikeSound.syllables(frames: 11_200)
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: track), path: stage.folder.path("caller.wav"))
        plan.inputPath = stage.folder.path("caller.wav")
        var recorder = stage.recorder
        let session = try recorder.record(plan)
        #expect(session.microphone.samples.starts(with: track))
        #expect(session.events.contains { $0.kind == "speechStart" })
    }

    @Test("sets fields before the run, as inputs")
    func fields() throws {
        var stage = Stage()
        stage.fields = [("Next", "A")]
        stage.scenario = #"{ "limits": { "seconds": 1 } }"#
        let session = try stage.record()
        #expect(session.events.first?.kind == "field")
        #expect(session.events[1].kind == "flowStart")
    }

    @Test("refuses to write a line that no reader would take")
    func longLine() throws {
        var stage = Stage()
        stage.fields = [("Huge", .string(String(repeating: "x", count: 1 << 20)))]
        stage.scenario = #"{ "limits": { "seconds": 1 } }"#
        let error = #expect(throws: SessionError.self) { _ = try stage.seal() }
        #expect(error?.description.contains("inputs.jsonl would hold a line of") == true)
        #expect(!DiskFile.exists(stage.folder.path("stage.vsession.partial")))
        var value = JSONValue.integer(1)
        for _ in 0..<127 { value = .array([value]) }
        stage.fields = [("Deep", value)]
        let deep = #expect(throws: SessionError.self) { _ = try stage.seal() }
        #expect(deep?.description.contains("nothing was written") == true)
    }

    @Test("a line whose time never came was not reached, although it was due")
    func dueAfterTheEnd() throws {
        var stage = Stage()
        stage.scenario = """
            { "caller": [ { "atMs": 90000, "play": "clip.wav" } ],
              "app": [ { "atMs": 100, "stop": true } ] }
            """
        #expect(
            try stage.record().unreachedLines.first?.hasPrefix(
                "Caller line 1 (clip.wav) never played: ") == true)
    }

    @Test("replaces a session and nothing else, however it is asked")
    func replacing() throws {
        let stage = Stage()
        for name in ["notes.vsession/diary.txt", "cut.vsession.partial/journal"] {
            try stage.folder.write("mine", to: name)
        }
        for name in ["notes.vsession", "cut.vsession"] {
            #expect(throws: SessionError.self) { _ = try stage.seal(name) }
        }
        #expect(DiskFile.exists(stage.folder.path("notes.vsession/diary.txt")))
        #expect(DiskFile.exists(stage.folder.path("cut.vsession.partial/journal")))
    }

    @Test("keeps what is there until the new session is whole, and never replaces it unasked")
    func overwriting() throws {
        let stage = Stage()
        let folder = try stage.seal()
        let before = try DiskFile.read(folder.manifestPath, limit: 1 << 20)
        #expect(throws: SessionError.disk(.exists(path: folder.path))) {
            _ = try SessionWriter(path: folder.path, isReplacing: false)
        }
        #expect(try DiskFile.read(folder.manifestPath, limit: 1 << 20) == before)
        _ = try stage.seal()
        #expect(
            try DiskFile.names(in: stage.folder.path).filter { $0.contains("vsession") } == [
                "stage.vsession"
            ])
    }

    @Test("a clip that is nowhere is named with the folders that were searched")
    func missingClip() throws {
        var stage = Stage()
        stage.scenario = #"{ "caller": [ { "atMs": 1, "play": "nobody.wav" } ] }"#
        let error = #expect(throws: SessionError.self) { _ = try stage.record() }
        #expect(error?.description.contains("nobody.wav (scenario $.caller[0])") == true)
        #expect(error?.description.contains(stage.folder.path) == true)
    }

    @Test("a clip's name never leads out of its folder")
    func clipEscapes() throws {
        var stage = Stage()
        stage.scenario = #"{ "caller": [ { "atMs": 1, "play": "../../etc/passwd" } ] }"#
        let error = #expect(throws: SessionError.self) { _ = try stage.record() }
        guard case .disk(.escapes)? = error else {
            Issue.record("expected an escape, found \(String(describing: error))")
            return
        }
    }
}
