import Foundation
import Testing
import VoiceKit
import VoiceTestSupport

@Suite("Finding the rate of a phrase")
@MainActor
struct TempoTests {
    private func fit(
        _ io: MeasuringEngine, target: TimeInterval, rounds: Int = 3,
        bounds: ClosedRange<Double> = 0...1
    ) async -> (finalRate: Double, measured: TimeInterval) {
        await VoiceTempoCalibrator.fitRate(
            io: io, voiceID: "a", phrase: "Hello", targetSeconds: target, maxIterations: rounds,
            bounds: bounds)
    }

    @Test("the rate changes in proportion until the time is right", .fact("voicekit-2.11-2"))
    func proportion() async {
        let io = MeasuringEngine { 1 / $0 }
        io.setVoiceProfile(TTSVoiceProfile(id: "a", rate: 0.25))
        var rounds: [String] = []
        let found = await VoiceTempoCalibrator.fitRate(
            io: io, voiceID: "a", phrase: "Hello", targetSeconds: 2
        ) { rounds.append("\($0) \($1) \($2)") }
        #expect(found.finalRate == 0.5 && found.measured == 2)
        #expect(rounds == ["1 0.25 4.0", "2 0.5 2.0"])
        #expect(io.getVoiceProfile(id: "a")?.rate == 0.5)
    }

    @Test(
        "it begins with the voice's rate, else the default profile's, else 0.55",
        .fact("voicekit-2.11-1"))
    func seed() async {
        let io = MeasuringEngine { _ in 1 }
        _ = await fit(io, target: 1)
        io.profiles = [:]
        io.defaultProfile = TTSVoiceProfile(id: "b", rate: 0.75)
        _ = await fit(io, target: 1)
        io.profiles = ["a": TTSVoiceProfile(id: "a", rate: 0.25)]
        _ = await fit(io, target: 1)
        #expect(io.rates == [0.55, 0.75, 0.25])
    }

    @Test("a measured time of 0 ends it", .fact("voicekit-2.11-3"))
    func unmeasured() async {
        let io = MeasuringEngine { _ in 0 }
        let found = await fit(io, target: 1)
        #expect(found.measured == 0 && io.rates.count == 1)
    }

    @Test(
        "it ends within 0.05 seconds of the target, after three rounds, or without a change",
        .fact("voicekit-2.11-3"))
    func ends() async {
        let near = MeasuringEngine { _ in 1.04 }
        _ = await fit(near, target: 1)
        #expect(near.rates.count == 1)
        let never = MeasuringEngine { _ in 1.1 }
        _ = await fit(never, target: 1)
        #expect(never.rates.count == 3)
        let bounded = MeasuringEngine { _ in 9 }
        _ = await fit(bounded, target: 1, rounds: 10, bounds: 0...0.55)
        #expect(bounded.rates == [0.55])
    }

    @Test("the rate stays within bounds, also for a target of 0", .fact("voicekit-2.11-2"))
    func bounds() async {
        let io = MeasuringEngine { _ in 9 }
        #expect(await fit(io, target: 0, bounds: 0.2...0.8).finalRate == 0.8)
        #expect(await fit(MeasuringEngine { _ in 1 }, target: -1, rounds: -1).measured == 0)
    }

    @Test("a cancelled task ends it", .fact("voicekit-2.11-3"))
    func cancelled() async {
        let io = MeasuringEngine { _ in 9 }
        let task = Task { await fit(io, target: 1, rounds: 100).measured }
        task.cancel()
        _ = await task.value
        #expect(io.rates.count == 1)
    }
}
