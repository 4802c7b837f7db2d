import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

@Suite("An answer begins where it is heard")
struct HeardAnswerTests {
    /// A question, an answer of the caller that ends at 2,000 ms, and its decision at 2,700 ms.
    private func asked(milliseconds: Int64 = 10_000) -> LatencySessions {
        var session = LatencySessions(milliseconds: milliseconds)
        session.listen("started", 500)
        session.say(1_000, 2_000)
        session.speech(1_100, 2_700, spoken: 2_000)
        session.listen("ended", 2_700, reason: "maxPostSpeechSilenceExceeded")
        session.events[session.events.count - 1].why = ["limit": 11_200]
        session.answer("yes", 2_700)
        return session
    }

    private func sound(_ digest: String, silence: Int64? = nil) -> JSONObject {
        var fields: JSONObject = ["prompt": "P_Next", "digest": .string(digest)]
        fields["silence"] = silence.map { .integer(LatencySessions.frame($0)) }
        return fields
    }

    private func spelled(_ turn: TurnLatency) -> [String] {
        turn.parts.map { part in
            "\(part.kind.rawValue) \(part.frames / 16)" + (part.owner.map { " \($0)" } ?? "")
        }
    }

    @Test(
        "silence that is played in front of a prompt, and silence inside of it, belong to the wait")
    func silence() throws {
        var session = asked()
        session.prompt("P_Next", "started", 2_700)
        session.add(2_700, .actions, "segment", sound("aa", silence: 1_500))
        session.prompt("P_Next", "ended", 6_000)
        var subject = session.subject
        subject.leadingSilence = ["aa": LatencySessions.frame(200)]
        let turn = try #require(SessionLatency(subject).turns.first)
        #expect(turn.response.spelled == "measured 2400")
        #expect(
            spelled(turn) == [
                "endOfTurn 700 maxPostSpeechSilenceExceeded", "silence 1700 P_Next",
            ])
        #expect(turn.parts.first?.limit == 11_200)
    }

    @Test("an app that hears sound decides for itself: at what it asks first, its turn is over")
    func ownDecision() throws {
        var session = LatencySessions()
        session.say(1_000, 2_000)
        session.speech(1_100, 2_700, spoken: 2_000)
        session.prompt("P_Next", "started", 3_000)
        session.prompt("P_Next", "ended", 4_000)
        var subject = session.subject
        let asks = LatencySessions.frame(2_300)..<LatencySessions.frame(2_900)
        subject.appWaits = [AppWait(range: asks, owner: "POST /think")]
        let turn = try #require(SessionLatency(subject).turns.first)
        #expect(turn.response.spelled == "measured 1000")
        #expect(turn.endpoint == .excluded(.notRecorded))
        #expect(spelled(turn) == ["endOfTurn 300 the app", "app 600 POST /think", "other 100"])
        subject.appWaits = []
        let alone = try #require(SessionLatency(subject).turns.first)
        #expect(spelled(alone) == ["other 1000"])
    }

    @Test("a prompt of which nothing is heard is no answer; the next one is")
    func silentPrompt() throws {
        var session = asked()
        session.prompt("P_Blank", "started", 2_700)
        session.add(2_700, .actions, "segment", sound("silent"))
        session.prompt("P_Blank", "ended", 3_700)
        session.prompt("P_Next", "started", 3_700)
        session.prompt("P_Next", "ended", 4_700)
        var subject = session.subject
        subject.leadingSilence = ["silent": LatencySessions.frame(1_000)]
        let turn = try #require(SessionLatency(subject).turns.first)
        #expect(turn.prompt == "P_Next")
        #expect(turn.response.spelled == "measured 1700")
    }

    @Test("a tone that plays before the app is told what was said is no answer")
    func tone() throws {
        var session = LatencySessions()
        session.vocabulary = EventVocabulary(
            kinds: [
                EventKind("listening", .listenBegin), EventKind("listened", .listenEnd),
                EventKind("sound", .playBegin, fields: [EventField("item", .item)]),
                EventKind("result", .answer),
            ])
        session.add(0, .actions, "listening")
        session.say(1_000, 2_000)
        session.speech(1_100, 2_700, spoken: 2_000)
        session.add(2_700, .actions, "listened")
        session.add(2_700, .actions, "sound", ["item": "tone"])
        session.answer("yes", 2_800)
        session.add(2_850, .actions, "result")
        session.add(2_900, .actions, "sound", ["item": "thanks"])
        let turn = try #require(session.latency.turns.first)
        #expect(turn.prompt == "thanks")
        #expect(turn.response.spelled == "measured 900")
    }

    @Test("a cough ends no wait of the caller")
    func cough() {
        var session = asked()
        session.say(2_900, 3_100, "")
        session.prompt("P_Next", "started", 3_500)
        session.prompt("P_Next", "ended", 4_000)
        #expect(
            session.latency.turns.map(\.response.spelled)
                == ["measured 1500", "excluded noWords"])
    }

    @Test("a caller whom the answer itself makes speak has been answered")
    func triggered() {
        var session = asked()
        session.prompt("P_Next", "started", 2_700)
        session.listen("started", 2_700)
        session.say(2_700, 3_400)
        #expect(session.latency.turns.first?.response.spelled == "measured 700")
    }

    @Test("a prompt during which nothing listens cannot be interrupted")
    func notInterruptible() throws {
        var session = LatencySessions()
        session.prompt("P_Ask", "started", 0)
        session.say(700, 2_000)
        session.prompt("P_Ask", "ended", 1_500)
        session.listen("started", 1_500)
        session.speech(1_600, 2_600, spoken: 2_000)
        session.prompt("P_Next", "started", 2_600)
        let turn = try #require(session.latency.turns.first)
        #expect(turn.bargeIn == .excluded(.notInterruptible))
        #expect(turn.response.spelled == "measured 600")
    }

    @Test("an app that stops a prompt for a caller to whom it listens only then is measured")
    func stopsBeforeItListens() throws {
        for listens in [1_350, 4_000] as [Int64] {
            var session = LatencySessions()
            session.prompt("P_Ask", "started", 0)
            session.say(1_000, 2_000)
            session.stop("P_Ask", 1_300, spoken: true)
            session.listen("started", listens)
            let turn = try #require(session.latency.turns.first)
            #expect(turn.bargeIn == .measured(LatencySessions.frame(300)), "\(listens)")
            #expect((turn.response == .excluded(.nobodyListened)) == (listens > 2_000))
        }
    }

    @Test("a callback on the beginning of a prompt that holds its sound back is the app's")
    func heldBack() throws {
        var session = asked()
        session.prompt("P_Next", "started", 2_700)
        let begin = session.events.count - 1
        session.add(3_700, .actions, "segment", sound("aa", silence: 100))
        session.prompt("P_Next", "ended", 5_000)
        var subject = session.subject
        subject.appWaits = [
            AppWait(
                range: LatencySessions.frame(2_700)..<LatencySessions.frame(3_700),
                owner: "a callback")
        ]
        #expect(session.events[begin].frame == LatencySessions.frame(2_700))
        let turn = try #require(SessionLatency(subject).turns.first)
        #expect(turn.response.spelled == "measured 1800")
        #expect(
            spelled(turn) == [
                "endOfTurn 700 maxPostSpeechSilenceExceeded", "app 1000 a callback",
                "silence 100 P_Next",
            ])
    }

    @Test("a callback that takes long and a call that comes late are the app's")
    func app() throws {
        var session = asked()
        session.prompt("P_Next", "started", 3_600)
        let answer = session.events.count - 2
        func input(
            _ time: Int64, _ input: SessionInput, after: Int, during: DuringCallback? = nil
        ) -> InputEvent {
            InputEvent(
                sequence: 0, frame: LatencySessions.frame(time), after: after, during: during,
                input: input)
        }
        var subject = session.subject
        subject.appWaits = AppWait.waits(
            in: [
                input(3_000, .returned, after: answer + 1, during: DuringCallback(event: answer)),
                input(
                    3_600, .call(EngineCall(facade: "voiceflow", name: "play")), after: answer + 1),
            ], session.events)
        let turn = try #require(SessionLatency(subject).turns.first)
        #expect(
            spelled(turn) == [
                "endOfTurn 700 maxPostSpeechSilenceExceeded", "app 300 the callback on final",
                "app 600 the call play",
            ])
    }
}
