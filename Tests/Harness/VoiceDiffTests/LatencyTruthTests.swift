import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

@Suite("Latencies of sessions whose truth is known")
struct LatencyTruthTests {
    @Test(
        "endpoint, recognition, the rest and the response are what the session was built from",
        arguments: [(700, 120, 0), (480, 0, 0), (1_203, 37, 260), (0, 0, 0)])
    func known(endpoint: Int64, recognition: Int64, rest: Int64) throws {
        var session = LatencySessions()
        session.exchange(at: 0, endpoint: endpoint, recognition: recognition, rest: rest)
        let found = session.latency
        let turn = try #require(found.turns.first)
        #expect(turn.endpoint.spelled == "measured \(endpoint)")
        #expect(turn.recognition.spelled == "measured \(recognition)")
        let parts = turn.parts.map { "\($0.kind.rawValue) \($0.frames / 16)" }
        let known = [("endOfTurn", endpoint), ("recognizer", recognition), ("other", rest)]
        #expect(parts == known.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" })
        #expect(turn.response.spelled == "measured \(endpoint + recognition + rest)")
        #expect(turn.bargeIn == .excluded(.noPromptPlayed))
        #expect(turn.liveEndOffset == LatencySessions.frame(20))
        #expect(found.faults == [])
    }

    @Test("percentiles of known responses are right to a millisecond")
    func percentiles() throws {
        var session = LatencySessions(milliseconds: 1_000_000)
        for index in 0..<100 {
            session.exchange(
                at: Int64(index) * 8_000, endpoint: 500 + Int64(index) * 37, recognition: 100,
                rest: 0)
        }
        let report = LatencyReport([session.latency])
        let figure = try #require(report[.response]?.percentiles)
        #expect(figure.count == 100)
        for (value, milliseconds) in [
            (figure.p50, 600 + 49 * 37), (figure.p90, 600 + 89 * 37), (figure.p99, 600 + 98 * 37),
            (figure.max, 600 + 99 * 37),
        ] {
            #expect(abs(value.microseconds - Int64(milliseconds) * 1_000) < 1_000)
            #expect(!value.isAtLeast)
        }
        #expect(report.faults.isEmpty)
    }

    @Test("a barge-in is counted from the caller's own start, whatever the detector says")
    func bargeIn() throws {
        var session = LatencySessions()
        session.prompt("P_Menu", "started", 0)
        session.listen("started", 0)
        session.say(1_000, 2_000)
        session.prompt("P_Menu", "stopped", 1_152)
        session.speech(1_152, 2_600, spoken: 2_000)
        session.listen("ended", 2_600, reason: "maxPostSpeechSilenceExceeded")
        session.answer("yes", 2_600)
        session.prompt("P_Next", "started", 2_600)
        let turn = try #require(session.latency.turns.first)
        #expect(turn.bargeIn.spelled == "measured 152")
        #expect(turn.response.spelled == "measured 600")
        #expect(session.latency.gaps.first?.outcome == .excluded(.promptStopped))
    }

    @Test("an app that goes on with its next prompt has not stopped")
    func goesOn() throws {
        func session(next: Int64, isStopped: Bool) -> LatencySessions {
            var session = LatencySessions()
            session.prompt("P_One", "started", 0)
            session.listen("started", 0)
            session.say(1_000, 2_000)
            session.stop("P_One", 1_110, spoken: true)
            session.prompt("P_Two", "started", next)
            if isStopped {
                session.stop("P_Two", 1_800, spoken: true)
            } else {
                session.prompt("P_Two", "ended", 3_000)
            }
            session.speech(1_110, 2_600, spoken: 2_000)
            return session
        }
        func bargeIn(next: Int64, isStopped: Bool) -> String? {
            session(next: next, isStopped: isStopped).latency.turns.first?.bargeIn.spelled
        }
        #expect(bargeIn(next: 1_110, isStopped: false) == "censored 2000 playedOn")
        #expect(bargeIn(next: 1_110, isStopped: true) == "measured 800")
        #expect(bargeIn(next: 1_500, isStopped: false) == "measured 110")
    }

    @Test(
        "an app that goes on against a caller whom it stops for, and does not hear, has not stopped"
    )
    func goesOnUnheard() throws {
        var session = LatencySessions()
        session.prompt("P_One", "started", 0)
        session.say(1_000, 2_000)
        session.stop("P_One", 1_110, spoken: true)
        session.prompt("P_Two", "started", 1_110)
        session.prompt("P_Two", "ended", 1_900)
        session.listen("started", 4_000)
        let turn = try #require(session.latency.turns.first)
        #expect(turn.response == .excluded(.nobodyListened))
        #expect(turn.bargeIn.spelled == "censored 900 playedOn")
    }

    @Test("a prompt that stops only with the turn was not interrupted, unless the evidence says so")
    func stoppedWithTheTurn() throws {
        for isEvident in [false, true] {
            var session = LatencySessions()
            session.prompt("P_Loop", "started", 0)
            session.listen("started", 0)
            session.say(1_000, 2_000)
            session.speech(1_100, 2_400, spoken: 2_000)
            session.listen("ended", 2_400)
            session.stop("P_Loop", 2_400, spoken: isEvident)
            let turn = try #require(session.latency.turns.first)
            #expect(
                turn.bargeIn.spelled
                    == (isEvident ? "measured 1400" : "censored 1400 stoppedLate"))
        }
    }

    @Test("a prompt that is never stopped counts as at least until it ended, or the session did")
    func missingStop() throws {
        for ends in [true, false] {
            var session = LatencySessions(milliseconds: 4_000)
            session.prompt("P_Menu", "started", 0)
            session.listen("started", 0)
            session.say(1_000, 2_000)
            if ends { session.prompt("P_Menu", "ended", 3_500) }
            let turn = try #require(session.latency.turns.first)
            #expect(
                turn.bargeIn.spelled
                    == (ends ? "censored 2500 playedOn" : "censored 3000 neverStopped"))
            #expect(turn.endpoint.spelled == "censored 2000 noSpeechEnd")
            #expect(turn.response.spelled == "censored 2000 sessionEnded")
        }
    }

    @Test("a turn that is recorded only is no unanswered recognition")
    func recordsOnly() {
        func session(_ function: String) -> LatencySessions {
            var session = LatencySessions()
            session.exchange(at: 0, endpoint: 600, recognition: 0, rest: 0)
            session.listen("started", 3_000, function: function)
            session.say(4_000, 4_500)
            session.speech(4_100, 5_000, spoken: 4_500)
            session.listen("ended", 5_000, function: function)
            session.prompt("P_End", "started", 5_010)
            return session
        }
        #expect(
            session("recordAudio").latency.turns.last?.recognition == .excluded(.notRecognized))
        #expect(
            session("recognizeAudio").latency.turns.last?.recognition.spelled
                == "censored 5000 noAnswer")
    }

    @Test("an anchor of the engine that belongs to an earlier turn moves no figure and is named")
    func staleAnchor() throws {
        var session = LatencySessions()
        session.exchange(at: 0, endpoint: 600, recognition: 0, rest: 0)
        session.listen("started", 3_000)
        session.say(4_000, 4_500)
        session.speech(4_100, 5_000, spoken: 1_400)
        session.listen("ended", 5_000)
        session.answer("yes", 5_000)
        session.prompt("P_End", "started", 5_010)
        let turn = session.latency.turns[1]
        #expect(turn.notes == [.staleAnchor])
        #expect(turn.endpoint.spelled == "measured 500")
        #expect(turn.response.spelled == "measured 510")
        #expect(session.latency.faults == [])
    }

    @Test("an answer before its speechEnd is a fault with its turn and rule named")
    func swappedOrder() {
        var session = LatencySessions()
        session.listen("started", 0)
        session.say(1_000, 2_000)
        session.add(1_100, .speech, "speechStart", ["spoken": 16_000])
        session.answer("yes", 2_300)
        session.add(2_500, .speech, "speechEnd", ["spoken": 32_000])
        session.prompt("P_Next", "started", 2_600)
        let faults = session.latency.faults
        #expect(
            faults == [
                LatencyFault(
                    rule: .negative,
                    what: "turn 1: recognition takes -200 ms, although the app did not talk over"
                        + " the caller")
            ])
    }

    @Test("a trace that goes back in time is a fault")
    func backInTime() {
        var session = LatencySessions()
        session.prompt("P_Ask", "started", 900)
        session.prompt("P_Ask", "ended", 300)
        #expect(session.latency.faults.map(\.rule).contains(.order))
    }

    @Test("parts that do not sum to the response are a fault")
    func wrongSum() throws {
        var session = LatencySessions()
        session.exchange(at: 0, endpoint: 500, recognition: 100, rest: 0)
        var turn = try #require(session.latency.turns.first)
        #expect(LatencyFault.faults(of: turn, number: 1, rate: .standard) == [])
        turn.parts.append(LatencyPart(kind: .other, frames: 16))
        let faults = LatencyFault.faults(of: turn, number: 1, rate: .standard)
        #expect(
            faults == [
                LatencyFault(rule: .sum, what: "turn 1: its parts take 601 ms, the whole 600 ms")
            ])
    }
}
