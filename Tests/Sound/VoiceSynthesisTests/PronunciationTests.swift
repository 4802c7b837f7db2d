import Testing
import VoiceTestSupport

@testable import VoiceSynthesis

@Suite("Pronunciations in IPA")
struct PronunciationTests {
    private let synthesizer = SpeechSynthesizer(cacheFolder: nil)

    private func pronounced(_ word: String, as ipa: String) throws -> String {
        try synthesizer.pronunciation(
            of: SpeechRequest(text: word, phonemes: [SpokenForm(word: word, replacement: ipa)]))
    }

    @Test(
        "a dictionary's words are spoken as it says",
        arguments: [
            ("Xavier", "ˈzeɪ.vi.ər", "zˈeɪviɚ"), ("José", "xoˈse", "xoʊsˈɛ"),
            ("Nguyen", "wɪn", "wˈɪn"), ("Siobhan", "ʃəˈvɔːn", "ʃəvˈɔːn"),
            ("Joaquin", "wɑːˈkiːn", "wɑːkˈiːn"), ("Reykjavik", "ˈreɪkjəvɪk", "ɹˈeɪkjəvɪk"),
            ("Beijing", "beɪˈʒɪŋ", "beɪʒˈɪŋ"), ("Goethe", "ˈɡɜːtə", "ɡˈɜːɾə"),
        ])
    func dictionary(word: String, ipa: String, heard: String) throws {
        #expect(try pronounced(word, as: ipa) == heard)
    }

    private static let words = """
        about address advice after airport another apple autumn beautiful before bicycle bottle
        breakfast broken button camera carpet chair change church coffee computer cousin daughter
        decision dinner doctor double eleven enough evening father fire flower forty friend
        garden ghost giant hammer happy honest hour hundred idea island journey judge kitchen
        language laugh library machine measure minute mountain mother music nature needle noise
        number ocean orange palace people perhaps picture pleasure potato quarter question quiet
        radio remember river school science seven shoulder singer special station stomach sugar
        summer table teacher telephone theatre thousand through tomorrow tongue treasure trouble
        umbrella uncle vegetable village voice water weather window winter wonder yellow yesterday
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    @Test("what the engine says of a word in IPA makes it say the word again")
    func saysWordAgainFromItsIPA() throws {
        var wrong: [String] = []
        for word in Self.words {
            let ipa = try synthesizer.pronunciation(of: SpeechRequest(text: word))
            let again = try pronounced(word, as: ipa)
            if again != ipa { wrong.append("\(word): \(ipa) became \(again)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.joined(separator: "; "))")
    }

    @Test(
        "a sound without a name, and a spelling without a vowel, leave the word as it was",
        .fact("voiceflow-7-14"))
    func fallback() throws {
        #expect(PhoneticSpelling.names(ipa: "ǃa") == nil)
        #expect(PhoneticSpelling.names(ipa: "kst") == nil)
        let request = SpeechRequest(
            text: "Nguyen", lexicon: [SpokenForm(word: "Nguyen", replacement: "win")],
            phonemes: [SpokenForm(word: "Nguyen", replacement: "ǃa")])
        #expect(request.spoken.text == "win")
    }

    @Test("a pronunciation that the engine cannot take leaves the word as it was")
    func tooLong() {
        func ipa(_ count: Int) -> String { String(repeating: "ˈzeɪ", count: count) }
        #expect(PhoneticSpelling.names(ipa: ipa(49)) != nil)
        #expect(!PhoneticSpelling.isTooLong(ipa: ipa(49)) && !PhoneticSpelling.isTooLong(ipa: "ǃa"))
        for count in [50, 400, 150_000] {
            #expect(PhoneticSpelling.names(ipa: ipa(count)) == nil)
            #expect(PhoneticSpelling.isTooLong(ipa: ipa(count)))
        }
    }

    @Test("a lexicon names a line that is too long, and takes the others")
    func longLine() {
        let long = "b: " + String(repeating: "c", count: Lexicon.lineLimit)
        let lexicon = Lexicon(parsing: "a: b\n\(long)\nc: d")
        #expect(lexicon.overlongLine == 2)
        #expect(lexicon.forms.map(\.word) == ["a", "c"])
        #expect(lexicon.diagnostics.first?.contains("line 2 is longer than 4096 bytes") == true)
        #expect(Lexicon(["b": String(repeating: "c", count: 5_000)]).forms.isEmpty)
    }

    @Test(
        "a pronunciation wins over an alias, the longest word first, and in its place only",
        .fact("voiceflow-7-14"))
    func precedence() {
        let request = SpeechRequest(
            text: "New York, york and Yorkshire [[x]]",
            lexicon: [
                SpokenForm(word: "York", replacement: "alias"),
                SpokenForm(word: "New York", replacement: "the city"),
            ], phonemes: [SpokenForm(word: "york", replacement: "jɔːk")])
        #expect(request.spoken.text == "the city, [[jO:k]] and Yorkshire [ [x]]")
    }

    @Test("a text that meets no pronunciation keeps its audio's name")
    func digest() {
        let plain = SpeechRequest(text: "hello [[x]]")
        var other = plain
        other.phonemes = [SpokenForm(word: "Nguyen", replacement: "wɪn")]
        #expect(plain.digest(engineVersion: "1") == other.digest(engineVersion: "1"))
        other.phonemes = [SpokenForm(word: "hello", replacement: "wɪn")]
        #expect(plain.digest(engineVersion: "1") != other.digest(engineVersion: "1"))
    }
}
