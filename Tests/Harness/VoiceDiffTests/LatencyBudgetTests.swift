import Testing
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

@Suite("Budgets of latencies")
struct LatencyBudgetTests {
    /// A turn with a response of so many milliseconds, or at least so many.
    private func place(
        _ milliseconds: Int64, isAtLeast: Bool = false, module: String = "Ask",
        kinds: [TurnKind] = [.final]
    ) -> LatencyPlace {
        var place = LatencyPlace(
            what: "turn 1", module: module, kinds: kinds, frames: 0..<16, at: 0, line: 1)
        place.values[.response] = .init(
            microseconds: milliseconds * 1_000, isAtLeast: isAtLeast)
        return place
    }

    private func verdicts(
        _ text: String, _ places: [LatencyPlace], ignoring: Bool = false
    ) throws -> [BudgetVerdict] {
        BudgetVerdict.verdicts(
            on: [try LatencyBudget(text)], ignoresUnmeasured: ignoring,
            of: [("a.vsession", places)])
    }

    private func isMissed(
        _ text: String, _ places: [LatencyPlace], ignoring: Bool = false
    ) throws -> Bool {
        try verdicts(text, places, ignoring: ignoring).contains(where: \.isMissed)
    }

    @Test(
        "a budget reads back as it is spelled",
        arguments: [
            "response.p90=1200", "response.max=1200", "bargeIn.p50@module:Ask size=0",
            "endpoint.p99@kind:rejected=1", "told.max@module:*=5", "told.max@kind:*=5",
            "promptGap.p90=172800000",
        ])
    func readsBack(text: String) throws {
        #expect(try LatencyBudget(text).text == text)
    }

    @Test("without a percentile the largest value is meant")
    func largest() throws {
        #expect(try LatencyBudget("response=1200").percentile == .max)
    }

    @Test(
        "what is no budget is refused with what can stand there",
        arguments: [
            ("response", "has no '='"), ("response=fast", "no whole number of milliseconds"),
            ("response=-1", "Allow 0 to"), ("respons=1", "Did you mean 'response'?"),
            ("blockCompute=1", "Use one of: response"), ("response.p95=1", "Did you mean 'p90'"),
            ("response@Ask=1", "Write @module:NAME"), ("response@kind:finl=1", "'final'?"),
            ("promptGap@module:A=1", "no latency of turns"),
        ])
    func refused(text: String, why: String) {
        let error = #expect(throws: DiffError.self) { _ = try LatencyBudget(text) }
        #expect(error?.description.contains(why) == true, "\(error?.description ?? "")")
    }

    @Test("a value at the budget keeps it, and one a microsecond above does not")
    func bound() throws {
        #expect(try !isMissed("response=1200", [place(1_200)]))
        var late = place(1_200)
        late.values[.response]?.microseconds += 1
        #expect(try isMissed("response=1200", [late]))
    }

    @Test("p90 lets one turn in ten be slow, and the largest value none")
    func percentile() throws {
        let places = (0..<9).map { _ in place(1_000) } + [place(5_000)]
        #expect(try !isMissed("response.p90=1000", places))
        #expect(try isMissed("response=1000", places))
        let verdict = try #require(try verdicts("response=1000", places).first)
        #expect(verdict.microseconds == 5_000_000 && verdict.worst.count == 1)
    }

    @Test("a turn that was not measured is over every budget, unless it is ignored")
    func unmeasured() throws {
        let places = [place(100), place(200, isAtLeast: true)]
        #expect(try isMissed("response=1200", places))
        #expect(try verdicts("response=1200", places).first?.microseconds == nil)
        #expect(try verdicts("response.p50=1200", places).first?.microseconds == 100_000)
        #expect(try !isMissed("response=1200", places, ignoring: true))
    }

    @Test("modules and kinds are judged by themselves")
    func scopes() throws {
        let places = [
            place(900), place(2_000, module: "Size", kinds: [.rejected, .bargeIn]),
        ]
        #expect(try !isMissed("response@module:Ask=1000", places))
        #expect(try isMissed("response@module:Size=1000", places))
        #expect(try !isMissed("response@kind:final=1000", places))
        #expect(try isMissed("response@kind:bargeIn=1000", places))
        let each = try verdicts("response@module:*=1000", places)
        #expect(each.map(\.isMissed) == [false, true])
        #expect(each.map(\.budget.scope) == [.module("Ask"), .module("Size")])
        #expect(
            try verdicts("response@kind:*=1000", places).map(\.isMissed) == [
                false, true, true,
            ])
    }

    @Test("a module that no turn ends in fails: its name is wrong")
    func unknownModule() throws {
        let verdict = try #require(
            try verdicts("response@module:Ak=1000", [place(1)]).first)
        #expect(verdict.isMissed && verdict.knownModules == ["Ask"])
    }

    @Test("a latency that no turn has keeps every budget")
    func nothing() throws {
        #expect(try !isMissed("bargeIn=0", [place(1)]))
    }

    @Test("the places of a session are its turns, with their kinds, parts and lines")
    func places() throws {
        var session = LatencySessions()
        session.exchange(at: 0, endpoint: 700, recognition: 100, rest: 20)
        let places = session.latency.places(in: session.events)
        let turn = try #require(places.first { $0.what == "turn 1" })
        #expect(turn.kinds == [.final])
        #expect(turn.values[.response]?.microseconds == 820_000)
        #expect(turn.parts.reduce(0) { $0 + $1.microseconds } == 820_000)
        #expect(session.events[turn.line - 1].frame == LatencySessions.frame(2_220))
    }

    @Test("a percentile is a value that was measured, not the end of a group")
    func exact() throws {
        let figure = LatencyFigure(
            .response, values: [.init(microseconds: 1_200_000, isAtLeast: false)])
        #expect(figure.percentiles?.p90.microseconds == 1_200_000)
        #expect(figure.percentiles?.max.microseconds == 1_200_000)
    }
}
