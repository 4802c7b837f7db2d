import Testing
import VoiceDiff
import VoiceJSON
import VoiceTrace

/// Engines that tell their apps what callers said. Times in milliseconds.
@Suite("Latencies of told answers, clips and beginnings of speech")
struct ToldLatencyTests {
    private static let listening = [
        EventKind("listening", .listenBegin, fields: [EventField("listen", .item)]),
        EventKind("listened", .listenEnd, fields: [EventField("listen", .item)]),
        EventKind("result", .answer, fields: [EventField("listen", .item)]),
        EventKind("ended", .runEnd),
    ]
    private static let playing = [
        EventKind(
            "speaking", .playBegin,
            fields: [EventField("speech", .item), EventField("delay", .delay, unit: .frames)]),
        EventKind("spoken", .playEnd, fields: [EventField("speech", .item)]),
        EventKind(
            "clip", .playBegin,
            fields: [EventField("clip", .item), EventField("gap", .gap, unit: .frames)]),
    ]

    private func session(playsPrompts: Bool) -> LatencySessions {
        var session = LatencySessions()
        session.vocabulary = EventVocabulary(
            kinds: Self.listening + (playsPrompts ? Self.playing : []))
        return session
    }

    /// Listens from 0; a caller speaks from 1,000 to 1,500, which the detector decides at 1,600.
    private func hear(_ session: inout LatencySessions) {
        session.add(0, .actions, "listening", ["listen": "1"])
        session.say(1_000, 1_500)
        session.speech(1_050, 1_600, spoken: 1_500)
    }

    @Test("a turn ends at the told answer where the engine plays no prompts")
    func withoutPrompts() throws {
        var session = session(playsPrompts: false)
        hear(&session)
        session.add(2_400, .actions, "listened", ["listen": "1"])
        session.answer("yes", 2_430)
        session.add(2_450, .actions, "result", ["listen": "1"])
        session.add(2_450, .actions, "ended")
        let turn = try #require(session.latency.turns.first)
        #expect(turn.told.spelled == "measured 950")
        #expect(turn.response.spelled == "measured 950")
        #expect(session.latency.faults.isEmpty)
    }

    @Test("the silence that a rule waits for is no part of recognition")
    func wait() throws {
        var session = session(playsPrompts: false)
        hear(&session)
        session.add(2_400, .actions, "listened", ["listen": "1"])
        session.answer("yes", 2_430)
        session.add(2_450, .actions, "result", ["listen": "1"])
        let turn = try #require(session.latency.turns.first)
        #expect(turn.recognition.spelled == "measured 30")
        #expect(
            turn.parts.map { "\($0.kind.rawValue) \($0.frames / 16)" } == [
                "endOfTurn 100", "ruleWait 800", "recognizer 30", "other 20",
            ])
    }

    @Test("where prompts answer, the told answer stands beside the response")
    func withPrompts() throws {
        var session = session(playsPrompts: true)
        hear(&session)
        session.add(2_400, .actions, "listened", ["listen": "1"])
        session.add(2_450, .actions, "result", ["listen": "1"])
        session.add(2_500, .actions, "speaking", ["speech": "1"])
        let turn = try #require(session.latency.turns.first)
        #expect(turn.told.spelled == "measured 950")
        #expect(turn.response.spelled == "measured 1000")
    }

    @Test("a prompt in the place of an answer, and an engine that tells none, do not count")
    func notTold() throws {
        var session = session(playsPrompts: true)
        hear(&session)
        session.add(2_500, .actions, "speaking", ["speech": "1"])
        #expect(session.latency.turns.first?.told == .excluded(.promptCame))
        session.vocabulary = EventVocabulary(kinds: Array(Self.listening.prefix(2)) + Self.playing)
        #expect(session.latency.turns.first?.told == .excluded(.notTold))
    }

    @Test("an answer told while the caller speaks was told too early")
    func early() throws {
        var session = session(playsPrompts: false)
        hear(&session)
        session.add(1_400, .actions, "result", ["listen": "1"])
        #expect(session.latency.turns.first?.told.spelled == "talkedOver -100")
    }

    @Test("a clip's gap is its own figure and no silence between prompts")
    func clipGaps() {
        var session = session(playsPrompts: true)
        session.add(0, .actions, "clip", ["clip": "1"])
        session.add(100, .actions, "speaking", ["speech": "1", "delay": 320])
        session.add(900, .actions, "spoken", ["speech": "1"])
        session.add(905, .actions, "clip", ["clip": "2", "gap": 80])
        session.add(1_000, .actions, "listening", ["listen": "1"])
        session.add(2_000, .actions, "listened", ["listen": "1"])
        session.add(2_000, .actions, "clip", ["clip": "3", "gap": 17_600])
        let latency = session.latency
        #expect(
            latency.outcomes(.clipGap).map(\.spelled) == [
                "excluded noSpeechBefore", "measured 5", "excluded listenedBetween",
            ])
        #expect(latency.outcomes(.soundStart).map(\.spelled) == ["measured 20"])
        #expect(latency.gaps.map(\.outcome.spelled).contains("excluded clipFollowed"))
    }

    @Test("a baseline holds them, and one of an older program is read")
    func baseline() throws {
        var session = session(playsPrompts: true)
        session.add(100, .actions, "speaking", ["speech": "1", "delay": 320])
        let report = LatencyReport([session.latency])
        let baseline = LatencyBaseline(report)
        let read = try LatencyBaseline(bytes: baseline.fileBytes(), path: "b.json")
        #expect(LatencyComparison(report, with: read, path: "b.json").changes.isEmpty)
        var slower = session
        slower.add(2_000, .actions, "speaking", ["speech": "2", "delay": 640])
        let changes = LatencyComparison(
            LatencyReport([slower.latency]), with: read, path: "b.json"
        ).changes.map(\.place)
        #expect(changes.contains("sound 2 (2), soundStart"))
    }
}
