import Testing
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

/// Calls as diagrams: one column is 100 ms, `#` is speech.
private struct Diagram {
    let speech: CallSpeech
    let latency: SessionLatency
    let trace: CallTrace
    let figures: CallFigures

    private static let rate = SampleRate.standard

    init(caller: String, app: String) {
        let columns = Int64(max(caller.count, app.count))
        let rate = Self.rate
        speech = CallSpeech(
            caller: Self.stretches(caller), app: Self.stretches(app), sampleRate: rate,
            frames: rate.frames(milliseconds: columns * 100))
        trace = CallTrace(speech, pause: rate.frames(milliseconds: 500))
        figures = CallFigures(speech, turns: trace.turns)
        var subject = LatencySubject(
            name: "call", path: "call.wav", sampleRate: rate, frames: speech.frames,
            events: trace.events, vocabulary: .call, turns: trace.turns)
        subject.tellsDecisions = false
        latency = SessionLatency(subject)
    }

    private static func stretches(_ row: String) -> [Range<Frame>] {
        let column = rate.frames(milliseconds: 100)
        var found: [Range<Frame>] = []
        for (place, mark) in row.enumerated() where mark == "#" {
            let start = Int64(place) * column
            if let last = found.last, last.upperBound == start {
                found[found.count - 1] = last.lowerBound..<(start + column)
            } else {
                found.append(start..<(start + column))
            }
        }
        return found
    }

    /// Frames as columns.
    static func columns(_ range: Range<Frame>) -> Range<Frame> {
        (range.lowerBound / 1_600)..<(range.upperBound / 1_600)
    }

    var responses: [String] { latency.turns.map { Self.words($0.response) } }
    var stops: [String] { latency.turns.map { Self.words($0.bargeIn) } }

    private static func words(_ outcome: LatencyOutcome) -> String {
        let time = outcome.frames.map { "\($0 / 16)" } ?? outcome.reason?.name ?? ""
        return "\(outcome.name) \(time)"
    }
}

@Suite struct CallTraceTests {
    @Test("what a caller says inside of a longer speech of the app waits for no answer")
    func backchannel() {
        let call = Diagram(
            caller: "......##............###......", app: ".##################......####")
        #expect(call.responses == ["excluded playedOn", "measured 200"])
    }

    @Test("an interruption that the app gives way to waits for its answer")
    func givesWay() {
        let call = Diagram(caller: "......####.............", app: ".##########........####")
        #expect(call.responses == ["measured 900"])
    }

    @Test("a wait is from the caller's end to the app's beginning")
    func waits() {
        let call = Diagram(
            caller: "......###.........##......", app: ".###........####.......###")
        #expect(call.responses == ["measured 300", "measured 300"])
        #expect(call.stops == ["excluded noPromptPlayed", "excluded noPromptPlayed"])
        #expect(call.latency.faults == [])
        #expect(call.figures.talkOvers == [])
        #expect(call.figures.deadAirs == [])
    }

    @Test("a caller who speaks again, or at the end, was not answered")
    func missing() {
        let call = Diagram(
            caller: "......###......................##.........................",
            app: ".###......................................................")
        #expect(call.responses == ["censored 2200", "censored 2500"])
        #expect(call.figures.deadAirs.map { Diagram.columns($0.range) } == [9..<31, 33..<58])
        #expect(call.figures.deadAirs.allSatisfy { $0.isAppsTurn })
    }

    @Test("an app that begins before the caller has ended talks over the caller")
    func talksOver() {
        let call = Diagram(caller: "......######......", app: ".###.....########.")
        #expect(call.responses == ["talkedOver -300"])
        #expect(
            call.figures.talkOvers.map { Diagram.columns($0.range) } == [9..<12])
        #expect(call.figures.talkOvers.map(\.isByApp) == [true])
    }

    @Test("a prompt that ends while the caller speaks counts as stopped")
    func stops() {
        let call = Diagram(caller: "....########......", app: ".######.......###.")
        #expect(call.stops == ["measured 300"])
        #expect(call.responses == ["measured 200"])
        #expect(call.figures.talkOvers.map(\.isByApp) == [false])
        #expect(call.trace.events.map(\.kind).contains("appStop"))
    }

    @Test("a pause within one sentence does not end what the caller speaks over")
    func goesOn() {
        let call = Diagram(caller: "....##########......", app: ".####...####........###")
        #expect(call.stops == ["measured 800"])
        #expect(call.figures.talkOvers.map { Diagram.columns($0.range) } == [4..<12])
    }

    @Test("keys of a telephone are no speech: nothing talks over them")
    func keys() {
        let call = Diagram(caller: "....####......", app: ".########.....")
        var turns = call.trace.turns
        #expect(CallFigures(call.speech, turns: turns).talkOvers.count == 1)
        turns[0].keys = "1"
        #expect(CallFigures(call.speech, turns: turns).talkOvers == [])
    }

    @Test("a prompt that goes on after the caller's turn was not stopped")
    func playsOn() {
        let call = Diagram(caller: "....###............", app: ".############......")
        #expect(call.stops == ["censored 900"])
    }

    @Test("pauses part neither a prompt nor a turn, unless the other side begins in them")
    func pauses() {
        let call = Diagram(
            caller: "..........###...##........##...", app: ".###..###..........###.##....##")
        #expect(call.speech.prompts.map(Diagram.columns) == [1..<9, 19..<25, 29..<31])
        #expect(call.trace.turns.map { Diagram.columns($0.active) } == [10..<18, 26..<28])
        let quick = Diagram(caller: ".....##......", app: ".###....###..")
        #expect(quick.speech.prompts.map(Diagram.columns) == [1..<4, 8..<11])
        #expect(quick.responses == ["measured 100"])
    }

    @Test("nothing is said of when the app decided")
    func decisions() throws {
        let call = Diagram(caller: "......###.........", app: ".###........####..")
        let turn = try #require(call.latency.turns.first)
        #expect(turn.endpoint == .excluded(.notRecorded))
        #expect(turn.recognition == .excluded(.noEndpoint))
        #expect(turn.told == .excluded(.notTold))
        #expect(turn.parts == [LatencyPart(kind: .other, frames: 4_800)])
        #expect(turn.notes == [])
    }

    @Test("every event is declared, in order and counted")
    func trace() {
        let call = Diagram(caller: "....########......", app: ".######.......###.")
        let events = call.trace.events
        #expect(EventVocabulary.call.undeclared(in: events).isEmpty)
        #expect(events.map(\.sequence) == Array(events.indices))
        #expect(
            events.map(\.kind) == [
                "callStart", "appStart", "speechStart", "appStop", "speechEnd", "appStart",
                "appEnd", "callEnd",
            ])
    }
}

extension CallFigures {
    /// The figures of a call whose caller speaks in `turns`.
    fileprivate init(_ speech: CallSpeech, turns: [SpokenTurn]) {
        self.init(
            prompts: speech.prompts, turns: turns, sampleRate: speech.sampleRate,
            frames: speech.frames)
    }
}
