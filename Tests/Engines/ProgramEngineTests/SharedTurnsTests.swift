import Testing
import VoiceJSON
import VoiceTime

@testable import ProgramEngine

/// Turns of a program that several callers call at once.
@Suite struct SharedTurnsTests {
    /// A program that does `acts` in its turns, one list after the other, and remembers the turns.
    private final class Script {
        private var replies: [[ProgramAct]]
        private(set) var turns: [ProgramTurn] = []
        var next: Frame?
        var isOver = false

        init(_ replies: [[ProgramAct]] = []) { self.replies = replies }

        func ask(_ turn: ProgramTurn) throws(ProgramFault) -> ProgramReply {
            turns.append(turn)
            let acts = replies.isEmpty ? [] : replies.removeFirst()
            return ProgramReply(
                acts: acts, idle: isOver ? nil : ProgramIdle(frame: turn.until, next: next))
        }
    }

    private func turn(_ frame: Frame, _ inputs: [ProgramInput] = []) -> ProgramTurn {
        ProgramTurn(inputs: inputs, at: 0, until: frame)
    }

    private func emit(_ event: String, caller: Int?) -> ProgramAct {
        ProgramAct(
            kind: .emit(event: event, fields: [:], why: [:]), line: "bot.py:1 main", caller: caller)
    }

    private func events(_ reply: ProgramReply) -> [String] {
        reply.acts.compactMap { if case .emit(let event, _, _) = $0.kind { event } else { nil } }
    }

    @Test func actsGoToTheirCallerAndThoseOfNoCallToAll() throws {
        let script = Script([
            [emit("mine", caller: 1), emit("hers", caller: 2), emit("all", caller: nil)]
        ])
        var turns = SharedTurns(count: 2)
        let first = try turns.play(turn(160, [.speechStart]), of: 1, ask: script.ask)
        #expect(events(first) == ["mine", "all"])
        #expect(events(try turns.play(turn(160), of: 2, ask: script.ask)) == ["hers", "all"])
        #expect(events(try turns.play(turn(320), of: 2, ask: script.ask)) == [])
        #expect(script.turns.map(\.caller) == [1, 2, 2])
        #expect(script.turns.map(\.at) == [0, 160, 160])
    }

    @Test func connectionsOfTwoCallersHaveNumbersOfTheirOwn() throws {
        let body = CallBody(.string("hello"), .text)
        let script = Script([
            [], [ProgramAct(kind: .message(connection: 4, body, isLast: true))],
        ])
        var turns = SharedTurns(count: 2)
        _ = try turns.play(turn(1, [.message(connection: 2, body)]), of: 1, ask: script.ask)
        let reply = try turns.play(
            turn(2, [.close(connection: 2, code: 1_000, reason: "")]), of: 2, ask: script.ask)
        #expect(script.turns[0].inputs == [.message(connection: 3, body)])
        #expect(script.turns[1].inputs == [.close(connection: 4, code: 1_000, reason: "")])
        #expect(reply.acts.map(\.kind) == [.message(connection: 2, body, isLast: true)])
    }

    @Test func aCallOfNoCallerIsAnsweredOnce() throws {
        let question = CallQuestion(to: "GET https://menu.example", body: CallBody(.null, .json))
        let script = Script([[ProgramAct(kind: .call(id: 7, question))]])
        var turns = SharedTurns(count: 2)
        #expect(try turns.play(turn(1), of: 1, ask: script.ask).acts.count == 1)
        let answer = ProgramInput.answer(id: 7, CallPart(isLast: true))
        #expect(try turns.play(turn(1), of: 2, ask: script.ask).acts.count == 1)
        _ = try turns.play(turn(2, [answer]), of: 2, ask: script.ask)
        _ = try turns.play(turn(2, [answer]), of: 1, ask: script.ask)
        // Caller 2 may be the only one who is still there.
        #expect(script.turns.map(\.inputs.count) == [0, 0, 1, 0])
    }

    @Test func aSoundOutsideOfACallIsRefusedWithItsLine() throws {
        let sound = ProgramAct(kind: .play(id: 1, .text("hi"), isLast: true), line: "bot.py:5 main")
        var turns = SharedTurns(count: 2)
        let fault = #expect(throws: ProgramFault.self) {
            try turns.play(turn(1), of: 1, ask: Script([[sound]]).ask)
        }
        #expect(
            fault?.what == "plays a sound outside of a call, and there are 2 callers"
                + " (bot.py:5 main: start one session in each call)")
    }

    @Test func aProgramThatIsOverIsOverForAllAndACallerWhoLeftGetsNothing() throws {
        let script = Script([[emit("hers", caller: 2)], [emit("all", caller: nil)]])
        var turns = SharedTurns(count: 3)
        _ = try turns.play(turn(1), of: 1, ask: script.ask)
        turns.leave(2)
        script.isOver = true
        #expect(try turns.play(turn(2), of: 1, ask: script.ask).idle == nil)
        let last = try turns.play(turn(2), of: 3, ask: script.ask)
        #expect(events(last) == ["all"] && last.idle == nil)
        #expect(script.turns.count == 2)
    }

    @Test func aProgramThatDoesNotTellCallersApartIsRefused() throws {
        var hello = ProgramHello(rate: .standard, seed: 1)
        hello.callers = [[:], ["name": "Ada"]]
        let fields = hello.object["callers"]?.array?.map { $0.object?["fields"]?.object }
        #expect(fields == [[:], ["name": "Ada"]])
        var ready: JSONObject = ["kind": "ready", "callers": 2]
        let turns = SharedTurns(count: 2)
        try turns.begin(&ready, asked: hello)
        #expect(ready["callers"] == nil)
        #expect(throws: ProgramFault.self) { try turns.begin(&ready, asked: hello) }
    }
}
