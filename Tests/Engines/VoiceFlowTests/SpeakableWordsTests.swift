import Testing
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@Suite("Rules for words that the recognizer never returns")
struct SpeakableWordsTests {
    private static let phrases = RecognitionTask.phrases([
        "Large.", "a small one, please", "what's the time?",
    ])
    private static let grammar = RecognitionTask.grammar(
        jsgf: """
            #JSGF V1.0; grammar order; // sizes
            public <order> = [a] /0.5/ <size> {tag} pizza;
            <size> = large | small /* or */ | "extra" large;
            """)

    private func findings(
        _ comparator: String, _ input: String, _ task: RecognitionTask,
        type: String = "audioDialog", others: String = ""
    ) throws -> [Finding] {
        let rule = #"{"comparator": "\#(comparator)", "input": "\#(input)", "goTo": "VF_END"}"#
        let goTo = #""userInputCollection": [\#(others)\#(rule)]"#
        let module =
            type == "audioDialog"
            ? Files.dialog([], id: "A", goTo: goTo) : Files.module("A", type, goTo: goTo)
        return try VoiceflowFactory.findings(
            inRulesOf: [VoiceflowFactory.FileName.flow: Files.flow([module], from: "A")],
            named: { "my-\($0)" }, against: task, taskFile: "phrases.txt")
    }

    @Test("a misspelt word is an error with the word that was meant", .fact("voiceflow-4-18"))
    func misspelt() throws {
        let found = try findings("equals", "lage", Self.phrases)
        #expect(found.map(\.severity) == [.fault])
        #expect(found.first?.file == "my-voiceflow.json")
        #expect(found.first?.path.description == "$[1].goTo.userInputCollection[0].input")
        #expect(
            found.first?.message
                == #""lage" is not a word of phrases.txt, so the recognizer never returns it and "#
                + #"this rule never applies. Did you mean "large"?"#)
    }

    @Test(
        "what a phrase can fit is possible", .fact("voiceflow-4-18"),
        arguments: [
            ("equals", "LARGE"), ("starts", "a sm"), ("containsText", "mall on"),
            ("contains", "please"), ("starts", "a small one please"), ("contains", "small one"),
            ("equals", "What's the time"),
        ])
    func possible(comparator: String, input: String) throws {
        #expect(try findings(comparator, input, Self.phrases) == [])
    }

    @Test(
        "a rule with a mark that the engine compares and no recognizer returns is told",
        .fact("voiceflow-4-18"), arguments: ["equals", "starts", "contains"])
    func mark(comparator: String) throws {
        // The phrase is written with its mark, and returned without.
        let found = try findings(comparator, "large.", Self.phrases)
        #expect(found.map(\.severity) == [.fault])
        #expect(found.first?.message.hasPrefix("\"large.\" is not a word of phrases.txt") == true)
    }

    @Test(
        "known words that no phrase has in this way are told", .fact("voiceflow-4-18"),
        arguments: [
            ("equals", "small", "is"), ("starts", "small", "starts with"),
            ("contains", "large one", "contains the words"),
            ("containsText", "e one l", "contains"),
        ])
    func impossible(comparator: String, input: String, verb: String) throws {
        #expect(
            try findings(comparator, input, Self.phrases).map(\.message) == [
                #"No phrase of phrases.txt \#(verb) "\#(input)", so this rule never applies. "#
                    + "Add such a phrase, or remove the rule."
            ])
    }

    @Test(
        "the first words of a phrase count for a rule that takes them", .fact("voiceflow-4-18"),
        arguments: [(true, true, true), (true, false, false), (false, true, false)])
    func partial(isRulePartial: Bool, isHeardPartially: Bool, isPossible: Bool) throws {
        let goTo =
            #""userInputCollection": [{"input": "a small", "goTo": "VF_END", "#
            + #""enablePartialSRHypothsis": \#(isRulePartial)}]"#
        let hears =
            #""srSessionParams": {"enablePartialResults": \#(isHeardPartially)}"#
        let found = try VoiceflowFactory.findings(
            inRulesOf: [
                VoiceflowFactory.FileName.flow: Files.flow(
                    [Files.listener("P", recognizes: hears, goTo: goTo)], from: "Chat")
            ], named: { $0 }, against: Self.phrases, taskFile: "phrases.txt")
        #expect(found.isEmpty == isPossible)
    }

    @Test(
        "marks that the recognizer never returns are told, with the word that was meant",
        .fact("voiceflow-4-18"),
        arguments: [
            ("equals", "large.", "large.", "large"), ("contains", "one,", "one,", "one"),
            ("starts", "a small one, please", "one,", "one"), ("equals", "time?", "time?", "time"),
        ])
    func marks(comparator: String, input: String, word: String, meant: String) throws {
        #expect(
            try findings(comparator, input, Self.phrases).map(\.message) == [
                #""\#(word)" is not a word of phrases.txt, so the recognizer never returns it "#
                    + #"and this rule never applies. Did you mean "\#(meant)"?"#
            ])
    }

    @Test(
        "a phrase that has a rule's word only inside of another word is told",
        .fact("voiceflow-4-18"))
    func insideWords() throws {
        let phrases = RecognitionTask.phrases(["small", "a smaller one", "the smallest"])
        let found = try findings("contains", "small", phrases)
        #expect(found.map(\.severity) == [.warning])
        #expect(
            found.map(\.message) == [
                #""contains" compares whole words, so no rule takes "a smaller one" of "#
                    + #"phrases.txt, which has "small" inside of a word. Add a rule for it, or "#
                    + #"use the comparator "containsText"."#
            ])
        #expect(try findings("containsText", "small", phrases) == [])
        #expect(try findings("contains", "small", .phrases(["small", "large"])) == [])
        let others =
            #"{"comparator": "contains", "input": "smaller", "goTo": "VF_END"}, "#
            + #"{"input": "the smallest", "goTo": "VF_END"}, "#
        #expect(try findings("contains", "small", phrases, others: others) == [])
    }

    @Test(
        "of a grammar its sentences count", .fact("voiceflow-4-18"),
        arguments: [
            ("equals", "a large pizza", true), ("containsText", "arge piz", true),
            ("equals", "extra large pizza", true), ("equals", "lage pizza", false),
            ("starts", "larg", true), ("equals", "larg", false), ("contains", "order", false),
            ("contains", "tag", false), ("contains", "sizes", false),
            ("equals", "pizza large", false), ("contains", "a pizza", false),
        ])
    func grammar(comparator: String, input: String, isPossible: Bool) throws {
        #expect(try findings(comparator, input, Self.grammar).isEmpty == isPossible)
    }

    @Test(
        "nothing is said of what cannot be known or read, or of rules that are never asked",
        .fact("voiceflow-4-18"))
    func unknown() throws {
        #expect(try findings("equals", "lage", .general) == [])
        let imported = RecognitionTask.grammar(jsgf: "import <a.b>; public <x> = large;")
        #expect(try findings("equals", "lage", imported) == [])
        #expect(try findings("equals", "lage", Self.phrases, type: "node") == [])
    }
}
