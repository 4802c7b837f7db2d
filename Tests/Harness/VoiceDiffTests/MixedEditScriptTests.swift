import Foundation
import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

/// Edits of every kind are recovered one by one: which event, in which way.
///
/// `swift test` takes a few hundred scripts; `scripts/tests/test-edit-scripts` takes ten thousand.
@Suite("Mixed edit scripts")
struct MixedEditScriptTests {
    private static let count =
        ProcessInfo.processInfo.environment["VOICETEST_EDIT_SCRIPTS"].flatMap { Int($0) } ?? 200

    private struct Script {
        var golden: [TraceEvent] = []
        var actual: [TraceEvent] = []
        /// Kind and name of every event that was edited.
        var edits: Set<String> = []
        let repeats: Bool
        /// How much later everything is in the second trace.
        let shift: Frame

        init(seed: UInt64) {
            var chance = SeededChance(seed: seed).stream("mixed edits")
            repeats = chance.below(2) == 0
            shift = [0, 0, 4_000][chance.below(3)]
            var frame: Frame = 0
            for number in 0..<(30 + chance.below(200)) {
                frame += Frame(160 * (1 + chance.below(20)))
                golden.append(event(number, at: frame, &chance))
            }
            var place = 0
            while place < golden.count {
                edit(&place, &chance)
            }
            for index in actual.indices { actual[index].frame += shift }
        }

        /// Repeated identities are told apart by their texts alone.
        private func event(
            _ number: Int, at frame: Frame, _ chance: inout ChanceStream
        ) -> TraceEvent {
            repeats
                ? Sessions.word(
                    frame, ["partial", "final"][chance.below(2)], "words \(number)")
                : Sessions.action(
                    frame, "field", ["name": .string("words \(number)"), "value": 1])
        }

        private mutating func edit(_ place: inout Int, _ chance: inout ChanceStream) {
            let event = golden[place]
            let name = MixedEditScriptTests.name(event)
            place += 1
            switch place > 1 && place < golden.count ? chance.below(40) : 99 {
            case 0: edits.insert("missing \(name)")
            case 1:
                let new = self.event(10_000 + place, at: event.frame, &chance)
                actual += [event, new]
                edits.insert("extra \(MixedEditScriptTests.name(new))")
            case 2:
                var changed = event
                changed.fields["note"] = "changed"
                actual.append(changed)
                edits.insert("changed \(name)")
            case 3:
                var late = event
                late.frame += 16
                actual.append(late)
                edits.insert("retimed \(name)")
            case 4 where !repeats:
                var (first, second) = (golden[place], event)
                (first.frame, second.frame) = (second.frame, first.frame)
                actual += [first, second]
                edits.insert("moved \(name) or \(MixedEditScriptTests.name(golden[place]))")
                place += 1
            default: actual.append(event)
            }
            // Edits side by side have more than one shortest script.
            let rest = min(golden.count, place + 3)
            actual += golden[place..<rest]
            place = rest
        }
    }

    fileprivate static func name(_ event: TraceEvent) -> String {
        (event.fields["name"] ?? event.fields["text"])?.string ?? ""
    }

    private static func found(_ script: Script) -> Set<String> {
        let differences = Sessions.diff(script.golden, script.actual).differences.filter {
            $0.kind != .retimed || $0.shift != script.shift
        }
        return Set(
            differences.map { difference in
                let name = name(difference.event)
                guard difference.kind == .moved, let past = difference.move?.past else {
                    return "\(difference.kind.rawValue) \(name)"
                }
                // Either of two that changed places may be called the one that moved.
                let other = Self.name(past)
                let pairs = ["moved \(name) or \(other)", "moved \(other) or \(name)"]
                return pairs.first(where: script.edits.contains) ?? "moved \(name)"
            })
    }

    @Test("are recovered exactly, whatever was done where")
    func recovered() {
        var wrong: [Int] = []
        for seed in 0..<Self.count {
            let script = Script(seed: UInt64(seed))
            if Self.found(script) != script.edits { wrong.append(seed) }
        }
        #expect(wrong == [], "seeds of \(Self.count)")
    }

    @Test("give an empty diff of a trace with itself, and mirrored ones when exchanged")
    func laws() {
        for seed in 0..<(Self.count / 5) {
            let script = Script(seed: UInt64(seed))
            let there = Sessions.diff(script.golden, script.actual)
            let back = Sessions.diff(script.actual, script.golden)
            #expect(back.mirrored == there.straight, "seed \(seed)")
            #expect(Sessions.diff(script.golden, script.golden).isEmpty, "seed \(seed)")
        }
    }
}
