import Testing
import VoiceAcoustics
import VoiceAudio
import VoiceTestSupport

@testable import VoiceRecognition

/// What is learnt of a speaker.
struct SpeakerMeanTests {
    private static let samples = SpeechLikeSound.syllables(frames: 24_000)

    @Test(
        "is thirteen numbers that sound can have",
        arguments: [[], [1], [Float](repeating: 0, count: 14)])
    func refusesCounts(numbers: [Float]) {
        #expect(SpeakerMean(numbers) == nil)
    }

    @Test("has no number that no sound has", arguments: [Float.nan, .infinity, 1_000])
    func refusesNumbers(number: Float) {
        #expect(SpeakerMean([Float](repeating: 0, count: 12) + [number]) == nil)
    }

    @Test("of a sound is the same however loud that is, within the noise that is added")
    func measures() throws {
        let sound = MonoSound(sampleRate: 16_000, samples: Self.samples)
        let quiet = MonoSound(sampleRate: 16_000, samples: Self.samples.map { $0 / 2 })
        let (one, frames) = try #require(try SpeakerMean.measured(in: sound))
        let (two, _) = try #require(try SpeakerMean.measured(in: quiet))
        #expect(frames == 148)
        #expect(zip(one.cepstra, two.cepstra).allSatisfy { abs($0 - $1) < 0.5 })
        // The mean energy lies below the loudest frame.
        #expect(one.cepstra[0] < 0)
    }

    @Test("is not learnt from a telephone's sound, nor from less than a frame")
    func learnsNothing() throws {
        let narrow = MonoSound(sampleRate: 8_000, samples: Self.samples)
        #expect(try SpeakerMean.measured(in: narrow) == nil)
        let short = MonoSound(sampleRate: 16_000, samples: Array(Self.samples[..<400]))
        #expect(try SpeakerMean.measured(in: short) == nil)
    }
}

/// Where a dictionary's words are.
struct PronouncingDictionaryTests {
    private let folder = TemporaryFolder()

    private func ways(_ text: String, of words: Set<String>) throws -> [String: [[String]]] {
        let path = folder.path("words.dict")
        try folder.write(text, to: "words.dict")
        let phones = try AcousticModels.model(in: SpeechModel().acoustics).phones
        return try PronouncingDictionary(of: words, path: path, phones: phones).ways
            .mapValues { $0.map { $0.map { phones.names[$0] } } }
    }

    @Test(
        "finds every way of a word in their order, wherever the lines stand",
        .enabled(if: Corpus.isModelInstalled, "the package pocketsphinx-en-us is not installed"))
    func finds() throws {
        let found = try ways(
            "ab AE B\na AH\nabc AE B S\na(2) EY\n\nb\t B IY \na(3) AA",
            of: ["a", "ab", "b", "abcd"])
        #expect(
            found == [
                "a": [["AH"], ["EY"], ["AA"]], "ab": [["AE", "B"]], "b": [["B", "IY"]],
            ])
    }

    @Test(
        "passes over lines without phones, and with phones that the model does not have",
        .enabled(if: Corpus.isModelInstalled, "the package pocketsphinx-en-us is not installed"),
        arguments: ["", "\n", "(2) AH", "a", "a XX", "a AH XX\nb", "a("])
    func passesOver(text: String) throws {
        #expect(try ways(text, of: ["a", "b", ""]) == [:])
    }

    @Test(
        "a dictionary that is gone is missed, though it was read before",
        .enabled(if: Corpus.isModelInstalled, "the package pocketsphinx-en-us is not installed"))
    func gone() throws {
        _ = try ways("a AH", of: ["a"])
        let phones = try AcousticModels.model(in: SpeechModel().acoustics).phones
        let path = folder.path("other.dict")
        #expect(throws: RecognitionError.modelMissing(path: path)) {
            _ = try PronouncingDictionary(of: ["a"], path: path, phones: phones)
        }
    }
}
