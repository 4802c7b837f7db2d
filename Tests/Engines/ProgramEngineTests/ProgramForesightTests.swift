import Testing
import VoiceEngine
import VoiceJSON
import VoiceTime

@testable import ProgramEngine

/// Sound that a program takes in ahead of the loop: one turn, and the same trace.
@Suite struct ProgramForesightTests {
    private let block = [Int16](repeating: 0, count: 320)

    private func ears(
        tape: CallTape? = nil,
        _ answer: @escaping (ProgramTurn, Int) throws(ProgramFault) -> ProgramReply
    ) throws -> (engine: ProgramEngine, link: ScriptedLink) {
        let link = ScriptedLink(ready: ["hears": "audio"], answer)
        return (try ProgramEngine.of(link, tape: tape), link)
    }

    @Test func tellsManyBlocksInOneTurnAndNoneTwice() throws {
        var (engine, link) = try ears { turn, _ in .atLimit(turn) }
        _ = engine.step(.run, at: 0)
        _ = engine.step(.sound(block, ahead: [block, block]), at: 320)
        #expect(link.turns.last?.limit == 960)
        for frame in [640, 960] as [Frame] { _ = engine.step(.sound(block), at: frame) }
        #expect(link.turns.count == 2)
        _ = engine.step(.sound(block), at: 1_280)
        #expect(link.turns.last == ProgramTurn(inputs: [.audio(block)], at: 960, until: 1_280))
    }

    @Test func doesWhatTheProgramDidOnTheWayWhenTheLoopIsThere() throws {
        var (engine, link) = try ears { turn, number in
            guard number == 1 else { return .atLimit(turn) }
            let act = ProgramAct(kind: .emit(event: "decided", fields: [:], why: [:]))
            return ProgramReply(acts: [act], idle: ProgramIdle(frame: 640, next: 900))
        }
        _ = engine.step(.run, at: 0)
        let first = engine.step(.sound(block, ahead: [block, block, block]), at: 320)
        #expect(first.kinds == [])
        #expect(first.wake == 320)
        #expect(engine.step(.sound(block), at: 640).kinds == ["decided"])
        #expect(link.turns.count == 2)
        // Blocks behind the act count as not sent.
        _ = engine.step(.sound(block), at: 960)
        #expect(link.turns.last == ProgramTurn(inputs: [.audio(block)], at: 640, until: 960))
    }

    @Test func actsBetweenTwoBlocksWaitForTheirFrame() throws {
        var (engine, _) = try ears { turn, number in
            guard number == 1 else { return .atLimit(turn) }
            let act = ProgramAct(kind: .emit(event: "decided", fields: [:], why: [:]))
            return ProgramReply(acts: [act], idle: ProgramIdle(frame: 700, next: nil))
        }
        _ = engine.step(.run, at: 0)
        _ = engine.step(.sound(block, ahead: [block, block]), at: 320)
        #expect(engine.step(.sound(block), at: 640).wake == 60)
        #expect(engine.step(.timer(id: 1), at: 700).kinds == ["decided"])
    }

    @Test func tellsNoBlockBehindAnAnswer() throws {
        let tape = try CallTape(recorded: [(question("a"), answer("yes", after: 700))])
        var (engine, link) = try ears(tape: tape) { turn, number in
            number == 0 ? .at(turn, [.call(id: 1, question("a"))]) : .atLimit(turn)
        }
        _ = engine.step(.run, at: 0)
        _ = engine.step(.sound(block, ahead: [block, block, block]), at: 320)
        #expect(link.turns.last?.limit == 640)
    }

    @Test func asksForMoreAsLongAsTheProgramDoesNothing() throws {
        func reach(_ actions: [EngineAction]) -> Int? {
            for case .foreseeSound(let blocks, _) in actions { return blocks }
            return nil
        }
        var (engine, _) = try ears { turn, number in
            number == 3
                ? .at(turn, [.emit(event: "decided", fields: [:], why: [:])]) : .atLimit(turn)
        }
        var found = [reach(engine.step(.run, at: 0))]
        for frame in [320, 640, 960] as [Frame] {
            found.append(reach(engine.step(.sound(block), at: frame)))
        }
        #expect(found == [2, 4, 8, 1])
    }

    @Test func aProgramThatStopsWhereNothingWasDueBreaksDown() throws {
        var (engine, _) = try ears { turn, _ in .at(turn) }
        _ = engine.step(.run, at: 0)
        let actions = engine.step(.sound(block, ahead: [block]), at: 320)
        #expect(actions.breakdown?.contains("where nothing was due") == true)
    }
}

extension ProgramReply {
    /// Nothing was done on the whole way.
    fileprivate static func atLimit(_ turn: ProgramTurn) -> ProgramReply {
        ProgramReply(acts: [], idle: ProgramIdle(frame: turn.limit, next: nil))
    }
}
