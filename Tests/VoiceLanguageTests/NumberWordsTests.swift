import Testing
import VoiceLanguage

@Suite("Words of numbers as data")
struct NumberWordsTests {
    @Test("the first word of a value is the usual one; the others are read")
    func usualWords() {
        let english = NumberLexicon.english
        #expect(english.small.first == "zero" && english.small.last == "nineteen")
        #expect(
            english.tens == [
                "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
            ])
        #expect(english.zeros == ["oh", "o", "nought", "naught", "nil"])
        #expect(SpokenNumberReader().read("nought")?.figures == "0")
        #expect(SpokenNumberWriter().digits("40", isColloquial: true) == "four oh")
    }

    @Test("scales reach as far as 64 bits do")
    func scales() {
        let reader = SpokenNumberReader()
        #expect(reader.read("two trillion and six")?.figures == "2000000000006")
        #expect(reader.read("nine quadrillionth")?.isOrdinal == true)
        #expect(NumberLexicon.english.scales.last?.value == 1_000_000_000_000_000)
        #expect(SpokenNumberWriter().limit == 1_000_000_000_000_000_000)
    }

    @Test("a language that is not there has no words")
    func unknownLanguage() {
        #expect(NumberWords.words(of: "tlh") == nil)
        #expect(NumberWords.words(of: "en") != nil)
    }
}
