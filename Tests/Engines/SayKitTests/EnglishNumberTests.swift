import Testing
import VoiceLanguage

@testable import SayKit

@Suite("English numbers of the language file")
struct EnglishNumberTests {
    private let words = VoiceLanguage.NumberLexicon.english
    private let file = SpokenLanguage.english.words.numbers

    @Test("the file knows every word of the shared list, with its value")
    func agreesWithTheSharedList() {
        let small = Array(words.small.enumerated())
        let known = file.digits.merging(file.teens) { first, _ in first }
        #expect(small.filter { known[$0.element] != $0.offset }.isEmpty)
        let tens = Array(words.tens.enumerated())
        #expect(tens.filter { file.tens[$0.element] != 20 + 10 * $0.offset }.isEmpty)
        let ordinals = Array(words.smallOrdinals.enumerated())
        #expect(ordinals.filter { file.ordinals[$0.element] != $0.offset + 1 }.isEmpty)
        let zeros = file.digits.merging(file.rowDigits) { first, _ in first }
        #expect(words.zeros.filter { zeros[$0] != 0 }.isEmpty)
        #expect(file.repeats.filter { words.repeats[$0.key] != $0.value }.isEmpty)
    }
}
