import Testing
import VoiceAudio
import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTime
import VoiceTrace

/// Where the caller of a run really spoke: labels, else an offline pass, else the level.
@Suite("Truth about the caller")
struct CallerTruthTests {
    /// A clip of 3 s in a room at `decibels` that speaks from 1 s to 1.7 s.
    private static func clip(room decibels: Float) throws -> MonoSound {
        Mixer.adding(
            MonoSound(sampleRate: 16_000, samples: SpeechLikeSound.syllables(frames: 11_200)),
            to: SpeechLikeSound.noise(frames: 48_000, decibels: decibels), at: 16_000)
    }

    private static let waiting = """
        [ { "id": "VF_START", "type": "node", "goTo": { "DEFAULT": "Wait" } },
          { "id": "Wait", "type": "pauseResume", "goTo": { "DEFAULT": "VF_END" } },
          { "id": "VF_END", "type": "node", "goTo": { "DEFAULT": "" } } ]
        """

    /// A stage whose caller plays the clip `room.wav` at 1 s; `line` is what else its line has.
    private func stage(_ line: String = "", room decibels: Float = -45) throws -> Stage {
        var stage = Stage()
        stage.flow = Self.waiting
        stage.scenario = """
            { "caller": [ { "atMs": 1000, "play": "room.wav", "words": "yes"\(line) } ],
              "limits": { "seconds": 5 } }
            """
        try SoundFile.writeMono(
            Self.clip(room: decibels), path: stage.folder.path("room.wav"))
        return stage
    }

    private func turns(_ session: RecordedSession, of stage: Stage) throws -> [SpokenTurn] {
        try MeasuredRun(
            name: "s", path: "s", manifest: session.manifest, events: session.events,
            vocabulary: stage.factory.declaration.vocabulary, inputs: session.inputs,
            sounds: SessionSounds(microphone: session.microphone)
        ).subject().turns
    }

    private func turn(_ stage: Stage) throws -> SpokenTurn {
        let turns = try turns(stage.record(), of: stage)
        #expect(turns.count == 1)
        return try #require(turns.first)
    }

    @Test("without labels, speech ends where an offline pass finds its end, and the room goes on")
    func offlinePass() throws {
        let turn = try turn(stage())
        #expect(turn.source == .offlinePass)
        // The last syllable is over 160 ms after it begins at 660 ms.
        let end = Frame(32_000 + 11_200)
        #expect(abs(turn.active.upperBound - end) < 1_280, "\(turn.active)")
    }

    @Test("a clip that is cut within speech ends where it is cut")
    func cutClip() throws {
        let stage = try stage()
        // The middle of the fourth syllable.
        let cut = SpeechLikeSound.syllables(frames: 11_840)
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: cut), path: stage.folder.path("room.wav"),
            overwrite: true)
        let turn = try turn(stage)
        #expect(turn.source == .offlinePass)
        #expect(abs(turn.active.upperBound - (16_000 + 11_840)) < 320, "\(turn.active)")
    }

    @Test("labels of the scenario's line are the truth")
    func scenarioLabels() throws {
        let turn = try turn(stage(#", "speech": {"startMs": 900, "endMs": 1650}"#))
        #expect(turn.source == .scenario)
        #expect(turn.active == 16_000 + 14_400..<16_000 + 26_400)
    }

    @Test("a file of labels beside the clip is the truth, and the scenario's own win over it")
    func clipLabels() throws {
        let stage = try stage()
        try stage.folder.write("SPEAKER room 1 1.0 0.75 <NA> <NA> a <NA> <NA>\n", to: "room.rttm")
        let turn = try turn(stage)
        #expect(turn.source == .clip)
        #expect(turn.active == 32_000..<44_000)
        let own = try self.stage(#", "speech": {"startMs": 900, "endMs": 1650}"#)
        try own.folder.write("SPEAKER room 1 1.0 0.75 <NA> <NA> a <NA> <NA>\n", to: "room.rttm")
        #expect(try self.turn(own).source == .scenario)
    }

    @Test("without a track the level of the clip is the truth, which takes a room for speech")
    func level() throws {
        let stage = try stage()
        var session = try stage.record()
        session.microphone = MonoSound(sampleRate: 16_000, samples: [])
        let heard = try #require(try turns(session, of: stage).first)
        #expect(heard.source == .offlinePass)
        #expect(heard.active.upperBound < 50_000)
        // Sessions that were recorded before do not say where the clip speaks.
        session.inputs = session.inputs.map { event in
            guard case .caller(var line) = event.input else { return event }
            (line.speech, line.labels) = (nil, nil)
            var event = event
            event.input = .caller(line)
            return event
        }
        let turn = try #require(try turns(session, of: stage).first)
        #expect(turn.source == .level)
        #expect(turn.active == 16_000..<64_000)
    }

    @Test("labels that go on past the clip are refused, with both ends")
    func outside() throws {
        let stage = try stage(#", "speech": {"startMs": 900, "endMs": 3002}"#)
        let error = #expect(throws: SessionError.self) { _ = try stage.record() }
        #expect(
            error?.description
                == "scenario $.caller[0].speech: says that room.wav speaks up to 3002 ms,"
                + " and it is 3000 ms long. Correct the labels.")
        // Times are rounded.
        let rounded = try self.stage(#", "speech": {"startMs": 900, "endMs": 3001}"#)
        #expect(try turn(rounded).active.upperBound == 64_000)
    }

    @Test("labels with the digest of another sound are refused, those of the clip are taken")
    func otherSound() throws {
        let stage = try stage()
        let clip = stage.folder.path("room.wav")
        func write(_ digest: String) throws {
            try stage.folder.write(
                #"{"sampleRate": 16000, "sha256": "\#(digest)", "extent": [16000, 20000]}"#,
                to: "room.labels.json")
        }
        try write(DiskFile.entry(of: clip).sha256)
        // A digest that fits says more than the detector.
        #expect(try stage.record().warnings == [])
        try write(String(repeating: "0", count: 64))
        let error = #expect(throws: SessionError.self) { _ = try stage.record() }
        #expect(
            error?.description
                == "\(stage.folder.path("room.labels.json")): the labels are of another sound than"
                + " \(clip) is now, by their sha256. Write them again with `voicetest vad --format"
                + " json`, or restore the sound.")
    }

    @Test("speech far outside of labels that do not name their sound is worth a warning")
    func speechOutside() throws {
        let stage = try stage()
        try stage.folder.write("0.0\t0.2\tx\n", to: "room.labels.txt")
        let warning = try #require(try stage.record().warnings.first)
        let file = stage.folder.path("room.labels.txt")
        let said = #/: [78]\d\d ms of speech in room.wav are outside of the labels, first at/#
        #expect(warning.contains(said), "\(warning)")
        #expect(warning.hasPrefix(file))
        // Half a second at both ends together is what labels of other people may differ by.
        try stage.folder.write("1.2\t1.55\tx\n", to: "room.labels.txt")
        #expect(try stage.record().warnings == [])
    }

    @Test("a file of labels that is none is refused by its name")
    func badFile() throws {
        let stage = try stage()
        try stage.folder.write("{}", to: "room.labels.json")
        let error = #expect(throws: SessionError.self) { _ = try stage.record() }
        #expect(
            error?.description.hasPrefix(stage.folder.path("room.labels.json: no usable labels: "))
                == true)
    }

    @Test(
        "the ratio to the noise goes by what a clip speaks, not by its room", arguments: [-90, -38])
    func ratio(room: Int) throws {
        var stage = try stage(room: Float(room))
        stage.scenario = """
            { "caller": [ { "atMs": 1000, "play": "room.wav", "words": "yes" } ],
              "noise": { "play": "bed.wav", "snrDB": 10 }, "limits": { "seconds": 5 } }
            """
        let bed = SpeechLikeSound.noise(frames: 16_000, decibels: -20, seed: 8)
        try SoundFile.writeMono(bed, path: stage.folder.path("bed.wav"))
        let track = try stage.record().microphone.samples
        let noise = Level.power(track[0..<16_000])
        // What the mix holds beyond the noise is the clip. Where the room fills the pauses between
        // syllables they count, 1.4 dB; all of the room would be 8 dB.
        let speech = SpeechLikeSound.syllables(frames: 11_200)
        let active = Level.activePower(MonoSound(sampleRate: 16_000, samples: speech))
        let spoken = Level.power(track[32_000..<43_200]) - noise
        let ratio = spoken * active / Level.power(speech) / noise
        #expect(abs(Level.decibels(power: ratio) - 10) < 2.5)
    }

    @Test("a live take with a scenario has the turns of its track: the scenario is the app alone")
    func liveTake() throws {
        let stage = try stage()
        var session = try stage.record()
        session.inputs.removeAll { if case .caller = $0.input { true } else { false } }
        func turns() throws -> [SpokenTurn] {
            let path = stage.folder.path("take.vsession")
            try SessionWriter(path: path, isReplacing: true).write(session, timing: [:])
            return try MeasuredRun(of: SessionFolder(path: path), name: "take") { _ in
                stage.factory.declaration.vocabulary
            }.subject().turns
        }
        #expect(try turns().isEmpty)
        var opened = session.inputs[0]
        opened.input = SessionInput.device(
            DeviceNews.opened(name: "default", rate: 16_000, latency: 480))
        session.inputs.insert(opened, at: 0)
        let found = try turns()
        #expect(found.count == 1 && found.first?.source == .offlinePass)
    }

    @Test("who says where turns ended is told with its error")
    func sentence() {
        func turn(_ source: SpokenTurn.Source) -> SpokenTurn {
            SpokenTurn(active: 0..<1, source: source)
        }
        let turns = [SpokenTurn.Source.offlinePass, .clip, .offlinePass, .level].map(turn)
        #expect(
            TurnTruth(turns).sentence
                == "Ends of speech: 1 by labels beside the clip, 2 by an offline pass (within"
                + " \(TurnTruth.medianMilliseconds) ms at the median,"
                + " \(TurnTruth.ninetiethMilliseconds) ms for 90 %), 1 by the level of the clip (a"
                + " room may count as speech).")
        #expect(TurnTruth([]).sentence == nil)
    }
}
