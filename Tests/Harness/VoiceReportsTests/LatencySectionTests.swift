import Testing
import VoiceFlow
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff
@testable import VoiceReports

@Suite("Latency section and trend")
struct LatencySectionTests {
    private func run(
        _ number: Int, median: Int64, scope: String = "s", label: String? = nil
    ) -> LatencyRun {
        let value = Percentiles.Value(microseconds: median)
        let high = Percentiles.Value(microseconds: median + 50_000)
        let figure = LatencyRun.Figure(
            measured: 9, censored: 0, talkedOver: 0, excluded: 0,
            percentiles: Percentiles(count: 9, p50: value, p90: high, p99: high, max: high))
        return LatencyRun(
            label: label ?? "run\(number)", time: 1_700_000_000 + Int64(number) * 86_400,
            sessions: 4, scope: scope, figures: [.response: figure])
    }

    private let subject = LatencySubject(
        name: "a/b", path: "C/a/b.vsession", sampleRate: .standard, frames: 160_000,
        events: [
            TraceEvent(sequence: 0, frame: 0, tap: .actions, kind: "flowStart"),
            TraceEvent(
                sequence: 1, frame: 56_000, tap: .speech, kind: "speechEnd",
                fields: ["spoken": 40_000]),
        ], vocabulary: .voiceflow,
        turns: [SpokenTurn(active: 20_000..<40_000, words: "yes")])

    @Test("without a history nothing is said of runs, and what was not measured has no row")
    func plain() {
        let body = LatencySection(LatencyReport([SessionLatency(subject)])).body
        #expect(!body.contains("oldest to newest") && !body.contains("blockCompute"))
        #expect(body.contains("<strong>response</strong>"))
        #expect(body.contains("Measured in a run of each session"))
    }

    @Test("a replay's figures stand beside the golden traces' own, with the change")
    func golden() throws {
        func value(_ microseconds: Int64) -> LatencyFigure.Value {
            .init(microseconds: microseconds, isAtLeast: false)
        }
        var report = LatencyReport([SessionLatency(subject)])
        report.figures = [LatencyFigure(.endpoint, values: [value(1_200_000)])]
        func body(_ golden: [String: LatencyFigure.Value]) -> String {
            let pair = LatencyPair(.endpoint, now: ["turn 0": value(1_200_000)], golden: golden)
            return LatencySection(report, beside: [pair], isReplay: true).body
        }
        let whole = body(["turn 0": value(1_000_000)])
        #expect(whole.contains("Measured in this run") && !whole.contains("that both have"))
        #expect(whole.contains("golden 1000.0") && whole.contains("class=\"bad\">+200.0<"))
        // The golden median of two turns is slower than the run, its first turn faster.
        let part = body(["turn 0": value(1_000_000), "turn 1": value(2_000_000)])
        #expect(part.contains("class=\"bad\">+200.0<") && !part.contains("class=\"good\""))
        #expect(part.contains("compared over the 1 that both have"))
    }

    @Test("a record keeps the golden trace's values, and a result without them shows none")
    func kept() {
        var record = SessionRecord(Sample.verdict(Sample.golden, Sample.golden), place: 0)
        var subject = subject
        subject.events = Sample.spoken
        record.frames = 56_000
        let session = SessionLatency(subject)
        record.measured["latency"] = ResultLatency.value(
            session, places: session.places(in: subject.events), golden: session)
        var read = session
        read.name = "sleep-mode"
        #expect(ResultLatency.latency(record)?.turns == read.turns)
        #expect(ResultLatency.latency(record)?.gaps == read.gaps)
        let pairs = ResultLatency.pairs([record], [session])
        #expect(pairs.contains { $0.metric == .response })
        let direct = LatencyReport([session])
        for pair in pairs {
            #expect(pair.isWhole && pair.golden.percentiles == direct[pair.metric]?.percentiles)
        }
        record.measured["latency"] = ["source": "scenario", "turns": .array([])]
        #expect(ResultLatency.pairs([record], [session]).isEmpty)
    }

    @Test("a trend marks the run that stepped away, and noise and one outlier are no step")
    func steps() throws {
        let noise: [Int64] = [900_000, 902_000, 899_000, 901_000, 960_000, 900_000, 901_000]
        let level = noise.enumerated().map { run($0, median: $1) }
        #expect(try #require(LatencyTrend(level, .response)).steps.isEmpty)
        let later = (7..<14).map { run($0, median: 1_100_000) }
        let trend = try #require(LatencyTrend(level + later, .response))
        #expect(trend.steps.contains { $0.run == 7 && $0.percentiles.contains(.p50) })
        #expect(JSONWriter.text(.object(trend.plot)).contains(#""text":"+199.0 ms""#))
    }

    @Test("every percentile that moved since the run before is marked, p99 alone too")
    func moves() throws {
        var runs = (0..<7).map { run($0, median: 900_000) }
        for index in 5..<7 {
            let figure = try #require(runs[index].figures[.response]?.percentiles)
            runs[index].figures[.response]?.percentiles = Percentiles(
                count: 9, p50: figure.p50, p90: figure.p90,
                p99: .init(microseconds: 1_400_000), max: .init(microseconds: 1_500_000))
        }
        let trend = try #require(LatencyTrend(runs, .response))
        #expect(
            trend.steps == [
                .init(run: 5, percentiles: [.p99], change: 450_000),
                .init(run: 5, percentiles: [.max], change: 550_000),
            ])
        #expect(JSONWriter.text(.object(trend.plot)).contains(#""text":"p99 +450.0 ms""#))
        #expect(LatencyMove.newest(in: runs).isEmpty)
        let moves = LatencyMove.newest(in: Array(runs[..<6]))
        #expect(moves.map(\.percentile) == [.p99, .max])
        let page = LatencyPage.text(LatencyReport([]), runs: Array(runs[..<6]))
        #expect(page.contains("p99 1400.0 ms (+450.0)") && page.contains("The newest run, run5"))
    }

    @Test("a move is one against a run over the same sessions")
    func otherSessions() {
        let runs = [run(0, median: 900_000, scope: "a"), run(1, median: 950_000, scope: "b")]
        #expect(LatencyMove.newest(in: runs).isEmpty)
    }

    @Test("the worst turns come first: not measured, then the slowest, and say who spent the time")
    func worstFirst() throws {
        let turns = (0..<3).map { SpokenTurn(active: $0 * 16_000..<$0 * 16_000 + 8_000) }
        var subject = subject
        subject.turns = turns
        var session = SessionLatency(subject)
        session.turns[0].response = .measured(1_600)
        session.turns[1].response = .censored(160, .sessionEnded)
        session.turns[2].response = .measured(3_200)
        session.turns[2].parts = [
            LatencyPart(kind: .app, frames: 3_200, owner: "the callback on x")
        ]
        let rows = LatencyRow.worstFirst(LatencyReport([session])).map(\.number)
        #expect(rows == [2, 3, 1])
        let body = LatencySection(LatencyReport([session])).body
        #expect(body.contains("2 of 3 turns answered; p90 at least 200.0 ms"))
        #expect(body.contains("the callback on x"))
        #expect(body.contains("Ends of speech: 3 by an offline pass"))
    }

    @Test("no name of a run brings a control character into the page")
    func controlCharacters() {
        let runs = [run(0, median: 900_000, label: "\u{1B}[31m"), run(1, median: 910_000)]
        let page = LatencyPage.text(LatencyReport([SessionLatency(subject)]), runs: runs)
        #expect(!page.contains("\u{1B}") && page.contains("\u{FFFD}[31m"))
    }

    @Test("a trend has each run's day, figures in words, and a mark of other sessions")
    func picture() throws {
        let runs = [
            run(0, median: 900_000, label: "<b>\"x"), run(1, median: 910_000),
            run(2, median: 905_000, scope: "t"),
        ]
        let plot = try #require(LatencyTrend(runs, .response)).plot
        let told = try #require(plot["runs"]?.array).compactMap(\.object)
        #expect(told.map { $0["day"] } == ["2023-11-14", "2023-11-15", "2023-11-16"])
        #expect(told[1]["told"] == "run1, 2023-11-15, 4 sessions\np50 910.0 ms, p90 960.0 ms")
        #expect(told.map { $0["p50"] } == [900_000, 910_000, 905_000])
        #expect(told.map { $0["change"] == nil } == [true, true, false])
        let page = LatencyPage.text(LatencyReport([]), runs: runs)
        #expect(page.contains("the set of sessions changed (once)") && page.contains("Over 3 runs"))
        #expect(!page.contains("<b>"))
    }

    @Test("a figure is drawn from its values and percentiles, of many every n-th value")
    func strip() throws {
        let turns = (0..<1_000).map { SpokenTurn(active: $0 * 16_000..<$0 * 16_000 + 8_000) }
        var subject = subject
        subject.turns = turns
        var session = SessionLatency(subject)
        for place in turns.indices { session.turns[place].response = .measured(1_600) }
        session.turns[0].response = .censored(160, .sessionEnded)
        let figure = try #require(LatencyReport([session])[.response])
        let plot = figure.plot(golden: nil, upTo: 200_000)
        func text(_ name: String) -> String? { plot[name].map(JSONWriter.text) }
        #expect(plot["values"]?.array?.count == 499 && text("atLeast") == "[10000]")
        #expect(text("percentiles") == "[100000,100000,100000]" && plot["golden"] == nil)
        #expect(figure.plot(golden: figure, upTo: 0)["golden"] == 100_000)
    }

    @Test("reasons and meanings are told in full")
    func text() throws {
        let session = SessionLatency(subject)
        let text = LatencyText(listsTurns: true).text(LatencyReport([session]))
        let reason = try #require(session.turns[0].response.reason)
        #expect(text.contains(reason.rawValue) && text.contains(LatencyMetric.bargeIn.meaning))
        #expect(!text.contains("…"))
    }
}
