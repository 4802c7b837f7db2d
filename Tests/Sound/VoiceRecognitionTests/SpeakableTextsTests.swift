import Testing

@testable import VoiceRecognition

@Suite("What a recognizer can return")
struct SpeakableTextsTests {
    private static let head = "#JSGF V1.0;\ngrammar g;\n"

    private func texts(_ rules: String) throws -> SpeakableTexts {
        try #require(try SpeakableTexts(of: .grammar(jsgf: Self.head + rules)))
    }

    @Test("of phrases: small letters, single blanks, no marks")
    func phrases() throws {
        let said = try SpeakableTexts(
            of: .phrases(["Large.", "a small  one, please", "?", "A.M."]))
        #expect(said?.texts == ["large", "a small one please", "a.m."])
        #expect(said?.words == ["large", "a", "small", "one", "please", "a.m."])
    }

    @Test("of a grammar: every sentence")
    func grammar() throws {
        let said = try texts("public <a> = [a] (large | small) <b>; <b> = pizza | <NULL>;")
        #expect(
            said.texts == [
                "a large", "a large pizza", "a small", "a small pizza", "large", "large pizza",
                "small", "small pizza",
            ])
    }

    @Test(
        "of a grammar without an end, or of too many sentences: only the words",
        arguments: [
            "public <a> = yes+;", "public <a> = yes <a> | no;",
            "public <a> = " + String(repeating: "(yes | no) ", count: 20) + ";",
            "public <a> = " + String(repeating: "yes ", count: 9_000) + ";",
        ])
    func endless(rules: String) throws {
        let said = try texts(rules)
        #expect(said.texts == nil)
        #expect(said.words.isSubset(of: ["yes", "no"]) && said.words.contains("yes"))
    }

    @Test("of general speech and of decoding graphs: nothing is known")
    func open() throws {
        #expect(try SpeakableTexts(of: .general) == nil)
        #expect(try SpeakableTexts(of: .graph(RecognitionGraph(phrases: ["yes"]))) == nil)
    }
}
