import Foundation
import Testing
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport

@testable import KeenASR

struct ResultTests {
    private static let rate = 16_000

    /// "go cold#drop", then spoken noise, in a session whose response begins at frame 8,000.
    private static let heard = Hypothesis(
        text: "go cold#drop <spoken_noise>", confidence: 875,
        words: [
            RecognizedWord(
                text: "go", range: 16_320..<21_120, confidence: 1_000,
                phones: [
                    RecognizedPhone(phone: "G", range: 16_320..<18_080, score: 930),
                    RecognizedPhone(phone: "OW", range: 18_080..<21_120, score: 40),
                ]),
            RecognizedWord(
                text: "cold#drop", range: 21_120..<25_920, confidence: 500,
                phones: [
                    RecognizedPhone(phone: "K", range: 21_120..<21_440, score: 700),
                    RecognizedPhone(phone: "OW", range: 21_440..<24_000, score: 700),
                    RecognizedPhone(phone: "L", range: 24_000..<25_920, score: 1_000),
                ]),
            RecognizedWord(
                text: RecognitionGraph.spokenNoise, range: 25_920..<28_000, confidence: 100,
                phones: [RecognizedPhone(phone: "SPN", range: 25_920..<28_000, score: 500)]),
        ],
        alternatives: [AlternativeReading(text: "go cold", distance: 12)])

    private static func final(
        computesGoP: Bool = true, guessed: Set<String> = []
    ) -> KIOSResult {
        KIOSResult(
            final: heard,
            KIOSResult.Reading(
                start: 8_000, sampleRate: rate, computesGoP: computesGoP, guessedWords: guessed))
    }

    @Test(
        "text is in upper case, and cleanText leaves out words in angle brackets",
        .fact("keenasr-3.1-1", "keenasr-3.7-1"))
    func showsText() {
        let result = Self.final()
        #expect(result.text == "GO COLD#drop <SPOKEN_NOISE>")
        #expect(result.cleanText == "GO COLD#drop")
        #expect(result.alternatives == ["GO COLD"])
    }

    @Test(
        "a tag keeps its spelling, and the reserved one is INC",
        .fact("keenasr-3.7-7", "keenasr-3.8-11", "keenasr-3.8-15"),
        arguments: [
            ("cold#DROP", "COLD#DROP"), ("cold#Drop", "COLD#Drop"), ("ele#inc", "ELE#INC"),
            ("it's", "IT'S"), ("<laughter>", "<LAUGHTER>"), ("naïve", "NAÏVE"),
        ])
    func showsTags(word: String, shown: String) {
        let hypothesis = Hypothesis(text: word, confidence: 0, words: [])
        #expect(KIOSResult(partial: hypothesis).text == shown)
    }

    @Test("times are seconds from the beginning of the response", .fact("keenasr-3.7-5"))
    func countsFromResponse() throws {
        let words = try #require(Self.final().words)
        #expect(words[0].startTime?.doubleValue == 0.52)
        #expect(words[0].duration?.doubleValue == 0.3)
        #expect(words[1].startTime?.doubleValue == 0.82)
        #expect(words[0].phones?[1].startTime?.doubleValue == 0.63)
        #expect(words[0].phones?[1].duration?.doubleValue == 0.19)
    }

    @Test("a word that begins before the response begins at 0")
    func clampsStart() {
        let early = Hypothesis(
            text: "go", confidence: 1,
            words: [RecognizedWord(text: "go", range: -320..<1_600, confidence: 1)])
        let word = KIOSResult(
            final: early, KIOSResult.Reading(start: 0, sampleRate: Self.rate)
        ).words?.first
        #expect(word?.startTime?.doubleValue == 0)
        #expect(word?.duration?.doubleValue == 0.1)
    }

    @Test(
        "partial results carry words without times, confidences and phones", .fact("keenasr-3.7-4"))
    func partialsHaveNoTimes() throws {
        let result = KIOSResult(partial: Self.heard)
        let words = try #require(result.words)
        #expect(words.map(\.text) == ["GO", "COLD#drop", "<SPOKEN_NOISE>"])
        #expect(words.allSatisfy { $0.startTime == nil && $0.duration == nil })
        #expect(words.allSatisfy { $0.confidence == nil && $0.phones == nil })
        #expect(result.confidence == nil)
    }

    @Test("isTag is true for marks in angle brackets only", .fact("keenasr-3.7-6"))
    func tellsTags() throws {
        let words = try #require(Self.final().words)
        #expect(words.map(\.isTag) == [false, false, true])
    }

    @Test("phones carry their place in the word", .fact("keenasr-3.7-8"))
    func placesPhones() throws {
        let words = try #require(Self.final().words)
        #expect(words[0].phones?.map(\.text) == ["G_B", "OW_E"])
        #expect(words[1].phones?.map(\.text) == ["K_B", "OW_I", "L_E"])
        #expect(words[2].phones?.map(\.text) == ["SPN_S"])
    }

    @Test(
        "pronunciation scores are 0 to 1, and nil for noise and phones under 30 ms",
        .fact("keenasr-3.7-9", "keenasr-3.9-2", "keenasr-3.9-3"))
    func scoresPhones() throws {
        let words = try #require(Self.final().words)
        #expect(words[0].phones?.map { $0.pronunciationScore?.doubleValue } == [0.93, 0.04])
        #expect(words[1].phones?.map { $0.pronunciationScore?.doubleValue } == [nil, 0.7, 1])
        #expect(words[2].phones?.map { $0.pronunciationScore } == [nil])
    }

    @Test(
        "scores are nil without goodness of pronunciation and in guessed words",
        .fact("keenasr-3.7-9", "keenasr-3.9-1", "keenasr-3.9-3"))
    func leavesScoresOut() throws {
        func scores(_ result: KIOSResult) -> [Double?] {
            (result.words ?? []).flatMap { $0.phones ?? [] }
                .map { $0.pronunciationScore?.doubleValue }
        }
        #expect(scores(Self.final(computesGoP: false)).allSatisfy { $0 == nil })
        let guessed = scores(Self.final(guessed: ["COLD"]))
        #expect(guessed == [0.93, 0.04, nil, nil, nil, nil])
    }

    @Test("toJSON has the published keys, in seconds", .fact("keenasr-3.7-2"))
    func writesJSON() throws {
        let json = try #require(Self.final(computesGoP: false).toJSON())
        let root = try JSONReader.value(of: Array(json.utf8)).object
        #expect(root?["text"] == "GO COLD#drop <SPOKEN_NOISE>")
        #expect(root?["cleanText"] == "GO COLD#drop")
        #expect(root?["confidence"] == .decimal("0.875"))
        var word = root?["words"]?.array?.first?.object
        word?["phones"] = nil
        #expect(
            word.map(JSONValue.object)
                == [
                    "text": "GO", "startTime": .decimal("0.52"), "duration": .decimal("0.3"),
                    "confidence": 1,
                ])
    }

    @Test("toDictionary has the members of the JSON", .fact("keenasr-3.7-2"))
    func writesDictionary() throws {
        let dictionary = try #require(Self.final().toDictionary())
        let words = try #require(dictionary["words"] as? [[String: Any]])
        #expect(dictionary["cleanText"] as? String == "GO COLD#drop")
        #expect(words[0]["startTime"] as? Double == 0.52)
        #expect(words[0]["text"] as? String == "GO")
    }

    @Test("speech is where the words are, in samples of any rate, and nowhere in partial results")
    func tellsSpeech() {
        let result = Self.final()
        #expect(
            result.speech(sampleRate: 16_000) == [8_320..<13_120, 13_120..<17_920, 17_920..<20_000])
        #expect(result.speech(sampleRate: 8_000).first == 4_160..<6_560)
        #expect(KIOSResult(partial: Self.heard).speech(sampleRate: 16_000).isEmpty)
    }

    @Test("what an engine's callback tells becomes the same result")
    func readsCallback() {
        let words: [JSONValue] = Self.heard.words.map { word in
            [
                "text": .string(word.text), "start": .integer(word.range.lowerBound),
                "end": .integer(word.range.upperBound),
                "confidence": .integer(Int64(word.confidence)),
                "phones": .array(
                    word.phones.map { phone in
                        [
                            "phone": .string(phone.phone),
                            "start": .integer(phone.range.lowerBound),
                            "end": .integer(phone.range.upperBound),
                            "score": .integer(Int64(phone.score)),
                        ]
                    }),
            ]
        }
        var heard = Self.heard
        heard.alternatives = []
        let told = Hypothesis(
            fields: [
                "text": .string(heard.text), "confidence": .integer(Int64(heard.confidence)),
                "words": .array(words),
            ])
        #expect(told == heard)
        #expect(Hypothesis(fields: [:]) == Hypothesis(text: "", confidence: 0, words: []))
    }

    @Test("a word of a callback that ends before it begins has no length")
    func readsBackwardsWord() {
        let told = Hypothesis(fields: ["words": .array([["text": "go", "start": 800, "end": 80]])])
        #expect(told.words.map(\.range) == [800..<800])
    }

    @Test(
        "numbers that no response has are brought into its bounds", .fact("keenasr-3.9-2"),
        arguments: [(Int64.min, Int64.max), (-1, .max), (.max - 1, .max), (.min, .min + 1)])
    func boundsNumbers(start: Int64, end: Int64) throws {
        let word = RecognizedWord(
            text: "go", range: start..<end, confidence: 5_000,
            phones: [RecognizedPhone(phone: "G", range: start..<end, score: -1)])
        let result = KIOSResult(
            final: Hypothesis(text: "go", confidence: -7, words: [word]),
            KIOSResult.Reading(start: 8_000, sampleRate: 8_000, computesGoP: true))
        let found = try #require(result.words?.first)
        #expect((0...172_800).contains(found.startTime?.doubleValue ?? -1))
        #expect((0...172_800).contains(found.duration?.doubleValue ?? -1))
        #expect(found.confidence == 1)
        #expect(result.confidence == 0)
        #expect(result.speech(sampleRate: 192_000).count == 1)
    }

    @Test(
        "isEmpty tells whether nothing was recognised", .fact("keenasr-3.7-3"),
        arguments: ["", "go"])
    func tellsEmpty(text: String) {
        let result = KIOSResult(partial: Hypothesis(text: text, confidence: 0, words: []))
        #expect(result.isEmpty == text.isEmpty)
        #expect(result.words == nil)
    }
}
