import Testing
import VoiceFlow
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

@Suite("Every turn is accounted for")
struct LatencyAccountingTests {
    @Test("a prompt that begins while the caller speaks talks over the turn")
    func talkedOver() throws {
        var session = LatencySessions()
        session.listen("started", 0)
        session.say(1_000, 2_000)
        session.prompt("P_Next", "started", 1_700)
        let turn = try #require(session.latency.turns.first)
        #expect(turn.response.spelled == "talkedOver -300")
        #expect(session.latency.faults == [])
    }

    @Test("an endpoint before the end of speech talks over the turn, even if the prompt is late")
    func endpointTooEarly() throws {
        var session = LatencySessions()
        session.listen("started", 0)
        session.say(1_000, 2_000)
        session.speech(1_100, 1_800, spoken: 1_300)
        session.prompt("P_Next", "started", 2_200)
        let turn = try #require(session.latency.turns.first)
        #expect(turn.endpoint.spelled == "talkedOver -200")
        #expect(turn.response.spelled == "talkedOver 200")
        #expect(session.latency.faults == [])
    }

    @Test("a caller who speaks again first had waited at least that long")
    func callerWentOn() {
        var session = LatencySessions(milliseconds: 5_000)
        session.listen("started", 0)
        session.say(1_000, 2_000)
        session.say(3_500, 4_000)
        session.prompt("P_Next", "started", 4_300)
        let spelled = session.latency.turns.map(\.response.spelled)
        #expect(spelled == ["censored 1500 callerWentOn", "measured 300"])
    }

    @Test("turns that nothing listened to, without words, or cut off by the end are excluded")
    func excluded() {
        var session = LatencySessions(milliseconds: 5_000)
        session.say(100, 400)
        session.listen("started", 500)
        session.say(1_000, 2_000, "")
        session.say(4_500, 6_000)
        let reasons = session.latency.turns.map { $0.response }
        #expect(
            reasons == [
                .excluded(.nobodyListened), .excluded(.noWords), .excluded(.stillSpeaking),
            ])
    }

    @Test("a flow that ends instead of answering is excluded with that reason")
    func flowEnded() throws {
        var session = LatencySessions(milliseconds: 5_000)
        session.listen("started", 0)
        session.say(1_000, 2_000)
        session.speech(1_100, 2_600, spoken: 2_000)
        session.listen("ended", 2_600)
        session.add(2_600, .actions, "flowEnd", ["reason": "end"])
        let turn = try #require(session.latency.turns.first)
        #expect(turn.response == .excluded(.runEnded))
        #expect(turn.endpoint.spelled == "measured 600")
        #expect(turn.recognition == .excluded(.notRecognized))
    }

    @Test("an utterance that a limit of the module cut has no endpoint, and still a response")
    func cutByLimit() throws {
        var session = LatencySessions()
        session.listen("started", 0)
        session.say(1_000, 2_000)
        session.add(1_100, .speech, "speechStart", ["spoken": 16_000])
        session.listen("ended", 1_900, reason: "maxSpeechLengthExceeded")
        session.answer("yes", 1_950)
        session.add(2_500, .speech, "speechEnd", ["spoken": 32_000])
        session.prompt("P_Next", "started", 2_050)
        let turn = try #require(session.latency.turns.first)
        #expect(turn.endpoint == .excluded(.cutByLimit))
        #expect(turn.response.spelled == "measured 50")
        #expect(turn.parts == [LatencyPart(kind: .other, frames: LatencySessions.frame(50))])
        #expect(session.latency.faults.map(\.rule) == [.order])
    }

    @Test("silences between prompts are measured where neither app nor caller waited in them")
    func promptGaps() {
        var session = LatencySessions()
        session.prompt("A", "started", 0)
        session.prompt("A", "ended", 400)
        session.prompt("B", "started", 425)
        session.prompt("B", "ended", 900)
        session.listen("started", 900)
        session.listen("ended", 2_000)
        session.prompt("C", "started", 2_000)
        session.prompt("C", "ended", 2_500)
        session.say(2_600, 2_900)
        session.prompt("D", "started", 3_000)
        session.prompt("D", "stopped", 3_100)
        session.prompt("E", "started", 3_200)
        session.prompt("E", "ended", 3_300)
        #expect(
            session.latency.gaps.map(\.outcome.spelled) == [
                "measured 25", "excluded listenedBetween", "excluded spokenBetween",
                "excluded promptStopped", "excluded lastPrompt",
            ])
    }

    @Test("what had not come counts as at least so long, and says so")
    func censoredPercentiles() throws {
        var session = LatencySessions(milliseconds: 20_000)
        session.exchange(at: 0, endpoint: 300, recognition: 0, rest: 0)
        session.listen("started", 3_000)
        session.say(4_000, 4_500)
        let figure = LatencyFigure(.response, [session.latency])
        let percentiles = try #require(figure.percentiles)
        #expect(figure.measured == 1)
        #expect(figure.censored == [.sessionEnded: 1])
        #expect(percentiles.p50.microseconds / 1_000 == 300)
        #expect(!percentiles.p50.isAtLeast)
        #expect(percentiles.max == .init(microseconds: 15_500_000, isAtLeast: true))
        #expect(figure.total == 2)
    }

    @Test("waiting that left out turns is filled in beside the raw figure")
    func coordinatedOmission() throws {
        var session = LatencySessions(milliseconds: 60_000)
        for (time, wait) in [(0, 100), (3_000, 100), (6_000, 9_900), (20_000, 100)] {
            session.exchange(at: Int64(time), endpoint: Int64(wait), recognition: 0, rest: 0)
        }
        let figure = LatencyFigure(.response, [session.latency])
        #expect(figure.interval == 3_000_000)
        #expect(figure.percentiles?.count == 4)
        // 9.9 s, and what a caller every 3 s would have waited meanwhile: 6.9 s and 3.9 s.
        #expect(figure.corrected?.count == 6)
        #expect(figure.percentiles.map { $0.p50.microseconds / 1_000 } == 100)
        let p90 = try #require(figure.corrected?.p90.microseconds)
        #expect(abs(p90 - 9_900_000) < 1_000)
    }

    @Test("pauses without a prompt in them do not part a turn that an offline pass found")
    func offlineTurns() {
        var session = LatencySessions()
        session.prompt("P", "started", 3_050)
        let segments = [(0, 1_000), (1_300, 2_000), (2_800, 3_000), (3_100, 4_000)].map {
            LatencySessions.frame($0.0)..<LatencySessions.frame($0.1)
        }
        let turns = SpokenTurn.turns(
            of: segments, pause: LatencySessions.frame(500), in: session.events,
            vocabulary: .voiceflow)
        #expect(turns.map { $0.active.lowerBound / 16 } == [0, 2_800, 3_100])
        #expect(turns.map { $0.active.upperBound / 16 } == [2_000, 3_000, 4_000])
    }
}
