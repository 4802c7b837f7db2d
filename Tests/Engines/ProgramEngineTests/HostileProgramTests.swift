import Testing
import VoiceEngine
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import ProgramEngine

/// Programs and tapes that break the rules: a clear sentence each, in bounded time.
@Suite struct HostileProgramTests {
    // MARK: Lines

    @Test(arguments: [
        ("", "no JSON"), ("{", "no JSON"), ("[]", "no object"), ("{\"kind\":7}", "no object"),
        (#"{"kind":"sing"}"#, "does not have"), (#"{"kind":"idle"}"#, "no frame"),
        (#"{"kind":"idle","t":-1,"next":null}"#, "no frame"),
        (#"{"kind":"idle","t":0,"next":9000000000000}"#, "no frame"),
        (#"{"kind":"emit"}"#, "no \"event\""), (#"{"kind":"emit","event":""}"#, "no \"event\""),
        (#"{"kind":"emit","event":"a","fields":[]}"#, "no object"),
        (#"{"kind":"play","id":1}"#, "neither"),
        (#"{"kind":"play","id":0,"text":"a"}"#, "no \"id\""),
        (#"{"kind":"play","id":1,"pcm":"AAA"}"#, "neither"),
        (#"{"kind":"play","id":1,"pcm":"AA=="}"#, "neither"),
        (#"{"kind":"play","id":1,"text":"a","last":"no"}"#, "no flag"),
        (#"{"kind":"listen","id":1,"task":{"phrases":"yes"}}"#, "no list"),
        (#"{"kind":"listen","id":1,"task":{},"limits":{"speechMs":-1}}"#, "no number"),
        (#"{"kind":"call","id":1,"to":"","body":""}"#, "no \"to\""),
        (#"{"kind":"call","id":1,"to":"a"}"#, "\"body\""),
        (#"{"kind":"call","id":1,"to":"a","body":"*","encoding":"base64"}"#, "\"body\""),
        (#"{"kind":"call","id":1,"to":"a","body":{},"encoding":"text"}"#, "\"body\""),
        (#"{"kind":"made","id":1}"#, "schema"),
        (#"{"kind":"made","id":1,"status":9,"chunks":[]}"#, "schema"),
        (
            #"{"kind":"made","id":1,"chunks":[{"after":5,"body":""},{"after":4,"body":""}]}"#,
            "schema"
        ),
        (#"{"kind":"failed","reason":7}"#, "no text"),
    ])
    func refusesALine(text: String, says: String) {
        let fault = #expect(throws: ProgramFault.self) {
            _ = try ProgramLineReader.line(Array(text.utf8))
        }
        #expect(fault?.what.contains(says) == true)
    }

    // MARK: Acts

    @Test(
        arguments: [
            (
                [
                    .play(id: 1, .text("a"), isLast: true),
                    .listen(id: 1, phrases: nil, limits: [:]),
                ], "twice"
            ),
            ([.stop(id: 9)], "did not use"), ([.cancel(id: 9)], "did not make"),
            ([.made(id: 9, .nothing)], "not asked"),
            ([.more(id: 9, CallBody(.string("a"), .text))], "not open"),
            (
                [
                    .play(id: 1, .text("a"), isLast: true), .play(id: 1, .text("b"), isLast: true),
                ], "last part"
            ),
            ([.emit(event: "decided", fields: ["kind": "a"], why: [:])], "already"),
        ] as [([ProgramAct.Kind], String)])
    func breaksDownOverAnAct(acts: [ProgramAct.Kind], says: String) throws {
        let link = ScriptedLink { turn, _ in .at(turn, acts) }
        var engine = try ProgramEngine.of(link)
        let reason = engine.step(.run, at: 0).breakdown
        #expect(reason?.hasPrefix("The program bot ") == true)
        #expect(reason?.contains(says) == true)
        #expect(engine.step(.timer(id: 1), at: 5).isEmpty)
    }

    @Test func breaksDownWhereTheProgramActsBehindItsTurn() throws {
        let link = ScriptedLink { turn, _ in
            ProgramReply(acts: [], idle: ProgramIdle(frame: turn.until + 1, next: nil))
        }
        var engine = try ProgramEngine.of(link)
        #expect(engine.step(.run, at: 0).breakdown?.contains("stopped at the frame 1") == true)
    }

    @Test func breaksDownWhereTheProgramWantsTheNextTurnBeforeThisOne() throws {
        let link = ScriptedLink { turn, _ in .at(turn, next: turn.until) }
        var engine = try ProgramEngine.of(link)
        #expect(engine.step(.run, at: 0).breakdown?.contains("which is over") == true)
    }

    @Test func breaksDownWhereOneFrameNeverEnds() throws {
        let link = ScriptedLink { turn, _ in
            .at(turn, [.emit(event: "a", fields: [:], why: [:])], next: turn.until)
        }
        var engine = try ProgramEngine.of(link)
        #expect(engine.step(.run, at: 0).breakdown?.contains("without an end") == true)
    }

    @Test func refusesWordsForAProgramThatHearsSound() throws {
        let link = ScriptedLink(ready: ["hears": "audio"]) { turn, _ in
            .at(turn, [.listen(id: 1, phrases: nil, limits: [:])])
        }
        var engine = try ProgramEngine.of(link)
        #expect(engine.step(.run, at: 0).breakdown?.contains("hears \"audio\"") == true)
    }

    @Test(
        arguments: [
            (["protocol": 2], "another protocol"), (["name": ""], "\"name\""),
            (["version": 1], "\"version\""), (["hears": "smell"], "\"hears\""),
            (["kinds": ["says": ["role": "note"]]], "declared already"),
            (["kinds": ["a": ["role": "boss"]]], "whose role \"boss\" is none of decision, state"),
            (
                ["kinds": ["a": ["role": "figure", "fields": ["ms": "number"]]]],
                "\"a\" that is a figure without a time"
            ),
            (["kinds": ["a b": [:]]], "which is not a name"),
            (["settings": ["a": .array([1])]], "scalars"), (["settings": ["a b": 1]], "scalars"),
        ] as [(JSONObject, String)])
    func refusesAGreeting(change: JSONObject, says: String) {
        let link = ScriptedLink(ready: change) { turn, _ in .at(turn) }
        let fault = #expect(throws: ProgramFault.self) { _ = try ProgramDescription(link.ready) }
        #expect(fault?.what.contains(says) == true)
    }

    // MARK: Tapes

    @Test(arguments: [
        "no json", "{}", #"{"to":"a","body":"b"}"#, #"{"to":"a","body":1,"answer":{"chunks":[]}}"#,
        #"{"to":"","body":"","answer":{"chunks":[]}}"#,
        #"{"to":"a","body":"","answer":{"chunks":[{"after":-1,"body":""}]}}"#,
        #"{"to":"a","body":"","answer":{"status":1000,"chunks":[]}}"#,
        #"{"to":"a","body":"","answer":{"headers":{"a":1},"chunks":[]}}"#,
    ])
    func refusesATape(line: String) {
        let good = #"{"to":"a","body":"","answer":{"chunks":[]}}"#
        let error = #expect(throws: CallTapeError.self) {
            _ = try CallTape(bytes: Array("\(good)\n\(line)\n".utf8))
        }
        #expect(error?.line == 2)
    }

    @Test func anUnusedOrReorderedTapeAnswersByWhatIsAsked() throws {
        let tape = try CallTape(recorded: [
            (question("b"), answer("2")), (question("c"), answer("3")),
            (question("a"), answer("1")),
        ])
        var copy = tape
        #expect(copy.nextRow(question("a"))?.answer.chunks.first?.body.value == "1")
        #expect(copy.nextRow(question("b"))?.answer.chunks.first?.body.value == "2")
        #expect(copy.nextRow(question("b")) == nil)
    }

    // MARK: Children

    /// What a child that runs `script` as a shell leads to.
    private func child(_ script: String, turns: Int = 1, limit: Int? = nil) throws -> String? {
        var command = try ProgramCommand("sh -c '\(script)'")
        if let limit { command.limits.turn = limit }
        command.limits.end = 300
        let child = try ProgramChild(command)
        do throws(ProgramFault) {
            _ = try child.greet(ProgramHello(rate: .standard, seed: 1))
            for _ in 0..<turns {
                _ = try child.turn(ProgramTurn(inputs: [], at: 0, until: 0))
            }
            return nil
        } catch { return error.what }
    }

    private static let ready =
        #"read h; echo "{\"kind\":\"ready\",\"protocol\":1,\"name\":\"a\",\"version\":\"1\","#
        + #"\"hears\":\"words\"}";"#
    private static let idle = #"echo "{\"kind\":\"idle\",\"t\":0,\"next\":null}""#
    /// Two answers in one write: of two writes, the second can come after the next question.
    private static let idleTwice =
        #"i="{\"kind\":\"idle\",\"t\":0,\"next\":null}"; printf "%s\n%s\n" "$i" "$i""#

    @Test(arguments: [
        ("exit 3", "exit code 3"), ("read h; echo hello", "no JSON"),
        ("read h; echo \"{\\\"kind\\\":\\\"idle\\\",\\\"t\\\":0}\"", "something else than"),
        (
            "read h; echo \"{\\\"kind\\\":\\\"failed\\\",\\\"reason\\\":\\\"no module\\\"}\"",
            "no module"
        ),
        ("\(ready) read g; exit 4", "exit code 4"), ("\(ready) read g; sleep 9", "400 ms"),
        ("\(ready) read g; echo x", "no JSON"),
        (
            "\(ready) read g; yes 1 | head -c 2400000 | tr -d \"\\\\n\"; sleep 9",
            "more than 1048576"
        ),
        (
            "\(ready) read g; yes \"{\\\"kind\\\":\\\"cancel\\\",\\\"id\\\":1}\"",
            "more than 10000 things"
        ),
        ("\(ready) read g; \(idleTwice); sleep 9", "before it was asked"),
        ("\(ready) read g; kill -9 $$", "exit code 137"),
        ("\(ready) read g; exec 1>&-; sleep 9", "closed its output"),
        ("trap \"\" TERM; \(ready) read g; sleep 9 & sleep 9", "400 ms"),
    ])
    func endsAChild(script: String, says: String) throws {
        // What another reason ends has time enough on a busy machine.
        let what = try child(script, turns: 2, limit: says == "400 ms" ? 400 : nil)
        #expect(what?.contains(says) == true, "\(what ?? "nothing")")
    }

    @Test func aChildInAnyLanguageTakesItsTurns() throws {
        #expect(try child("\(Self.ready) while read g; do \(Self.idle); done", turns: 20) == nil)
    }

    @Test(
        "says how bots are started only where the app did not say what failed",
        arguments: [
            ("exit 3", true),
            ("read h; echo \"{\\\"kind\\\":\\\"failed\\\",\\\"reason\\\":\\\"no key\\\"}\"", false),
        ])
    func tellsWhatFailed(script: String, tellsHow: Bool) throws {
        let command = try ProgramCommand("sh -c '\(script)'")
        let error = #expect(throws: ProgramCommandError.self) {
            _ = try KnownPrograms().description(of: command)
        }
        let said = error?.description ?? ""
        #expect(said.contains("no key") != tellsHow)
        #expect(said.contains("voicetest_app bot.py") == tellsHow)
    }

    @Test func aMissingProgramIsNamed() throws {
        let command = try ProgramCommand("/no/such/program --fast")
        let error = #expect(throws: ProgramCommandError.self) { _ = try ProgramChild(command) }
        #expect(error?.description.contains("/no/such/program") == true)
    }

    @Test func noSessionStartsAProgram() throws {
        let factory = ProgramEngineFactory()
        let description = """
            {"command": "touch /tmp/started", "hears": "words", "kinds": {}, "name": "bot",
            "protocol": 1, "settings": {}, "version": "1"}
            """
        let setup = EngineSetup(
            files: ["program.json": Array(description.utf8)], settings: [:], language: "en-US",
            seed: 1, sampleRate: .standard)
        let error = #expect(throws: ProgramCommandError.self) { _ = try factory.make(setup) }
        #expect(error?.description.contains("--program-command") == true)
    }
}
