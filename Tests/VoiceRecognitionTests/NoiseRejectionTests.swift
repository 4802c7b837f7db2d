import Testing

@testable import VoiceAcoustics
@testable import VoiceRecognition

/// Phones by which few words are told from noise that has their spectrum.
struct NoiseRejectionTests {
    /// Phones as "AY 12 -1.5": the name, its frames, and how it fits.
    private static func phones(_ texts: [String]) -> [ForcedAlignment.Phone] {
        texts.map { text in
            let parts = text.split(separator: " ")
            return ForcedAlignment.Phone(
                name: String(parts[0]), frames: 0..<(Int(parts[1]) ?? 0), fit: Float(parts[2]) ?? 0)
        }
    }

    @Test(
        "takes words with a vowel that is held and more phones that fit than not",
        arguments: [
            ["F 4 -1", "AY 20 -2", "V 7 -6"], ["T 3 -5", "UW 15 -2"], ["AH 5 -5.3"],
            ["S 3 -12", "EH 9 -1", "V 5 -1", "AH 3 -2", "N 9 -1"], ["SH 20 -2", "HH 5 -2"],
        ])
    func takesWords(said: [String]) {
        #expect(FitScale.areSaid(Self.phones(said)))
    }

    @Test(
        "rejects words whose vowels pass as fast as they can, or do not fit",
        arguments: [
            ["HH 82 -1", "W 20 -2", "AH 4 -2", "N 10 -1"], ["F 6 -1", "AY 12 -5.4", "V 6 -1"],
            ["EY 3 -1", "T 10 -1"],
        ])
    func rejectsShortVowels(heard: [String]) {
        #expect(!FitScale.areSaid(Self.phones(heard)))
    }

    @Test(
        "rejects words of which half of the phones do not fit",
        arguments: [["T 3 -5.4", "UW 18 -1"], ["S 20 -6", "HH 5 -2"], []])
    func rejectsHalfWords(heard: [String]) {
        #expect(!FitScale.areSaid(Self.phones(heard)))
    }
}
