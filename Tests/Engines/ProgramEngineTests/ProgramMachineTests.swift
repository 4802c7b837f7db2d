import Testing
import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import ProgramEngine

/// What the machine tells a program, and what it makes of its acts.
@Suite struct ProgramMachineTests {
    @Test func tellsThatAllPartsOfASoundWereHeard() throws {
        let link = ScriptedLink { turn, number in
            number == 0
                ? .at(
                    turn,
                    [
                        .play(id: 1, .samples([1, 2]), isLast: false),
                        .play(id: 1, .samples([3]), isLast: false),
                        .play(id: 1, .text("Hello"), isLast: true),
                    ]) : .at(turn)
        }
        var engine = try ProgramEngine.of(link)
        let first = engine.step(.run, at: 0)
        // Samples that are given together are one part.
        #expect(first.plays.map(\.request.sound) == [[1, 2, 3]])
        let prompt = RealizedPrompt(source: .audioFile, digest: "a", frames: 3)
        #expect(
            engine.step(.media(.playStarted(job: 1, prompt: prompt)), at: 0).kinds == ["sounds"])
        let second = engine.step(.media(.playEnded(job: 1)), at: 3)
        #expect(second.plays.map(\.request.text) == ["Hello"])
        #expect(link.turns.count == 1)
        let third = engine.step(.media(.playEnded(job: 2)), at: 900)
        #expect(third.fields(of: "said")?["how"] == "ended")
        #expect(link.turns.last?.inputs == [.playEnded(id: 1)])
        #expect(link.turns.last?.until == 900)
    }

    @Test(arguments: ["words", "audio"])
    func tellsKeysToAProgramThatHearsWords(level: String) throws {
        let link = ScriptedLink(ready: ["hears": .string(level)]) { turn, _ in .at(turn) }
        var engine = try ProgramEngine.of(link)
        _ = engine.step(.run, at: 0)
        let actions = engine.step(.world(.key("#")), at: 800)
        // The trace has the key at both levels.
        #expect(actions.fields(of: "key") == ["key": "#"])
        let turn = level == "words" ? ProgramTurn(inputs: [.key("#")], at: 0, until: 800) : nil
        #expect(link.turns.dropFirst().first == turn)
        #expect(
            ProgramInput.key("#").object(at: 800) == ["kind": "key", "at": 800, "key": "#"])
    }

    @Test func wakesTheProgramAtTheFrameThatItNames() throws {
        let link = ScriptedLink { turn, number in
            .at(turn, next: number == 0 ? 800 : nil)
        }
        var engine = try ProgramEngine.of(link)
        #expect(engine.step(.run, at: 0).wake == 800)
        _ = engine.step(.timer(id: 1), at: 800)
        #expect(link.turns.last == ProgramTurn(inputs: [], at: 0, until: 800))
    }

    @Test func goesOnAtTheSameFrameAfterAnAct() throws {
        let link = ScriptedLink { turn, number in
            number == 0
                ? .at(turn, [.emit(event: "decided", fields: ["state": "a"], why: [:])], next: 0)
                : .at(turn)
        }
        var engine = try ProgramEngine.of(link)
        let actions = engine.step(.run, at: 0)
        #expect(actions.kinds == ["started", "decided"])
        #expect(link.turns.count == 2)
    }

    @Test func keepsTheLineAsEvidenceAndNotAsAField() throws {
        let link = ScriptedLink { turn, _ in
            .at(turn, [.emit(event: "decided", fields: ["state": "a"], why: ["n": 1])])
        }
        var engine = try ProgramEngine.of(link)
        let emitted = engine.step(.run, at: 0).compactMap { action -> JSONObject? in
            if case .emit("decided", _, let why) = action { why } else { nil }
        }
        #expect(emitted == [["line": "bot.py:1 main", "n": 1]])
    }

    @Test func tellsWordsUnderTheNumberOfTheListening() throws {
        let link = ScriptedLink { turn, number in
            number == 0
                ? .at(turn, [.listen(id: 4, phrases: ["yes"], limits: ["silenceMs": 300])])
                : .at(turn)
        }
        var engine = try ProgramEngine.of(link)
        let first = engine.step(.run, at: 0)
        let requests = first.compactMap { action -> ListenRequest? in
            if case .listen(_, let request) = action { request } else { nil }
        }
        #expect(requests.first?.task == .phrases(["yes"]))
        #expect(requests.first?.endSilenceFrames == 4_800)
        let words = engine.step(
            .media(.heard(job: 1, .final(text: "yes", confidence: 900), event: 3)), at: 5_000)
        #expect(words.fields(of: "understood")?["text"] == "yes")
        #expect(
            link.turns.last?.inputs == [
                .words(id: 4, text: "yes", isFinal: true, isRejected: false)
            ])
    }

    @Test func saysThatNothingWasUnderstood() throws {
        let link = ScriptedLink { turn, number in
            number == 0 ? .at(turn, [.listen(id: 1, phrases: nil, limits: [:])]) : .at(turn)
        }
        var engine = try ProgramEngine.of(link)
        _ = engine.step(.run, at: 0)
        _ = engine.step(.media(.heard(job: 1, .rejected, event: 3)), at: 5_000)
        #expect(
            link.turns.last?.inputs == [.words(id: 1, text: "", isFinal: true, isRejected: true)])
    }

    @Test func tellsSpeechAndSoundAtTheirLevels() throws {
        let link = ScriptedLink { turn, _ in .at(turn) }
        var engine = try ProgramEngine.of(link)
        #expect(engine.step(.run, at: 0).contains(.hearSpeech))
        _ = engine.step(.speech(began: true, spoken: 10), at: 160)
        #expect(link.turns.last?.inputs == [.speechStart])
        let ears = ScriptedLink(ready: ["hears": "audio"]) { turn, _ in .at(turn) }
        var other = try ProgramEngine.of(ears)
        #expect(other.step(.run, at: 0).contains(.hearSound(blockFrames: 320)))
        _ = other.step(.sound([1, -1]), at: 320)
        #expect(ears.turns.last?.inputs == [.audio([1, -1])])
    }

    @Test func givesFirstValuesWithHelloAndLaterOnesAsInputs() throws {
        let link = ScriptedLink { turn, _ in .at(turn) }
        var engine = try ProgramEngine.of(link)
        func set(_ value: JSONValue) -> EngineEvent {
            .call(
                EngineCall(
                    facade: "program", name: "setField",
                    arguments: ["name": "Name", "value": value]))
        }
        _ = engine.step(set("Ada"), at: 0)
        _ = engine.step(.run, at: 0)
        #expect(link.hello?.fields == ["Name": "Ada"])
        _ = engine.step(set("Bob"), at: 100)
        #expect(link.turns.last?.inputs == [.field(name: "Name", value: "Bob")])
    }

    @Test func stopsASoundThatPlaysAndForgetsOneThatIsOver() throws {
        let link = ScriptedLink { turn, number in
            switch number {
            case 0: .at(turn, [.play(id: 1, .text("a"), isLast: true)])
            case 1: .at(turn, [.stop(id: 1)])
            default: .at(turn, [.stop(id: 1)])
            }
        }
        var engine = try ProgramEngine.of(link)
        _ = engine.step(.run, at: 0)
        let prompt = RealizedPrompt(source: .textString, digest: "a", frames: 900)
        _ = engine.step(.media(.playStarted(job: 1, prompt: prompt)), at: 0)
        let stopped = engine.step(.timer(id: 1), at: 300)
        #expect(stopped.contains(.stopPlaying(job: 1)))
        #expect(stopped.fields(of: "said")?["frames"] == 300)
        #expect(engine.step(.timer(id: 1), at: 400).breakdown == nil)
    }

    @Test func endsWithTheApp() throws {
        let link = ScriptedLink { turn, _ in .at(turn, [.ended]) }
        var engine = try ProgramEngine.of(link)
        let actions = engine.step(.run, at: 0)
        #expect(actions.last == .ended(reason: "ended"))
        #expect(engine.step(.timer(id: 1), at: 9).isEmpty)
    }

    @Test func objectsToAnAppThatFailsWithItsLine() throws {
        let link = ScriptedLink { turn, _ in .at(turn, [.failed(reason: "ValueError: no size")]) }
        var engine = try ProgramEngine.of(link)
        let actions = engine.step(.run, at: 0)
        #expect(
            actions.contains(
                .object(
                    what: "The app failed: ValueError: no size", place: "bot.py:1", names: [])))
        // What a caller said may be in the reason: the trace is without it.
        #expect(actions.fields(of: "failed") == [:])
    }

    @Test func objectsToWhatEscapes() throws {
        let link = ScriptedLink { turn, _ in
            .at(turn, [.escape(what: "clock", name: "time.time_ns"), .ended])
        }
        var engine = try ProgramEngine.of(link)
        let actions = engine.step(.run, at: 0)
        #expect(actions.objections.first?.contains("(clock): time.time_ns") == true)
    }

    @Test("objects at the end to what a child or a library of C asks the network past the client")
    func objectsToTheNetwork() throws {
        let link = ScriptedLink { turn, _ in .at(turn, [.ended]) }
        let engine = try ProgramEngine.of(link)
        #expect(engine.lastObjection == nil)
        link.networkFailures = 2
        #expect(engine.lastObjection?.contains("(network)") == true)
        #expect(engine.lastObjection?.contains("2 times") == true)
    }

    @Test func anErrorThatNothingHandlesIsAnEventAndNoGolden() throws {
        let link = ScriptedLink { turn, _ in
            .at(turn, [.unhandled(error: "ValueError: no size", of: "task"), .ended])
        }
        var engine = try ProgramEngine.of(link)
        let actions = engine.step(.run, at: 0)
        let fields: JSONObject = ["error": "ValueError: no size", "of": "task"]
        #expect(actions.fields(of: "unhandled") == fields)
        let unmet = actions.compactMap { action in
            if case .unmet(let what) = action { what } else { nil }
        }
        #expect(
            unmet == ["bot.py:1 main: nothing handles an error of a task: ValueError: no size"])
        #expect(actions.objections.isEmpty)
    }

    @Test func stepsOfAnySizeTellTheSame() throws {
        func turns(_ step: Frame?) throws -> [[ProgramInput]] {
            let link = ScriptedLink { turn, _ in .at(turn) }
            var engine = try ProgramEngine.of(link, stepFrames: step)
            _ = engine.step(.run, at: 0)
            if step != nil { _ = engine.step(.timer(id: 2), at: 50) }
            _ = engine.step(.speech(began: true, spoken: 0), at: 160)
            return link.turns.map(\.inputs).filter { !$0.isEmpty }
        }
        #expect(try turns(nil) == turns(50))
    }
}
