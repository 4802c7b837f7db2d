import Testing
import VoiceEngine
import VoiceJSON
import VoiceTime

@testable import ProgramEngine

/// What a project says of its program's calls, escapes and work.
@Suite struct ProgramRulesTests {
    private func rules(_ text: String) throws -> ProgramRules {
        try ProgramRules(bytes: Array(text.utf8))
    }

    private func asked(_ body: JSONValue, to: String = "POST https://m.example/ask") -> CallQuestion
    {
        CallQuestion(to: to, body: CallBody(body, .json))
    }

    @Test func leavesOutMembersOfEveryElementAndOfNoOtherCall() throws {
        let rules = try rules(
            #"{"ignore": [{"to": "POST https://m.example/*", "member": "messages[].id"}]}"#)
        let body: JSONValue = ["messages": .array([["id": 1, "text": "a"], ["id": 2]])]
        #expect(
            rules.compared(asked(body)).body.value
                == ["messages": .array([["id": "*", "text": "a"], ["id": "*"]])])
        let other = asked(body, to: "POST https://other.example/ask")
        #expect(rules.compared(other) == other)
    }

    @Test func leavesOutAMemberOfABodyThatIsTextWithJSON() throws {
        let rules = try rules(#"{"ignore": [{"member": "id"}]}"#)
        func question(_ id: String) -> CallQuestion {
            CallQuestion(to: "a", body: CallBody(.string(#"{"id": "\#(id)", "n": 1}"#), .text))
        }
        #expect(rules.compared(question("x")).digest == rules.compared(question("y")).digest)
    }

    @Test func leavesOutAParameterOfTheAddress() throws {
        let rules = try rules(#"{"ignore": [{"parameter": "session"}]}"#)
        let question = asked([:], to: "GET https://m.example/a?session=17&town=Ulm")
        #expect(rules.compared(question).to == "GET https://m.example/a?session=*&town=Ulm")
    }

    @Test func answersACallThatDiffersOnlyInWhatIsLeftOut() throws {
        let rules = try rules(#"{"ignore": [{"member": "id"}]}"#)
        var tape = CallTape(rules)
        tape.add(asked(["id": 1, "text": "a"]), answer("yes"))
        var recorded = try CallTape(bytes: tape.fileBytes, rules)
        #expect(recorded.nearest(to: asked(["id": 9, "text": "b"])) != nil)
        #expect(recorded.nextRow(asked(["id": 2, "text": "b"])) == nil)
        #expect(
            recorded.nextRow(asked(["id": 2, "text": "a"]))?.answer.chunks.first?.body.value
                == "yes")
    }

    @Test func answersAnEditedPromptAndTellsIt() throws {
        let rules = try rules(#"{"answer": [{"member": "messages[0].content"}]}"#)
        func chat(_ prompt: String, _ words: String) -> CallQuestion {
            asked(["messages": .array([["content": .string(prompt)], ["content": .string(words)]])])
        }
        var tape = CallTape(rules)
        tape.add(chat("Be brief.", "hello"), answer("yes"))
        var recorded = try CallTape(bytes: tape.fileBytes, rules)
        #expect(recorded.nextRow(chat("Be kind.", "bye")) == nil)
        let edited = chat("Be kind.", "hello")
        #expect(recorded.nextRow(edited)?.answer.chunks.first?.body.value == "yes")
        #expect(rules.compared(edited).digest != rules.compared(chat("Be brief.", "hello")).digest)
        var other = CallTape(rules)
        other.add(edited, answer("yes"))
        let change = CallChange(
            from: tape.questions(withMessages: true), to: other.questions(withMessages: true))
        #expect(change?.what.contains(#""Be brief." -> "Be kind.""#) == true)
    }

    @Test func leavesOutOneElementByItsNumber() throws {
        let rules = try rules(#"{"ignore": [{"member": "messages[1]"}, {"member": "a[7].b"}]}"#)
        let body: JSONValue = ["messages": .array(["x", "y"]), "a": .array([["b": 1]])]
        #expect(
            rules.compared(asked(body)).body.value
                == ["messages": .array(["x", "*"]), "a": .array([["b": 1]])])
    }

    @Test(arguments: [
        ("chance", "os.getpid: each run", "bot.py:4 main", true),
        ("chance", "os.getpid: each run", "other.py:4 main", false),
        ("clock", "os.getpid: each run", "bot.py:4 main", false),
        ("chance", "random", "bot.py:4 main", false),
    ])
    func allowsAnEscapeByKindNameAndFile(
        what: String, name: String, line: String, isAllowed: Bool
    ) throws {
        let rules = try rules(
            #"{"escapes": [{"what": "chance", "name": "os.getpid*", "file": "bot.py"}]}"#)
        #expect(rules.allows(what, name, line) == isAllowed)
    }

    @Test func tellsDurationsInFrames() throws {
        let rules = try rules(#"{"durationsMs": {"recognize": 200}}"#)
        #expect(rules.durations(at: .standard) == ["recognize": 3_200])
    }

    @Test(arguments: [
        ("a*", "abc", true), ("*c", "abc", true), ("a*c", "abc", true), ("a*a", "a", false),
        ("abc", "abc", true), ("ab", "abc", false), ("*b*", "abc", true), ("*", "", true),
    ])
    func fitsAPattern(pattern: String, text: String, fits: Bool) {
        #expect(ProgramRules.fits(pattern, text) == fits)
    }

    @Test(arguments: [
        ("[]", "no object"), (#"{"ignored": []}"#, "unknown key \"ignored\""),
        (#"{"ignore": {}}"#, "no list"), (#"{"ignore": [1]}"#, "no list"),
        (#"{"ignore": [{}]}"#, "without one of"),
        (#"{"ignore": [{"member": "a", "parameter": "b"}]}"#, "without one of"),
        (#"{"ignore": [{"member": 1}]}"#, "has texts as"),
        (#"{"answer": [{"to": "a"}]}"#, "rule of \"answer\" without one of"),
        (#"{"escapes": [{"what": "clock"}]}"#, "without one of name and file"),
        (#"{"durationsMs": {"a": -1}}"#, "that is none"),
    ])
    func refusesRulesThatAreNone(text: String, says: String) {
        let fault = #expect(throws: ProgramFault.self) {
            _ = try ProgramRules(bytes: Array(text.utf8))
        }
        #expect(fault?.what.contains(says) == true)
    }

    @Test func hidesTextsOfCallsAndAnswersAndTellsTheNewDigests() throws {
        var tape = CallTape()
        tape.add(question("large"), answer(#"{"choice": "large"}"#))
        let hidden = tape.hidden(
            by: { Self.replaced($0, "large", with: "smirk") }, hidesCalls: true)
        let copy = try CallTape(bytes: hidden.bytes)
        #expect(copy.rows.first?.question == question("smirk"))
        #expect(copy.rows.first?.answer.chunks.first?.body.value == #"{"choice":"smirk"}"#)
        #expect(hidden.digests == [question("large").digest: question("smirk").digest])
    }

    private static func replaced(
        _ value: JSONValue, _ word: String, with other: String
    ) -> JSONValue {
        switch value {
        case .string(let text): .string(text.replacing(word, with: other))
        case .object(let object):
            .object(
                object.members.reduce(into: [:]) {
                    $0[$1.key] = replaced($1.value, word, with: other)
                })
        default: value
        }
    }
}
