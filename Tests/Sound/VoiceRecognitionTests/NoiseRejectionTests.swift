import Testing

@testable import VoiceAcoustics
@testable import VoiceRecognition

/// Phones by which few words are told from noise that has their spectrum.
struct NoiseRejectionTests {
    /// Phones as "AY 12 -1.5 3": the name, its frames, how it fits, and its gain over silence.
    private static func phones(_ texts: [String]) -> [ForcedAlignment.Phone] {
        texts.map { text in
            let parts = text.split(separator: " ")
            return ForcedAlignment.Phone(
                name: String(parts[0]), frames: 0..<(Int(parts[1]) ?? 0),
                fit: Float(parts[2]) ?? 0, gain: Float(parts[3]) ?? 0)
        }
    }

    @Test(
        "takes words with a held vowel that explain the sound better than silence does",
        arguments: [
            ["T 9 -6 -1", "UW 18 -2 3"], ["HH 8 -1 4", "EH 6 -11 -3", "L 10 -4 3", "P 13 -3 2"],
            ["N 6 -5 2", "OW 19 -6 1.2"], ["SH 20 -6 2", "HH 5 -6 2"],
        ])
    func takesWords(said: [String]) {
        #expect(FitScale.areSaid(Self.phones(said)))
    }

    @Test("takes words with a short vowel, or short words, that explain it much better")
    func takesCertainWords() {
        #expect(FitScale.areSaid(Self.phones(["W 12 1 5", "AH 3 -12 -1", "N 13 -2 4"])))
        #expect(FitScale.areSaid(Self.phones(["G 6 -3 3", "OW 15 -1 3"])))
    }

    @Test("takes words whose phones fit and that silence explains almost as well")
    func takesFittingWords() {
        #expect(FitScale.areSaid(Self.phones(["T 3 -4.3 .2", "UW 26 -2.4 .3"])))
        #expect(!FitScale.areSaid(Self.phones(["T 3 -4.3 .1", "UW 26 -2.4 .1"])))
        #expect(!FitScale.areSaid(Self.phones(["T 3 -5.4 .2", "UW 26 -2.4 .3"])))
        #expect(!FitScale.areSaid(Self.phones(["F 9 -1 1", "AY 19 -5.4 1", "V 7 -1 1"])))
    }

    @Test(
        "rejects words whose vowels pass as fast as they can",
        arguments: [
            ["HH 82 -1 2", "W 20 -2 2", "AH 4 -2 3", "N 10 -1 2"], ["EY 3 -1 2", "T 30 -1 2"],
        ])
    func rejectsShortVowels(heard: [String]) {
        #expect(!FitScale.areSaid(Self.phones(heard)))
    }

    @Test(
        "rejects short words", arguments: [["T 5 -5.5 -1", "UW 18 -1 3.2"], ["OW 24 -1 2.9"], []])
    func rejectsShortWords(heard: [String]) {
        #expect(!FitScale.areSaid(Self.phones(heard)))
    }
}
