import Testing
import VoiceRecognition

struct RecognitionErrorTests {
    @Test(
        "says what, where, why and what next",
        arguments: [
            (RecognitionError.modelMissing(path: "/m/mdef"), "/m/mdef", "pocketsphinx-en-us"),
            (.modelRefused(path: "/m", reason: "bad mdef."), "bad mdef.", "Reinstall"),
            (.grammarMalformed(reason: "syntax error."), "syntax error.", "Correct it"),
            (.publicRules(count: 2), "2 public rules", "Keep exactly one"),
            (.wordsUnknown(["a", "b"]), "a, b", "Spell them"),
            (.phraseWordUnknown(word: "x", phrase: "go x"), "'x' of the phrase 'go x'", "Spell it"),
            (.wordsNotGuessed(["zwoelf"], reason: "Spell it."), "lacks zwoelf", "Spell it"),
            (.guessingUnavailable(["x"], reason: "No program."), "lacks x", "pronunciations"),
            (.phraseUnreadable(phrase: "go 12", word: "12"), "'12'", "as it is said"),
            (.noPhrases, "no phrase", "one phrase a line"),
            (.utteranceTooLong(seconds: 120), "120 s", "segmenter"),
            (.soundUnusable(sampleRate: 9), "9 Hz", "Record at"),
            (.textTooLong(words: 9, limit: 8), "9 words", "Align at most 8"),
            (.decoderFailed, "failed on an utterance", "report"),
        ])
    func sentence(error: RecognitionError, fact: String, step: String) {
        #expect(error.description.contains(fact))
        #expect(error.description.contains(step))
        #expect(error.description.hasSuffix(".") || error.description.hasSuffix("';'."))
    }
}
