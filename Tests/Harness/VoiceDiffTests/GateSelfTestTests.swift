import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

@Suite("Gate self-test")
struct GateSelfTestTests {
    private let trace = Sessions.conversation()

    private func outcome(_ tolerance: Tolerance) -> GateSelfTest.Outcome {
        GateSelfTest(sampleRate: .standard, tolerance: tolerance)
            .run(golden: trace, actual: trace, named: "talk", seed: 1)
    }

    @Test("finds every plant and hears nothing between a trace and itself", arguments: 0..<200)
    func sound(seed: Int) {
        let outcome = GateSelfTest(sampleRate: .standard, tolerance: .exact)
            .run(golden: trace, actual: trace, named: "talk", seed: UInt64(seed))
        #expect(outcome.failures == [])
        #expect(outcome.found > 40)
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

    private func lets(_ json: String) throws -> [String] {
        try outcome(Tolerance(json: Array(json.utf8))).sorts.map(\.what)
    }

    @Test("fails a tolerance that ignores everything, and names every plant")
    func ignoresEverything() throws {
        let failures = try lets(#"{"rules": [{"ignore": true}]}"#)
        #expect(failures.contains("Tolerance too loose: it would hide another order of events"))
        #expect(failures.contains("Tolerance too loose: it would hide the loss of speechStart"))
        #expect(!failures.contains { $0.contains("partial") })
    }

    @Test("fails a tolerance that lets half a second pass, of all kinds or of one")
    func ignoresTime() throws {
        #expect(
            try lets(#"{"default": {"timeMs": 600}}"#).contains(
                "Tolerance too loose: it would hide a 500 ms delay of speechEnd"))
        #expect(
            try lets(#"{"rules": [{"kind": "media", "event": "ended", "timeMs": 600}]}"#)
                == ["Tolerance too loose: it would hide a 500 ms delay of media"])
    }

    @Test("fails a tolerance that leaves a kind or a field out")
    func ignoresKind() throws {
        let kinds = ["field", "final", "speechStart", "flowEnd"]
        for kind in kinds {
            let rule = #"{"rules": [{"kind": "\#(kind)", "ignore": true}]}"#
            #expect(
                try lets(rule).contains("Tolerance too loose: it would hide the loss of \(kind)"))
        }
        #expect(
            try lets(#"{"rules": [{"kind": "transition", "fields": ["to"], "ignore": true}]}"#)
                == [#"Tolerance too loose: it would hide a change of "to" in transition"#])
        #expect(
            try lets(#"{"rules": [{"fields": ["spoken"], "within": 8000}]}"#)
                == [#"Tolerance too loose: it would hide a change of "spoken" in speechEnd"#])
    }

    @Test("the null goes through the file and the whole comparison, and can alarm")
    func null() {
        var events = trace
        // The text of an event has one place for its kind.
        events[3].fields["kind"] = "other"
        let outcome = GateSelfTest(sampleRate: .standard, tolerance: .exact)
            .run(golden: events, actual: events, named: "talk", seed: 1)
        #expect(outcome.silent == 0)
        #expect(
            outcome.failures.first?.sentence == "a trace is said to differ from itself: talk")
        let diff = TraceDiff(
            golden: trace, actual: trace, sampleRate: .standard, tolerance: .exact,
            goldenIsEdited: false, takesShortcut: false)
        #expect(diff.isEmpty)
    }

    @Test("lets a tolerance be that forgives small things")
    func reasonable() {
        let tolerance = Tolerance(
            defaultTimeMs: 499,
            rules: [
                .init(matches: [.init(name: "kind", value: "partial")], ignore: true),
                .init(fields: ["confidence"], within: 1_000),
            ])
        #expect(outcome(tolerance).failures == [])
    }

    @Test("fails a comparison that never agrees, and one that only counts events")
    func broken() {
        let never = GateSelfTest(sampleRate: .standard) { _, _ in true }
            .run(golden: trace, actual: trace, named: "talk", seed: 1)
        #expect(never.sorts.map(\.what) == ["a trace is said to differ from itself"])
        let counting = GateSelfTest(sampleRate: .standard) { $0.count != $1.count }
            .run(golden: trace, actual: trace, named: "talk", seed: 1)
        #expect(
            counting.sorts.map(\.what).contains(
                #"The comparison misses a change of "value" in field"#))
        #expect(!counting.sorts.contains { $0.what.contains("missing") })
    }
}
