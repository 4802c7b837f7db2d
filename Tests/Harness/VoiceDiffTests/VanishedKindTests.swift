import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

@Suite("Gate self-test of two traces")
struct VanishedKindTests {
    private let golden = Sessions.conversation()

    private func lets(
        _ json: String, golden: [TraceEvent], actual: [TraceEvent]
    ) throws -> [String] {
        let tolerance = try Tolerance(json: Array(json.utf8))
        return GateSelfTest(sampleRate: .standard, tolerance: tolerance)
            .run(golden: golden, actual: actual, named: "talk", seed: 1).sorts.map(\.what)
    }

    @Test("finds a tolerance that ignores a kind of which nothing is left, on either side")
    func vanishedKind() throws {
        let rule = #"{"rules": [{"kind": "final", "ignore": true}]}"#
        let rest = golden.filter { $0.kind != "final" }
        let missing = "Tolerance too loose: it would hide the loss of final"
        #expect(try lets(rule, golden: golden, actual: rest).contains(missing))
        #expect(try lets(rule, golden: rest, actual: golden).contains(missing))
        #expect(try lets(rule, golden: rest, actual: rest) == [])
    }

    @Test("finds a tolerance that ignores everything where nothing is left")
    func vanishedTrace() throws {
        let found = try lets(#"{"rules": [{"ignore": true}]}"#, golden: golden, actual: [])
        #expect(found.contains("Tolerance too loose: it would hide the loss of an event"))
        #expect(found.contains("Tolerance too loose: it would hide the loss of flowEnd"))
    }

    @Test("finds a tolerance that ignores a field that only one trace has")
    func vanishedField() throws {
        let rule = #"{"rules": [{"kind": "transition", "fields": ["to"], "ignore": true}]}"#
        var rest = golden
        for place in rest.indices { rest[place].fields["to"] = nil }
        let another = [#"Tolerance too loose: it would hide a change of "to" in transition"#]
        #expect(try lets(rule, golden: golden, actual: rest) == another)
        #expect(try lets(rule, golden: rest, actual: golden) == another)
    }

    @Test(
        "finds an allowance that is larger than the number it is for",
        arguments: [
            (3, 1_000_000_000, false), (3, 10, false), (3, 9, true), (500, 499, true),
            (500, 500, false), (-500, 500, false), (Int64.max, 10, true), (Int64.min, 10, true),
        ])
    func within(number: Int64, within: Int64, isFine: Bool) throws {
        var events = golden
        let place = try #require(events.firstIndex { $0.kind == "field" })
        events[place].fields["value"] = .integer(number)
        let rule = #"{"rules": [{"kind": "field", "fields": ["value"], "within": \#(within)}]}"#
        let found = try lets(rule, golden: events, actual: events)
        #expect(
            found
                == (isFine
                    ? [] : [#"Tolerance too loose: it would hide a change of "value" in field"#]))
    }

    @Test("finds a tolerance that ignores at which tap events cross")
    func tap() throws {
        let found = try lets(
            #"{"rules": [{"kind": "media", "fields": ["tap"], "ignore": true}]}"#, golden: golden,
            actual: golden)
        #expect(found == ["Tolerance too loose: it would hide another tap of media"])
    }

    @Test("an event at another tap is a difference, of events and of lines")
    func otherTap() throws {
        var actual = golden
        actual[3].tap = .words
        let change = FieldChange(name: "tap", expected: "actions", found: "words")
        let diff = Sessions.diff(golden, actual)
        #expect(diff.differences.map(\.fields) == [[change]])
        let lines = try TraceDiff(
            golden: Self.lines(golden), actual: Self.lines(actual), sampleRate: .standard)
        #expect(lines.differences.map(\.fields) == [[change]])
        #expect(RecordedTrace.digest(of: golden) == RecordedTrace.digest(of: actual))
    }

    static func lines(_ events: [TraceEvent]) throws -> TraceLines {
        try TraceLines(
            bytes: RecordedTrace(events: events).fileBytes(), path: "t")
    }

    @Test("plants into samples of long traces what a rule names, however rare it is")
    func longTrace() throws {
        var events: [TraceEvent] = []
        for round in 0..<1_000 {
            for event in golden {
                var event = event
                event.frame += Frame(round) * 60_000
                if round == 700, event.kind == "media" { event.fields["rare"] = 3 }
                events.append(event)
            }
        }
        events = Sessions.numbered(events)
        func lets(_ json: String) throws -> [String] {
            let tolerance = try Tolerance(json: Array(json.utf8))
            let lines = try Self.lines(events)
            return try GateSelfTest(sampleRate: .standard, tolerance: tolerance)
                .run(golden: lines, actual: lines, named: "talk").sorts.map(\.what)
        }
        #expect(
            try lets(#"{"rules": [{"kind": "media", "fields": ["rare"], "ignore": true}]}"#)
                == [#"Tolerance too loose: it would hide a change of "rare" in media"#])
        #expect(
            try lets(#"{"rules": [{"kind": "media", "rare": 3, "ignore": true}]}"#)
                .contains("Tolerance too loose: it would hide the loss of media"))
        #expect(try lets(#"{"default": {"timeMs": 400}}"#) == [])
    }
}
