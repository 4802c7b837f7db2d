import Foundation
import Testing
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

/// The diff of two files reads only what is not the same, and must say what the diff of all their
/// events says.
@Suite("Diff of trace files")
struct TraceLinesDiffTests {
    private static let seeds =
        ProcessInfo.processInfo.environment["VOICETEST_EDIT_SCRIPTS"].flatMap { Int($0) } ?? 400

    private func lines(_ events: [TraceEvent], _ name: String = "a") throws -> TraceLines {
        let bytes = RecordedTrace(events: Sessions.numbered(events)).fileBytes()
        return try TraceLines(bytes: bytes, path: name, checksDigest: true)
    }

    private func check(_ golden: [TraceEvent], _ actual: [TraceEvent]) throws {
        let (golden, actual) = (Sessions.numbered(golden), Sessions.numbered(actual))
        let whole = Sessions.diff(golden, actual)
        let diff = try TraceDiff(
            golden: lines(golden), actual: lines(actual, "b"), sampleRate: .standard)
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
        let file = try TraceLines(bytes: Array(spaced.utf8), path: "a", checksDigest: true)
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
        let file = try TraceLines(bytes: Array(changed.utf8), path: "a", checksDigest: true)
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

    @Test("what is no trace is refused with its line")
    func damaged() throws {
        let bytes = RecordedTrace(events: Sessions.conversation()).fileBytes()
        let marker = Array("<<<<<<< ours\n".utf8) + bytes
        #expect(throws: TraceError.conflict(path: "a", line: 1)) {
            _ = try TraceLines(bytes: marker, path: "a", checksDigest: true)
        }
        for cut in [0, bytes.count - 1, bytes.count - 90] {
            #expect(throws: TraceError.self) {
                _ = try TraceLines(bytes: Array(bytes[..<cut]), path: "a", checksDigest: false)
            }
        }
        let twice = bytes + bytes
        #expect(throws: TraceError.self) {
            _ = try TraceLines(bytes: twice, path: "a", checksDigest: false)
        }
    }

    @Test("traces with nothing in common are told by their first hundred thousand events")
    func nothingInCommon() throws {
        let count = TraceWindows.detailLimit + 500
        let golden = (0..<count).map { Sessions.action(160 * Frame($0), "a", [:]) }
        let actual = (0..<count).map { Sessions.action(160 * Frame($0) + 1, "b", [:]) }
        let diff = try TraceDiff(
            golden: lines(golden), actual: lines(actual), sampleRate: .standard)
        #expect(diff.counts.golden == count)
        #expect((400...600).contains(diff.counts.goldenLeftOut))
        #expect(diff.counts[.missing] + diff.counts.goldenLeftOut == count)
        #expect(diff.counts[.extra] + diff.counts.actualLeftOut == count)
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
            default: events[place].why["threshold"] = 10_000
            }
        }
        return events
    }
}
