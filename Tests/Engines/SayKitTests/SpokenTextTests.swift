import SayKit
import Testing
import VoiceTestSupport

@Suite struct SpokenTextTests {
    @Test("normalises case, marks, apostrophes, punctuation and blanks", .fact("saykit-4.4.1-1"))
    func normalises() {
        #expect(SpokenText("  Éléna's  CAFÉ-bar, isn’t it?! ").normal == "elenas cafe bar isnt it")
        #expect(SpokenText("Straße über Ærø").normal == "strasse uber aero")
        #expect(SpokenText("...").words.isEmpty)
    }

    @Test("keeps the original spelling of words")
    func keepsSpelling() {
        let text = SpokenText("Go to O'Brien-Smith, please.")
        #expect(text.normal == "go to obrien smith please")
        #expect(text.spelling(of: 2..<4) == "O'Brien-Smith")
        #expect(text.spelling(of: 4..<5) == "please")
        #expect(text.spelling(of: 9..<12) == "")
    }

    @Test("keeps figures with their separators, apart from letters and signs beside them")
    func keepsFigures() {
        #expect(SpokenText("1,234.5 at 7:30.").normals == ["1,234.5", "at", "7:30"])
        #expect(SpokenText("2/3 on 2026-05-03").normals == ["2/3", "on", "2026-05-03"])
        #expect(SpokenText("555-1234 1-2").normals == ["555", "1234", "1", "2"])
        #expect(SpokenText("2026-05-031 2026-05").normals == ["2026", "05", "031", "2026", "05"])
        #expect(SpokenText("F7 1st").normals == ["f", "7", "1", "st"])
        #expect(
            SpokenText("$5.50, -3 and 4 €").normals == ["$", "5.50", "-", "3", "and", "4", "€"])
    }

    @Test("folds combined and separate marks to the same word")
    func foldsMarks() {
        #expect(SpokenText("e\u{301}lan").normal == SpokenText("\u{E9}lan").normal)
    }

    @Test("cuts a sentence at the limit of words, and nothing matches it")
    func cutsLongSentences() {
        let long = SpokenText(String(repeating: "yes ", count: 10_000))
        #expect(long.isCut)
        #expect(long.words.count == SpokenText.wordLimit)
        #expect(SpokenLanguage.english.confirmation.read(long).isConfirmed == nil)
        #expect(TemplateSet(["@all"]).match(long).match == nil)
    }
}
