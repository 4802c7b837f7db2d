import Testing
import VoiceAudio
import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceSession

@Suite("Expectations of turn-taking, each met and just missed")
struct TurnExpectationTests {
    /// A question, the caller's answer from 2000 to 3000 ms, and a prompt 1200 ms later.
    private func asked(answerAt time: Int64 = 4_200) -> MadeConversation {
        var made = MadeConversation()
        made.prompt("P_Ask", "Do you want tea?", 0, 1_500)
        made.listen(1_500, 3_500)
        made.caller("yes please", 2_000, 3_000)
        made.prompt("P_Tea", "Here is your tea.", time, 6_000)
        return made
    }

    @Test("an answer that comes 1 ms late breaks the bound, and names who spent the time")
    func answer() throws {
        #expect(try asked().faults("answer<=1200") == [])
        let faults = try asked(answerAt: 4_201).faults("answer<=1200")
        let fault = try #require(faults.first)
        #expect(faults.count == 1)
        #expect(fault.frames == 48_000..<67_216)
        #expect(fault.module == "Ask")
        #expect(
            fault.sentence
                == "answer<=1200: the caller ended at 3000 ms and prompt P_Tea"
                + " \"Here is your tea.\" came 1201 ms later, at 4201 ms: end of turn 500 ms"
                + " (speech.endSilenceMs), other 701 ms.")
    }

    @Test("the line of a fault is that of the prompt that came late")
    func line() throws {
        let made = asked(answerAt: 4_300)
        let fault = try #require(try made.faults("answer<=1200").first)
        let event = made.run.run.events[fault.line - 1]
        #expect(event.frame == 68_800)
    }

    @Test("an answer that never comes breaks the bound once the session went on for longer")
    func noAnswer() throws {
        var made = MadeConversation()
        made.listen(0, 3_500)
        made.caller("yes", 2_000, 3_000)
        made.milliseconds = 4_200
        #expect(try made.faults("answer<=1200") == [])
        made.milliseconds = 4_201
        let fault = try #require(try made.faults("answer<=1200").first)
        #expect(fault.what.contains("no answer came in 1201 ms"))
        #expect(fault.what.contains("the session ended first"))
    }

    @Test("a cough, and what nothing listens to, breaks no bound")
    func noTurns() throws {
        var made = MadeConversation()
        made.listen(0, 3_500)
        made.caller("", 2_000, 3_000)
        made.caller("hello", 5_000, 6_000, endpoint: nil)
        #expect(try made.faults("answer<=1200") == [])
        #expect(try made.faults("talkover<=0") == [])
    }

    @Test("a prompt that stops 1 ms late breaks the bound, and so does one that plays on")
    func stop() throws {
        func interrupted(stopAt time: Int64, isStopped: Bool = true) -> MadeConversation {
            var made = MadeConversation()
            made.listen(0, 4_500)
            made.caller("stop it", 2_000, 4_000)
            made.prompt("P_Long", "A long story", 0, time, isStopped: isStopped)
            return made
        }
        #expect(try interrupted(stopAt: 2_300).faults("stop<=300") == [])
        let late = try #require(try interrupted(stopAt: 2_301).faults("stop<=300").first)
        #expect(late.frames == 32_000..<36_816)
        #expect(late.what.contains("over prompt P_Long \"A long story\""))
        let never = try interrupted(stopAt: 3_000, isStopped: false).faults("stop<=300")
        #expect(never.first?.what.contains("it went on for 1000 ms") == true)
    }

    @Test("an app that goes on with its next prompts breaks both bounds, and tells of one stretch")
    func goesOn() throws {
        var made = MadeConversation()
        made.listen(0, 4_500)
        made.caller("I want a large pizza", 2_000, 4_000)
        made.prompt("P_One", "Welcome", 0, 2_110, isStopped: true)
        made.prompt("P_Two", "We have pizza", 2_110, 3_000)
        made.prompt("P_Three", "We have salads", 3_299, 3_900)
        // The caller has ended: this is an answer.
        made.prompt("P_Four", "What would you like?", 4_000, 5_000)
        let late = try made.faults("stop<=300")
        #expect(late.count == 1)
        #expect(late.first?.frames == 32_000..<62_400)
        #expect(
            late.first?.what.contains(
                "over prompt P_One \"Welcome\" from 2000 ms on, and the app, with 2 more behind it,"
                    + " went on for 1900 ms") == true)
        #expect(try made.faults("stop<=1900") == [])
        let over = try made.faults("talkover<=1899")
        #expect(over.count == 1)
        #expect(over.first?.frames == 32_000..<62_400)
        #expect(
            over.first?.what.contains("P_One \"Welcome\", with 2 more behind it, and the caller")
                == true)
        #expect(try made.faults("talkover<=1900") == [])
    }

    @Test("an object asks for an event, or for what a scenario's list asks for")
    func objects() throws {
        var made = MadeConversation()
        made.prompt("P_Tea", "Here is your tea", 0, 1_000)
        #expect(try made.faults(#"{"kind": "segment", "prompt": "P_Tea"}"#) == [])
        #expect(try made.faults(#"{"kind": "segment", "_why": "it is", "matches": "tea$"}"#) == [])
        #expect(try made.faults(#"{"says": "tea"}"#) == [])
        let other = try #require(
            try made.faults(#"{"kind": "segment", "prompt": "P_Coffee"}"#).first)
        #expect(other.what == "the run has no event segment prompt=P_Coffee")
        #expect(other.rule == #"{"kind":"segment","prompt":"P_Coffee"}"#)
        #expect(try TurnExpectation(other.rule).description == other.rule)
        let near = try #require(try made.faults(#"{"kind": "segmnt"}"#).first)
        #expect(near.what.contains("Did you mean \"segment\"?"))
        #expect(try made.faults(#"{"says": "coffee", "after": {"says": "tea"}}"#).count == 1)
        for wrong in [
            #"{"kind": 1}"#, #"{"kind": "a", "matches": "("}"#, "{}", #"{"kind": "a"} b"#,
        ] {
            #expect(throws: ExpectationError.self) { try TurnExpectation(wrong) }
        }
    }

    @Test("a caller's track that cannot be read is a fault, and no silence")
    func unreadableTrack() throws {
        var made = MadeConversation()
        made.listen(0, 2_600)
        made.caller("my number is", 1_000, 2_000)
        var run = made.run
        run.run.sounds = SessionSounds(microphone: .file(path: "/no/such/file.flac")) { _ in nil }
        let faults = run.faults(of: [try TurnExpectation("pause>=700")])
        #expect(faults.count == 1)
        #expect(faults.first?.what.hasPrefix("it cannot be judged: ") == true)
        #expect(faults.first?.what.contains("/no/such/file.flac") == true)
    }

    @Test("a prompt over the caller breaks the bound when both are heard 1 ms too long")
    func talkover() throws {
        func early(by time: Int64) -> MadeConversation {
            var made = MadeConversation()
            made.listen(0, 2_500)
            made.caller("I would like", 1_000, 3_000)
            made.prompt("P_Sure", "Sure", 3_000 - time, 4_000)
            return made
        }
        #expect(try early(by: 200).faults("talkover<=200") == [])
        let fault = try #require(try early(by: 201).faults("talkover<=200").first)
        #expect(fault.frames == 44_784..<48_000)
        #expect(fault.what.contains("P_Sure"))
    }

    @Test("a prompt in a pause breaks the bound when the pause is 1 ms shorter")
    func pause() throws {
        func paused(for time: Int64) -> MadeConversation {
            var made = MadeConversation()
            made.listen(0, 2_600)
            made.caller("my number is", 1_000, 2_000)
            made.prompt("P_Sorry", "Sorry?", 2_500, 3_500)
            made.caller("five five", 2_000 + time, 3_500)
            return made
        }
        #expect(try paused(for: 700).faults("pause>=700") == [])
        let fault = try #require(try paused(for: 699).faults("pause>=700").first)
        #expect(fault.frames == 32_000..<43_184)
        #expect(
            fault.what.contains("the turn was ended at 2500 ms (speech.endSilenceMs, 500 ms)"))
        // What begins only after the pause was decided in it.
        var late = MadeConversation()
        late.listen(0, 2_600)
        late.caller("my number is", 1_000, 2_000)
        late.caller("five five", 2_550, 3_500)
        late.prompt("P_Sorry", "Sorry?", 2_600, 3_500)
        #expect(try late.faults("pause>=700").count == 1)
        #expect(try late.faults("pause>=550") == [])
    }

    @Test("an engine without prompts takes its turn by what it tells its app")
    func withoutPrompts() throws {
        func told(at time: Int64) -> MadeConversation {
            var made = MadeConversation()
            made.vocabulary = EventVocabulary(
                kinds: [EventKind("response", .answer, fields: [EventField("text")])])
            made.caller("red", 1_000, 2_000, endpoint: 200)
            made.answer("red", at: time)
            made.caller("car", 2_300, 2_900)
            made.answer("red car", at: 4_000)
            return made
        }
        #expect(try told(at: 3_200).faults("pause>=700") == [])
        let fault = try #require(try told(at: 2_500).faults("pause>=700").first)
        #expect(fault.what.contains("the answer response came at 2500 ms"))
        #expect(try told(at: 2_500).faults("silence<=1099").count == 1)
        #expect(try told(at: 2_500).faults("silence<=1100") == [])
        #expect(try told(at: 2_250).faults("answer<=1099").count == 1)
        #expect(try told(at: 2_250).faults("answer<=1100") == [])
        #expect(try told(at: 3_200).faults(#"hears "red car" after hears "red""#) == [])
    }

    @Test("a caller who speaks because of the prompt did not pause")
    func answeredPause() throws {
        var made = MadeConversation()
        made.listen(0, 2_600)
        made.caller("tea", 1_000, 2_000)
        made.prompt("P_Which", "Which one?", 2_500, 3_500)
        made.caller("green", 2_600, 3_400)
        made.scenario = """
            { "caller": [ { "atMs": 1000, "say": "tea" },
              { "after": { "kind": "media", "item": "P_Which" }, "say": "green" } ] }
            """
        #expect(try made.faults("pause>=700") == [])
    }

    @Test("silence that is 1 ms too long breaks the bound, at its place")
    func silence() throws {
        func silent(for time: Int64) -> MadeConversation {
            var made = MadeConversation()
            made.prompt("P_Ask", "Do you want tea?", 0, 2_000)
            made.listen(2_000, 4_900)
            made.prompt("P_Again", "Are you there?", 2_000 + time, 9_000)
            made.milliseconds = 9_000
            return made
        }
        #expect(try silent(for: 3_000).faults("silence<=3000") == [])
        let fault = try #require(try silent(for: 3_001).faults("silence<=3000").first)
        #expect(fault.frames == 32_000..<80_016)
        #expect(fault.what.contains("after prompt P_Ask") && fault.what.contains("before prompt"))
    }

    @Test("the same words twice in a row break the rule, other words in between do not")
    func repetition() throws {
        var made = MadeConversation()
        made.prompt("P_Ask", "Do you want tea?", 0, 1_000)
        made.prompt("P_Sorry", "Sorry?", 2_000, 2_600)
        made.prompt("P_Ask", "Do you want tea?", 3_000, 4_000)
        #expect(try made.faults("repeat=never") == [])
        made.prompt("P_AskAgain", "do you want TEA", 5_000, 6_000)
        let fault = try #require(try made.faults("repeat=never").first)
        #expect(fault.frames == 80_000..<96_000)
        #expect(fault.what.contains("P_AskAgain"))
    }

    @Test("what is said, heard or called stands on the side that is asked for")
    func order() throws {
        var made = asked()
        made.call("setField", ["name": "Next", "value": 3], at: 3_800)
        let met = [
            #"says "want tea""#, #"says "Do you want tea" before hears /yes( please)?/"#,
            #"says "here is your tea" after calls "setField""#,
            #"calls {"call": "setField", "value": 3} after hears "yes""#,
            #"says {"prompt": "P_Tea"} after hears {"text": "yes please"}"#,
            #"says "want tea" before says "coffee""#,
        ]
        for rule in met { #expect(try made.faults(rule) == [], "\(rule)") }
        let missed = [
            #"says "coffee""#, #"says "want" after hears "yes""#,
            #"calls "setField" before hears /^yes/"#, #"says "your tea" after hears "no""#,
            #"calls {"call": "setField", "value": 4} after hears "yes""#,
            #"says "tea you""#,
        ]
        for rule in missed { #expect(try made.faults(rule).count == 1, "\(rule)") }
    }

    @Test("a bound that nothing can be measured for is a fault, not a success")
    func unjudged() throws {
        var made = MadeConversation()
        made.prompt("P_Ask", "Do you want tea?", 0, 1_000)
        var run = made.run
        run.run.hasScenario = false
        let faults = run.faults(of: [try TurnExpectation("answer<=1200")])
        #expect(faults.first?.what.contains("it cannot be judged") == true)
    }

    @Test("a bound of the scenario stands in the place of the project's")
    func scenarioFirst() throws {
        var made = asked()
        made.project = [try TurnExpectation("answer<=1000")]
        #expect(made.run.ownFaults().count == 1)
        made.scenario = #"{ "expect": [ { "kind": "final" }, "answer<=1200" ] }"#
        #expect(made.run.ownFaults() == [])
        made.scenario = #"{ "expect": [ "answer<=soon" ] }"#
        #expect(made.run.ownFaults().contains { $0.what.contains("cannot be judged") })
    }
}
