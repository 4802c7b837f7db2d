import Testing
import VoiceAudio
import VoiceSynthesis
import VoiceTestSupport

@testable import VoiceRecognition

/// What is listened for has limits, which are looked at before anything is built.
struct TaskLimitTests {
    private static func refusal(_ task: RecognitionTask) -> String? {
        do throws(RecognitionError) {
            try task.check()
            return nil
        } catch { return error.isOfTask ? error.description : nil }
    }

    @Test("takes 100,000 words in phrases, and no more", arguments: [100_000, 100_001])
    func words(count: Int) {
        let phrases = [
            Array(repeating: "one", count: count - 5).joined(separator: " "),
            "one two three four no",
        ]
        let refusal = Self.refusal(.phrases(phrases))
        #expect((refusal == nil) == (count == 100_000))
        #expect(
            refusal.map {
                $0
                    == "what is listened for is too large: it has more than 100000 words. Listen "
                    + "for less at a time."
            } != false)
        #expect(Self.refusal(.graph(RecognitionGraph(phrases: phrases))) == refusal)
    }

    @Test("takes 20,000 words that are read aloud, and no more", arguments: [2_000, 2_001])
    func readingWords(count: Int) {
        let phrases = Array(
            repeating: "one two three four five six seven eight nine ten", count: count)
        let graph = RecognitionGraph(phrases: phrases, speaking: .oralReading)
        let refusal = Self.refusal(.graph(graph))
        #expect((refusal == nil) == (count == 2_000))
        #expect(refusal?.contains("more than 20000 words that are read aloud") != false)
    }
}

/// Limits that need the model's phones.
@Suite(
    .enabled(if: Corpus.isModelInstalled, "the package pocketsphinx-en-us is not there"))
struct PronunciationLimitTests {
    private static func refusal(
        _ ways: [[String]], phrases: [String] = ["cold"],
        speaking: RecognitionGraph.Speaking = .usual, trigger: String? = nil
    ) -> RecognitionError? {
        let graph = RecognitionGraph(
            phrases: phrases,
            pronunciations: ways.map { WordPronunciation(word: "cold", phones: $0) },
            speaking: speaking, trigger: trigger)
        do throws(RecognitionError) {
            _ = try AcousticRecognizer(task: .graph(graph))
            return nil
        } catch { return error }
    }

    @Test("takes 100 ways of saying a word, and no more", arguments: [99, 100])
    func ways(count: Int) {
        // The dictionary has one.
        let refusal = Self.refusal(Array(repeating: ["K", "OW", "L"], count: count))
        let expected = RecognitionError.taskTooLarge(
            what: "has a word with more than 100 pronunciations")
        #expect(refusal == (count == 99 ? nil : expected))
    }

    @Test("takes 64 phones in a pronunciation, and no more", arguments: [64, 65])
    func phones(count: Int) {
        let refusal = Self.refusal([Array(repeating: "OW", count: count)])
        let expected = RecognitionError.taskTooLarge(
            what: "has a pronunciation of more than 64 phones")
        #expect(refusal == (count == 64 ? nil : expected))
    }

    @Test("counts the phones of every word that is read aloud, with its false starts")
    func allPhones() {
        let long = Array(
            repeating: ["K", "OW", "L", "D"] + Array(repeating: "OW", count: 60), count: 90)
        let phrases = Array(repeating: "cold cold", count: 5)
        #expect(
            Self.refusal(long, phrases: phrases, speaking: .oralReading)
                == .taskTooLarge(what: "has more than 1500000 phones in all ways of saying it"))
        #expect(Self.refusal(long, phrases: phrases) == nil)
    }

    @Test("counts the phones of the trigger")
    func triggerPhones() {
        let long = Array(repeating: Array(repeating: "OW", count: 64), count: 90)
        let trigger = Array(repeating: "cold", count: 300).joined(separator: " ")
        #expect(
            Self.refusal(long, trigger: trigger)
                == .taskTooLarge(what: "has more than 1500000 phones in all ways of saying it"))
    }
}

private let canSpeak = (try? SpeechSynthesizer(cacheFolder: nil).engineVersion()) != nil

/// Texts that are read aloud and too long for exact neighbours of every word.
@Suite(
    .enabled(
        if: Corpus.isModelInstalled && canSpeak,
        "voicetest-speak or the package pocketsphinx-en-us is not there"))
struct LongReadingTests {
    /// 40 sentences of seven words.
    private static let sentences = [
        "river", "mountain", "garden", "window",
    ].flatMap { place in
        ["child", "farmer", "doctor", "sister", "teacher"].flatMap { person in
            ["walked slowly", "looked often"].map { "the old \(person) \($0) past the \(place)" }
        }
    }

    @Test(
        "hears a sentence, a word left out and a word said again in a long text",
        arguments: [
            "the old doctor walked slowly past the garden",
            "the old doctor walked past the garden",
            "the old doctor doctor walked slowly past the garden",
        ])
    func reads(said: String) throws {
        let graph = RecognitionGraph(phrases: Self.sentences, speaking: .oralReading)
        #expect(Self.sentences.joined(separator: " ").split(separator: " ").count > 200)
        let sound = try SpeechSynthesizer(cacheFolder: nil).render(SpeechRequest(text: said))
        let recognizer = try AcousticRecognizer(task: .graph(graph))
        let utterance = try #require(Corpus.trimmed(sound))
        let outcome = recognizer.recognize(utterance)
        guard case .final(let hypothesis) = outcome else {
            Issue.record("nothing was heard")
            return
        }
        #expect(hypothesis.text == said)
        #expect(recognizer.recognize(utterance) == outcome)
    }
}
