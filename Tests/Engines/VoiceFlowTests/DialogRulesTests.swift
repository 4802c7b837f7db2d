import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceTestSupport

@testable import VoiceFlow

@Suite("What was said decides")
struct DialogRulesTests {
    private let others = ["First", "Second", "Loud"].map { Files.module($0, "node") }

    private func rule(_ input: String, _ target: String, _ more: String = "") -> String {
        #"{"input": "\#(input)", "goTo": "\#(target)"\#(more)}"#
    }

    /// A dialog that says ASK and has these rules.
    private func rig(
        rules: [String] = [], intents: [(String, String)] = [], caller: String,
        to: String = "VF_END"
    ) throws -> Rig {
        var keys = [#""maxGarbageCount": "Loud""#]
        if !rules.isEmpty {
            keys.append(#""userInputCollection": [\#(rules.joined(separator: ", "))]"#)
        }
        if !intents.isEmpty {
            let list = intents.map { #"{"intent": "\#($0.0)", "goTo": "\#($0.1)"}"# }
            keys.append(#""userIntentCollection": [\#(list.joined(separator: ", "))]"#)
        }
        let says = Files.says("initial", "ASK", more: #""recognizeWhilePlay": true"#)
        return try Rig(
            [Files.dialog([says], to: to, goTo: keys.joined(separator: ", "))] + others,
            from: "Ask", prompts: [Files.text("ASK")], caller: caller)
    }

    @Test(
        "comparators ignore case and blanks around words", .fact("voiceflow-10-7"),
        arguments: [
            ("equals", "turn  OFF", true), ("equals", "turn", false), ("starts", "Turn", true),
            ("starts", "off", false), ("contains", "OFF", true), ("contains", "RN O", false),
            ("containsText", "RN O", true), ("containsText", "on", false),
        ])
    func comparators(comparator: String, input: String, matches: Bool) throws {
        var rig = try rig(
            rules: [rule(input, "First", #", "comparator": "\#(comparator)""#)],
            caller: "....turn_off")
        rig.run()
        #expect(
            rig.way[1]
                == (matches
                    ? "Ask -> First (userInputCollection)" : "Ask -> Loud (maxGarbageCount)"))
    }

    @Test(
        "letters with accents are the same however they are encoded", .fact("voiceflow-10-7"),
        arguments: ["equals", "starts", "contains", "containsText"])
    func accents(comparator: String) throws {
        for (input, heard) in [("caf\u{E9}", "cafe\u{301}"), ("cafe\u{301}", "CAF\u{C9}")] {
            var rig = try rig(
                rules: [rule(input, "First", #", "comparator": "\#(comparator)""#)],
                caller: "....\(heard)")
            rig.run()
            #expect(rig.way[1] == "Ask -> First (userInputCollection)")
        }
    }

    @Test("the first rule that matches decides", .fact("voiceflow-10-6"))
    func ruleOrder() throws {
        let contains = #", "comparator": "containsText""#
        var rig = try rig(
            rules: [rule("no", "First"), rule("e", "Second", contains), rule("yes", "First")],
            caller: "....yes")
        rig.run()
        #expect(rig.way[1] == "Ask -> Second (userInputCollection)")
    }

    @Test("a rule for partial hypotheses takes final ones too", .fact("voiceflow-10-8"))
    func partialRule() throws {
        let partial = #", "enablePartialSRHypothsis": "true""#
        var rig = try rig(rules: [rule("yes", "First", partial)], caller: "....yes")
        rig.run()
        #expect(rig.way[1] == "Ask -> First (userInputCollection)")
    }

    @Test("without rules any words lead to DEFAULT", .fact("voiceflow-10-6"))
    func noRules() throws {
        var rig = try rig(caller: "....yes", to: "First")
        rig.run()
        #expect(rig.way[1] == "Ask -> First (DEFAULT)")
    }

    @Test("with an intent list alone words without an intent are garbage", .fact("voiceflow-10-6"))
    func onlyIntents() throws {
        var rig = try rig(intents: [("Go", "First")], caller: "....yes")
        rig.run()
        #expect(rig.way[1] == "Ask -> Loud (maxGarbageCount)")
    }

    @Test("an utterance without words is garbage", .fact("voiceflow-10-6"))
    func emptyText() throws {
        var rig = try rig(caller: "....___")
        rig.run()
        #expect(rig.way[1] == "Ask -> Loud (maxGarbageCount)")
    }

    @Test("a hypothesis the app rejects is garbage, whatever it matches", .fact("voiceflow-10-6"))
    func rejected() throws {
        var rig = try rig(rules: [rule("yes", "First")], caller: "....yes")
        rig.replies["heard yes"] = [.reject]
        rig.run()
        #expect(rig.way[1] == "Ask -> Loud (maxGarbageCount)")
    }

    @Test("a rejection counts for one hypothesis only")
    func rejectionIsSpent() throws {
        var rig = try Rig(
            [Files.dialog([], counts: #""timeout": 0, "garbage": 1"#)], from: "Ask",
            caller: ".no.....yes")
        rig.replies["heard no"] = [.reject]
        rig.run()
        #expect(rig.lines("callback").contains("heard yes"))
        #expect(rig.way[1] == "Ask -> VF_END (DEFAULT)")
    }

    @Test("an intent set for the words beats the rules", .fact("voiceflow-10-6"))
    func intentInCallback() throws {
        var rig = try rig(
            rules: [rule("yes", "First")], intents: [("Go", "Second")], caller: "....yes")
        rig.replies["heard yes"] = [.intent("Go")]
        rig.run()
        #expect(rig.way[1] == "Ask -> Second (userIntentCollection)")
    }

    @Test("a listed intent ends the turn while a prompt plays", .fact("voiceflow-10-9"))
    func intentWhilePlaying() throws {
        var rig = try rig(intents: [("Go", "First")], caller: "")
        rig.call(.intent("Go"), at: 2)
        rig.run()
        #expect(rig.system == "AS")
        #expect(
            rig.lines("media").suffix(3) == [
                "listening Ask stopped", "part ASK stopped", "all ASK stopped",
            ])
        #expect(rig.way[1] == "Ask -> First (userIntentCollection)")
    }

    @Test("a listed intent ends the turn while listening", .fact("voiceflow-10-9"))
    func intentWhileListening() throws {
        var rig = try rig(intents: [("Go", "First")], caller: "")
        rig.call(.intent("Go"), at: 6)
        rig.run()
        #expect(rig.lines("media").last == "listening Ask stopped")
        #expect(rig.way[1] == "Ask -> First (userIntentCollection)")
    }

    @Test("an unlisted intent leaves the turn running", .fact("voiceflow-10-9"))
    func unlistedIntent() throws {
        var rig = try rig(
            rules: [rule("yes", "Second")], intents: [("Go", "First")], caller: ".....yes")
        rig.call(.intent("Stay"), at: 2)
        rig.run()
        #expect(rig.system == "ASK")
        #expect(rig.way[1] == "Ask -> Second (userInputCollection)")
    }

    @Test("the intent is reset before each dialog", .fact("voiceflow-10-9"))
    func intentReset() throws {
        var rig = try rig(intents: [("Go", "Ask")], caller: "")
        rig.replies["before VF_START"] = [.intent("Go")]
        rig.call(.intent("Go"), at: 2)
        rig.run(6)
        #expect(
            rig.lines("intent", "transition") == [
                "intent Go by app", "VF_START -> Ask (DEFAULT)", "intent null by Ask",
                "intent Go by app", "Ask -> Ask (userIntentCollection)", "intent null by Ask",
            ])
    }

    @Test("an intent rule may wait for what a field says")
    func dynamicIntent() throws {
        var rig = try rig(intents: [("$[Word]", "First")], caller: "")
        rig.replies["before Ask"] = [.set("Word", "Go")]
        rig.call(.intent("Go"), at: 2)
        rig.run()
        #expect(rig.way[1] == "Ask -> First (userIntentCollection)")
    }

    @Test("an intent set while segment data is told leaves no event pair open")
    func intentBeforeSegmentStarts() throws {
        var rig = try rig(intents: [("Go", "First")], caller: "")
        rig.replies["segment ASK"] = [.intent("Go")]
        rig.run()
        #expect(
            rig.lines("media").dropFirst(2) == [
                "part ASK started", "listening Ask stopped", "part ASK stopped", "all ASK stopped",
            ])
    }

    @Test("an intent set while barge-in is told leaves no event pair open")
    func intentDuringBargeIn() throws {
        var rig = try rig(intents: [("Go", "First")], caller: "..yes")
        rig.replies["part ASK stopped"] = [.intent("Go")]
        rig.run()
        #expect(rig.lines("media").suffix(2) == ["all ASK stopped", "listening Ask stopped"])
    }
}
