import Testing
import VoiceDiff
import VoiceEngine
import VoiceJSON

@testable import VoiceSession

/// Rules of telephone calls, each met and just missed.
@Suite struct CallRuleTests {
    /// A server cuts an item of 2000 ms at a time; the caller heard 400 ms of it.
    private func cut(at milliseconds: Int64, whole: Int64 = 2_000) -> MadeConversation {
        var made = MadeConversation()
        made.telephone(
            "cut", at: 1_000, item: "a", milliseconds: milliseconds,
            frames: ["heard": 400, "whole": whole])
        return made
    }

    @Test func aCutIsAsLongAsWhatWasHeard() throws {
        #expect(try cut(at: 300).faults("cut<=100") == [])
        #expect(try cut(at: 500).faults("cut<=100") == [])
        let faults = try cut(at: 501).faults("cut<=100")
        #expect(
            faults.map(\.sentence) == [
                "cut<=100: bot.py:7: the app cuts the item a at 501 ms, and the caller heard 400 ms"
                    + " of it."
            ])
        #expect(try cut(at: 501).faults("cut<=101") == [])
    }

    @Test(
        arguments: [(.min, 2_000), (-1, 2_000), (401, 400), (.max, 2_000)] as [(Int64, Int64)])
    func aCutIsNoLongerThanTheSound(milliseconds: Int64, whole: Int64) throws {
        let faults = try cut(at: milliseconds, whole: whole).faults("cut<=1000")
        #expect(
            faults.map(\.what) == [
                "bot.py:7: the app cuts the item a at \(milliseconds) ms, and its sound has"
                    + " \(whole) ms"
            ])
    }

    @Test func aCutItemHasSound() throws {
        let faults = try cut(at: 0, whole: 0).faults("cut<=100")
        #expect(faults.map(\.what) == ["bot.py:7: the app cuts the item a, of which no sound came"])
    }

    @Test func whatIsThrownAwayIsCut() throws {
        var made = MadeConversation()
        made.telephone("sent", at: 0, item: "a", frames: ["frames": 900])
        made.telephone("thrown", at: 400, item: "a", frames: ["frames": 500])
        // The call may be over.
        #expect(try made.faults("cut<=100") == [])
        made.telephone("sent", at: 900, item: "b", frames: ["frames": 20])
        #expect(
            try made.faults("cut<=100").map(\.what) == [
                "bot.py:7: the carrier throws 500 ms of the item a away, and the app does not cut"
                    + " it: its model takes all of it as heard"
            ])
        made.telephone(
            "cut", at: 1_000, item: "a", milliseconds: 400, frames: ["heard": 400, "whole": 900])
        #expect(try made.faults("cut<=100") == [])
    }

    @Test func littleIsHeardBehindACut() throws {
        var made = cut(at: 400)
        made.telephone("heard", at: 1_040, item: "a", frames: ["frames": 500])
        #expect(try made.faults("stopped<=100") == [])
        made.telephone("heard", at: 1_100, item: "a", frames: ["frames": 1])
        made.telephone("heard", at: 1_200, item: "b", frames: ["frames": 900])
        let faults = try made.faults("stopped<=100")
        #expect(
            faults.map(\.what) == [
                "bot.py:7: the caller hears 101 ms of the item a behind the cut of it"
            ])
    }

    @Test func noOlderItemComesBehindANewerOne() throws {
        var made = MadeConversation()
        for (time, item) in ["a", "a", "b", "b", "c"].enumerated() {
            made.telephone("sent", at: Int64(time), item: item, frames: ["frames": 20])
        }
        #expect(try made.faults("order=kept") == [])
        made.telephone("sent", at: 10, item: "b", frames: ["frames": 20])
        made.telephone("sent", at: 20, item: "b", frames: ["frames": 20])
        let faults = try made.faults("order=kept")
        #expect(
            faults.map(\.what) == [
                "bot.py:7: the app sends sound of the item b behind sound of the newer item c"
            ])
    }

    @Test func aCallEndsOnce() throws {
        var made = MadeConversation()
        made.telephone("hungUp", at: 1_000)
        #expect(try made.faults("end=once") == [])
        made.telephone("hungUp", at: 1_100)
        #expect(
            try made.faults("end=once").map(\.what) == [
                "bot.py:7: the app ends a call that is over"
            ])
    }

    /// The caller speaks from 1000 to 2000 ms, and a prompt begins then.
    private func spoken(answerAt time: Int64?) -> MadeConversation {
        var made = MadeConversation()
        made.prompt("P", "Hello.", 0, 500)
        made.caller("large", 1_000, 2_000)
        if let time { made.prompt("Q", "Large.", time, time + 500) }
        made.telephone("hungUp", at: 9_000)
        return made
    }

    @Test func eachTurnIsAnswered() throws {
        #expect(try spoken(answerAt: 7_000).faults("mute<=5000") == [])
        let late = try spoken(answerAt: 7_001).faults("mute<=5000")
        #expect(
            late.map(\.what) == [
                "the caller's turn ends at 2000 ms, and the app says nothing for 5001 ms"
            ])
        let mute = try spoken(answerAt: nil).faults("mute<=5000")
        #expect(
            mute.map(\.what) == [
                "the caller's turn ends at 2000 ms, and the app says nothing for 7000 ms"
            ])
    }

    @Test func anAnswerBeforeTheEndOfSpeechIsDecidedIsOne() throws {
        var made = MadeConversation()
        made.caller("large", 1_000, 2_000, endpoint: 500)
        made.prompt("Q", "Large.", 2_100, 2_300)
        made.telephone("hungUp", at: 9_000)
        #expect(try made.faults("mute<=5000") == [])
    }

    @Test func aTurnOverAPromptThatPlaysIsNoMuteTurn() throws {
        var made = MadeConversation()
        made.prompt("P", "Hello.", 0, 8_000)
        made.caller("mhm", 1_000, 2_000)
        made.telephone("hungUp", at: 20_000)
        #expect(try made.faults("mute<=5000") == [])
    }

    @Test func framesOfAHostileTraceEndNothing() throws {
        var made = MadeConversation()
        for value in [Int64.min / 1_000, -1, Int64.max / 1_000] {
            made.telephone("heard", at: 0, item: "a", frames: ["frames": value])
            made.telephone(
                "cut", at: 1, item: "a", milliseconds: 3, frames: ["heard": value, "whole": value])
        }
        for rule in TurnExpectation.rulesOfCalls { _ = try made.faults(rule.description) }
    }

    @Test func marksCanBeToldApartAndNoneIsMissing() throws {
        var made = MadeConversation()
        made.telephone("mark", at: 1_000, texts: ["mark": "3", "how": "twice"])
        #expect(
            try made.faults("marks=kept").map(\.what) == [
                "bot.py:7: the app sends a second mark 3 while the first is under way: which one"
                    + " comes back it cannot tell"
            ])
        func missing(hungUpAt end: Int64, sentAt sent: Int64?) throws -> [String] {
            var made = MadeConversation()
            made.telephone("mark", at: 1_000, texts: ["sound": "sound 3", "how": "missing"])
            if let sent { made.telephone("sent", at: sent, frames: ["frames": 20]) }
            made.telephone("hungUp", at: end)
            return try made.faults("marks=kept").map(\.what)
        }
        #expect(
            try missing(hungUpAt: 6_000, sentAt: nil) == [
                "bot.py:7: no mark stands behind sound 3, as behind each sound before it, and the"
                    + " app says nothing more"
            ])
        #expect(try missing(hungUpAt: 5_999, sentAt: nil) == [])
        #expect(try missing(hungUpAt: 9_000, sentAt: 2_000) == [])
    }

    @Test func aModelIsToldWhatWasHeard() throws {
        func told(_ words: Int64, heard: Int64, of whole: Int64) throws -> [String] {
            var made = MadeConversation()
            made.telephone(
                "told", at: 1_000, item: "a",
                numbers: ["words": words, "heard": heard, "whole": whole])
            return try made.faults("text=heard").map(\.what)
        }
        #expect(try told(5, heard: 4, of: 6) == [])
        #expect(
            try told(6, heard: 4, of: 6) == [
                "bot.py:7: the app tells its model 6 of the 6 words of the item a as said, and the"
                    + " caller heard 4"
            ])
        #expect(try told(23, heard: 20, of: 20) == [])
        #expect(try told(16, heard: 20, of: 20).count == 1)
        #expect(try told(.max, heard: .min, of: 3) == [])
    }

    // MARK: Sessions that are older than a rule

    @Test func aGoldenIsHeldToTheRulesThatItHas() {
        let older = Array(#"{"expect": ["cut<=300", "mute<=5000"]}"#.utf8)
        let files = [TelephoneFile.name: Array("{}".utf8), RecordingPlan.expectationsName: older]
        #expect(
            TurnExpectation.laterRules(than: files) == [
                "stopped<=100", "order=kept", "end=once", "marks=kept", "text=heard",
            ])
        #expect(TurnExpectation.laterRules(than: [RecordingPlan.expectationsName: older]) == [])
    }
}
