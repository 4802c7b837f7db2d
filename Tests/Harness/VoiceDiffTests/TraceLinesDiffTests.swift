import Foundation
import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

/// The diff of two files reads only what is not the same, and must say what the diff of all their
/// events says.
@Suite("Diff of trace files")
struct TraceLinesDiffTests {
    private static let seeds =
        ProcessInfo.processInfo.environment["VOICETEST_EDIT_SCRIPTS"].flatMap { Int($0) } ?? 150

    private func lines(_ events: [TraceEvent], _ name: String = "a") throws -> TraceLines {
        let bytes = RecordedTrace(events: Sessions.numbered(events)).fileBytes()
        return try TraceLines(bytes: bytes, path: name)
    }

    private func check(
        _ golden: [TraceEvent], _ actual: [TraceEvent], _ tolerance: Tolerance = .exact
    ) throws {
        let (golden, actual) = (Sessions.numbered(golden), Sessions.numbered(actual))
        let whole = Sessions.diff(golden, actual, tolerance: tolerance)
        let diff = try TraceDiff(
            golden: lines(golden), actual: lines(actual, "b"), sampleRate: .standard,
            tolerance: tolerance)
        #expect(diff.straight == whole.straight)
        #expect(diff.groups.map(Group.init) == whole.groups.map(Group.init))
        #expect(diff.counts == whole.counts)
        #expect(FirstCause(diff)?.sentence == FirstCause(whole)?.sentence)
    }

    private struct Group: Equatable {
        let kind: Difference.Kind
        let first: TraceEvent
        let count: Int
        let shifts: ClosedRange<Frame>?
        let reachesEnd: Bool

        init(_ group: DifferenceGroup) {
            kind = group.kind
            first = group.first.event
            count = group.count
            shifts = group.shifts
            reachesEnd = group.reachesEnd
        }
    }

    @Test("says the same as the diff of all events")
    func random() throws {
        for seed in 0..<Self.seeds {
            var chance = SeededChance(seed: UInt64(seed)).stream("file edits")
            let golden = EditedTrace.golden(length: 60 + chance.below(400), &chance)
            try check(golden, EditedTrace.edited(golden, edits: chance.below(12), &chance))
        }
    }

    private static let rules: [Tolerance.Rule] = [
        .init(matches: [.init(name: "kind", value: "partial")], ignore: true),
        .init(matches: [.init(name: "item", value: "P3")], timeMs: 30),
        .init(matches: [.init(name: "item", value: "P4")], ignore: true),
        .init(matches: [.init(name: "text", value: "words 7")], ignore: false),
        .init(fields: ["why.threshold", "item"], ignore: true),
        .init(matches: [.init(name: "tap", value: "speech")], timeMs: 20, fields: ["gone"]),
    ]

    @Test("says the same under a tolerance that leaves events out, and notes the same rules")
    func tolerated() throws {
        for seed in 0..<Self.seeds / 2 {
            var chance = SeededChance(seed: UInt64(seed)).stream("tolerated edits")
            let golden = EditedTrace.golden(length: 60 + chance.below(400), &chance)
            let actual = EditedTrace.edited(golden, edits: chance.below(12), &chance)
            let rules = Self.rules.filter { _ in chance.below(2) == 0 }
            let tolerance = Tolerance(
                defaultTimeMs: Int64([0, 0, 5, 20][chance.below(4)]), rules: rules)
            try check(golden, actual, tolerance)
            var (use, whole) = (RuleUse(tolerance), RuleUse(tolerance))
            try use.record(lines(actual))
            whole.record(actual)
            #expect(use == whole)
        }
    }

    @Test("events that are spelled otherwise are left out as well")
    func spelledOtherwise() throws {
        let events = Sessions.conversation()
        let text = String(decoding: RecordedTrace(events: events).fileBytes(), as: UTF8.self)
        let partials = events.filter { $0.kind == "partial" }.count
        #expect(partials > 0)
        let tolerance = Tolerance(rules: [Self.rules[0]])
        for spelling in [
            "\"kind\": \"partial\"", "\"kind\" :\"partial\"", "\"kind\":\t\"partial\"",
            "\"k\\u0069nd\":\"partial\"", "\"kind\":\"p\\u0061rtial\"",
        ] {
            let other = text.replacingOccurrences(of: "\"kind\":\"partial\"", with: spelling)
            #expect(other != text)
            let file = try TraceLines(bytes: Array(other.utf8), path: "a")
            let diff = try TraceDiff(
                golden: lines(events), actual: file, sampleRate: .standard, tolerance: tolerance)
            #expect(diff.isEmpty)
            #expect(diff.counts.ignored == 2 * partials, "\(spelling)")
        }
    }

    @Test("settings are told though the tolerance leaves their event out")
    func settingsOfIgnored() throws {
        var golden = Sessions.conversation()
        golden[0].why[TraceEvent.settingsKey] = ["a": 1]
        var actual = golden
        actual[0].why[TraceEvent.settingsKey] = ["a": 2]
        let tolerance = Tolerance(rules: [
            .init(matches: [.init(name: "kind", value: .string(golden[0].kind))], ignore: true)
        ])
        let diff = try TraceDiff(
            golden: lines(golden), actual: lines(actual), sampleRate: .standard,
            tolerance: tolerance)
        #expect(diff.settings == [SettingChange(name: "a", expected: 1, found: 2)])
        try check(golden, actual, tolerance)
    }

    @Test("a broken line is named by its number in the file")
    func brokenLine() throws {
        let text = String(
            decoding: RecordedTrace(events: Sessions.conversation()).fileBytes(), as: UTF8.self)
        var all = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let last = all.count - 3
        all[last] = String(all[last].dropLast()) + ",}"
        let error = #expect(throws: TraceError.self) {
            _ = try TraceLines(bytes: Array(all.joined(separator: "\n").utf8), path: "a")
        }
        #expect(error?.description.contains("line \(last + 1)") == true)
    }

    @Test("finds nothing between a file and itself, reading a few lines of it")
    func selfDiff() throws {
        let trace = Sessions.conversation()
        let file = try lines(trace)
        #expect(try TraceDiff(golden: file, actual: file, sampleRate: .standard).isEmpty)
        #expect(!file.isEdited)
        #expect(try file.events() == trace)
    }

    @Test("empty traces can be compared, with each other and with one that is not")
    func empty() throws {
        try check([], [])
        try check([], Sessions.conversation())
        try check(Sessions.conversation(), [])
    }

    @Test("a line spelled otherwise is the same event, and no edit")
    func otherSpelling() throws {
        let text = String(
            decoding: RecordedTrace(events: Sessions.conversation()).fileBytes(), as: UTF8.self)
        let spaced = text.replacingOccurrences(
            of: "\"kind\":\"final\"", with: "\"kind\": \"final\"")
        #expect(spaced != text)
        let file = try TraceLines(bytes: Array(spaced.utf8), path: "a")
        let golden = try lines(Sessions.conversation())
        #expect(!file.isEdited)
        #expect(try TraceDiff(golden: golden, actual: file, sampleRate: .standard).isEmpty)
    }

    @Test("a value changed by hand is an edit", arguments: ["\"confidence\":873", "Bye"])
    func edited(value: String) throws {
        let text = String(
            decoding: RecordedTrace(events: Sessions.conversation()).fileBytes(), as: UTF8.self)
        let changed = text.replacingOccurrences(
            of: value, with: String(value.dropLast()) + "1")
        let file = try TraceLines(bytes: Array(changed.utf8), path: "a")
        #expect(file.isEdited)
    }

    @Test("names inside values are not taken for the event's own")
    func nestedNames() throws {
        var events = Sessions.conversation()
        events[8].fields["value"] = ["seq": 7, "t": 9, "tap": "speech"]
        events[9].fields["note"] = "\",\"seq\":1,\"t\":2,\"tap\":\"words\""
        let file = try lines(events)
        #expect(try file.events() == events)
        #expect(file.frame(at: 8) == events[8].frame && file.frame(at: 9) == events[9].frame)
        #expect(!file.isEdited)
        try check(events, Sessions.conversation())
    }

    @Test("what is not a trace is refused with its line")
    func damaged() throws {
        let bytes = RecordedTrace(events: Sessions.conversation()).fileBytes()
        let marker = Array("<<<<<<< ours\n".utf8) + bytes
        #expect(throws: TraceError.conflict(path: "a", line: 1)) {
            _ = try TraceLines(bytes: marker, path: "a")
        }
        for cut in [0, bytes.count - 1, bytes.count - 90] {
            #expect(throws: TraceError.self) {
                _ = try TraceLines(bytes: Array(bytes[..<cut]), path: "a")
            }
        }
        let twice = bytes + bytes
        #expect(throws: TraceError.self) {
            _ = try TraceLines(bytes: twice, path: "a")
        }
    }

    @Test("traces with nothing in common are told by their first events, up to the limit")
    func nothingInCommon() throws {
        let (limit, count) = (1_000, 1_500)
        let golden = (0..<count).map { Sessions.action(160 * Frame($0), "a", [:]) }
        let actual = (0..<count).map { Sessions.action(160 * Frame($0) + 1, "b", [:]) }
        let diff = try TraceDiff(
            golden: lines(golden), actual: lines(actual), sampleRate: .standard,
            tolerance: .exact, detailLimit: limit)
        #expect(diff.counts.golden == count)
        #expect((400...600).contains(diff.counts.goldenLeftOut))
        #expect(diff.counts[.missing] + diff.counts.goldenLeftOut == count)
        #expect(diff.counts[.extra] + diff.counts.actualLeftOut == count)
    }
}

/// More differences than are looked at one by one.
@Suite("Diff of long trace files under a tolerance")
struct LongTraceDiffTests {
    private static let limit = 200

    private func diff(lastOf actual: Frame, field: JSONValue = 1) throws -> TraceDiff {
        func lines(_ shift: Frame, last: Frame, _ field: JSONValue) throws -> TraceLines {
            let count = Self.limit + 50
            var events = (0..<count).map {
                Sessions.action(160 * Frame($0) + shift, "a", ["n": 1])
            }
            events[count - 1].frame += last
            events[count - 1].fields["n"] = field
            return try TraceLines(
                bytes: RecordedTrace(events: Sessions.numbered(events)).fileBytes(), path: "a")
        }
        return try TraceDiff(
            golden: lines(0, last: 0, 1), actual: lines(16, last: actual, field),
            sampleRate: .standard, tolerance: Tolerance(defaultTimeMs: 1),
            detailLimit: Self.limit)
    }

    @Test("agree when all of it is within the tolerance, and only then")
    func long() throws {
        #expect(try diff(lastOf: 0).isEmpty)
        let late = try diff(lastOf: 1)
        #expect(!late.isEmpty)
        #expect(late.counts.goldenLeftOut == 50)
        #expect(try !diff(lastOf: 0, field: 2).isEmpty)
    }
}

/// Traces that look like sessions, and the same after a few edits.
enum EditedTrace {
    static func golden(length: Int, _ chance: inout ChanceStream) -> [TraceEvent] {
        var frame: Frame = 0
        return (0..<length).map { number in
            frame += Frame(160 * chance.below(30))
            switch chance.below(8) {
            case 0:
                return Sessions.action(
                    frame, "moduleStart", ["module": .string("M\(number % 5)"), "type": "node"])
            case 1: return Sessions.word(frame, "partial", "words \(chance.below(9))")
            case 2: return Sessions.speech(frame, "speechStart", [:], why: Sessions.evidence())
            default:
                return Sessions.media(
                    frame, "M\(chance.below(4))", "P\(chance.below(6))",
                    ["started", "ended"][chance.below(2)])
            }
        }
    }

    static func edited(
        _ golden: [TraceEvent], edits: Int, _ chance: inout ChanceStream
    ) -> [TraceEvent] {
        var events = golden
        for _ in 0..<edits where events.count > 2 {
            let place = chance.below(events.count - 1)
            switch chance.below(6) {
            case 0: events.remove(at: place)
            case 1: events.insert(Sessions.action(events[place].frame, "error", [:]), at: place)
            case 2: events[place].fields["item"] = "P_Other"
            case 3: events.swapAt(place, place + 1)
            case 4: for index in place..<events.count { events[index].frame += 320 }
            default: events[place].why["threshold"] = 600
            }
        }
        return events
    }
}
