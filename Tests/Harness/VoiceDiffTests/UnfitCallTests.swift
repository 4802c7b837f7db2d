import Testing
import VoiceTime

@testable import VoiceDiff

@Suite struct UnfitCallTests {
    private static func latency(
        _ response: LatencyOutcome, unfit: [CallFigures.Finding], hidden: [Range<Frame>],
        seamless: Set<Frame> = []
    ) throws -> SessionLatency {
        let rate = try #require(SampleRate(hertz: 8_000))
        var latency = SessionLatency(name: "a", path: "a.wav", sampleRate: rate, frames: 80_000)
        let excluded = LatencyOutcome.excluded(.notRecorded)
        latency.turns = [
            TurnLatency(
                turn: SpokenTurn(active: 8_000..<16_000), endpoint: excluded,
                recognition: excluded, response: response, bargeIn: excluded)
        ]
        latency.gaps = [PromptGap(item: "app 1", frame: 40_000, outcome: .measured(800))]
        var call = CallFigures(talkOvers: [], deadAirs: [])
        (call.unfit, call.hiddenEnds, call.seamlessEnds) = (unfit, hidden, seamless)
        latency.call = call
        latency.leaveOutUnfit()
        return latency
    }

    private static let gate = CallFigures.Finding(name: "gate", sentence: "a gate hides ends")

    @Test("a wait whose beginning a gate hides is a bound, and counts in no figure")
    func bounds() throws {
        for response in [LatencyOutcome.measured(4_000), .talkedOver(4_000)] {
            let latency = try Self.latency(
                response, unfit: [Self.gate], hidden: [14_000..<16_200])
            #expect(latency.turns[0].response == .excluded(.unfitCall))
            #expect(latency.turns[0].bounds == 3_800..<6_000)
            #expect(latency.outcomes(.promptGap) == [.excluded(.unfitCall)])
            #expect(latency.places(in: []) == [])
        }
    }

    @Test("an end that is not hidden has no bounds, and a fit call keeps its figures")
    func others() throws {
        let elsewhere = try Self.latency(
            .measured(4_000), unfit: [Self.gate], hidden: [20_000..<21_000])
        #expect(elsewhere.turns[0].bounds == nil)
        let fit = try Self.latency(.measured(4_000), unfit: [], hidden: [])
        #expect(fit.turns[0].response == .measured(4_000))
    }

    @Test("of a fit call a wait whose beginning is hidden is at least so long")
    func hidden() throws {
        let latency = try Self.latency(.measured(4_000), unfit: [], hidden: [14_000..<16_200])
        #expect(latency.turns[0].response == .censored(3_800, .hiddenEnd))
        #expect(latency.turns[0].bounds == 3_800..<6_000)
        let early = try Self.latency(.talkedOver(-100), unfit: [], hidden: [14_000..<16_200])
        #expect(early.turns[0].bounds == 0..<1_900)
        let open = try Self.latency(.measured(0), unfit: [], hidden: [], seamless: [16_000])
        #expect(open.turns[0].response == .censored(0, .noPause))
        let none = try Self.latency(
            .excluded(.noWords), unfit: [], hidden: [14_000..<16_200], seamless: [16_000])
        #expect(none.turns[0].response == .excluded(.noWords))
    }
}
