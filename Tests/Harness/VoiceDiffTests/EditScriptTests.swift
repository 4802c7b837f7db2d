import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

@Suite("Edit scripts")
struct EditScriptTests {
    /// A trace, another one made of it by deleting and inserting, and what was done.
    private struct Script {
        var golden: [TraceEvent] = []
        var actual: [TraceEvent] = []
        var deleted: [TraceEvent] = []
        var inserted: [TraceEvent] = []

        init(seed: UInt64, isUnique: Bool, shift: Frame) {
            var chance = SeededChance(seed: seed).stream("edits")
            var frame: Frame = 0
            // Edits side by side have more than one shortest script.
            var rest = 0
            for number in 0..<(20 + chance.below(180)) {
                frame += Frame(160 * chance.below(40))
                let event = Self.event(frame, number, isUnique: isUnique, chance: &chance)
                golden.append(event)
                let choice = rest > 0 ? 99 : chance.below(16)
                rest = choice < 2 ? 3 : rest - 1
                if choice == 0 {
                    deleted.append(event)
                    continue
                }
                var kept = event
                kept.frame += shift
                actual.append(kept)
                if choice == 1 {
                    let new = Self.event(
                        kept.frame, 1_000 + number, isUnique: isUnique, chance: &chance)
                    actual.append(new)
                    inserted.append(new)
                }
            }
        }

        /// Unique events are known by their name, repeated ones only by what they say.
        private static func event(
            _ frame: Frame, _ number: Int, isUnique: Bool, chance: inout ChanceStream
        ) -> TraceEvent {
            if isUnique {
                return Sessions.action(frame, "field", ["name": .string("field \(number)")])
            }
            return Sessions.word(
                frame, ["partial", "final", "rejected"][chance.below(3)], "words \(number)")
        }
    }

    private func check(_ script: Script, shift: Frame) {
        let diff = Sessions.diff(script.golden, script.actual)
        let edits = diff.differences.filter { difference in
            difference.kind != .retimed || difference.shift != shift
        }
        let missing = edits.filter { $0.kind == .missing }.compactMap(\.golden)
        let extra = edits.filter { $0.kind == .extra }.compactMap(\.actual)
        #expect(listed(missing) == listed(script.deleted))
        #expect(listed(extra) == listed(script.inserted))
        #expect(edits.count == missing.count + extra.count)
    }

    private func listed(_ events: [TraceEvent]) -> [String] {
        events.map { "\($0.frame) \($0.kind) \(JSONWriter.text(.object($0.fields)))" }.sorted()
    }

    @Test("are recovered exactly where every event is unique", arguments: 0..<300)
    func unique(seed: Int) {
        check(Script(seed: UInt64(seed), isUnique: true, shift: 0), shift: 0)
    }

    @Test("are recovered exactly where identities repeat", arguments: 300..<700)
    func repeated(seed: Int) {
        check(Script(seed: UInt64(seed), isUnique: false, shift: 0), shift: 0)
    }

    @Test("are recovered exactly behind a delay", arguments: 700..<1_000)
    func delayed(seed: Int) {
        let script = Script(seed: UInt64(seed), isUnique: true, shift: 555)
        check(script, shift: 555)
    }

    @Test("give mirrored diffs when the traces are exchanged", arguments: 1_000..<1_100)
    func symmetry(seed: Int) {
        let script = Script(seed: UInt64(seed), isUnique: false, shift: Frame(seed % 2) * 320)
        let diff = Sessions.diff(script.golden, script.actual)
        let back = Sessions.diff(script.actual, script.golden)
        #expect(back.mirrored == diff.straight)
        #expect(back.groups.map(\.count) == diff.groups.map(\.count))
    }

    @Test("of long traces are recovered behind a delay, repeated identities included")
    func long() {
        var chance = SeededChance(seed: 7).stream("long")
        let golden = (0..<2_000).map { number in
            Sessions.word(
                1_600 * Frame(number), ["partial", "final"][chance.below(2)], "words \(number)")
        }
        var actual = golden
        for index in actual.indices { actual[index].frame += 77 }
        let gone = [1_900, 1_200, 1_199, 600, 30].map { actual.remove(at: $0) }
        let diff = Sessions.diff(golden, actual)
        let missing = diff.differences.filter { $0.kind == .missing }.compactMap(\.golden)
        #expect(missing.map(\.fields) == gone.reversed().map(\.fields))
        #expect(diff.counts[.retimed] == 1_995)
        #expect(diff.counts.differences == 2_000)
    }
}

@Suite("Common subsequence")
struct MyersAlignerTests {
    @Test("is as long as the longest, and in order", arguments: 0..<300)
    func longest(seed: Int) {
        var chance = SeededChance(seed: UInt64(seed)).stream("tokens")
        let letters = 2 + chance.below(8)
        let left = (0..<chance.below(60)).map { _ in Int32(chance.below(letters)) }
        let right = (0..<chance.below(60)).map { _ in Int32(chance.below(letters)) }
        let (pairs, isComplete) = MyersAligner.pairs(left: left, right: right)
        let best = WeightedAligner.pairs(left.count, right.count) { first, second in
            left[first] == right[second] ? 1 : nil
        }
        #expect(isComplete)
        #expect(pairs.count == best.count)
        #expect(pairs.allSatisfy { left[$0.left] == right[$0.right] })
        #expect(
            zip(pairs, pairs.dropFirst()).allSatisfy { one, next in
                one.left < next.left && one.right < next.right
            })
    }

    @Test("is empty where nothing is common, and common where one side is empty")
    func nothing() {
        #expect(MyersAligner.pairs(left: [1, 2], right: [3]).pairs.isEmpty)
        #expect(MyersAligner.pairs(left: [], right: [3]).pairs.isEmpty)
    }
}
