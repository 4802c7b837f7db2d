import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

/// An engine that never was: its events have other names than those of any engine here.
enum Radio {
    static let vocabulary = EventVocabulary(
        scopeWord: "show",
        kinds: [
            EventKind("onAir", .scopeBegin, fields: [EventField("show", .scope, isIdentity: true)]),
            EventKind("offAir", .scopeEnd, fields: [EventField("show", .scope, isIdentity: true)]),
            EventKind(
                "hop", .step,
                fields: [
                    EventField("source", .from, isIdentity: true, word: "out of"),
                    EventField("target", .to), EventField("knob", .by),
                ], detail: [["digit"]], shared: ["power"]),
            EventKind(
                "jingle",
                fields: [
                    EventField("show", .scope, isIdentity: true),
                    EventField("tune", .item, isIdentity: true),
                    EventField("phase", isIdentity: true), EventField("left", unit: .frames),
                    EventField("gain", unit: .milliDecibels),
                ],
                cases: [
                    EventCase([.init("phase", ["in"])], .playBegin),
                    EventCase([.init("phase", ["out"])], .playEnd),
                    EventCase([.init("phase", ["cut"])], .playStop),
                ]),
            EventKind(
                "phone",
                fields: [
                    EventField("show", .scope, isIdentity: true),
                    EventField("line", .item, isIdentity: true),
                    EventField("state", isIdentity: true), EventField("cause", .reason),
                ],
                cases: [
                    EventCase([.init("state", ["open"])], .listenBegin),
                    EventCase(
                        [.init("cause", ["tooLong"]), .init("state", ["closed"])], .listenCut),
                    EventCase([.init("state", ["closed"])], .listenEnd),
                ]),
            EventKind(
                "close", .runEnd, fields: [EventField("cause", .reason)]),
        ])

    static func event(_ ms: Int64, _ kind: String, _ fields: JSONObject) -> TraceEvent {
        TraceEvent(frame: 16 * ms, tap: .actions, kind: kind, fields: fields)
    }

    private static func heard(
        _ ms: Int64, _ kind: CoreKind, _ fields: JSONObject, why: JSONObject = [:]
    ) -> TraceEvent {
        let tap: Tap = kind == .speechStart || kind == .speechEnd ? .speech : .words
        return TraceEvent(
            frame: 16 * ms, tap: tap, kind: kind.rawValue, fields: fields, why: why)
    }

    /// A jingle, a caller who answers after it, and the next show.
    static let trace: [TraceEvent] = [
        event(0, "onAir", ["show": "Quiz"]),
        event(0, "jingle", ["show": "Quiz", "tune": "Ask", "phase": "in"]),
        event(1_000, "jingle", ["show": "Quiz", "tune": "Ask", "phase": "out"]),
        event(1_000, "phone", ["show": "Quiz", "line": "L", "state": "open"]),
        heard(1_600, .speechStart, ["spoken": 24_000]),
        heard(2_500, .speechEnd, ["spoken": 32_000]),
        heard(
            2_600, .final, ["text": "forty two", "confidence": 800],
            why: ["start": 24_000, "end": 32_000]),
        event(2_600, "phone", ["show": "Quiz", "line": "L", "state": "closed"]),
        event(2_600, "offAir", ["show": "Quiz"]),
        event(2_600, "hop", ["source": "Quiz", "target": "News", "knob": "tune"]),
        event(2_600, "onAir", ["show": "News"]),
        event(2_700, "jingle", ["show": "News", "tune": "Tell", "phase": "in"]),
        event(3_500, "jingle", ["show": "News", "tune": "Tell", "phase": "out"]),
        event(3_500, "close", ["cause": "done"]),
    ].enumerated().map { index, event in
        var event = event
        event.sequence = index
        return event
    }

    static func diff(_ actual: [TraceEvent], tolerance: Tolerance = .exact) -> TraceDiff {
        TraceDiff(
            golden: trace, actual: actual, sampleRate: .standard, vocabulary: vocabulary,
            tolerance: tolerance)
    }
}

@Suite("A vocabulary that no engine here has")
struct MadeUpVocabularyTests {
    @Test("the first cause names the scope in the vocabulary's word, and the field that changed")
    func cause() throws {
        var actual = Radio.trace
        actual[11].fields["gain"] = 3_000
        let cause = try #require(FirstCause(Radio.diff(actual)))
        #expect(
            cause.sentence
                == "jingle Tell in at 2700 ms in show News: gain expected nothing, found 3 dB.")
    }

    @Test("a step that leads elsewhere is the same step, and its other end is what changed")
    func step() throws {
        var actual = Radio.trace
        actual[9].fields["target"] = "Weather"
        let diff = Radio.diff(actual)
        #expect(diff.differences.map(\.kind) == [.changed])
        #expect(diff.differences.first?.fields.map(\.name) == ["target"])
        #expect(FirstCause(diff)?.sentence.hasPrefix("hop out of Quiz at 2600 ms") == true)
    }

    @Test("another item is another event")
    func identity() {
        var actual = Radio.trace
        actual[1].fields["tune"] = "Hello"
        let diff = Radio.diff(actual)
        #expect(Set(diff.differences.map(\.kind)) == [.missing, .extra])
    }

    @Test("trace files are compared as their events are")
    func files() throws {
        var actual = Radio.trace
        actual[9].fields["target"] = "Weather"
        func lines(_ events: [TraceEvent]) throws -> TraceLines {
            try TraceLines(bytes: RecordedTrace(events: events).fileBytes(), path: "a")
        }
        let diff = try TraceDiff(
            golden: lines(Radio.trace), actual: lines(actual), sampleRate: .standard,
            vocabulary: Radio.vocabulary)
        #expect(diff.differences == Radio.diff(actual).differences)
        #expect(
            diff.differences.first?.module == "News" || diff.differences.first?.module == "Quiz")
    }

    private func latency(_ events: [TraceEvent]) -> SessionLatency {
        SessionLatency(
            LatencySubject(
                name: "radio", path: "radio", sampleRate: .standard, frames: 64_000,
                events: events, vocabulary: Radio.vocabulary,
                turns: [SpokenTurn(active: 24_000..<32_000, words: "forty two")]))
    }

    @Test("latency is measured from the roles of plays and listening")
    func measured() throws {
        let session = latency(Radio.trace)
        let turn = try #require(session.turns.first)
        #expect(turn.endpoint == .measured(8_000))
        #expect(turn.recognition == .measured(1_600))
        #expect(turn.response == .measured(11_200))
        #expect(turn.module == "Quiz")
        #expect(session.gaps.map(\.item) == ["Ask", "Tell"])
    }

    @Test("a limit that ended listening leaves the turn out of the endpoint")
    func cut() throws {
        var events = Radio.trace
        events[7].frame = 16 * 2_100
        events[7].fields["cause"] = "tooLong"
        let turn = try #require(latency(events).turns.first)
        #expect(turn.endpoint == .excluded(.cutByLimit))
    }

    @Test("coverage counts scopes and steps, by what tells a step from its likes")
    func coverage() {
        let graph = FlowGraph(
            name: "radio",
            modules: [.init(id: "Quiz", type: "show"), .init(id: "News", type: "show")],
            edges: [
                .init(module: "Quiz", key: "tune", detail: "7", target: "News"),
                .init(module: "Quiz", key: "tune", detail: "9", target: "News"),
                .init(module: "News", key: "power", target: "Quiz"),
            ])
        var coverage = FlowCoverage(graph: graph)
        var events = Radio.trace
        events[9].why = ["digit": "9"]
        events.append(
            Radio.event(4_000, "hop", ["source": "Quiz", "target": "Quiz", "knob": "power"]))
        coverage.add(events, Radio.vocabulary)
        #expect(coverage.moduleCounts == [1, 1])
        #expect(coverage.edgeCounts == [0, 1, 1])
    }

    @Test("the self-test notices what is planted, and a tolerance that lets it pass")
    func selfTest() throws {
        func outcome(_ tolerance: Tolerance) -> GateSelfTest.Outcome {
            GateSelfTest(
                sampleRate: .standard, vocabulary: Radio.vocabulary, tolerance: tolerance
            ).run(golden: Radio.trace, actual: Radio.trace, named: "radio", seed: 1)
        }
        let exact = outcome(.exact)
        #expect(exact.failures.isEmpty && exact.silent == 1 && exact.found > 20)
        let loose = try Tolerance(
            json: Array(#"{"rules": [{"kind": "jingle", "ignore": true}]}"#.utf8),
            kinds: Radio.vocabulary.names)
        #expect(outcome(loose).failures.contains { $0.what.contains("jingle") })
    }

    @Test("a tolerance takes the kinds that are declared and refuses others")
    func tolerance() throws {
        func read(_ json: String) throws -> Tolerance {
            try Tolerance(json: Array(json.utf8), kinds: Radio.vocabulary.names)
        }
        var actual = Radio.trace
        actual[12].frame += 320
        let allowed = try read(#"{"rules": [{"kind": "jingle", "phase": "out", "timeMs": 20}]}"#)
        #expect(Radio.diff(actual, tolerance: allowed).isEmpty)
        #expect(!Radio.diff(actual).isEmpty)
        #expect(throws: DiffError.self) {
            _ = try read(#"{"rules": [{"kind": "media", "timeMs": 20}]}"#)
        }
    }
}
