import Testing
import VoiceEngine
import VoiceJSON
import VoiceTrace

@testable import VoiceKit

@Suite("A declared app")
struct DeclaredAppTests {
    private static let game = #"""
        { "voices": {"lead": {"rate": 0.25, "volume": 0.5}},
          "config": {"ttsSuppressAfterFinish": 0},
          "start": "ask", "limits": {"steps": 40},
          "steps": {
            "ask": {"speak": "Guess.", "voice": "lead", "next": "hear"},
            "hear": {"listen": {"timeout": 2, "context": "number"}, "save": "guess",
                     "beside": {"speak": "I am listening."}, "bargeIn": true,
                     "on": [{"equals": "7", "next": "won"}, {"below": 7, "next": "low"},
                            {"empty": true, "next": "bye"},
                            {"failure": "micUnavailable", "next": "bye"}],
                     "next": "low", "atMost": 2, "afterwards": "bye"},
            "low": {"speak": "{guess} is wrong.", "next": "hear"},
            "won": {"clip": "ding.wav", "gainDB": 6, "next": "wait"},
            "wait": {"pause": 0.5, "next": "bye"},
            "bye": {"speak": "Goodbye.", "end": true} } }
        """#

    /// Plays the game with a caller who says `guesses`, one for each listening.
    private func play(_ guesses: [String]) throws -> VoiceKitBench {
        var bench = try VoiceKitBench(app: Self.game)
        for guess in guesses {
            for _ in 0..<1_000 where bench.openJobs.isEmpty { bench.advance(by: 10) }
            bench.advance(by: 300)
            bench.say(guess)
            for _ in 0..<1_000 where !bench.openJobs.isEmpty { bench.advance(by: 10) }
        }
        bench.advance(by: 20_000)
        return bench
    }

    private func steps(_ bench: VoiceKitBench) -> [String?] {
        bench.events("step").map { $0["step"]?.string }
    }

    @Test("goes by what was heard, fills in what was kept, and ends")
    func wins() throws {
        let bench = try play(["four", "seven"])
        #expect(steps(bench) == ["ask", "hear", "low", "hear", "won", "wait", "bye"])
        #expect(bench.requests.compactMap(\.text).contains("4 is wrong."))
        #expect(bench.endReason == "finished")
        #expect(
            bench.events("edge").map { $0["by"]?.string } == [
                "next", "below 7", "next", "equals 7", "next", "next",
            ])
    }

    @Test("its voices and its configuration count")
    func configures() throws {
        let bench = try play(["seven"])
        #expect(bench.requests.first?.wordsPerMinute == 127)
        #expect(bench.requests.first?.volume == 500)
        #expect(bench.requests.first?.voice == "")
        #expect(bench.requests.first { $0.audioFile != nil }?.volume == 1_995)
    }

    @Test("the first words stop what is said beside")
    func bargesIn() throws {
        let bench = try play(["seven"])
        let ends = bench.events("spoken").map { $0["how"]?.string }
        #expect(ends == ["finished", "cancelled", "finished"])
    }

    @Test("a step is done so often at most, and leads elsewhere then")
    func limitsLoops() throws {
        let bench = try play(["nine", "nine"])
        #expect(steps(bench) == ["ask", "hear", "low", "hear", "low", "bye"])
        #expect(bench.events("edge").last?["by"] == "afterwards")
    }

    @Test("nothing heard leads where the step says")
    func hearsNothing() throws {
        var bench = try VoiceKitBench(app: Self.game)
        bench.advance(to: 20_000)
        #expect(steps(bench) == ["ask", "hear", "bye"])
    }

    @Test("a failure leads where the step says, or ends the run with its reason")
    func fails() throws {
        var bench = try VoiceKitBench(app: Self.game, run: false)
        bench.run()
        bench.send(.world(.permission(.microphone, .denied)))
        bench.advance(to: 20_000)
        #expect(steps(bench) == ["ask", "hear", "bye"])
        let app = #"{"start": "a", "steps": {"a": {"clip": "no.wav", "end": true}}}"#
        bench = try VoiceKitBench(app: app, run: false)
        bench.broken = ["no.wav"]
        bench.run()
        #expect(bench.endReason == "underlying")
    }

    @Test("a clip that alone can follow speech is prepared before it, and leaves no gap")
    func preparesClip() throws {
        let app = #"""
            {"start": "a", "steps": {"a": {"speak": "one", "next": "b"},
             "b": {"clip": "ding.wav", "next": "c"}, "c": {"speak": "two", "next": "d"},
             "d": {"clip": "ding.wav", "end": true}}}
            """#
        var bench = try VoiceKitBench(app: app)
        bench.advance(to: 20_000)
        #expect(bench.requests.first?.audioFile == "ding.wav")
        #expect(bench.events("clipPrepared").count == 1)
        #expect(bench.events("clip").map { $0["gap"] } == [0, 0])
        #expect(bench.endReason == "finished")
    }

    @Test("a clip that cannot be prepared fails its own step, after the speech")
    func failsAfterSpeech() throws {
        let app = #"""
            {"start": "a", "steps": {"a": {"speak": "one", "next": "b"},
             "b": {"clip": "no.wav", "on": [{"failure": "underlying", "next": "c"}], "end": true},
             "c": {"speak": "two", "end": true}}}
            """#
        var bench = try VoiceKitBench(app: app, run: false)
        bench.broken = ["no.wav"]
        bench.run()
        bench.advance(to: 20_000)
        #expect(steps(bench) == ["a", "b", "c"])
    }

    @Test("a loop without time ends at the limit of steps")
    func stepLimit() throws {
        let app = #"""
            {"start": "a", "limits": {"steps": 1000}, "steps": {"a": {"next": "a"}}}
            """#
        let bench = try VoiceKitBench(app: app)
        #expect(bench.endReason == "stepLimit")
        #expect(bench.events("step").count == 1_000)
    }

    @Test("lines together are spoken at once on channels of their own")
    func together() throws {
        let app = #"""
            {"start": "a", "steps": {"a": {"together": [{"speak": "one"}, {"speak": "two"}],
             "end": true}}}
            """#
        var bench = try VoiceKitBench(app: app)
        bench.advance(to: 5_000)
        #expect(bench.times("speaking") == [0, 0])
        #expect(bench.times("ended") == [1_000])
    }

    @Test("an app outside may call beside it; its answers stay its own")
    func callsBeside() throws {
        var bench = try VoiceKitBench(app: Self.game)
        let pause = bench.call("pause", ["ms": 100, "channel": 5])
        bench.advance(to: 3_000)
        #expect(bench.repliedAt(pause) == 100)
        #expect(bench.replies.map(\.call) == [pause])
    }

    static let faults = [
        ("[]", "found no object"), (#"{"start": "a"}"#, "\"steps\" is missing"),
        (#"{"steps": {"a": {"end": true}}}"#, "\"start\" is missing"),
        (#"{"start": "b", "steps": {"a": {"end": true}}}"#, "unknown step \"b\""),
        (#"{"start": "a", "steps": {"a": {"next": "c"}}}"#, "next: unknown step \"c\""),
        (#"{"start": "a", "steps": {"a": {"speak": "x"}}}"#, "it leads nowhere"),
        (#"{"start": "a", "steps": {"a": {"speak": "{x}", "end": true}}}"#, "no step saves \"x\""),
        (#"{"start": "a", "steps": {"a": {"speak": "x", "clip": "y", "end": true}}}"#, "action"),
        (#"{"start": "a", "steps": {"a": {"say": "x", "end": true}}}"#, "Unknown key \"say\""),
        (
            #"{"start": "a", "steps": {"a": {"speak": "x", "voice": "v", "end": true}}}"#,
            "no voice \"v\""
        ),
        (
            #"{"start": "a", "steps": {"a": {"listen": {"context": "mood"}, "end": true}}}"#,
            "\"mood\" is none"
        ),
        (
            #"{"start": "a", "steps": {"a": {"listen": {"timeout": -1}, "end": true}}}"#,
            "no number from 0 to 86400"
        ),
        (
            #"{"start": "a", "steps": {"a": {"end": true, "on": [{"below": "x", "next": "a"}]}}}"#,
            "does not fit \"below\""
        ),
        (
            #"{"start": "a", "steps": {"a": {"listen": {"context": {"names": ["4"]}}}}}"#,
            "letters of the English alphabet"
        ),
    ]

    @Test("validate says what is wrong with a declared app, and make refuses it", arguments: faults)
    func findings(text: String, reason: String) throws {
        let files = [VoiceKitFactory.appFile: Array(text.utf8)]
        let found = try VoiceKitFactory().findings(
            in: files, named: { $0 }, surroundings: EngineSurroundings())
        #expect(found.contains { $0.message.contains(reason) && $0.severity != .warning })
        #expect(throws: EngineFileError.self) { _ = try VoiceKitBench(app: text) }
    }

    @Test("a step that nothing leads to and a listen without an end are warnings")
    func warnings() throws {
        let text = #"""
            {"start": "a", "steps": {"a": {"listen": {}, "end": true}, "b": {"end": true}}}
            """#
        let found = try VoiceKitFactory().findings(
            in: [VoiceKitFactory.appFile: Array(text.utf8)], named: { $0 },
            surroundings: EngineSurroundings())
        #expect(found.map(\.severity) == [.warning, .warning])
        _ = try VoiceKitBench(app: text)
    }

    @Test("a clip that the media folder lacks is an error where the folder is known")
    func missingClip() throws {
        let files = [VoiceKitFactory.appFile: Array(Self.game.utf8)]
        let found = try VoiceKitFactory().findings(
            in: files, named: { $0 },
            surroundings: EngineSurroundings(hasMedia: { _ in false }))
        #expect(found.map(\.message) == ["ding.wav is not found in the media folder"])
    }

    @Test("the graph of an app has its steps and every way between them")
    func graph() throws {
        let graph = try #require(
            try VoiceKitFactory().graph(
                of: [VoiceKitFactory.appFile: Array(Self.game.utf8)], name: "game", named: { $0 }))
        #expect(graph.modules.map(\.id) == ["ask", "bye", "hear", "low", "wait", "won"])
        #expect(graph.modules.map(\.type).contains("clip"))
        #expect(
            graph.edges.filter { $0.module == "hear" }.map(\.label) == [
                "equals 7", "below 7", "empty true", "failure micUnavailable", "next", "afterwards",
            ])
    }

    @Test("words and phrases are found as wholes, and numbers by their figures")
    func conditions() {
        typealias Condition = DeclaredApp.Condition
        #expect(Condition.contains(["stop now"]).fits(transcript: "please STOP now", failure: nil))
        #expect(!Condition.contains(["stop"]).fits(transcript: "nonstop", failure: nil))
        #expect(Condition.above(2.5).fits(transcript: "3", failure: nil))
        #expect(!Condition.above(2.5).fits(transcript: "many", failure: nil))
        #expect(Condition.empty(false).fits(transcript: "a", failure: nil))
        #expect(!Condition.empty(true).fits(transcript: "", failure: "timedOut"))
        #expect(Condition.failure("timedOut").fits(transcript: "", failure: "timedOut"))
    }
}

@Suite("The engine voicekit in the project")
struct VoiceKitFactoryTests {
    @Test("declares a vocabulary without faults, and every call and callback once")
    func declaration() {
        let declaration = VoiceKitFactory().declaration
        #expect(declaration.vocabulary.fault == nil)
        #expect(declaration.kind == "voicekit")
        #expect(declaration.runner == "RealVoiceIO")
        #expect(declaration.callbacks.count == 6)
        #expect(Set(declaration.calls.map(\.name)).count == 19)
    }

    @Test("knows the file of an app by its name or by what stands in it")
    func fileNames() {
        let factory = VoiceKitFactory()
        #expect(factory.fileName(of: [:], called: "app.json") == "app.json")
        #expect(factory.fileName(of: [:], called: "game.voiceapp.json") == "app.json")
        #expect(factory.fileName(of: ["start": "a", "steps": [:]], called: "x.json") == "app.json")
        #expect(factory.fileName(of: [:], called: "x.json") == nil)
    }

    @Test("without a declared app the graph is the declared calls, so that sessions cover them")
    func callGraph() throws {
        let factory = VoiceKitFactory()
        let graph = try #require(try factory.graph(of: [:], name: "calls", named: { $0 }))
        #expect(graph.modules.map(\.id) == factory.declaration.calls.map(\.name))
        #expect(graph.modules.allSatisfy { $0.type == FlowGraph.callType })
        #expect(graph.edges.isEmpty)
    }
}
