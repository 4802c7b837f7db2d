import Testing
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

@Suite("Latencies against a baseline")
struct LatencyBaselineTests {
    private static func report(endpoint: Int64, name: String = "a/one") -> LatencyReport {
        var session = LatencySessions()
        session.exchange(at: 0, endpoint: endpoint, recognition: 40, rest: 0)
        var subject = session.subject
        subject.name = name
        subject.work = WorkCounts()
        subject.work?["hops"] = 1_000
        return LatencyReport([SessionLatency(subject)])
    }

    @Test("a baseline reads back as it was written and agrees with its own run")
    func agreesWithItsOwnRun() throws {
        let report = Self.report(endpoint: 500)
        let written = LatencyBaseline(report)
        let read = try LatencyBaseline(bytes: written.fileBytes(), path: "b.json")
        #expect(read == written)
        let comparison = LatencyComparison(report, with: read, path: "b.json")
        #expect(comparison.changes == [])
        #expect(comparison.compared > 8)
    }

    @Test("one frame of one figure is enough, and is named with its turn")
    func oneFrame() throws {
        let baseline = LatencyBaseline(Self.report(endpoint: 500))
        let comparison = LatencyComparison(
            Self.report(endpoint: 701), with: baseline, path: "b.json")
        #expect(comparison.changes.map(\.place).contains("turn 1 \"yes\", endpoint"))
        let change = try #require(comparison.changes.first { $0.place.hasSuffix("endpoint") })
        #expect(change.what == "500 ms -> 701 ms (+201 ms)")
        for (part, isThere) in [("endpoint", true), ("recognition", false)] {
            #expect(comparison.changes.contains { $0.place.hasSuffix(part) } == isThere)
        }
    }

    @Test("counted work is compared exactly, and not where only one side counted")
    func comparesCountedWorkExactly() {
        var report = Self.report(endpoint: 500)
        let baseline = LatencyBaseline(report)
        report.sessions[0].work?["hops"] = 1_001
        let comparison = LatencyComparison(report, with: baseline, path: "b.json")
        #expect(comparison.changes.map(\.what) == ["1000 -> 1001 (+1)"])
        report.sessions[0].work = nil
        let other = LatencyComparison(report, with: baseline, path: "b.json")
        #expect(other.changes == [])
        #expect(other.notes == ["a/one: work was counted only then"])
    }

    @Test("allocations are compared only where both runs counted them")
    func allocations() {
        var report = Self.report(endpoint: 500)
        let baseline = LatencyBaseline(report)
        report.sessions[0].work?["allocations"] = 7
        let comparison = LatencyComparison(report, with: baseline, path: "b.json")
        #expect(comparison.changes == [])
        #expect(comparison.notes == ["a/one: allocations were counted only now"])
    }

    @Test("work or allocations of some sessions and not of others are refused")
    func unequalWork() throws {
        var report = Self.report(endpoint: 500)
        report.sessions += Self.report(endpoint: 500, name: "a/two").sessions
        let read = try LatencyBaseline(bytes: LatencyBaseline(report).fileBytes(), path: "b.json")
        #expect(read.sessions.count == 2)
        var counted = report
        counted.sessions[0].work?["allocations"] = 7
        report.sessions[1].work = nil
        for (damaged, what) in [(report, "work"), (counted, "allocations")] {
            let error = #expect(throws: DiffError.self) {
                try LatencyBaseline(bytes: LatencyBaseline(damaged).fileBytes(), path: "b.json")
            }
            let words = "b.json: it counts \(what) for a/one but not for a/two"
            #expect(error?.description.contains(words) == true)
        }
    }

    @Test("a session that is gone is a change, and so is a new one that is not let pass")
    func sessions() {
        let baseline = LatencyBaseline(Self.report(endpoint: 500))
        let report = Self.report(endpoint: 500, name: "a/two")
        let strict = LatencyComparison(report, with: baseline, path: "b.json")
        #expect(strict.changes.map(\.session) == ["a/one", "a/two"])
        let comparison = LatencyComparison(
            report, with: baseline, path: "b.json", allowsNew: true)
        #expect(comparison.changes.map(\.session) == ["a/one"])
        #expect(comparison.notes.count == 1)
    }

    @Test(
        "what is not a baseline is refused with its name",
        arguments: [
            "{", "[]", "{\"kind\":\"latencyBaseline\"}",
            "{\"kind\":\"latencyBaseline\",\"formatVersion\":2,\"sessions\":[]}",
            "{\"kind\":\"latencyBaseline\",\"formatVersion\":1,\"sessions\":[{}]}",
            """
            {"kind":"latencyBaseline","formatVersion":1,"sessions":
            [{"name":"a","figures":{}},{"name":"a","figures":{}}]}
            """,
        ])
    func refused(text: String) {
        let error = #expect(throws: DiffError.self) {
            _ = try LatencyBaseline(bytes: Array(text.utf8), path: "b.json")
        }
        #expect(error?.description.contains("b.json: ") == true)
        #expect(error?.description.contains("--write-baseline") == true)
    }

    @Test(
        "numbers that no session has are refused, and never overflow",
        arguments: [
            ("\"sampleRate\": 16000", "\"sampleRate\": 9223372036854775807"),
            ("\"sampleRate\": 16000", "\"sampleRate\": 16001"),
            ("\"frames\": 8000", "\"frames\": -9223372036854775808"),
            ("\"frames\": 8000", "\"frames\": 9223372036854775807"),
            ("\"frames\": 8000", "\"frames\": \"many\""),
            ("\"start\": ", "\"start\": -"),
            ("\"turns\"", "\"spins\""), ("\"gaps\"", "\"holes\""),
        ])
    func impossible(old: String, new: String) throws {
        let bytes = LatencyBaseline(Self.report(endpoint: 500)).fileBytes()
        let text = String(decoding: bytes, as: UTF8.self)
        let changed = text.split(separator: old, maxSplits: 1).joined(separator: new)
        #expect(changed != text)
        let error = #expect(throws: DiffError.self) {
            try LatencyBaseline(bytes: Array(changed.utf8), path: "b.json")
        }
        #expect(
            error?.description.contains("the figures of a/one are outside what a session can have")
                == true)
    }

    @Test("a baseline of no session is refused: nothing would be compared")
    func noSessions() {
        let text = "{\"kind\":\"latencyBaseline\",\"formatVersion\":1,\"sessions\":[]}"
        let error = #expect(throws: DiffError.self) {
            try LatencyBaseline(bytes: Array(text.utf8), path: "b.json")
        }
        #expect(error?.description.contains("nothing can be compared") == true)
    }

    @Test("block times read back as they were written; what makes no sense is not a timing")
    func blockTiming() throws {
        let timing = BlockTiming(groups: [
            .init(nanoseconds: 1_500, count: 900), .init(nanoseconds: 30_000_000, count: 1),
        ])
        let read = BlockTiming(timing: ["blockNanoseconds": timing.value])
        #expect(read == timing)
        let broken = ["[]", "[[1]]", "[[5,0]]", "[[5,1],[4,1]]", "[[-1,1]]", "7", "[[\"a\",1]]"]
        for text in broken {
            let value = try JSONReader.value(of: Array(text.utf8))
            #expect(BlockTiming(timing: ["blockNanoseconds": value]) == nil)
        }
        var subject = LatencySessions().subject
        subject.blocks = timing
        let figure = LatencyFigure(.blockCompute, [SessionLatency(subject)])
        #expect(figure.percentiles?.p50.microseconds == 2)
        #expect(figure.percentiles?.max.microseconds == 30_000)
        // A block of 30 ms holds two others up.
        #expect(figure.corrected?.count == 903)
    }
}
