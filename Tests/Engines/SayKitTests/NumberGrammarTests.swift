import Testing
import VoiceRecognition
import VoiceTime

@testable import SayKit

@Suite("The recognizer listens for every number that is read")
struct NumberGrammarTests {
    private static func acceptor(_ language: SpokenLanguage) throws -> GrammarAcceptor {
        let rules = try #require(NumberRules(language.words))
        return try GrammarAcceptor(
            jsgf: "#JSGF V1.0;\ngrammar a;\n\(rules.text)public <a> = <number> ;\n")
    }

    @Test(
        "each kind of number that is read is in the grammar", arguments: NumberSpeaker.plainKinds)
    func kinds(kind: NumberSpeaker.Kind) throws {
        let acceptor = try Self.acceptor(.english)
        var speaker = NumberSpeaker(
            chance: SeededChance(seed: 23).stream(kind.rawValue), isGerman: false)
        let unheard = Set(SpokenLanguage.english.words.numbers.unheard)
        var wrong: [String] = []
        for _ in 0..<60 {
            let words = SpokenText(speaker.say(kind).text).normals
            guard unheard.isDisjoint(with: words) else { continue }
            if !acceptor.takes(words) { wrong.append(words.joined(separator: " ")) }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    @Test(
        "what was misunderstood for want of a rule is in the grammar",
        arguments: [
            "two billion", "two and a half", "twenty five dollars", "half a million",
            "nineteen eighty four", "three point one", "twelve hundred", "double oh seven",
            "two hundred and fifth", "ninety nine cents", "two point five million dollars",
            "five dollars fifty", "two dozen", "half a dozen", "three quarters", "a quarter",
        ])
    func sentences(text: String) throws {
        #expect(try Self.acceptor(.english).takes(text.split(separator: " ").map(String.init)))
    }

    @Test(
        "what is no number is not in the grammar",
        arguments: ["a", "and", "point", "dollars", "monday"])
    func others(text: String) throws {
        #expect(try !Self.acceptor(.english).takes([text]))
    }

    @Test(
        "German numbers are listened for in words apart, and read",
        arguments: [
            ("ein und zwanzig", "21"), ("zwei hundert drei und funfzig", "253"),
            ("tausend neun hundert vier und achtzig", "1984"), ("zwei komma funf", "2.5"),
            ("eine million", "1000000"), ("drei und zwanzigste", "23"), ("anderthalb", "1.5"),
            ("zwei einhalb", "2.5"), ("neun null zwei eins null", "90210"),
            ("funf euro funfzig", "5.5"),
        ])
    func german(text: String, figures: String) throws {
        #expect(try Self.acceptor(.german).takes(text.split(separator: " ").map(String.init)))
        #expect(number(text, .german) == figures)
    }

    @Test("words that are no numbers are listened for beside an answer of numbers alone")
    func answers() throws {
        let rules = try #require(NumberRules(SpokenLanguage.english.words))
        let acceptor = try GrammarAcceptor(
            jsgf: "#JSGF V1.0;\ngrammar a;\n\(rules.text)public <a> = \(rules.answer) ;\n")
        #expect(acceptor.takes(["monday"]) && acceptor.takes(["black", "cat"]))
        #expect(acceptor.takes(["forty", "two"]))
        #expect(rule("monday") == .unknown)
    }

    @Test("a language without words of numbers has no grammar")
    func empty() { #expect(NumberRules(LanguageWords()) == nil) }
}
