import Testing
import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@MainActor
@Suite("Apps that hand over something else than when their session was recorded")
struct ChangedAppTests {
    /// What an app loads before it runs.
    struct Loaded {
        var flow = [
            Files.dialog(
                [#"{"type": "initial", "promptID": "P_Ask"}"#],
                goTo: #""userInputCollection": [{"input": "yes", "goTo": "Bye"}]"#),
            Files.play("Bye", ["P_Bye"]),
        ]
        var prompts = [[Files.text("P_Ask", "Go on?"), Files.text("P_Bye", "Bye.")]]
        var map = [#"{"audioFile": "a.wav", "textString": "One", "textLanguage": "en-US"}"#]
        var session = #"{"categories": {"duckOthers": true}, "mode": "default"}"#
        var language = "en-US"
        var hasSpeaker = true
    }

    /// One change, and how its first cause begins.
    struct Change: CustomTestStringConvertible {
        let cause: String
        let make: @Sendable (inout Loaded) -> Void

        init(_ cause: String, _ make: @escaping @Sendable (inout Loaded) -> Void) {
            (self.cause, self.make) = (cause, make)
        }

        var testDescription: String { cause }
    }

    private let folder = TemporaryFolder()

    /// Writes what an app loads into files of the test's own.
    private func write(_ lines: [UInt8], _ name: String) throws -> String {
        let path = folder.path(name)
        try DiskFile.write(lines, to: path)
        return path
    }

    private func start(_ loaded: Loaded, _ host: any RunHost) throws -> STVoiceFlowRunner {
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.setLogLevel(logLevel: "none")
        runner.setLanguageFolder(languageFolder: loaded.language)
        let flow = try write(Files.flow(loaded.flow, from: "Ask"), "flow.json")
        #expect(runner.loadVoiceflow(localFileURL: flow) == .ST_SUCCESS)
        for (place, list) in loaded.prompts.enumerated() {
            let path = try write(Files.list(list), "prompts-\(place).json")
            #expect(runner.loadAudioPromptModules(localFileURL: path) == .ST_SUCCESS)
        }
        let map = String(decoding: Files.list(loaded.map), as: UTF8.self)
        #expect(runner.loadAudioToTextMap(jsonData: map) == .ST_SUCCESS)
        #expect(runner.initializeAudioSession(jsonData: loaded.session) == .ST_SUCCESS)
        runner.enableDeviceSpeaker(enable: loaded.hasSpeaker)
        #expect(runner.runVoiceflow() == .ST_SUCCESS)
        return runner
    }

    private func record(_ loaded: Loaded = Loaded()) throws -> SessionFolder {
        let host = SimulatedHost()
        let runner = try start(loaded, host)
        host.say("yes", after: .listenBegin, inMilliseconds: 500)
        host.go()
        let session = SessionFolder(path: folder.path("app.vsession"))
        try withExtendedLifetime(runner) {
            try #require(host.run?.record()).write(to: session.path)
        }
        return session
    }

    private func replay(_ session: SessionFolder, _ loaded: Loaded) throws -> ReplayResult {
        let host = ReplayedHost()
        let runner = try start(loaded, host)
        var options = ReplayOptions()
        options.tap = .words
        var replayer = SessionReplayer(factories: [VoiceflowFactory()])
        return try withExtendedLifetime(runner) {
            try replayer.replay(session, options: options, app: host.app)
        }
    }

    nonisolated private static let changes = [
        Change(#"flow.json:3: Ask.goTo.userInputCollection[0].input "yes" -> "yeah""#) {
            $0.flow[0] = $0.flow[0].replacing(#""yes""#, with: #""yeah""#)
        },
        Change(#"flow.json:4: Bye.playAudioParams.promptCollection[0].promptID "P_Bye" ->"#) {
            $0.flow[1] = Files.play("Bye", ["P_Ask"])
        },
        Change(#"prompts-0.json:2: P_Ask.textString "Go on?" -> "Go on now?""#) {
            $0.prompts[0][0] = Files.text("P_Ask", "Go on now?")
        },
        Change(#"prompts-0.json:3: P_Bye.textString "Bye." -> "Bye bye.""#) {
            $0.prompts[0][1] = Files.text("P_Bye", "Bye bye.")
        },
        Change(#"audio-text-map.json:2: [0].textString "One" -> "Two""#) {
            $0.map[0] = $0.map[0].replacing("One", with: "Two")
        },
        Change("audioSession.categories") { $0.session = #"{"mode": "default"}"# },
        Change(#"audioSession.mode "default" -> "voiceChat""#) {
            $0.session = $0.session.replacing(#""mode": "default""#, with: #""mode": "voiceChat""#)
        },
        Change("audioSession.deviceSpeaker true -> false") { $0.hasSpeaker = false },
        Change(#"language "en-US" -> "de-DE""#) { $0.language = "de-DE" },
    ]

    @Test(
        "what an app loads otherwise is the first cause, with the file and the line",
        .fact("voiceflow-11-3"), arguments: changes)
    func changed(_ change: Change) throws {
        let session = try record()
        var loaded = Loaded()
        change.make(&loaded)
        let result = try replay(session, loaded)
        let cause = try #require(result.firstCause)
        let told = cause.sentence.replacing(folder.path(""), with: "")
        #expect(told.hasPrefix(change.cause), "\(cause.sentence)")
        #expect(result.differences.first?.callback == "load")
        #expect(result.differences.first?.description.contains(change.cause) == true)
    }

    @Test(
        "white space, comments and the order of keys are no change", .fact("voiceflow-11-3"))
    func unchanged() throws {
        let session = try record()
        var loaded = Loaded()
        loaded.flow[1] = loaded.flow[1].replacing(
            "{\"id\"", with: "{ \"_note\": \"says bye\",\n\"id\"")
        loaded.prompts[0][0] = #"{"textString": "Go on?",  "style": "single", "id": "P_Ask"}"#
        let result = try replay(session, loaded)
        #expect(result.differences == [])
        #expect(result.firstCause == nil, "\(result.firstCause?.sentence ?? "")")
    }

    @Test(
        "a prompt of several lists is named with the list that holds it",
        .fact("voiceflow-11-3"))
    func severalLists() throws {
        var loaded = Loaded()
        loaded.prompts = loaded.prompts[0].map { [$0] }
        let session = try record(loaded)
        #expect(try replay(session, loaded).firstCause == nil)
        loaded.prompts[1][0] = Files.text("P_Bye", "See you.")
        let cause = try #require(try replay(session, loaded).firstCause)
        #expect(
            cause.sentence.contains(#"prompts-1.json:2: P_Bye.textString "Bye." -> "See you.""#))
        loaded.prompts.append([Files.text("P_More", "More.")])
        let more = try #require(try replay(session, loaded).firstCause)
        #expect(more.sentence.contains("prompts-2.json:2: P_More is new"))
    }

    @Test("an app that loads what was recorded has no difference", .fact("voiceflow-11-3"))
    func same() throws {
        let result = try replay(try record(), Loaded())
        #expect(result.differences == [])
        #expect(result.events == result.golden.events)
    }
}
