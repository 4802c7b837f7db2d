import Testing
import VoiceJSON
import VoiceTime

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
        #expect(comparison.compared > 6)
    }

    @Test("a slower figure is named with its turn, and fails by more than the tolerance only")
    func slower() throws {
        let baseline = LatencyBaseline(Self.report(endpoint: 500))
        let comparison = LatencyComparison(
            Self.report(endpoint: 701), with: baseline, path: "b.json")
        #expect(comparison.changes.map(\.place).contains("turn 1 \"yes\", endpoint"))
        let change = try #require(comparison.changes.first { $0.place.hasSuffix("endpoint") })
        #expect(change.what == "500 ms -> 701 ms (+201 ms)")
        #expect(change.kind == .worse)
        for (part, isThere) in [("endpoint", true), ("recognition", false)] {
            #expect(comparison.changes.contains { $0.place.hasSuffix(part) } == isThere)
        }
    }

    @Test(
        "a change within the tolerance is none, and one for the better never fails",
        arguments: [
            (510, nil, nil), (511, nil, LatencyComparison.Change.Kind.worse), (490, nil, nil),
            (489, nil, .better), (560, "endpoint=100", .worse), (511, "0", .worse),
            (500, "0", nil), (499, "0", .better),
        ] as [(Int64, String?, LatencyComparison.Change.Kind?)])
    func tolerance(endpoint: Int64, text: String?, kind: LatencyComparison.Change.Kind?) throws {
        let tolerance = try text.map { try LatencyTolerance(texts: [$0]) }
        let written = LatencyBaseline(
            Self.report(endpoint: 500), tolerance: tolerance ?? .standard)
        let read = try LatencyBaseline(bytes: written.fileBytes(), path: "b.json")
        let comparison = LatencyComparison(
            Self.report(endpoint: endpoint), with: read, path: "b.json")
        #expect(comparison.changes.first { $0.place.hasSuffix("response") }?.kind == kind)
        #expect(comparison.worse.isEmpty == (kind != .worse))
        // The tolerance of one metric is none of another.
        let own = comparison.changes.first { $0.place.hasSuffix("endpoint") }?.kind
        #expect(own == (text == "endpoint=100" ? nil : kind))
    }

    @Test("a figure that is not measured any more is worse, and one that now is better")
    func unmeasured() {
        var later = Self.report(endpoint: 500)
        later.sessions[0].turns[0].response = .censored(16_000, .sessionEnded)
        let baseline = LatencyBaseline(Self.report(endpoint: 500))
        let worse = LatencyComparison(later, with: baseline, path: "b.json")
        #expect(worse.worse.map(\.place) == ["turn 1 \"yes\", response"])
        let better = LatencyComparison(
            Self.report(endpoint: 500), with: LatencyBaseline(later), path: "b.json")
        #expect(better.changes.map(\.kind) == [.better])
        later.sessions[0].turns[0].response = .excluded(.runEnded)
        let gone = LatencyComparison(later, with: baseline, path: "b.json")
        #expect(gone.changes.map(\.kind) == [.worse])
        later.sessions[0].turns[0].response = .talkedOver(-160)
        let early = LatencyComparison(later, with: baseline, path: "b.json")
        #expect(early.changes.map(\.kind) == [.worse])
    }

    @Test("an older baseline, which names sessions by two parts of their paths, is compared")
    func oldNames() throws {
        let text = String(
            decoding: LatencyBaseline(Self.report(endpoint: 500, name: "checkout/one")).fileBytes(),
            as: UTF8.self
        ).replacing("\"formatVersion\": 2", with: "\"formatVersion\": 1")
        let read = try LatencyBaseline(bytes: Array(text.utf8), path: "b.json")
        let comparison = LatencyComparison(
            Self.report(endpoint: 500, name: "one"), with: read, path: "b.json")
        #expect(comparison.changes == [])
    }

    @Test("counted work is told exactly and fails nothing")
    func tellsCountedWork() {
        var report = Self.report(endpoint: 500)
        let baseline = LatencyBaseline(report)
        report.sessions[0].work?["hops"] = 1_001
        let comparison = LatencyComparison(report, with: baseline, path: "b.json")
        #expect(comparison.changes == [])
        #expect(comparison.notes == ["a/one: work, hops: 1000 -> 1001"])
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
            "{\"kind\":\"latencyBaseline\",\"formatVersion\":3,\"sessions\":[]}",
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
