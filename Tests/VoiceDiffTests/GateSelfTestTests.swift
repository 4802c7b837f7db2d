import Testing
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

@Suite("Gate self-test")
struct GateSelfTestTests {
    private let trace = Sessions.conversation()

    private func outcome(_ tolerance: Tolerance) -> GateSelfTest.Outcome {
        GateSelfTest(sampleRate: .standard, tolerance: tolerance)
            .run(trace, named: "talk", seed: 1)
    }

    @Test("finds every plant and hears nothing between a trace and itself", arguments: 0..<200)
    func sound(seed: Int) {
        let outcome = GateSelfTest(sampleRate: .standard, tolerance: .exact)
            .run(trace, named: "talk", seed: UInt64(seed))
        #expect(outcome.failures == [])
        #expect(outcome.found == GateSelfTest.Plant.allCases.count)
        #expect(outcome.silent == 1)
    }

    @Test("plants what it says", arguments: GateSelfTest.Plant.allCases)
    func plants(_ plant: GateSelfTest.Plant) throws {
        var chance = SeededChance(seed: 3).stream("plants")
        let test = GateSelfTest(sampleRate: .standard, tolerance: .exact)
        let changed = try #require(test.planted(plant, in: trace, &chance)).events
        let kinds = Set(Sessions.diff(trace, changed).differences.map(\.kind))
        switch plant {
        case .drop, .truncate: #expect(kinds == [.missing])
        case .delay: #expect(kinds == [.retimed])
        case .swap: #expect(kinds == [.moved])
        case .change: #expect(!kinds.isDisjoint(with: [.changed, .missing]))
        }
    }

    @Test("fails a tolerance that ignores everything, and names every plant")
    func ignoresEverything() {
        let failures = outcome(Tolerance(rules: [.init(ignore: true)])).failures
        #expect(failures.count == GateSelfTest.Plant.allCases.count)
        #expect(failures.contains { $0.contains("a swap planted into talk at ") })
    }

    @Test("fails a tolerance that lets half a second pass")
    func ignoresTime() {
        let failures = outcome(Tolerance(defaultTimeMs: 600)).failures
        #expect(failures.count == 1)
        #expect(failures.first?.hasPrefix("a delay planted into talk at ") == true)
    }

    @Test("lets a tolerance be that forgives small things")
    func reasonable() {
        let tolerance = Tolerance(
            defaultTimeMs: 20,
            rules: [
                .init(matches: [.init(name: "kind", value: "partial")], ignore: true),
                .init(fields: ["confidence"], within: 1_000),
            ])
        #expect(outcome(tolerance).failures == [])
    }

    @Test("fails a comparison that never agrees, and one that only counts events")
    func broken() {
        let never = GateSelfTest(sampleRate: .standard) { _, _ in true }
            .run(trace, named: "talk", seed: 1)
        #expect(never.failures == ["talk was said to differ from itself"])
        let counting = GateSelfTest(sampleRate: .standard) { $0.count != $1.count }
            .run(trace, named: "talk", seed: 1)
        #expect(counting.failures.count == 3)
    }
}
