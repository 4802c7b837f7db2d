import Synchronization
import Testing
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import ProgramEngine

/// Calls of the outside world: made for real, or answered as they were recorded.
@Suite struct ProgramCallTests {
    /// A program that does `acts` in its turns, and nothing after them.
    private func link(_ acts: [[ProgramAct.Kind]]) -> ScriptedLink {
        ScriptedLink { turn, number in
            .at(turn, number < acts.count ? acts[number] : [])
        }
    }

    @Test func answersAfterTheRecordedFramesInPieces() throws {
        let tape = try CallTape(recorded: [(question("large"), answer("a", "b"))])
        let link = link([[.call(id: 1, question("large"))]])
        var engine = try ProgramEngine.of(link, tape: tape)
        #expect(engine.step(.run, at: 0).wake == 1_600)
        #expect(engine.step(.timer(id: 1), at: 1_600).wake == 100)
        guard case .answer(1, let first)? = link.turns.last?.inputs.first else {
            Issue.record("no answer came")
            return
        }
        #expect(first.status == 200)
        #expect(!first.isLast)
        let last = engine.step(.timer(id: 1), at: 1_700)
        #expect(last.fields(of: "answered")?["frames"] == 1_700)
        #expect(last.fields(of: "answered")?["status"] == 200)
    }

    @Test func makesCallsForRealWhereNothingWasRecorded() throws {
        let link = ScriptedLink { turn, number in
            switch number {
            case 0: .at(turn, [.call(id: 1, question("large"))])
            case 1: .at(turn, [.made(id: 1, answer("yes", after: 80))])
            default: .at(turn)
            }
        }
        var engine = try ProgramEngine.of(link)
        #expect(engine.step(.run, at: 0).wake == 80)
        #expect(link.turns.map(\.inputs) == [[], [.make(id: 1)]])
        _ = engine.step(.timer(id: 1), at: 80)
        let file = try #require(engine.keptFiles[CallTape.fileName])
        #expect(try CallTape(bytes: file).rows.map(\.answer) == [answer("yes", after: 80)])
    }

    @Test func tellsWhichCallFailedForReal() throws {
        let object: JSONObject = ["error": "Connection refused", "chunks": .array([])]
        let refused = try OutsideAnswer(of: object, "made")
        let link = ScriptedLink { turn, number in
            switch number {
            case 0: .at(turn, [.call(id: 1, question("large"))])
            case 1: .at(turn, [.made(id: 1, refused)])
            default: .at(turn)
            }
        }
        let notes = Mutex<[String]>([])
        var engine = try ProgramEngine.of(link) { note in notes.withLock { $0.append(note) } }
        _ = engine.step(.run, at: 0)
        let note = try #require(notes.withLock { $0 }.first)
        #expect(note.contains("failed (bot.py:1 main): Connection refused. Start what it asks"))
    }

    @Test func givesEqualCallsTheirAnswersInOrder() throws {
        let tape = try CallTape(recorded: [
            (question("same"), answer("one", after: 10)),
            (question("same"), answer("two", after: 5)),
        ])
        let link = link([[.call(id: 1, question("same")), .call(id: 2, question("same"))]])
        var engine = try ProgramEngine.of(link, tape: tape)
        #expect(engine.step(.run, at: 0).wake == 5)
        _ = engine.step(.timer(id: 1), at: 5)
        guard case .answer(2, let part)? = link.turns.last?.inputs.first else {
            Issue.record("the second call was not answered first")
            return
        }
        #expect(part.body == CallBody(.string("two"), .text))
    }

    @Test func findsACallWhoseSpacesAndKeysStandOtherwise() throws {
        let text = CallBody(.string(#"{"b": 1, "a": [true]}"#), .text)
        let json = CallBody(["a": .array([true]), "b": 1], .json)
        let to = "POST https://model.example/ask"
        let tape = try CallTape(recorded: [(CallQuestion(to: to, body: text), answer("a"))])
        let link = link([[.call(id: 1, CallQuestion(to: to, body: json))]])
        var engine = try ProgramEngine.of(link, tape: tape)
        #expect(engine.step(.run, at: 0).objections.isEmpty)
    }

    @Test func endsAtACallThatAsksSomethingElseAndShowsTheDifference() throws {
        let tape = try CallTape(recorded: [(question("large"), answer("a"))])
        let link = link([[.call(id: 1, question("small"))]])
        var engine = try ProgramEngine.of(link, tape: tape)
        let actions = engine.step(.run, at: 0)
        #expect(actions.objections.first?.contains(#"text "large" -> "small""#) == true)
        #expect(
            actions.contains {
                if case .object(_, "bot.py:1", ["POST https://model.example/ask"]) = $0 {
                    true
                } else {
                    false
                }
            })
        #expect(actions.last == .ended(reason: "unrecorded"))
    }

    @Test func endsAtACallThatIsMadeOnceMore() throws {
        let tape = try CallTape(recorded: [(question("a"), answer("a"))])
        let link = link([[.call(id: 1, question("a")), .call(id: 2, question("a"))]])
        var engine = try ProgramEngine.of(link, tape: tape)
        #expect(engine.step(.run, at: 0).objections.first?.contains("made once more") == true)
    }

    @Test func stopsAfterAThousandCallsForReal() throws {
        func acts(_ count: Int) -> [ProgramAct.Kind] {
            (1...count).flatMap { [.call(id: $0, question("a")), .cancel(id: $0)] }
        }
        for (count, isStopped) in [(1_000, false), (1_001, true)] {
            var engine = try ProgramEngine.of(link([acts(count)]))
            let actions = engine.step(.run, at: 0)
            #expect(actions.objections.contains { $0.contains("1000 calls for real") } == isStopped)
            #expect((actions.last == .ended(reason: "calls")) == isStopped)
        }
    }

    @Test func endsAtACallToAnotherPlace() throws {
        let link = link([[.call(id: 1, question("a", to: "weather"))]])
        var engine = try ProgramEngine.of(link, tape: try CallTape(recorded: []))
        #expect(engine.step(.run, at: 0).objections.first?.contains("weather was not") == true)
    }

    @Test func givesNoAnswerToACallThatWasCancelled() throws {
        let tape = try CallTape(recorded: [(question("a"), answer("a"))])
        let link = link([[.call(id: 1, question("a"))], [.cancel(id: 1)]])
        var engine = try ProgramEngine.of(link, tape: tape)
        _ = engine.step(.run, at: 0)
        let cancelled = engine.step(.timer(id: 1), at: 100)
        #expect(cancelled.kinds == ["cancelled"])
        #expect(cancelled.fields(of: "cancelled")?["frames"] == 100)
        #expect(cancelled.contains(.cancelTimer(id: 1)))
    }

    @Test func replaysACallThatWasCancelledBeforeItWasMade() throws {
        let acts: [ProgramAct.Kind] = [.call(id: 1, question("a")), .cancel(id: 1)]
        var recording = try ProgramEngine.of(link([acts]))
        let recorded = recording.step(.run, at: 0)
        let bytes = try #require(recording.keptFiles[CallTape.fileName])
        var replay = try ProgramEngine.of(link([acts]), tape: try CallTape(bytes: bytes))
        let replayed = replay.step(.run, at: 0)
        #expect(recorded.kinds == ["started", "call", "cancelled"])
        #expect(replayed.kinds == recorded.kinds)
        #expect(replayed.objections.isEmpty)
    }

    @Test func keepsAnErrorAsTheAnswer() throws {
        var failed = OutsideAnswer.nothing
        failed.error = "ConnectionRefusedError: refused"
        let tape = try CallTape(recorded: [(question("a"), failed)])
        let link = link([[.call(id: 1, question("a"))]])
        var engine = try ProgramEngine.of(link, tape: tape)
        let actions = engine.step(.run, at: 0)
        #expect(
            actions.fields(of: "answered")?["error"] == "ConnectionRefusedError: refused")
    }

    @Test func putsAnswersBeforeTheSoundOfTheirFrame() throws {
        let tape = try CallTape(recorded: [(question("a"), answer("a", after: 320))])
        let link = ScriptedLink(ready: ["hears": "audio"]) { turn, number in
            .at(turn, number == 0 ? [.call(id: 1, question("a"))] : [])
        }
        var engine = try ProgramEngine.of(link, tape: tape)
        _ = engine.step(.run, at: 0)
        _ = engine.step(.sound([0]), at: 320)
        #expect(link.turns.last?.inputs.count == 2)
        #expect(link.turns.last?.inputs.last == .audio([0]))
    }

    // MARK: Secrets and differences

    @Test(arguments: [
        ("apiKey", true), ("Authorization", true), ("x-api-key", true), ("client_secret", true),
        ("password", true), ("access_token", true), ("authtoken", true), ("set-cookie", true),
        ("secretName", true), ("max_tokens", false), ("keyboard", false), ("monkey", false),
        ("text", false), ("key", false), ("token_limit", false), ("tokenizer", false),
        ("secretary", false), ("session_id", false),
    ])
    func knowsNamesOfSecrets(name: String, isSecret: Bool) {
        #expect(CallSecrets.isSecret(name, "C major") == isSecret)
        #expect(CallSecrets.isSecret(name, 4_000) == isSecret)
    }

    @Test(arguments: [
        ("key", "AIzb0123456789abcdef", true), ("sessionId", "0f9c2a7e-44b1-4c1e", true),
        ("token_value", "0f9c2a7e44b14c1e", true), ("subscription-key", "0f9c2a7e44b14c1e", true),
        ("key", "a key of three words and 4 blanks", false), ("session_id", "call-1", false),
        ("prompt_cache_key", "0f9c2a7e44b14c1e", false), ("text", "0f9c2a7e44b14c1e", false),
    ])
    func knowsSecretsByTheirLooksWhereTheNameIsNotEnough(
        name: String, value: String, isSecret: Bool
    ) {
        #expect(CallSecrets.isSecret(name, .string(value)) == isSecret)
    }

    @Test func hidesSecretsInAddressesBodiesAndAnswers() {
        #expect(
            CallSecrets.hiddenAddress("GET https://me:pass@a.example/b?api_key=abc&q=1#c")
                == "GET https://***@a.example/b?api_key=***&q=1#c".replacing("#c", with: "#c"))
        let body = CallBody(
            ["token": "abc", "note": "use Bearer abcdefghijklmnop now", "text": "large"], .json)
        #expect(
            CallSecrets.hidden(body).value
                == ["token": "***", "note": "use *** now", "text": "large"])
        var answer = answer(#"{"password":"x"}"#)
        answer.headers = [
            "set-cookie": "session=0f9c2a7e44b14c1e; Path=/", "content-type": "text/plain",
            "x-api-key": "abc",
        ]
        let hidden = CallSecrets.hidden(answer)
        #expect(
            hidden.headers == [
                "set-cookie": "session=***; Path=/", "content-type": "text/plain",
                "x-api-key": "***",
            ])
        #expect(hidden.chunks.first?.body.value == #"{"password":"***"}"#)
    }

    @Test(
        "leaves the tokens of a text in an answer, and hides those that are keys",
        arguments: [
            (#"{"token":"Hello"}"#, #"{"token":"Hello"}"#),
            (#"{"token":" internationalization"}"#, #"{"token":" internationalization"}"#),
            (#"{"token":17}"#, #"{"token":17}"#),
            (#"{"token":"c0ffee00c0ffee00"}"#, #"{"token":"***"}"#),
            (#"{"access_token":"abc"}"#, #"{"access_token":"***"}"#),
        ])
    func tokens(text: String, kept: String) {
        let hidden = CallSecrets.hidden(answer(text)).chunks.first?.body.value
        #expect(hidden == .string(kept))
        let asked = CallSecrets.hidden(CallBody(.string(text), .text)).value
        #expect(asked == .string(text.contains("access") ? kept : #"{"token":"***"}"#))
    }

    @Test func tellsDifferencesOfBodiesByTheirWays() {
        func difference(_ left: JSONValue, _ right: JSONValue) -> String {
            BodyDifference.text(CallBody(left, .json), CallBody(right, .json))
        }
        #expect(difference(["a": .array([1, 2])], ["a": .array([1, 3])]) == "a[1] 2 -> 3")
        #expect(difference(["a": 1], ["b": 1]) == "a 1 -> nothing; b nothing -> 1")
        let long = String(repeating: "x", count: 200)
        let text = difference(["m": .string(long + "a")], ["m": .string(long + "b")])
        #expect(text.hasPrefix("m \"…"))
        #expect(text.count < 120)
        #expect(
            difference(["m": .string(long)], ["m": .string(long + long)])
                == "m has 150 bytes more at its end")
        #expect(
            difference(
                ["m": .string("abcd" + long)],
                ["m": .string("abcd" + long.replacing("x", with: "y"))])
                == "m is other bytes from byte 3 on")
        let words = String(repeating: "a word ", count: 40)
        #expect(
            difference(["m": .string(words + words)], ["m": .string(words)])
                == "m has 280 characters fewer at its end")
        let many = difference(.array([1, 2, 3, 4, 5]), .array([2, 3, 4, 5, 6]))
        #expect(many.hasSuffix("; and 2 more"))
    }

    @Test func tellsTheFirstCallThatAsksSomethingElse() throws {
        func files(_ asked: CallQuestion) -> [String: [UInt8]] {
            var tape = CallTape()
            tape.add(question("large"), answer("a"))
            tape.add(asked, answer("b"))
            return [CallTape.fileName: tape.fileBytes]
        }
        let (before, factory) = (files(question("small")), ProgramEngineFactory())
        #expect(factory.changedCall(from: before, to: before) == nil)
        let changed = try #require(factory.changedCall(from: before, to: files(question("tall"))))
        #expect(changed.what.contains(#""small" -> "tall""#), "\(changed.what)")
        #expect(changed.names == [question("tall").to, question("tall").digest])
    }

    @Test(arguments: [[], [1], [1, -2], [1, -2, 32_767], Array(repeating: -32_768, count: 320)])
    func writesSamplesThatReadTheSame(samples: [Int16]) {
        #expect(Base64.samples(of: Base64.text(of: samples)) == samples)
    }
}
