import Testing
import VoiceEngine
import VoiceJSON
import VoiceTime

@testable import ProgramEngine

@Suite("Calls of two runs")
struct CallChangeTests {
    private func calls(_ bodies: [String]) -> [CallQuestion] {
        bodies.map {
            CallQuestion(
                to: "POST https://m.example/speech", body: CallBody(["input": .string($0)], .json))
        }
    }

    @Test(
        "names a call that is dropped, made once more, moved or new, and not the one in its place",
        arguments: [
            (["a", "c"], #"is not made: {"input":"b"}"#),
            (["a", "a", "b", "c"], #"is made once more than it was: {"input":"a"}"#),
            (["a", "d", "b", "c"], #"is made and was not: {"input":"d"}"#),
            (["a", "c", "b"], #"comes in another order: {"input":"c"}"#),
            (["a", "d", "c"], #"asks something else: input "b" -> "d""#),
        ])
    func changes(bodies: [String], what: String) throws {
        let change = try #require(CallChange(from: calls(["a", "b", "c"]), to: calls(bodies)))
        #expect(change.what == "The call POST https://m.example/speech \(what)")
        #expect(change.names.count == 2)
    }

    @Test("a message that is sent twice is no matter of order, though it comes again later")
    func twice() throws {
        func sent(_ texts: [String]) -> [CallQuestion] {
            texts.map { text in
                calls(["a"])[0].sending(CallBody(["type": .string(text)], .json))
            }
        }
        let before = sent(["ask", "create", "ask", "create"])
        let change = CallChange(
            from: before, to: sent(["ask", "create", "create", "ask", "create"]))
        #expect(change?.what.hasPrefix("The app sends once more on") == true)
        let less = CallChange(from: before, to: sent(["ask", "ask", "create"]))
        #expect(less?.what.hasPrefix("The app does not send on") == true)
    }

    @Test("a run that ended early changed no call")
    func shorter() { #expect(CallChange(from: calls(["a", "b"]), to: calls(["a"])) == nil) }

    @Test("a call to another address is held against the recorded one of the same path or server")
    func address() throws {
        func asked(_ to: String) -> CallQuestion {
            CallQuestion(to: to, body: CallBody(.string(""), .text))
        }
        let recorded = asked("GET https://m.example/menu?lang=en&size=3")
        let tape = try CallTape(recorded: [
            (asked("GET https://other.example/"), answer("a")), (recorded, answer("b")),
        ])
        for to in ["GET https://m.example/menu?lang=de&size=3", "GET https://m.example/menus"] {
            let nearest = try #require(tape.nearest(to: asked(to)))
            #expect(nearest.recorded.question == recorded)
            #expect(BodyDifference.text(nearest).hasPrefix("address \"…"))
        }
        #expect(tape.nearest(to: asked("GET https://a.example/menu")) == nil)
        #expect(tape.nearest(to: asked("weather")) == nil)
    }

    @Test("of calls that are equally near the first whose answer is not taken is compared with")
    func first() throws {
        let all = calls(["a", "b", "c"])
        var tape = try CallTape(recorded: all.map { ($0, answer("x")) })
        #expect(tape.nextRow(all[0]) != nil)
        #expect(tape.nearest(to: calls(["d"])[0])?.recorded.question == all[1])
    }

    @Test("a call that was recorded and is answered already is made once more")
    func onceMore() throws {
        let all = calls(["a", "b"])
        var tape = try CallTape(recorded: all.map { ($0, answer("x")) })
        #expect(tape.nextRow(all[0]) != nil)
        #expect(tape.nearest(to: all[0])?.isSame == true)
    }

    @Test("a file has calls in the order in which they were asked, whichever is answered first")
    func order() throws {
        let all = calls(["a", "b", "c"])
        let link = ScriptedLink { turn, number in
            switch number {
            case 0: .at(turn, all.enumerated().map { .call(id: $0.offset, $0.element) })
            case 1: .at(turn, [2, 0, 1].map { .made(id: $0, answer("x")) })
            default: .at(turn)
            }
        }
        var engine = try ProgramEngine.of(link)
        _ = engine.step(.run, at: 0)
        let tape = try CallTape(bytes: #require(engine.keptFiles[CallTape.fileName]))
        #expect(tape.rows.map(\.question) == all)
    }

    @Test("a replay is told which attempts to connect failed")
    func refused() throws {
        func connect(_ to: String, _ body: String) -> (CallQuestion, OutsideAnswer) {
            (CallQuestion(to: to, body: CallBody(.string(body), .text)), answer(""))
        }
        let tape = try CallTape(recorded: [
            connect("CONNECT a.example:80", #"{"attempt": 0}"#),
            connect("GET http://a.example/", #"{"attempt": 1}"#),
            connect("CONNECT b.example:80", #"{"attempt": 3}"#),
            connect("CONNECT a.example:80", #"{"attempt": 2}"#),
            connect("CONNECT a.example:80", "no object"),
        ])
        #expect(
            tape.refused == [
                "CONNECT a.example:80": .array([0, 2]), "CONNECT b.example:80": .array([3]),
            ])
        var hello = ProgramHello(rate: .standard, seed: 1)
        #expect(hello.object["refused"] == nil)
        hello.refused = tape.refused
        #expect(hello.object["refused"] == .object(tape.refused))
    }
}
