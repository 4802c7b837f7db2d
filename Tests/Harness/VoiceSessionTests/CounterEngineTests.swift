import Testing
import VoiceAudio
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceRecognition
import VoiceSession
import VoiceSessionSupport
import VoiceSynthesis
import VoiceTestSupport
import VoiceTime
import VoiceTrace

/// An engine that no source names: it goes through everything that the contract offers.
@Suite("A made-up engine")
struct CounterEngineTests {
    let stage = Stage()
    let factory = CounterFactory()

    static let scenario = """
        { "caller": [ { "after": { "kind": "played" }, "delayMs": 300, "play": "clip.wav",
                        "words": "seven up" } ],
          "app": [ { "atMs": 100, "countTo": "3" }, { "atMs": 200, "hold": true },
                   { "atMs": 300, "hold": true },
                   { "on": { "callback": "Beaten" }, "countTo": { "count": "5" },
                     "returnAfterMs": 40 } ] }
        """

    func record(
        _ scenario: String = Self.scenario, levelFrames: Int = 16_000, phones: Bool = false,
        synthesizer: SpeechSynthesizer? = nil
    ) throws -> RecordedSession {
        var recorder = SessionRecorder(
            factory: factory, synthesizer: synthesizer ?? stage.synthesizer)
        return try recorder.record(try plan(scenario, levelFrames: levelFrames, phones: phones))
    }

    func plan(
        _ scenario: String, levelFrames: Int = 16_000, phones: Bool = false
    ) throws -> RecordingPlan {
        try stage.prepare()
        var settings = SessionSettings(engine: factory.declaration)
        try settings.set("counter.levelFrames", to: levelFrames)
        try settings.set("counter.phones", to: phones ? 1 : 0)
        var folders = try MediaFolders(language: "en-US")
        folders.setAll(to: stage.folder.path)
        let setup = EngineSetup(
            files: [:], settings: settings.engine, language: "en-US", seed: 1,
            sampleRate: .standard)
        var plan = RecordingPlan(
            name: "count", setup: setup, settings: settings, folders: folders,
            recognizer: RecognizerSetup(kind: .scripted), createdBy: "a test")
        plan.scenario = try ScenarioReader(
            bytes: Array(scenario.utf8), file: "scenario.json", engine: factory.declaration
        ).scenario
        plan.clipFolders = [stage.folder.path]
        return plan
    }

    func replay(
        _ folder: SessionFolder, _ change: (inout ReplayOptions) -> Void = { _ in }
    ) throws -> ReplayResult {
        var options = ReplayOptions()
        change(&options)
        var replayer = SessionReplayer(factories: [factory])
        return try replayer.replay(folder, options: options)
    }

    func seal(_ session: RecordedSession) throws -> SessionFolder {
        let path = stage.folder.path("count.vsession")
        try SessionWriter(path: path, isReplacing: true).write(session, timing: [:])
        return SessionFolder(path: path)
    }

    private func frames(_ session: RecordedSession, _ kind: String) -> [Frame] {
        session.events.filter { $0.kind == kind }.map(\.frame)
    }

    @Test("counts by its timer, whatever else happens")
    func timer() throws {
        let session = try record()
        #expect(frames(session, "beat") == (1...8).map { $0 * 8_000 })
        #expect(session.inputs.last?.frame == 64_000)
    }

    @Test("holds its prompt, which ends as much later")
    func heldPrompt() throws {
        let session = try record()
        #expect(frames(session, "held") == [3_200])
        #expect(frames(session, "released") == [4_800])
        #expect(frames(session, "played") == [9_600])
    }

    @Test("hears one utterance with two ears, each after the silence that it wants")
    func twoEars() throws {
        let session = try record()
        let ends = session.events.filter { $0.kind == "understood" }
        #expect(ends.map { $0.fields["job"] } == [2, 3])
        #expect(ends.map { $0.fields["text"] } == ["seven up", "seven up"])
        try #require(ends.count == 2)
        #expect(ends[1].frame - ends[0].frame == 14_400 - 3_200)
        let words = session.events.filter { $0.kind == "final" }
        #expect(words.map { $0.fields["job"] } == [2, 3])
        #expect(words.allSatisfy { $0.fields["words"]?.array?.count == 2 })
        #expect(frames(session, "speechStart").count == 1)
    }

    @Test("sees words with their times before the speech is over")
    func wordsSoFar() throws {
        let events = try record().events.filter { $0.kind == "understanding" }
        #expect(events.contains { $0.fields["words"] == 1 })
        let silences = events.compactMap { $0.fields["silence"]?.integer }
        #expect(!silences.isEmpty && silences.allSatisfy { $0 >= 0 })
    }

    @Test("knows how loud the microphone is as often as it asked, from each ear")
    func levels() throws {
        let session = try record()
        let levels = session.events.filter { $0.kind == "level" }
        #expect(levels.prefix(2).map(\.frame) == [16_000, 16_000])
        #expect(levels.prefix(2).map { $0.fields["job"] } == [2, 3])
        #expect(levels.allSatisfy { $0.tap == .speech })
        let told = session.events.filter { $0.kind == "loud" }.map { $0.fields["level"] }
        #expect(told == levels.map { $0.fields["level"] })
        // The clip begins at frame 14,400; at 48,000 there is only the room.
        let first = try #require(levels.first?.fields["level"]?.integer)
        let room = try #require(levels.last { $0.frame > 40_000 }?.fields["level"]?.integer)
        #expect(first > room + 10_000)
    }

    @Test("ends its session with a word that is not another engine's")
    func endReason() throws {
        #expect(try record().inputs.last?.input == .end(reason: "engineEnd"))
        let declared = EventVocabulary(kinds: [EventKind("counted", .runEnd)])
        #expect(declared.endReason == "counted")
    }

    @Test("takes no first values, and says so")
    func firstValues() throws {
        var plan = try plan(Self.scenario)
        plan.fields = [("Next", "A")]
        var recorder = SessionRecorder(factory: factory, synthesizer: stage.synthesizer)
        let error = #expect(throws: SessionError.self) { try recorder.record(plan) }
        #expect(error?.description.contains("counter takes no first values") == true)
    }

    @Test("numbers the calls that it answers, and no others")
    func calls() throws {
        let ids = try record().inputs.compactMap { input -> String? in
            guard case .call(let call) = input.input else { return nil }
            return "\(call.name) \(call.id.map(String.init) ?? "-")"
        }
        #expect(ids == ["countTo 0", "hold -", "hold -", "countTo 1"])
    }

    @Test("names its own receivers in what is recorded")
    func receivers() throws {
        let session = try record()
        let receivers = session.inputs.compactMap(\.during?.by)
        #expect(receivers == [.tally, .tally])
    }

    @Test("replays bit for bit from every tap", arguments: StartingTap.allCases)
    func taps(tap: StartingTap) throws {
        let folder = try seal(try record())
        let result = try replay(folder) { $0.tap = tap }
        #expect(result.events == result.golden.events)
        #expect(result.unplaced.isEmpty && result.unconsumed.isEmpty)
    }

    @Test("replays bit for bit in blocks of any size", arguments: [1, 7, 160, 512, nil])
    func blocks(block: Int?) throws {
        let folder = try seal(try record())
        let result = try replay(folder) { $0.blockFrames = block }
        #expect(result.events == result.golden.events)
    }

    @Test("recovers from its journal and replays alike")
    func recovers() throws {
        let session = try record()
        let target = stage.folder.path("cut.vsession")
        try InterruptedRecording.write(session, to: target)
        let recovery = try SessionRecovery(target + ".partial")
        #expect(recovery.isWhole)
        let result = try replay(recovery.folder)
        #expect(result.events == result.golden.events)
        #expect(result.golden.events == session.events)
    }

    @Test(
        "ends an utterance in the middle of it, and its words replay from every tap",
        arguments: StartingTap.allCases)
    func finishes(tap: StartingTap) throws {
        let session = try record(
            """
            { "caller": [ { "atMs": 500, "play": "clip.wav", "words": "seven up" } ],
              "app": [ { "atMs": 900, "finish": true } ] }
            """)
        #expect(frames(session, "final").prefix(2) == [14_400, 14_400])
        let result = try replay(try seal(session)) { $0.tap = tap }
        #expect(result.events == result.golden.events)
        #expect(result.unconsumed.isEmpty)
    }

    @Test("is refused an input from a receiver that it does not have, with its line")
    func unknownReceiver() throws {
        var session = try record()
        let index = try #require(session.inputs.firstIndex { $0.during != nil })
        session.inputs[index].during?.by = .observer
        let folder = try seal(session)
        let error = #expect(throws: SessionError.self) { try replay(folder) }
        #expect(
            error?.description.contains("line \(index + 1): unknown receiver \"observer\"")
                == true)
        #expect(error?.description.contains("tally, ear, reply") == true)
    }

    @Test("what an app calls because of an answer is placed there when it is replayed")
    func callsAfterAnswer() throws {
        let setup = EngineSetup(
            files: [:], settings: [:], language: "en-US", seed: 1, sampleRate: .standard)
        var loop = try FrameLoop(
            engine: try factory.make(setup), host: AnsweredApp(), rate: .standard,
            settings: MediaSettings())
        loop.schedule(.run, at: 0)
        let call = EngineCall(
            facade: "counter", name: "countTo", arguments: ["count": "2"], id: 40)
        loop.schedule(.call(call), at: 100)
        loop.advance(to: 24_000)
        #expect(loop.host.answers == [40: .value(2)])
        #expect(loop.endReason == "stopped")
        let run = RunRecord(
            declaration: factory.declaration, setup: setup, media: MediaSettings(),
            recognizer: RecognizerIdentity(kind: "none"), frames: 24_000, isOver: true,
            inputs: loop.inputs, events: loop.events)
        let path = stage.folder.path("answered.vsession")
        try run.write(to: path)
        let result = try replay(SessionFolder(path: path)) { $0.tap = .words }
        #expect(result.events == result.golden.events)
        #expect(result.events.last?.frame == 16_000)
        #expect(result.unplaced.isEmpty)
    }

    /// Stops as soon as its call is answered; has no prompts.
    private struct AnsweredApp: SessionHost {
        var answers: [Int: CallResult] = [:]

        mutating func replied(
            _ answer: CallAnswer, of event: TraceEvent, at frame: Frame
        ) -> [(delay: Frame, call: EngineCall)] {
            answers[answer.call] = answer.result
            return [(0, EngineCall(facade: "counter", name: "stop"))]
        }

        mutating func deliver(
            _ callback: EngineCallback, of event: TraceEvent, at frame: Frame
        ) -> CallbackReply { CallbackReply() }

        mutating func recognize(
            _ utterance: Utterance
        ) -> (outcome: RecognitionOutcome, delay: Frame) { (.rejected(nil), 0) }

        mutating func realize(_ request: PromptRequest) -> PromptOutcome {
            .failed(reason: "no prompts")
        }
    }
}
